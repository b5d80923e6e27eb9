/** Requests about whole projects as files; part of the contract. */
import { z } from 'zod';
import { Project, ProjectId } from '../domain/project.ts';
import { FileData } from './common.ts';

const count = z.number().int().nonnegative();

export const projectFilesContract = {
  /** Everything of a project in one file: texts as they are, annotations, every edit. Not encrypted. */
  'projects.pack': {
    input: z.object({ projectId: ProjectId }),
    output: z.object({ file: FileData, documents: count, layers: count, edits: count }),
  },
  /** An uploaded file of that kind, checked whole. `conflict` when the name is taken: ask for another. */
  'projects.unpack': {
    input: z.object({ uploadId: z.string(), name: z.string().trim().min(1).max(200).optional() }),
    output: Project,
  },
} as const;
