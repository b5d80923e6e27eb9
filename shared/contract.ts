/**
 * Every request and event between renderer and main. One line per capability: both ends infer from it, input is
 * parsed at the edge, output in tests and development.
 */
import { z } from 'zod';
import { annotationContract, annotationEvents } from './contract-annotation.ts';
import { DeidExport, deidContract } from './contract-deid.ts';
import { learningContract, learningEvents } from './contract-learning.ts';
import {
  AccountStatus,
  Colleague,
  IdleMinutes,
  NewPassword,
  Person,
  PersonName,
  Roles,
  TriedPassword,
} from './domain/account.ts';
import { AuditExportFormat, AuditFacets, AuditFilter, AuditVerdict } from './domain/audit.ts';
import { ClassificationReport, ClassifyTask } from './domain/classification.ts';
import { ClassifiedFields, DataPreview } from './domain/data-preview.ts';
import { Candidate, Decision, Diagnosis } from './domain/diagnosis.ts';
import { DocumentFull, DocumentId, DocumentSummary, Revision, SearchHit } from './domain/document.ts';
import { EmbeddingSettings, VectorUnit } from './domain/embeddings.ts';
import {
  ExperimentAction,
  ExperimentDetail,
  ExperimentId,
  ExperimentSummary,
  ExperimentWish,
  TableFormat,
} from './domain/experiment.ts';
import { EntityHit, EntityId, EntityPage, EntityType, KgFormat, KgStats } from './domain/graph.ts';
import { Annotation } from './domain/mention.ts';
import { Explanation, TextPrediction } from './domain/prediction.ts';
import { AuditEntry, EngineStatus, Job, Settings, SettingsChange, WorkspaceInfo } from './domain/system.ts';
import {
  CalibrationReport,
  DataSet,
  DataSetId,
  LeakageReport,
  ModelCard,
  ModelId,
  NerReport,
  PredictedSpan,
  RunDetail,
  RunId,
  RunPoint,
  RunSettings,
  RunSummary,
  TrainingDocument,
  TrainingTask,
} from './domain/training.ts';
import {
  Neighbourhood,
  PointsRequest,
  VectorPoints,
  VectorsCard,
  VectorsId,
  VectorTraining,
} from './domain/vectors.ts';

const Nothing = z.object({});
const Done = z.object({ done: z.literal(true) });
const FileData = z.object({ name: z.string().max(500), base64: z.string() });
/** Longest text a document may hold, in UTF-16 code units. */
export const MAX_TEXT = 5_000_000;
const Text = z.string().max(MAX_TEXT);
/** A name that a window gives to a request so that it can be taken back. */
const Ticket = z.string().min(1).max(100);

