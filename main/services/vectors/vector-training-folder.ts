/** Folders with texts and checkpoints of trainings of word vectors. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';

export function trainingsFolder(workspaceDir: string): string {
  return join(workspaceDir, 'vector-trainings');
}

/** Of a training that the app started. */
export function trainingFolder(workspaceDir: string, id: number): string {
  return join(trainingsFolder(workspaceDir), String(id));
}

/** Of one that the command line started: the same name goes on with the same checkpoint. */
export function namedTrainingFolder(workspaceDir: string, name: string): string {
  const hash = createHash('sha256').update(name.trim()).digest('hex').slice(0, 16);
  return join(trainingsFolder(workspaceDir), `name-${hash}`);
}
