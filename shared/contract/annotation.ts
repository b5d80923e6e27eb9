/** Requests and events of annotation projects; part of the contract. */
import { z } from 'zod';
import {
  AdjudicationGroup,
  DecidedList,
  DocumentDifferences,
  MajorityTaken,
} from '../domain/adjudication.ts';
import { AgreementReport } from '../domain/agreement.ts';
import { AnnotationFormat, Fragment, Item, Loss } from '../domain/annotation.ts';
import { AnnotationSchema } from '../domain/annotation-schema.ts';
import { Generalisation } from '../domain/deid.ts';
import { GivenName, limitedRecord, ShortName, Token } from '../domain/limits.ts';
import {
  Change,
  DocumentSearch,
  EditAction,
  EditId,
  EditResult,
  EditSummary,
  ImportedDocuments,
  LayerId,
  LayerState,
  OpenDocument,
  OpenLayer,
  OrphanRule,
  Orphans,
  Person,
  Project,
  ProjectDocumentId,
  ProjectId,
  ProjectSettings,
  ProjectSummary,
  QueueEntry,
  Removal,
  RemovedDocument,
  UndoState,
} from '../domain/project.ts';
import { LookReport, LookRisk } from '../domain/second-look.ts';
import { TableColumns, TablePreview } from '../domain/table-columns.ts';
import { Done, FileData, Nothing, Ticket } from './common.ts';

const ofProject = z.object({ projectId: ProjectId });
const ofDocument = z.object({ documentId: ProjectDocumentId });
const Detail = limitedRecord(z.string().max(40), z.union([z.string().max(500), z.number()]), 100);
/** Owner of the layer; absent: the person who asks. Other people's layers need an adjudicator. */
const WhichPerson = Person.optional();
const SomeDocuments = z.array(ProjectDocumentId).min(1).max(100_000);

const ProjectExport = ofProject.extend({
  format: AnnotationFormat,
  person: WhichPerson,
  scheme: z.enum(['BIO', 'BIOES']).optional(),
  /** Absent: every document with that layer. */
  documents: SomeDocuments.optional(),
  /** Leaves out documents whose layer is not finished. */
  finished: z.boolean().default(false),
  deidentify: z.boolean().default(true),
  removeFrom: LookRisk.optional(),
  /** Values that are made coarser beside. */
  generalise: z.array(Generalisation).max(3).optional(),
  ticket: Ticket.optional(),
});

