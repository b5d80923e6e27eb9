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
import {
  Change,
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
  UndoState,
} from '../domain/project.ts';
import { Done, FileData, Nothing, Ticket } from './common.ts';

const ofProject = z.object({ projectId: ProjectId });
const ofDocument = z.object({ documentId: ProjectDocumentId });
const ProjectName = z.string().trim().min(1).max(200);
const Detail = z.record(z.string().max(40), z.union([z.string().max(500), z.number()]));
/** Which layer of the documents; absent: of the person who asks. Others' layers need an adjudicator. */
const WhichPerson = Person.optional();
const SomeDocuments = z.array(ProjectDocumentId).min(1).max(100_000);

export const annotationContract = {
  'projects.list': { input: Nothing, output: z.array(ProjectSummary) },
  'projects.get': { input: ofProject, output: Project },
  'projects.create': {
    input: z.object({
      name: ProjectName,
      schema: AnnotationSchema,
      settings: ProjectSettings.prefault({}),
      members: z.array(Person.min(1)).max(200).default([]),
    }),
    output: Project,
  },
  'projects.rename': { input: ofProject.extend({ name: ProjectName }), output: Project },
  'projects.settings': { input: ofProject.extend({ settings: ProjectSettings }), output: Project },
  'projects.delete': { input: ofProject, output: Done },
  /** What a changed schema would leave without a type once the rules have been followed. Changes nothing. */
  'projects.orphans': {
    input: ofProject.extend({ schema: AnnotationSchema, rules: z.array(OrphanRule).max(1000).default([]) }),
    output: Orphans,
  },
  /** Refused as long as it orphans items for which no rule is given. */
  'projects.schema': {
    input: ofProject.extend({ schema: AnnotationSchema, rules: z.array(OrphanRule).max(1000).default([]) }),
    output: Project,
  },
  /** Members and how documents are given to them: each document to `overlap` people, evenly; made ones stay. */
  'projects.members': {
    input: ofProject.extend({ members: z.array(Person.min(1)).max(200) }),
    output: Project,
  },
  'projects.assign': {
    input: ofProject.extend({ documents: SomeDocuments, people: z.array(Person.min(1)).max(20) }),
    output: Done,
  },
  /**
   * Uploaded files (a zip or folder's files together) in any format of annotations, or plain texts. Items come into the
   * layer of `person`, absent: of who asks; types that the schema lacks are added to it.
   */
  'projects.import': {
    input: ofProject.extend({
      uploadIds: z.array(z.string()).min(1).max(10_000),
      format: z.union([AnnotationFormat, z.literal('text')]).optional(),
      person: WhichPerson,
      /** False: where something is lost nothing is kept, and the uploads stay for another try. */
      acceptLosses: z.boolean().default(true),
      /** Layers that the import makes count as finished: learning and agreement use them. */
      finished: z.boolean().default(false),
      ticket: Ticket.optional(),
    }),
    output: ImportedDocuments,
  },
  /** EMR documents of the workspace, as they stand. */
  'projects.addDocuments': {
    input: ofProject.extend({ documents: z.array(z.number().int().positive()).min(1).max(100_000) }),
    output: ImportedDocuments,
  },
  'projects.export': {
    input: ofProject.extend({
      format: AnnotationFormat,
      person: WhichPerson,
      scheme: z.enum(['BIO', 'BIOES']).optional(),
      /** Absent: all that have that layer. */
      documents: SomeDocuments.optional(),
      deidentify: z.boolean().default(true),
      ticket: Ticket.optional(),
    }),
    output: z.object({ file: FileData, documents: z.number().int(), losses: z.array(Loss) }),
  },

  /** In the order the project's settings say, for the person who asks. */
  'annotation.queue': { input: ofProject, output: z.array(QueueEntry) },
  /** The next document for the person who asks, after `after`; null when all is done. */
  'annotation.next': {
    input: ofProject.extend({ after: ProjectDocumentId.optional() }),
    output: z.object({
      documentId: ProjectDocumentId.nullable(),
      /** Why this one: `uncertainty`, with its value, and the model that it is by. */
      reason: z
        .object({ order: z.string(), value: z.number().optional(), model: z.string().optional() })
        .nullable(),
    }),
  },
  /** Makes the layer when there is none yet. */
  'annotation.open': { input: ofDocument.extend({ person: WhichPerson }), output: OpenDocument },
  /** Every layer of a document, for adjudication. */
  'annotation.layers': { input: ofDocument, output: z.array(OpenLayer) },
  /**
   * One edit. Each `before` must be what the layer holds now, else `conflict`: nothing is changed. Ids of new items begin
   * at the layer's `nextItem`.
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
  /** Accepts or rejects suggestions of many documents as one edit. */
  'annotation.decide': {
    input: ofProject.extend({
      documents: SomeDocuments.optional(),
      decision: z.enum(['accept', 'reject']),
      type: z.string().optional(),
      /** Only those with at least (accept) or less than (reject) this confidence. */
      threshold: z.number().min(0).max(1).optional(),
    }),
    output: EditResult.nullable(),
  },
  /** Every occurrence of words in documents that no item of the type covers, as suggestions, as one edit. */
  'annotation.markAll': {
    input: ofProject.extend({
      documents: SomeDocuments.optional(),
      words: z.string().min(1).max(500),
      type: z.string(),
      ignoreCase: z.boolean().default(true),
    }),
    output: EditResult.nullable(),
  },
  /** Edits of the person who asks, in any document of the project; also those made before a restart. */
  'annotation.undo': { input: ofProject, output: EditResult.nullable() },
  'annotation.redo': { input: ofProject, output: EditResult.nullable() },
  'annotation.undoState': { input: ofProject, output: UndoState },
  'annotation.setState': { input: z.object({ layerId: LayerId, state: LayerState }), output: OpenLayer },
  /** Archives a document: nothing about it changes until an administrator unlocks it with a reason. */
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
  /** Items as they were after that edit. */
  'annotation.at': { input: z.object({ layerId: LayerId, edit: EditId }), output: z.array(Item) },
  'annotation.diff': {
    input: z.object({ layerId: LayerId, from: EditId.nullable(), to: EditId.nullable() }),
    output: z.array(Change),
  },
  /** Makes the layer as it was after that edit, as a new edit. */
  'annotation.restore': { input: z.object({ layerId: LayerId, edit: EditId }), output: EditResult },
  /** Places of words in a text, for a look before marking all. */
  'annotation.occurrences': {
    input: ofDocument.extend({ words: z.string().min(1).max(500), ignoreCase: z.boolean().default(true) }),
    output: z.array(Fragment),
  },
  /** Over all finished layers. */
  'agreement.report': { input: ofProject.extend({ ticket: Ticket.optional() }), output: AgreementReport },
  /** What the annotators of a document made, side by side. */
  'adjudication.groups': { input: ofDocument, output: z.array(AdjudicationGroup) },
  /**
   * The gold layer. What it never held comes in first: what all agree on is accepted, all else suggested, reading by
   * reading; deciding is accepting one and rejecting the others (`annotation.apply` with the action `adjudicate`).
   */
  'adjudication.begin': { input: ofDocument, output: OpenDocument },
  /** What is left to decide in every document that two people or more have finished. */
  'adjudication.differences': { input: ofProject, output: z.array(DocumentDifferences) },
  /** What more than half of the annotators say becomes gold, as one edit; absent documents: all that are ready. */
  'adjudication.majority': {
    input: ofProject.extend({ documents: SomeDocuments.optional() }),
    output: MajorityTaken,
  },
  /** What an edit decided, for a look at it afterwards. */
  'adjudication.decided': { input: z.object({ edit: EditId }), output: DecidedList },
} as const;

export const annotationEvents = {
  'projects.changed': z.object({ projectId: ProjectId.optional() }),
  /** Somebody (also another window) changed layers; windows that show them take the changes over. */
  'annotation.changed': EditResult,
} as const;
