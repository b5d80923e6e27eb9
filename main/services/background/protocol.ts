/** Methods of a background process, which works on one request at a time. */
import { z } from 'zod';
import type { AgreementReport } from '../../../shared/domain/agreement.ts';
import { AnnotationFormat, type Loss } from '../../../shared/domain/annotation.ts';
import type { AnnotationSchema } from '../../../shared/domain/annotation-schema.ts';
import {
  AuditExportFormat,
  AuditFilter,
  type AuditPart,
  type AuditVerdict,
} from '../../../shared/domain/audit.ts';
import type { AugmentedText } from '../../../shared/domain/augment-settings.ts';
import { type ClassifiedDocument, ClassifyTask } from '../../../shared/domain/classification.ts';
import {
  ComparedScore,
  ComparisonOptions,
  DocumentCounts,
  type ScoreDifference,
} from '../../../shared/domain/comparison.ts';
import { DATA_LIMITS } from '../../../shared/domain/data-limits.ts';
import { ClassifiedFields, type DataPreview } from '../../../shared/domain/data-preview.ts';
import { DeidFinding, DeidLevel, DeidMode, Generalisation } from '../../../shared/domain/deid.ts';
import type { NamingRecords } from '../../../shared/domain/document.ts';
import {
  type EntityPath,
  EntityType,
  KgExportFormat,
  type PredictionExplanation,
  type RelatedEntities,
} from '../../../shared/domain/graph.ts';
import type { QueryAnswer } from '../../../shared/domain/graph-query.ts';
import { ReviewKind } from '../../../shared/domain/graph-review.ts';
import {
  type CutPoint,
  MiningSettings,
  type Phrase,
  type PhraseCard,
} from '../../../shared/domain/phrases.ts';
import type { PretrainSample } from '../../../shared/domain/pretrain-sample.ts';
import {
  type AttentionReport,
  type ProbeReport,
  ProbeSettings,
  type SimilarityReport,
  SimilaritySettings,
} from '../../../shared/domain/probe.ts';
import { IdentifierList, type LookReport, LookRisk } from '../../../shared/domain/second-look.ts';
import { Span } from '../../../shared/domain/span.ts';
import { TableColumns, type TablePreview } from '../../../shared/domain/table-columns.ts';
import { type DataSet, type LabelledDocument, TrainingTask } from '../../../shared/domain/training.ts';
import type { CheckedBackup } from '../../../shared/domain/upkeep.ts';
import type { WorkProgress, WorkStage } from '../../../shared/domain/work.ts';
import { Message } from '../../../shared/messages/message.ts';
import type { DatabaseAccess } from '../../db/connection.ts';
import type { NewPrediction } from '../../db/repositories/predictions.ts';
import type { DeidentifiedRecord } from '../../deid/deidentify.ts';
import type { HashedIdentifier } from '../../deid/identifier-lists.ts';
import type { NamedFile } from '../../formats/annotations/format.ts';
import type { EmrRecord } from '../../formats/emr-json.ts';
import type { PhraseFile } from '../../formats/phrase-list.ts';
import type { ReadResult } from '../../formats/read-documents.ts';
import { CheckedFiles } from '../../workspace/check-files.ts';
import type { Suspicious } from '../graph/find-suspicious.ts';
import type { SealedModel } from '../models/seal-model.ts';
import type { ReadModel } from '../models/seal-model-folder.ts';
import type { SizedLine } from '../projects/exchange/read-project-lines.ts';
import type { SamplesRequest } from '../runs/process/protocol.ts';
import type { DocumentPiece } from './parts.ts';

const ModelSpan = z.object({ start: z.number(), end: z.number(), type: z.string(), confidence: z.number() });
const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);
const Files = z.array(z.object({ name: z.string(), path: z.string() })).readonly();
const Findings = z.array(DeidFinding).readonly();
/** Ids of audit entries: those above `after`, up to `last`. */
const AuditIds = { after: z.number().int(), last: z.number().int() };
/** Options of de-identification. */
/** `tagger`: the starter tagger of identifiers joins the strict search. */
const Hiding = z.object({
  mode: DeidMode,
  secret: z.string(),
  level: DeidLevel,
  tagger: z.boolean(),
  /** Places of the second look that are removed undecided: those of this risk and of graver ones. */
  removeFrom: LookRisk.optional(),
  generalise: z.array(Generalisation).readonly().optional(),
});

