/** Export and import of whole projects; part of the contract. */
import { z } from 'zod';
import { GivenName, Token } from '../domain/limits.ts';
import { MergeReport } from '../domain/merge.ts';
import { Project, ProjectId } from '../domain/project.ts';
import { FileData } from './common.ts';

const count = z.number().int().nonnegative();

export const projectFilesContract = {
  /** A project in one file: texts unchanged, annotations, every edit. Not encrypted. */
  'projects.pack': {
    input: z.object({ projectId: ProjectId }),
    output: z.object({ file: FileData, documents: count, layers: count, edits: count }),
  },
  /** Imports such a file after checking all of it. `conflict` when the name is taken. */
  'projects.unpack': { input: z.object({ uploadId: Token, name: GivenName.optional() }), output: Project },
  /** Merges such a file of the same project; without `apply` only tells what would happen, and the upload stays. */
  'projects.merge': {
    input: z.object({
      projectId: ProjectId,
      uploadId: Token,
      apply: z.boolean(),
      /** Keys of conflicts in which the file's side is taken. */
      theirs: z.array(z.string().max(800)).max(100_000).default([]),
    }),
    output: MergeReport,
  },
} as const;
