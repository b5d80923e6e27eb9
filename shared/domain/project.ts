/** Annotation projects: documents, people, layers of annotations, and the edits that made them. */
import { z } from 'zod';
import { Item, ItemId, ItemStatus, Loss } from './annotation.ts';
import { AnnotationSchema } from './annotation-schema.ts';
import { ShortName } from './limits.ts';

const id = z.number().int().positive();
export const ProjectId = id;
export type ProjectId = z.infer<typeof ProjectId>;
export const ProjectDocumentId = id;
export type ProjectDocumentId = z.infer<typeof ProjectDocumentId>;
export const LayerId = id;
export type LayerId = z.infer<typeof LayerId>;
export const EditId = id;
export type EditId = z.infer<typeof EditId>;

/** Owner of a layer: a person's name, or `GOLD` for adjudicated annotations. */
export const Person = z.string().max(200);
export const GOLD = '';

/** Order of documents in the queue. */
export const QueueOrder = z.enum([
  'position',
  'random',
  'uncertainty', // token entropy
  'margin', // difference to the second-best tagging
  'diversity',
  'mixed',
]);
export type QueueOrder = z.infer<typeof QueueOrder>;

export const ProjectSettings = z.object({
  /** Number of annotators per document. */
  overlap: z.number().int().min(1).max(20).default(1),
  order: QueueOrder.default('position'),
  /** Suggestions in a document at its first opening. */
  suggestDictionary: z.boolean().default(false),
  suggestModel: z.string().max(200).nullable().default(null),
  /** Finished documents until the next training in the background; null: only on request. */
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
  /** Assigned layers, and finished ones. */
  assigned: z.number().int(),
  done: z.number().int(),
  /** Documents with a finished gold layer. */
  gold: z.number().int(),
  /** Progress of the person who asks. */
  mine: z.object({ assigned: z.number().int(), done: z.number().int() }),
  members: z.array(Person),
  /** Reminder of the person who asks; absent once they have finished a document since. */
  reminded: z.object({ at: z.string(), by: Person }).optional(),
});
export type ProjectSummary = z.infer<typeof ProjectSummary>;

export const Project = ProjectSummary.extend({ schema: AnnotationSchema, settings: ProjectSettings });
export type Project = z.infer<typeof Project>;

/** A document in the queue, its assignees and their progress. */
export const QueueEntry = z.object({
  id: ProjectDocumentId,
  name: z.string(),
  position: z.number().int(),
  chars: z.number().int(),
  lockedAt: z.string().nullable(),
  assigned: z.array(Person),
  /** Unresolved discussions that the person who asks sees; absent: none. */
  threads: z.number().int().optional(),
  layers: z.array(
    z.object({
      person: Person,
      state: LayerState,
      accepted: z.number().int(),
      suggested: z.number().int(),
      /** Number of edits. */
      version: z.number().int(),
      updatedAt: z.string(),
    }),
  ),
});
export type QueueEntry = z.infer<typeof QueueEntry>;

/** Conditions of a search on the content of documents, which a list of the queue cannot tell. */
export const DocumentSearch = z.object({
  /** In the name or the text, upper and lower case alike. */
  words: z.string().max(500).default(''),
  /** An item of this type, in the layer of `person` or, absent, of anybody. */
  type: ShortName.optional(),
  person: Person.optional(),
  status: ItemStatus.optional(),
  /** An item with a confidence from `least` to `most`. */
  least: z.number().min(0).max(1).optional(),
  most: z.number().min(0).max(1).optional(),
});
export type DocumentSearch = z.infer<typeof DocumentSearch>;

export const DOCUMENT_STATES = ['fresh', 'open', 'done', 'ready', 'gold', 'archived', 'suggested'] as const;
export const DOCUMENT_ORDERS = ['queue', 'name', 'chars', 'items', 'suggestions', 'changed'] as const;

