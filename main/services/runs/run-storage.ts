/** Stores a run's checkpoint and best weights as sealed files in its folder. */
import { join } from 'node:path';
import { invariant } from '../../../shared/assert.ts';
import type { RunStorage } from '../../engine/train/run-types.ts';
import { readSealed, writeSealed } from '../../workspace/sealed-file.ts';

export const runFolder = (workspaceDir: string, id: number): string => join(workspaceDir, 'runs', String(id));

/** @param fileKey from `fileKeyOf`; null in a plain workspace */
export function runStorage(folder: string, fileKey: Uint8Array | null): RunStorage {
  const path = (name: string): string => {
    invariant(/^[a-z][a-z0-9-]*$/.test(name), `run storage: ${JSON.stringify(name)} is no name`);
    return join(folder, name);
  };
  return {
    read: (name) => readSealed(path(name), fileKey),
    write: (name, chunks) => writeSealed(path(name), chunks, fileKey),
  };
}