export const contract = {
  ...annotationContract,
  ...deidContract,
  ...learningContract,
  'app.info': {
    input: Nothing,
    output: z.object({
      version: z.string(),
      host: z.enum(['electron', 'browser']),
      platform: z.string(),
      actor: z.string(),
      account: AccountStatus,
      workspace: WorkspaceInfo,
      engine: EngineStatus,
    }),
  },
  'settings.get': { input: Nothing, output: Settings },
  'settings.set': { input: SettingsChange, output: Settings },

  /** Also ends a lock of one's own session, and the locked session of somebody else. Repeated failures make it wait. */
  'account.signIn': {
    input: z.object({ name: z.string().max(1000), password: TriedPassword }),
    output: AccountStatus,
  },
  'account.signOut': { input: Nothing, output: AccountStatus },
  'account.lock': { input: Nothing, output: AccountStatus },
  /** Somebody used the window so many milliseconds ago; otherwise it locks after a while. */
  'account.activity': {
    input: z.object({ ago: z.number().min(0).max(3_600_000) }),
    output: Done,
  },
  'account.changePassword': {
    input: z.object({ old: TriedPassword, password: NewPassword }),
    output: AccountStatus,
  },
  'people.list': { input: Nothing, output: z.array(Person) },
  /** For who assigns work, or looks for somebody. */
  'people.names': { input: Nothing, output: z.array(Colleague) },
  /** The first one becomes administrator and is signed in; others replace the password when they sign in. */
  'people.add': {
    input: z.object({ name: PersonName, roles: Roles, password: NewPassword }),
    output: Person,
  },
  'people.setRoles': { input: z.object({ name: PersonName, roles: Roles }), output: Person },
  'people.resetPassword': { input: z.object({ name: PersonName, password: NewPassword }), output: Person },
  'people.setActive': { input: z.object({ name: PersonName, active: z.boolean() }), output: Person },
  'people.setIdleLock': { input: z.object({ minutes: IdleMinutes }), output: AccountStatus },

  'workspace.unlock': { input: z.object({ passphrase: z.string().min(1) }), output: WorkspaceInfo },
  'workspace.changeKey': {
    input: z.object({
      kind: z.enum(['keychain', 'passphrase', 'keyfile']),
      passphrase: z.string().min(8).optional(),
    }),
    output: WorkspaceInfo,
  },
  /** The key as text, for a safe; itself wrapped by the passphrase given. */
  'workspace.exportKey': { input: z.object({ passphrase: z.string().min(8) }), output: FileData },
  'workspace.backup': { input: Nothing, output: z.object({ file: z.string(), bytes: z.number().int() }) },
  'workspace.restore': { input: z.object({ file: z.string() }), output: WorkspaceInfo },

  'docs.list': { input: Nothing, output: z.array(DocumentSummary) },
  'docs.get': { input: z.object({ id: DocumentId }), output: DocumentFull },
  'docs.create': {
    input: z.object({ title: z.string().min(1).max(200), text: Text, origin: z.string() }),
    output: DocumentFull,
  },
  /** Opens files: .txt, .docx, .json, .jsonl; UTF-8 or GB18030. What cannot be read is refused by name. */
  'docs.import': {
    input: z.object({ files: z.array(FileData).min(1).max(1000) }),
    output: z.object({
      created: z.array(DocumentSummary),
      refused: z.array(z.object({ name: z.string(), reason: z.string() })),
    }),
  },
  'docs.rename': {
    input: z.object({ id: DocumentId, title: z.string().min(1).max(200) }),
    output: DocumentSummary,
  },
  'docs.delete': { input: z.object({ id: DocumentId }), output: Done },
  /**
   * Autosave between revisions. `base` and `draft` say which revision and which autosave of it were seen last; a newer
   * one of either is a conflict.
   */
  'docs.saveDraft': {
    input: z.object({ id: DocumentId, text: Text, base: z.number().int(), draft: z.number().int() }),
    output: z.object({ at: z.string(), draft: z.number().int() }),
  },
  'docs.commit': {
    input: z.object({
      id: DocumentId,
      text: Text,
      base: z.number().int(),
      draft: z.number().int(),
      reason: z.string().max(500),
    }),
    output: DocumentSummary,
  },
  'docs.revisions': { input: z.object({ id: DocumentId }), output: z.array(Revision) },
  'docs.revision': {
    input: z.object({ id: DocumentId, number: z.number().int() }),
    output: z.object({ text: z.string() }),
  },
  'docs.restore': { input: z.object({ id: DocumentId, number: z.number().int() }), output: DocumentFull },
  /** Locks a record; its draft becomes a revision first. */
  'docs.archive': {
    input: z.object({ id: DocumentId, reason: z.string().max(1000).default('') }),
    output: DocumentSummary,
  },
  'docs.unarchive': {
    input: z.object({ id: DocumentId, reason: z.string().trim().min(1).max(1000) }),
    output: DocumentSummary,
  },
  'docs.search': {
    input: z.object({ query: z.string().min(1).max(200), limit: z.number().int().max(200) }),
    output: z.array(SearchHit),
  },
  'docs.export': {
    input: z.object({
      ids: z.array(DocumentId).min(1),
      format: z.enum(['txt', 'jsonl', 'html']),
      ...DeidExport,
    }),
    output: FileData,
  },

  'text.annotate': { input: z.object({ text: Text }), output: Annotation },

  'diagnosis.rank': {
    input: z.object({ text: Text, top: z.number().int().min(1).max(50) }),
    output: Diagnosis,
  },
  'diagnosis.decide': {
    input: z.object({
      documentId: DocumentId,
      candidate: Candidate.pick({ entity: true, score: true }),
      decision: z.enum(['accepted', 'overridden']),
      reason: z.string().max(1000).optional(),
    }),
    output: Decision,
  },
  'diagnosis.decisions': { input: z.object({ documentId: DocumentId }), output: z.array(Decision) },

  /** What the model of the panel says about a text; null where none is used. */
  'diagnosis.predict': { input: z.object({ text: Text }), output: TextPrediction.nullable() },
  /** The words that moved a label of that model; `requests.cancel` with the ticket stops it. */
  'diagnosis.explain': {
    input: z.object({ text: Text, label: z.string(), model: ModelId, ticket: Ticket.optional() }),
    output: Explanation,
  },
  /** Takes back the request that bears the ticket: it is refused as `cancelled`, and nobody works on it any more. */
  'requests.cancel': { input: z.object({ ticket: Ticket }), output: Done },

  'kg.search': {
    input: z.object({
      query: z.string().max(200),
      type: EntityType.optional(),
      limit: z.number().int().max(200),
    }),
    output: z.array(EntityHit),
  },
  'kg.entity': {
    input: z.object({ id: EntityId, edgeLimit: z.number().int().max(2000) }),
    output: EntityPage,
  },
  'kg.stats': { input: Nothing, output: KgStats },
  /** Opens an upload; `files.append` fills it; `kg.import` consumes it. */
  'files.open': {
    input: z.object({ name: z.string().max(500), bytes: z.number().int() }),
    output: z.object({ uploadId: z.string() }),
  },
  /** Removes an upload that nobody wants any more. */
  'files.discard': { input: z.object({ uploadId: z.string() }), output: Done },
  'files.append': {
    input: z.object({ uploadId: z.string(), base64: z.string().max(8_000_000) }),
    output: Done,
  },
  'kg.import': { input: z.object({ uploadId: z.string(), format: KgFormat }), output: Job },
  'kg.importStarter': { input: Nothing, output: Job },
  'kg.undoImport': { input: z.object({ sourceId: z.number().int() }), output: Job },

  'jobs.list': { input: Nothing, output: z.array(Job) },
  'jobs.cancel': { input: z.object({ id: z.string() }), output: Done },

  'datasets.list': { input: Nothing, output: z.array(DataSet) },
  /** How a file of texts with labels would be read, by the fields named or those that seem to be; it stays uploaded. */
  'datasets.preview': {
    input: z.object({ uploadId: z.string(), task: ClassifyTask, fields: ClassifiedFields.optional() }),
    output: DataPreview,
  },
  /**
   * From an upload: labelled documents as JSON lines (`text`, `entities`), or texts with labels as JSON lines, CSV or TSV
   * whose `fields` are named, or for pre-training any texts. A row that breaks the format refuses all, unless such rows are to be left out.
   */
  'datasets.import': {
    input: z.object({
      uploadId: z.string(),
      name: z.string().min(1).max(200),
      task: TrainingTask,
      fields: ClassifiedFields.optional(),
      skipRefused: z.boolean().default(false),
    }),
    output: DataSet,
  },
  'datasets.delete': { input: z.object({ id: DataSetId }), output: Done },
  'datasets.leakage': { input: z.object({ train: DataSetId, dev: DataSetId }), output: LeakageReport },
  'datasets.document': {
    input: z.object({ id: DataSetId, number: z.number().int().nonnegative() }),
    output: TrainingDocument,
  },

  'runs.list': { input: Nothing, output: z.array(RunSummary) },
  'runs.get': { input: z.object({ id: RunId }), output: RunDetail },
  'runs.points': {
    input: z.object({ ids: z.array(RunId).min(1).max(20) }),
    output: z.array(z.object({ runId: RunId, points: z.array(RunPoint) })),
  },
  'runs.start': {
    input: z.object({
      name: z.string().min(1).max(200),
      settings: RunSettings,
      train: DataSetId,
      dev: DataSetId,
    }),
    output: RunSummary,
  },
  /** Takes effect within one training step. */
  'runs.control': {
    input: z.object({ id: RunId, action: z.enum(['pause', 'resume', 'cancel']) }),
    output: RunSummary,
  },
  'runs.delete': { input: z.object({ id: RunId }), output: Done },
  'runs.report': { input: z.object({ id: RunId, format: z.enum(['html', 'json']) }), output: FileData },

  'experiments.list': { input: Nothing, output: z.array(ExperimentSummary) },
  'experiments.get': { input: z.object({ id: ExperimentId }), output: ExperimentDetail },
  /** Every cell is checked before the first one is trained. */
  'experiments.start': { input: ExperimentWish, output: ExperimentSummary },
  /** Takes effect within one training step. */
  'experiments.control': {
    input: z.object({ id: ExperimentId, action: ExperimentAction }),
    output: ExperimentSummary,
  },
  'experiments.delete': { input: z.object({ id: ExperimentId }), output: Done },
  'experiments.report': { input: z.object({ id: ExperimentId, format: TableFormat }), output: FileData },

  'models.list': { input: Nothing, output: z.array(ModelCard) },
  'models.rename': {
    input: z.object({ id: ModelId, name: z.string().min(1).max(200) }),
    output: ModelCard,
  },
  'models.delete': { input: z.object({ id: ModelId }), output: Done },
  /** At most one tagger is used in the editor, and one classifier in the diagnosis panel. */
  'models.use': { input: z.object({ id: ModelId, inEditor: z.boolean() }), output: ModelCard },
  'models.useInt8': { input: z.object({ id: ModelId, useInt8: z.boolean() }), output: ModelCard },
  /** Measures what int8 weights change on a data set. */
  'models.measureInt8': { input: z.object({ id: ModelId, data: DataSetId }), output: ModelCard },
  /** `requests.cancel` with the ticket stops it. */
  'models.evaluate': {
    input: z.object({ id: ModelId, data: DataSetId, ticket: Ticket.optional() }),
    output: z.discriminatedUnion('task', [NerReport, ClassificationReport]),
  },
  /** What any classifier says about a text, whether it is used or not. */
  'models.try': {
    input: z.object({ id: ModelId, text: Text.min(1), ticket: Ticket.optional() }),
    output: TextPrediction,
  },
  /** Writes the model as a folder into the workspace's `exports/`; it is not encrypted. */
  'models.export': { input: z.object({ id: ModelId }), output: z.object({ path: z.string() }) },
  /** From the uploaded files of such a folder, or of a Hugging Face BERT folder, which becomes an encoder. */
  'models.import': {
    input: z.object({ uploadIds: z.array(z.string()).min(1).max(20), name: z.string().min(1).max(200) }),
    output: ModelCard,
  },

  /** Entities by the model in use; `model` is null and there are none when no model is in use. */
  'text.predict': {
    input: z.object({ text: Text }),
    output: z.object({
      model: z.object({ id: ModelId, name: z.string() }).nullable(),
      entities: z.array(PredictedSpan),
    }),
  },

  'vectors.list': { input: Nothing, output: z.array(VectorsCard) },
  'vectors.rename': {
    input: z.object({ id: VectorsId, name: z.string().min(1).max(200) }),
    output: VectorsCard,
  },
  'vectors.delete': { input: z.object({ id: VectorsId }), output: Done },
  /** An uploaded file in the formats of word2vec or GloVe; its unit is guessed from its tokens unless said. */
  'vectors.import': {
    input: z.object({
      uploadId: z.string(),
      name: z.string().min(1).max(200),
      unit: VectorUnit.optional(),
    }),
    output: z.object({ card: VectorsCard, duplicates: z.number().int() }),
  },
  /** Writes a file into the workspace's `exports/`; it is not encrypted. */
  'vectors.export': {
    input: z.object({ id: VectorsId, format: z.enum(['word2vec-text', 'word2vec-binary', 'glove']) }),
    output: z.object({ path: z.string() }),
  },
  /** Null when there is no vector of the token. */
  'vectors.neighbours': {
    input: z.object({
      id: VectorsId,
      token: z.string().min(1).max(200),
      count: z.number().int().min(1).max(200),
    }),
    output: Neighbourhood.nullable(),
  },
  /** Tokens that begin with or hold a text, the most frequent first. */
  'vectors.tokens': {
    input: z.object({ id: VectorsId, text: z.string().max(200), limit: z.number().int().min(1).max(100) }),
    output: z.array(z.string()),
  },
  /** Places of words in a picture; `vectors.projecting` tells how far it is. A new request ends the one before. */
  'vectors.points': { input: PointsRequest, output: VectorPoints },
  'vectors.trainings': { input: Nothing, output: z.array(VectorTraining) },
  'vectors.train': {
    input: z.object({
      name: z.string().min(1).max(200),
      settings: EmbeddingSettings,
      documents: z.boolean(),
      uploadIds: z.array(z.string()).max(100),
      graphNames: z.boolean(),
    }),
    output: VectorTraining,
  },
  /** The training afterwards; null when it is gone. */
  'vectors.control': {
    input: z.object({ id: z.number().int().positive(), action: z.enum(['pause', 'resume', 'cancel']) }),
    output: VectorTraining.nullable(),
  },

  'engine.calibration': { input: Nothing, output: CalibrationReport },
  /** Probes and measures every executor; takes up to a minute. */
  'engine.calibrate': { input: Nothing, output: CalibrationReport },
  /** `auto`, or an executor such as `onnx:cpu` for all runs that do not name one. */
  'engine.pin': { input: z.object({ executor: z.string().max(40) }), output: CalibrationReport },
  'engine.status': { input: Nothing, output: EngineStatus },
  'engine.restart': { input: Nothing, output: EngineStatus },

  'audit.list': {
    input: AuditFilter.extend({
      before: z.number().int().optional(),
      limit: z.number().int().max(1000),
    }),
    output: z.array(AuditEntry),
  },
  'audit.facets': { input: Nothing, output: AuditFacets },
  'audit.export': { input: AuditFilter.extend({ format: AuditExportFormat }), output: FileData },
  'audit.verify': { input: Nothing, output: AuditVerdict },
} as const;