export const TASK_INPUTS = {
  /** Reads files of the workspace whole and returns what is wrong with them. */
  checkFiles: CheckedFiles,
  /** Opens a backup with one of the keys and checks all of it. */
  checkBackup: z.object({ path: z.string(), keys: z.array(Bytes.nullable()).readonly() }),
  /** Writes a copy of a database under the same key. */
  copyDatabase: z.object({ databaseFile: z.string(), key: Bytes.nullable(), target: z.string() }),
  /** Computes the agreement of annotators on finished documents of a project. */
  agreement: z.object({ projectId: z.number().int() }),
  /** Tests the difference between two models, given the counts of each document by both. */
  compareModels: z.object({
    first: z.array(DocumentCounts).readonly(),
    second: z.array(DocumentCounts).readonly(),
    scores: z.array(ComparedScore).readonly(),
    options: ComparisonOptions,
  }),
  /** Reads files, archives and folders as annotated documents, which are sent in parts. */
  readFiles: z.object({
    files: Files,
    format: z.union([AnnotationFormat, z.enum(['annotations', 'text'])]).optional(),
    columns: TableColumns.optional(),
  }),
  /** Previews files as tables of documents; null where they need no columns. */
  previewTable: z.object({
    files: Files,
    columns: TableColumns.optional(),
    sheet: z.string().optional(),
  }),
  /** Reads a file of texts with entities, which are sent in parts. */
  readLabelled: z.object({ path: z.string() }),
  /** Reads a file of texts with labels, which are sent in parts. */
  readClassified: z.object({ path: z.string(), task: ClassifyTask, fields: ClassifiedFields }),
  /** Reads the records of an opened file, which are sent in parts. */
  readRecords: z.object({ name: z.string(), bytes: Bytes }),
  /** Seals the documents of a data set's files in the file `sealed`. `fileKey`: null in a plain workspace. */
  sealDataFile: z.object({
    paths: z.array(z.string()).readonly(),
    fileName: z.string().optional(),
    task: TrainingTask,
    fields: ClassifiedFields.optional(),
    skipRefused: z.boolean().optional(),
    sealed: z.string(),
    fileKey: Bytes.nullable(),
  }),
  /** Previews how a file of texts with labels would be read. */
  previewDataFile: z.object({
    path: z.string(),
    fileName: z.string(),
    task: ClassifyTask,
    fields: ClassifiedFields.optional(),
  }),
  /** Reads a folder of a model and seals its weights in the file `sealed`. */
  sealModelFolder: z.object({ files: Files, sealed: z.string(), fileKey: Bytes.nullable() }),
  /** Reads a project file, whose lines are sent in parts. */
  readProject: z.object({ name: z.string(), path: z.string() }),
  /** Writes a layer as files of a format. `hiding` null: no de-identification. `archive`: name of a zip of several. */
  writeLayer: z.object({
    projectId: z.number().int(),
    person: z.string(),
    documents: z.array(z.number().int()).readonly().optional(),
    finished: z.boolean().optional(),
    format: AnnotationFormat,
    scheme: z.enum(['BIO', 'BIOES']).optional(),
    hiding: Hiding.nullable(),
    archive: z.string().optional(),
    /** Writes nothing, only looks at what would be written. */
    lookOnly: z.boolean().optional(),
  }),
  /** Reads a list of names and numbers and returns them as keyed hashes. */
  hashList: z.object({ name: z.string(), bytes: Bytes, list: IdentifierList, secret: z.string() }),
  /** Finds identifiers of persons in a text. */
  findPersons: z.object({
    text: z.string(),
    model: z.array(ModelSpan).readonly().optional(),
    tagger: z.boolean(),
  }),
  hideRecords: z.object({
    records: z
      .array(
        z.object({
          id: z.string(),
          title: z.string(),
          text: z.string(),
          findings: Findings.optional(),
          model: z.array(ModelSpan).readonly().optional(),
        }),
      )
      .readonly(),
    hiding: Hiding,
  }),
  /** Finds the best neighbours of an entity, and the nearest ones by the workspace's vectors. */
  relatedEntities: z.object({ id: z.number().int(), count: z.number().int(), workspaceDir: z.string() }),
  /** Finds records that contain one of the names. */
  recordsNaming: z.object({ names: z.array(z.string()).readonly(), limit: z.number().int() }),
  /** Finds a shortest path between two entities. */
  entityPath: z.object({
    from: z.number().int(),
    to: z.number().int(),
    without: z.array(z.string()).readonly(),
  }),
  /** Finds suspicious content of imports. */
  findSuspicious: z.object({
    workspaceDir: z.string(),
    kind: ReviewKind.optional(),
    limit: z.number().int(),
    decided: z.boolean().optional(),
  }),
  /** Answers a SPARQL query over the graph. */
  queryGraph: z.object({ query: z.string(), limit: z.number().int(), workspaceDir: z.string() }),
  /** Writes the whole graph into a file. */
  exportGraph: z.object({ format: KgExportFormat, path: z.string() }),
  /** Predicts edges of a relation. */
  predictEdges: z.object({ workspaceDir: z.string(), relation: z.string(), count: z.number().int() }),
  explainPrediction: z.object({ workspaceDir: z.string(), id: z.number().int() }),
  /** Asks a stored encoder queries about the graph. */
  probe: ProbeSettings.extend({ workspaceDir: z.string(), id: z.int(), name: z.string() }),
  /** Measures how alike names of an entity are for a stored model, or for vectors in its place. */
  similarity: SimilaritySettings.extend({
    ...{ workspaceDir: z.string(), name: z.string() },
    ...{ model: z.int().optional(), vectors: z.int().optional() },
    /** Hash of the documents in which mentions are counted. */
    corpus: z.string().optional(),
  }),
  /** Draws the attention of a stored encoder within a text. */
  attention: z.object({
    ...{ workspaceDir: z.string(), id: z.int(), name: z.string(), text: z.string() },
    entities: z.array(z.object({ ...Span.shape, type: EntityType, entityId: z.int() })).readonly(),
  }),
  /** Fills words of the first texts of a data set by a stored encoder. */
  augment: z.object({
    ...{ workspaceDir: z.string(), id: z.int(), encoder: z.string(), sha256: z.string() },
    trainDocuments: DATA_LIMITS.trainDocuments,
    ...{ share: z.number(), seed: z.int(), most: z.int() },
  }),
  /** Makes the first sequences of a pre-training run. */
  samples: z.custom<SamplesRequest>((value) => typeof value === 'object'),
  /** Mines phrases from the documents with that hash, which are sent in parts. */
  minePhrases: z.object({ workspaceDir: z.string(), sha256: z.string(), settings: MiningSettings }),
  /** Reads a file of phrases, which are sent in parts. */
  readPhrases: z.object({ name: z.string(), bytes: Bytes }),
  /** Segments names by a list of phrases: those given, or the long ones of the list; they are sent in parts. */
  segmentNames: z.object({ id: z.int(), names: z.array(z.string()).readonly().optional() }),
  /** Copies the write-ahead log into the database. */
  checkpoint: z.object({}),
  /** Verifies the audit table and what it records. `damage`: problems of the workspace's files. */
  verifyAudit: z.object({ damage: z.array(Message).readonly() }),
  /** Counts the audit entries of a filter within a range of ids. */
  countAudit: z.object({ filter: AuditFilter, ...AuditIds }),
  /** Writes the first part of a range of audit entries. */
  writeAudit: z.object({ filter: AuditFilter, format: AuditExportFormat, ...AuditIds }),
} as const;
export type Task = keyof typeof TASK_INPUTS;
export type TaskInput<T extends Task> = z.infer<(typeof TASK_INPUTS)[T]>;

