/** Merging of a project file into the project that it was written from. */
import { z } from 'zod';
import { Person } from './project.ts';

const count = z.number().int().nonnegative();

/** An item, or a document's text, that was changed differently on both sides. */
export const MergeConflict = z.object({
  /** Names the conflict within its project and file. */
  key: z.string().max(800),
  document: z.string(),
  person: Person,
  /** Type and words on each side; null: removed there. */
  ours: z.string().nullable(),
  theirs: z.string().nullable(),
  /** False for documents of one name with different texts, of which ours stays. */
  choosable: z.boolean(),
});
export type MergeConflict = z.infer<typeof MergeConflict>;

export const MergeReport = z.object({
  /** False: a preview. */
  applied: z.boolean(),
  documents: count,
  /** Layers with changed items, and changed items. */
  layers: count,
  items: count,
  /** Layers that become finished or open. */
  states: count,
  threads: count,
  comments: count,
  /** Documents that are archived or removed here and differ; they stay as they are. */
  untouched: z.array(z.string()),
  conflicts: z.array(MergeConflict),
});
export type MergeReport = z.infer<typeof MergeReport>;