/** A filter of the list of documents, with its order. */
export const DocumentFilter = z.object({
  find: DocumentSearch.prefault({}),
  /** Person whose layer has the state; absent: anybody. */
  annotator: Person.optional(),
  state: z.enum(DOCUMENT_STATES).optional(),
  /** To whom it is given; `''`: to nobody. */
  assignee: Person.optional(),
  /** Whether finished layers still differ. */
  differs: z.boolean().optional(),
  order: z.enum(DOCUMENT_ORDERS).default('queue'),
  descending: z.boolean().default(false),
});
export type DocumentFilter = z.infer<typeof DocumentFilter>;

export const SavedFilter = z.object({ name: ShortName, filter: DocumentFilter });
export type SavedFilter = z.infer<typeof SavedFilter>;

export const OpenLayer = z.object({
  id: LayerId,
  documentId: ProjectDocumentId,
  person: Person,
  state: LayerState,
  /** Number of edits. */
  version: z.number().int(),
  /** First id for new items. */
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

/** One item created (`before` null), changed, or removed (`after` null). */
export const Change = z.object({ id: ItemId, before: Item.nullable(), after: Item.nullable() });
export type Change = z.infer<typeof Change>;

/** Action of an edit, named in the history and in the undo command. */
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
  /** Parameters of the action's sentence: `count`, `type`, `words`, `documents` … */
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
  state: z.enum(['done', 'undone', 'gone', 'inverse']),
  /** Number of changed items and of their layers. */
  changes: z.number().int(),
  layers: z.number().int(),
});
export type EditSummary = z.infer<typeof EditSummary>;

/** Changes of an edit, by layer. */
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

/** Next edits to undo and redo for the person who asks. */
export const UndoState = z.object({ undo: EditSummary.nullable(), redo: EditSummary.nullable() });
export type UndoState = z.infer<typeof UndoState>;

/** Items that a changed schema does not allow. */
export const Orphans = z.object({
  /** Number of items by removed type or attribute value. */
  items: z.array(
    z.object({
      what: z.enum(['span', 'relation', 'label', 'attribute']),
      name: z.string(),
      count: z.number().int(),
      /** Number of documents, and the names of the first ones. */
      documents: z.number().int(),
      names: z.array(z.string()),
    }),
  ),
  total: z.number().int(),
});
export type Orphans = z.infer<typeof Orphans>;

/** Rule for items of a removed type. */
export const OrphanRule = z.object({
  what: z.enum(['span', 'relation', 'label', 'attribute']),
  name: ShortName,
  /** New type in the schema, or null to remove the items (undoable). */
  to: ShortName.nullable(),
});
export type OrphanRule = z.infer<typeof OrphanRule>;

/** Counts of the work that a removal of documents hides; all of it is kept. */
export const Removal = z.object({
  documents: z.number().int(),
  /** People with work on the documents, without adjudicators. */
  annotators: z.number().int(),
  /** Annotations of all people. */
  items: z.number().int(),
  /** Gold layers. */
  gold: z.number().int(),
});
export type Removal = z.infer<typeof Removal>;

/** A document that was removed from its project and can be put back. */
export const RemovedDocument = Removal.omit({ documents: true }).extend({
  id: ProjectDocumentId,
  name: z.string(),
  chars: z.number().int(),
  removedAt: z.string(),
  removedBy: z.string(),
});
export type RemovedDocument = z.infer<typeof RemovedDocument>;

export const ImportedDocuments = z.object({
  documents: z.number().int(),
  items: z.number().int(),
  format: z.string(),
  losses: z.array(Loss),
  /** Documents that exist already with the same name and text. */
  skipped: z.number().int(),
  /** Removed documents with the same name and text, put back; absent: none. */
  restored: z.number().int().optional(),
  /** True when nothing was kept because losses need confirmation. */
  waits: z.literal(true).optional(),
});
export type ImportedDocuments = z.infer<typeof ImportedDocuments>;