/** Summary of read files, without their documents. */
interface ReadFacts {
  readonly format: string;
  readonly schema?: AnnotationSchema;
  readonly losses: readonly Loss[];
}

export interface WrittenLayer {
  readonly files: readonly NamedFile[];
  readonly documents: number;
  readonly losses: readonly Loss[];
  /** Absent where nothing was de-identified. */
  readonly look?: LookReport;
}

/** De-identified records with what may be left in them. */
export interface HiddenRecords {
  readonly records: readonly (Pick<DeidentifiedRecord, 'text' | 'title' | 'pieces'> & {
    /** All that was found in the original text, places of the second look left out. */
    readonly findings: readonly DeidFinding[];
  })[];
  readonly look: LookReport;
}

/** Sealed file of documents that no data set names yet. */
export interface SealedDocuments extends Pick<DataSet, 'documents' | 'characters' | 'types' | 'sha256'> {
  /** Path of the sealed file. */
  readonly file: string;
  /** Number of rows that are no documents. */
  readonly leftOut: number;
}

/** Report of a mining, without the phrases. */
export interface MinedList {
  readonly card: Omit<PhraseCard, 'settings' | 'corpus'> & {
    readonly texts: number;
    readonly characters: number;
  };
  readonly cutPoints: readonly CutPoint[];
}

