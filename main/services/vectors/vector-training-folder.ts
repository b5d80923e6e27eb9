/** Folders with texts and checkpoints of trainings of word vectors. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';

export const trainingsFolder = (workspaceDir: string): string => join(workspaceDir, 'vector-trainings');

/** Returns the folder of a training that the app started. */
export const trainingFolder = (workspaceDir: string, id: number): string =>
  join(trainingsFolder(workspaceDir), String(id));

/** Returns the folder of a training on the command line; the same name resumes from the same checkpoint. */
export function namedTrainingFolder(workspaceDir: string, name: string): string {
  const hash = createHash('sha256').update(name.trim()).digest('hex').slice(0, 16);
  return join(trainingsFolder(workspaceDir), `name-${hash}`);
}
