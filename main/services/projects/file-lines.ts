/** What the lines of a project file hold, in this order: header, project, documents, layers, edits, end. */
import { z } from 'zod';
import { AnnotationSchema } from '../../../shared/domain/annotation-schema.ts';
import { EditAction, LayerState, Person, ProjectSettings } from '../../../shared/domain/project.ts';

export const MARK = 'meridian-project';
export const VERSION = 1;

const id = z.number().int().positive();
const json = z.string().nullable();

export const HeaderLine = z.object({ kind: z.literal(MARK), version: z.number().int().positive() });
export const ProjectLine = z.object({
  kind: z.literal('project'),
  name: z.string().min(1).max(200),
  schema: AnnotationSchema,
  settings: ProjectSettings,
  createdAt: z.string(),
  createdBy: z.string(),
  members: z.array(Person),
});
export const DocumentLine = z.object({
  kind: z.literal('document'),
  id,
  name: z.string().min(1),
  text: z.string().min(1),
  meta: z.record(z.string(), z.string()),
  lockedAt: z.string().nullable(),
  lockedBy: z.string().nullable(),
  assigned: z.array(Person),
});
export const LayerLine = z.object({
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
/** Items are not told apart from the edits: they are what these made. */
export const EditLine = z.object({
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
export const EndLine = z.object({
  kind: z.literal('end'),
  documents: z.number().int(),
  layers: z.number().int(),
  edits: z.number().int(),
});

export const FileLine = z.discriminatedUnion('kind', [
  HeaderLine,
  ProjectLine,
  DocumentLine,
  LayerLine,
  EditLine,
  EndLine,
]);
export type FileLine = z.infer<typeof FileLine>;
