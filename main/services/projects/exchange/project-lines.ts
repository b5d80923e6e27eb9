/**
 * Schemas of the lines of a project file, in this order: header, project, documents, layers, edits, discussions, rounds
 * of learning, order of documents, end.
 */
import { z } from 'zod';
import { AnnotationSchema } from '../../../../shared/domain/annotation-schema.ts';
import { EditAction, LayerState, Person, ProjectSettings } from '../../../../shared/domain/project.ts';
import { Thread } from '../../../../shared/domain/thread.ts';

export const MARK = 'meridian-project';
/**
 * Newest version. 2 adds rounds of learning, 3 removed documents, 4 discussions. A project without them is written as an earlier one,
 * which older programs read.
 */
export const VERSION = 4;

const id = z.number().int().positive();
const json = z.string().nullable();

const HeaderLine = z.object({ kind: z.literal(MARK), version: z.number().int().positive() });
const ProjectLine = z.object({
  kind: z.literal('project'),
  name: z.string().min(1).max(200),
  schema: AnnotationSchema,
  settings: ProjectSettings,
  createdAt: z.string(),
  createdBy: z.string(),
  members: z.array(Person),
});
const DocumentLine = z.object({
  kind: z.literal('document'),
  id,
  name: z.string().min(1),
  text: z.string().min(1),
  meta: z.record(z.string(), z.string()),
  lockedAt: z.string().nullable(),
  lockedBy: z.string().nullable(),
  assigned: z.array(Person),
  removedAt: z.string().optional(),
  removedBy: z.string().optional(),
});
const LayerLine = z.object({
  kind: z.literal('layer'),
  id,
  documentId: id,
  person: Person,
  state: LayerState,
  version: z.number().int().nonnegative(),
  nextItem: id,
  updatedAt: z.string(),
  doneAt: z.string().nullable(),
});
/** Edit with its changes. Items have no lines of their own, since they result from the edits. */
const EditLine = z.object({
  kind: z.literal('edit'),
  id,
  at: z.string(),
  actor: z.string(),
  action: EditAction,
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
  ofEdit: id.nullable(),
  state: z.enum(['done', 'undone', 'gone', 'inverse']),
  /** Layer (0 for the schema), item, before, after as JSON. */
  changes: z.array(z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative(), json, json])),
});
const ThreadLine = Thread.omit({ id: true }).extend({ kind: z.literal('thread') });
export const RoundLine = z.object({
  kind: z.literal('round'),
  at: z.string(),
  by: z.string(),
  documents: z.number().int().nonnegative(),
  devDocuments: z.number().int().nonnegative(),
  labels: z.number().int().nonnegative(),
  state: z.enum(['finished', 'failed']),
  /** Checksums of its files and training data, which identify it in the registry. */
  model: z.object({ name: z.string(), version: json, sha256: json, dataHash: json }).nullable(),
  f1: z.number().nullable(),
  previous: z.object({ name: z.string(), f1: z.number() }).nullable(),
  adopted: z.boolean(),
  error: json,
  /** Checksums of the training and dev documents; null when the run was deleted. */
  data: z.object({ train: z.string(), dev: z.string() }).nullable(),
});
export const OrderLine = z.object({
  kind: z.literal('order'),
  documentId: id,
  place: z.number().int().nonnegative(),
  entropy: z.number().nullable(),
  margin: z.number().nullable(),
  modelName: json,
  strategy: z.string(),
});
const EndLine = z.object({
  kind: z.literal('end'),
  documents: z.number().int(),
  layers: z.number().int(),
  edits: z.number().int(),
  threads: z.number().int().default(0),
  rounds: z.number().int().default(0),
  ordered: z.number().int().default(0),
});

export const FileLine = z.discriminatedUnion('kind', [
  HeaderLine,
  ProjectLine,
  DocumentLine,
  LayerLine,
  EditLine,
  ThreadLine,
  RoundLine,
  OrderLine,
  EndLine,
]);
export type FileLine = z.infer<typeof FileLine>;
