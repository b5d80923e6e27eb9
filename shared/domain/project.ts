/** Annotation projects: documents, people, layers of annotations, and the edits that made them. */
import { z } from 'zod';
import { Item, ItemId, Loss } from './annotation.ts';
import { AnnotationSchema } from './annotation-schema.ts';

const id = z.number().int().positive();
export const ProjectId = id;
export type ProjectId = z.infer<typeof ProjectId>;
export const ProjectDocumentId = id;
export type ProjectDocumentId = z.infer<typeof ProjectDocumentId>;
export const LayerId = id;
export type LayerId = z.infer<typeof LayerId>;
export const EditId = id;
export type EditId = z.infer<typeof EditId>;

/** A person's name; the layer of `GOLD` holds what adjudication decided. */
export const Person = z.string().max(200);
export const GOLD = '';

/** In which order documents come to annotators. */
export const QueueOrder = z.enum([
  'position',
  'random',
  'uncertainty', // token entropy
  'margin', // how near the second-best tagging comes
  'diversity',
  'mixed',
]);
export type QueueOrder = z.infer<typeof QueueOrder>;

export const ProjectSettings = z.object({
  /** How many people label each document. */
  overlap: z.number().int().min(1).max(20).default(1),
  order: QueueOrder.default('position'),
  /** What is suggested in a document that somebody opens for the first time. */
  suggestDictionary: z.boolean().default(false),
  suggestModel: z.string().max(200).nullable().default(null),
  /** Documents finished until the model is trained anew in the background; null: only when asked. */
  retrainAfter: z.number().int().min(1).max(10_000).nullable().default(null),
});
export type ProjectSettings = z.infer<typeof ProjectSettings>;

export const LayerState = z.enum(['open', 'done']);
export type LayerState = z.infer<typeof LayerState>;

export const ProjectSummary = z.object({
  id: ProjectId,
  name: z.string(),
  createdAt: z.string(),
  createdBy: z.string(),
  documents: z.number().int(),
  chars: z.number().int(),
  /** Layers people are to make (assignments), and those they have finished. */
  assigned: z.number().int(),
  done: z.number().int(),
  /** Documents with a finished gold layer. */
  gold: z.number().int(),
  /** Of the person who asks. */
  mine: z.object({ assigned: z.number().int(), done: z.number().int() }),
  members: z.array(Person),
});
export type ProjectSummary = z.infer<typeof ProjectSummary>;

export const Project = ProjectSummary.extend({ schema: AnnotationSchema, settings: ProjectSettings });
export type Project = z.infer<typeof Project>;

/** A document in the queue: who is to label it and how far they are. */
export const QueueEntry = z.object({
  id: ProjectDocumentId,
  name: z.string(),
  position: z.number().int(),
  chars: z.number().int(),
  lockedAt: z.string().nullable(),
  assigned: z.array(Person),
  layers: z.array(
    z.object({
      person: Person,
      state: LayerState,
      accepted: z.number().int(),
      suggested: z.number().int(),
      updatedAt: z.string(),
    }),
  ),
});
export type QueueEntry = z.infer<typeof QueueEntry>;

export const OpenLayer = z.object({
  id: LayerId,
  documentId: ProjectDocumentId,
  person: Person,
  state: LayerState,
  /** Counts edits. */
  version: z.number().int(),
  /** Ids of new items begin here. */
  nextItem: ItemId,
  items: z.array(Item),
});
export type OpenLayer = z.infer<typeof OpenLayer>;

export const OpenDocument = z.object({
  id: ProjectDocumentId,
  projectId: ProjectId,
  name: z.string(),
  text: z.string(),
  meta: z.record(z.string(), z.string()),
  lockedAt: z.string().nullable(),
  lockedBy: z.string().nullable(),
  layer: OpenLayer,
});
export type OpenDocument = z.infer<typeof OpenDocument>;

/** One item made (`before` null), changed, or removed (`after` null). */
export const Change = z.object({ id: ItemId, before: Item.nullable(), after: Item.nullable() });
export type Change = z.infer<typeof Change>;

/** What an edit is called in the history and in the undo command; screens give words to it. */
export const EditAction = z.enum([
  'span.add',
  'span.remove',
  'span.resize',
  'span.type',
  'span.link',
  'span.mark-all',
  'item.attribute',
  'item.note',
  'relation.add',
  'relation.remove',
  'relation.change',
  'label.set',
  'suggestion.add',
  'suggestion.accept',
  'suggestion.reject',
  'adjudicate',
  'import',
  'restore',
  'schema',
  'undo',
  'redo',
]);
export type EditAction = z.infer<typeof EditAction>;

export const EditSummary = z.object({
  id: EditId,
  at: z.string(),
  actor: z.string(),
  action: EditAction,
  /** Numbers and names for the sentence: `count`, `type`, `words`, `documents` … */
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
  state: z.enum(['done', 'undone', 'gone', 'inverse']),
  /** Items changed, and in how many layers. */
  changes: z.number().int(),
  layers: z.number().int(),
});
export type EditSummary = z.infer<typeof EditSummary>;

/** What an edit did, for every layer it touched. */
export const EditResult = z.object({
  edit: EditSummary,
  layers: z.array(
    z.object({
      id: LayerId,
      documentId: ProjectDocumentId,
      person: Person,
      version: z.number().int(),
      nextItem: ItemId,
      changes: z.array(Change),
    }),
  ),
});
export type EditResult = z.infer<typeof EditResult>;

/** What can be taken back or done again next by the person who asks. */
export const UndoState = z.object({ undo: EditSummary.nullable(), redo: EditSummary.nullable() });
export type UndoState = z.infer<typeof UndoState>;

/** Items that a changed schema no longer allows. */
export const Orphans = z.object({
  /** By type that is gone or attribute value that is gone, with how many items bear it. */
  items: z.array(
    z.object({
      what: z.enum(['span', 'relation', 'label', 'attribute']),
      name: z.string(),
      count: z.number().int(),
      /** In how many documents, and the names of the first of them. */
      documents: z.number().int(),
      names: z.array(z.string()),
    }),
  ),
  total: z.number().int(),
});
export type Orphans = z.infer<typeof Orphans>;

/** What becomes of items of a type that is no longer in the schema. */
export const OrphanRule = z.object({
  what: z.enum(['span', 'relation', 'label', 'attribute']),
  name: z.string(),
  /** Another type of the schema, or null to remove them (undoable). */
  to: z.string().nullable(),
});
export type OrphanRule = z.infer<typeof OrphanRule>;

export const ImportedDocuments = z.object({
  documents: z.number().int(),
  items: z.number().int(),
  format: z.string(),
  losses: z.array(Loss),
  /** Documents that were there already, with the same name and text. */
  skipped: z.number().int(),
  /** Nothing was kept yet: the losses have to be agreed to. */
  waits: z.literal(true).optional(),
});
export type ImportedDocuments = z.infer<typeof ImportedDocuments>;