export const events = {
  ...annotationEvents,
  ...learningEvents,
  /** Somebody signed in or out, a window was left alone, or an administrator changed something about people. */
  'account.changed': AccountStatus,
  'job.changed': Job,
  'engine.changed': EngineStatus,
  'docs.changed': z.object({ id: DocumentId.optional() }),
  'kg.changed': Nothing,
  'run.changed': RunSummary,
  /** New points of a curve, at most a few times a second. */
  'run.points': z.object({ runId: RunId, points: z.array(RunPoint) }),
  /** An experiment began, went on to its next cell, ended or was deleted. */
  'experiments.changed': z.object({ id: ExperimentId }),
  'datasets.changed': Nothing,
  'models.changed': Nothing,
  'vectors.changed': Nothing,
  'vectors.training': VectorTraining,
  /** Share done of a picture that is being computed. */
  'vectors.projecting': z.object({ id: VectorsId, share: z.number() }),
} as const;

export type Method = keyof typeof contract;
export type In<M extends Method> = z.input<(typeof contract)[M]['input']>;
export type Parsed<M extends Method> = z.output<(typeof contract)[M]['input']>;
export type Out<M extends Method> = z.output<(typeof contract)[M]['output']>;
export type EventName = keyof typeof events;
export type EventData<E extends EventName> = z.output<(typeof events)[E]>;

/** What main implements: one async function per method. */
export type Handlers = { readonly [M in Method]: (input: Parsed<M>) => Promise<Out<M>> | Out<M> };

/** What the preload script or the WebSocket gives the renderer, and nothing else. */
export interface Bridge {
  readonly host: 'electron' | 'browser';
  invoke(method: string, input: unknown): Promise<unknown>;
  on(event: string, callback: (data: unknown) => void): () => void;
}