export type Progress = (stage: WorkStage, done?: number, total?: number) => void;

export interface TaskOutputs {
  checkFiles: Message[];
  checkBackup: CheckedBackup;
  copyDatabase: undefined;
  checkpoint: undefined;
  agreement: AgreementReport;
  compareModels: ScoreDifference[];
  readFiles: ReadFacts;
  previewTable: TablePreview | null;
  readLabelled: undefined;
  readClassified: undefined;
  readRecords: Omit<ReadResult, 'documents'>;
  sealDataFile: SealedDocuments;
  previewDataFile: DataPreview;
  sealModelFolder: ReadModel & SealedModel;
  readProject: undefined;
  writeLayer: WrittenLayer;
  findPersons: DeidFinding[];
  hideRecords: HiddenRecords;
  hashList: HashedIdentifier[];
  relatedEntities: RelatedEntities;
  recordsNaming: NamingRecords;
  entityPath: EntityPath;
  findSuspicious: Suspicious;
  queryGraph: QueryAnswer;
  exportGraph: undefined;
  predictEdges: readonly NewPrediction[];
  explainPrediction: PredictionExplanation;
  probe: ProbeReport;
  similarity: SimilarityReport;
  attention: AttentionReport;
  augment: AugmentedText[];
  samples: PretrainSample[];
  minePhrases: MinedList;
  readPhrases: Omit<PhraseFile, 'phrases'>;
  segmentNames: undefined;
  verifyAudit: AuditVerdict;
  countAudit: number;
  writeAudit: AuditPart;
}

/** Parts sent before the answer, so that no message is too long. */
export interface TaskParts {
  checkFiles: never;
  checkBackup: never;
  copyDatabase: never;
  checkpoint: never;
  agreement: never;
  compareModels: never;
  readFiles: readonly DocumentPiece[];
  previewTable: never;
  readLabelled: readonly LabelledDocument[];
  readClassified: readonly ClassifiedDocument[];
  readRecords: readonly EmrRecord[];
  sealDataFile: never;
  previewDataFile: never;
  sealModelFolder: never;
  readProject: readonly SizedLine[];
  writeLayer: never;
  findPersons: never;
  hideRecords: never;
  hashList: never;
  relatedEntities: never;
  recordsNaming: never;
  entityPath: never;
  findSuspicious: never;
  queryGraph: never;
  exportGraph: never;
  predictEdges: never;
  explainPrediction: never;
  probe: never;
  similarity: never;
  attention: never;
  augment: never;
  samples: never;
  minePhrases: readonly Phrase[];
  readPhrases: readonly Phrase[];
  segmentNames: readonly Pick<Phrase, 'text' | 'cuts'>[];
  verifyAudit: never;
  countAudit: never;
  writeAudit: never;
}

export type TaskEvent<T extends Task> =
  | { readonly kind: 'progress'; readonly progress: WorkProgress }
  | { readonly kind: 'part'; readonly part: TaskParts[T] };

export type BackgroundMethods = {
  [T in Task]: {
    input: { readonly access: DatabaseAccess | undefined; readonly input: TaskInput<T> };
    output: TaskOutputs[T];
    event: TaskEvent<T>;
  };
};