export const annotationContract = {
  'projects.list': { input: Nothing, output: z.array(ProjectSummary) },
  'projects.get': { input: ofProject, output: Project },
  'projects.create': {
    input: z.object({
      name: GivenName,
      schema: AnnotationSchema,
      settings: ProjectSettings.prefault({}),
      members: z.array(Person.min(1)).max(200).default([]),
    }),
    output: Project,
  },
  'projects.rename': { input: ofProject.extend({ name: GivenName }), output: Project },
  'projects.settings': { input: ofProject.extend({ settings: ProjectSettings }), output: Project },
  'projects.delete': { input: ofProject, output: Done },
  /** Items that the changed schema would leave without a type after the rules are applied. Changes nothing. */
  'projects.orphans': {
    input: ofProject.extend({ schema: AnnotationSchema, rules: z.array(OrphanRule).max(1000).default([]) }),
    output: Orphans,
  },
  /** Refused while it leaves items without a type and without a rule. */
  'projects.schema': {
    input: ofProject.extend({ schema: AnnotationSchema, rules: z.array(OrphanRule).max(1000).default([]) }),
    output: Project,
  },
  /** Sets the members and assigns each document to `overlap` of them, evenly. Existing assignments stay. */
  'projects.members': {
    input: ofProject.extend({ members: z.array(Person.min(1)).max(200) }),
    output: Project,
  },
  /**
   * Gives documents to people, who become members; whoever has begun a document keeps it. With `each`, every document
   * goes to so many of the people, to those with least to do first.
   */
  'projects.assign': {
    input: ofProject.extend({
      documents: SomeDocuments,
      people: z.array(Person.min(1)).max(20),
      each: z.number().int().min(1).max(20).optional(),
    }),
    output: Done,
  },
  /**
   * Imports uploaded files (a zip, or the files of a folder together) in any annotation format, or plain texts. Items
   * go to the layer of `person`, by default of the person who asks. Types missing from the schema are added to it.
   */
  'projects.import': {
    input: ofProject.extend({
      uploadIds: z.array(Token).min(1).max(10_000),
      format: z.union([AnnotationFormat, z.literal('text')]).optional(),
      /** Reads the files as tables, a document a row. */
      columns: TableColumns.optional(),
      person: WhichPerson,
      /** False: an import with losses keeps nothing, and the uploads stay for another try. */
      acceptLosses: z.boolean().default(true),
      /** Marks the imported layers as finished; learning and agreement then use them. */
      finished: z.boolean().default(false),
      /** Imports all annotations as suggestions. */
      suggested: z.boolean().default(false),
      ticket: Ticket.optional(),
    }),
    output: ImportedDocuments,
  },
  /**
   * Previews uploaded files as tables by the given or guessed columns; null where they need no columns. The uploads
   * stay.
   */
  'projects.previewTable': {
    input: ofProject.extend({
      uploadIds: z.array(Token).min(1).max(10_000),
      columns: TableColumns.optional(),
      /** Sheet whose columns are guessed. */
      sheet: TableColumns.shape.sheet,
    }),
    output: TablePreview.nullable(),
  },
  /** Adds copies of EMR documents of the workspace. */
  'projects.addDocuments': {
    input: ofProject.extend({ documents: z.array(z.number().int().positive()).min(1).max(100_000) }),
    output: ImportedDocuments,
  },
  /** Adds corrected records, by default all, with a finished gold layer of their highlights as they stand. */
  'projects.addCorrected': {
    input: ofProject.extend({
      documents: z.array(z.number().int().positive()).min(1).max(1000).optional(),
    }),
    output: ImportedDocuments,
  },
  /** Counts the work that removing the documents would hide. Changes nothing. */
  'projects.removal': { input: ofProject.extend({ documents: SomeDocuments }), output: Removal },
  /** Takes documents out of the project. Their annotations and history are kept until they are put back. */
  'projects.removeDocuments': { input: ofProject.extend({ documents: SomeDocuments }), output: Removal },
  /** Last removed first. */
  'projects.removedDocuments': { input: ofProject, output: z.array(RemovedDocument) },
  'projects.putBackDocuments': { input: ofProject.extend({ documents: SomeDocuments }), output: Done },
  'projects.export': {
    input: ProjectExport,
    output: z.object({ file: FileData, documents: z.number().int(), losses: z.array(Loss) }),
  },
  /** Returns places that may be left in a layer exported so. Writes nothing. */
  'projects.look': { input: ProjectExport, output: LookReport },

  /** Documents in the queue order of the project, for the person who asks. */
  'annotation.queue': { input: ofProject, output: z.array(QueueEntry) },
  /**
   * Ids of documents with these words in name or text and an item that fits, for the person who asks; annotators
   * search their own layers only.
   */
  'annotation.find': {
    input: ofProject.extend({ find: DocumentSearch }),
    output: z.array(ProjectDocumentId),
  },
  /** The next document for the person who asks, after `after`; null when all are done. */
  'annotation.next': {
    input: ofProject.extend({ after: ProjectDocumentId.optional() }),
    output: z.object({
      documentId: ProjectDocumentId.nullable(),
      /** Reason for the choice: `uncertainty`, with its value and the model that computed it. */
      reason: z
        .object({ order: z.string(), value: z.number().optional(), model: z.string().optional() })
        .nullable(),
    }),
  },
  /** Creates the layer if it does not exist. */
  'annotation.open': { input: ofDocument.extend({ person: WhichPerson }), output: OpenDocument },
  /** All layers of a document, for adjudication. */
  'annotation.layers': { input: ofDocument, output: z.array(OpenLayer) },
  /**
   * Applies one edit. Each `before` must equal the layer's present item, else `conflict` and no change. Ids of new
   * items start at the layer's `nextItem`.
   */
  'annotation.apply': {
    input: z.object({
      layerId: LayerId,
      action: EditAction,
      detail: Detail.default({}),
      changes: z.array(Change).min(1).max(200_000),
    }),
    output: EditResult,
  },
  /** Accepts or rejects suggestions in many documents as one edit. */
  'annotation.decide': {
    input: ofProject.extend({
      documents: SomeDocuments.optional(),
      decision: z.enum(['accept', 'reject']),
      type: ShortName.optional(),
      /** Threshold: accepts suggestions with at least, or rejects those with less than, this confidence. */
      threshold: z.number().min(0).max(1).optional(),
    }),
    output: EditResult.nullable(),
  },
  /** Suggests every occurrence of words that no item of the type covers, as one edit. */
  'annotation.markAll': {
    input: ofProject.extend({
      documents: SomeDocuments.optional(),
      words: z.string().min(1).max(500),
      type: ShortName,
      ignoreCase: z.boolean().default(true),
    }),
    output: EditResult.nullable(),
  },
  /** Undo and redo of the person's edits in any document of the project, including those before a restart. */
  'annotation.undo': { input: ofProject, output: EditResult.nullable() },
  'annotation.redo': { input: ofProject, output: EditResult.nullable() },
  'annotation.undoState': { input: ofProject, output: UndoState },
  'annotation.setState': { input: z.object({ layerId: LayerId, state: LayerState }), output: OpenLayer },
  /** Archives a document. It cannot change until an administrator unlocks it with a reason. */
  'annotation.lock': {
    input: ofDocument.extend({ locked: z.boolean(), reason: z.string().max(500).default('') }),
    output: Done,
  },
  /** Newest first. */
  'annotation.history': {
    input: z.object({
      layerId: LayerId,
      before: EditId.optional(),
      limit: z.number().int().min(1).max(1000),
    }),
    output: z.array(EditSummary),
  },
  /** Items after that edit. */
  'annotation.at': { input: z.object({ layerId: LayerId, edit: EditId }), output: z.array(Item) },
  'annotation.diff': {
    input: z.object({ layerId: LayerId, from: EditId.nullable(), to: EditId.nullable() }),
    output: z.array(Change),
  },
  /** Restores the layer's state after that edit, as a new edit. */
  'annotation.restore': { input: z.object({ layerId: LayerId, edit: EditId }), output: EditResult },
  /** Occurrences of words in a text, as a preview of marking all. */
  'annotation.occurrences': {
    input: ofDocument.extend({ words: z.string().min(1).max(500), ignoreCase: z.boolean().default(true) }),
    output: z.array(Fragment),
  },
  /** Agreement over all finished layers. */
  'agreement.report': { input: ofProject.extend({ ticket: Ticket.optional() }), output: AgreementReport },
  /** The layers of a document's annotators, grouped for comparison. */
  'adjudication.groups': { input: ofDocument, output: z.array(AdjudicationGroup) },
  /**
   * Opens the gold layer. New readings are added first: accepted where all agree, else suggested one by one. Deciding
   * accepts one and rejects the others (`annotation.apply` with the action `adjudicate`).
   */
  'adjudication.begin': { input: ofDocument, output: OpenDocument },
  /** Open decisions in every document that at least two people have finished. */
  'adjudication.differences': { input: ofProject, output: z.array(DocumentDifferences) },
  /** Accepts majority readings, or those of one annotator, as gold, as one edit. Absent documents: all that are ready. */
  'adjudication.majority': {
    input: ofProject.extend({ documents: SomeDocuments.optional(), annotator: Person.min(1).optional() }),
    output: MajorityTaken,
  },
  /** Decisions of an edit, for review. */
  'adjudication.decided': { input: z.object({ edit: EditId }), output: DecidedList },
} as const;

export const annotationEvents = {
  'projects.changed': z.object({ projectId: ProjectId.optional() }),
  /** Layers changed, in this window or another one. */
  'annotation.changed': EditResult,
} as const;
