/**
 * Entry of a background process. It reads the workspace's database itself, so that layers and texts do not pass through
 * the main process, and closes it after each task.
 */

import { invariant } from '../../../shared/assert.ts';
import type { WorkStage } from '../../../shared/domain/work.ts';
import { type Connection, type DatabaseAccess, openConnection } from '../../db/connection.ts';
import { limitMemory } from '../../processes/memory-limit.ts';
import { type RequestContext, serve } from '../../processes/serve.ts';
import { LIMITS } from '../../reading/limits.ts';
import {
  type BackgroundMethods,
  type Progress,
  TASK_INPUTS,
  type Task,
  type TaskEvent,
  type TaskOutputs,
} from './protocol.ts';
import { TASKS } from './tasks.ts';

const PROGRESS_EVERY_MS = 150;

/** Opens the database in a transaction, so that all reads see one snapshot. */
function openSnapshot({ databaseFile, key }: DatabaseAccess): Connection {
  const db = openConnection(databaseFile, { key, readonly: true });
  db.beginSnapshot();
  return db;
}

function checkpoint({ databaseFile, key }: DatabaseAccess): void {
  const db = openConnection(databaseFile, { key });
  try {
    db.checkpoint();
  } finally {
    db.close();
  }
}

/** Reports each new stage at once, else every PROGRESS_EVERY_MS. */
function throttled(emit: (event: TaskEvent<never>) => void): Progress {
  let told = Number.NEGATIVE_INFINITY;
  let stageTold: WorkStage | undefined;
  return (stage, done = 0, total = 0) => {
    if (stage === stageTold && performance.now() - told < PROGRESS_EVERY_MS) return;
    [told, stageTold] = [performance.now(), stage];
    emit({ kind: 'progress', progress: { stage, done, total } });
  };
}

function answer<T extends Task>(task: T) {
  return async (
    { input, access }: BackgroundMethods[T]['input'],
    { emit, sendPart }: RequestContext<TaskEvent<T>>,
  ): Promise<TaskOutputs[T]> => {
    let db: Connection | undefined;
    const opened = (): DatabaseAccess => {
      invariant(access !== undefined, `${task}: no workspace is open`);
      return access;
    };
    try {
      return await TASKS[task](TASK_INPUTS[task].parse(input) as typeof input, {
        // safe: parsed by this task's schema
        db: () => {
          db ??= openSnapshot(opened());
          return db;
        },
        checkpoint: () => checkpoint(opened()),
        progress: throttled(emit),
        part: (part) => sendPart({ kind: 'part', part }),
      });
    } finally {
      db?.close();
    }
  };
}

serve<BackgroundMethods>({
  checkFiles: answer('checkFiles'),
  checkBackup: answer('checkBackup'),
  copyDatabase: answer('copyDatabase'),
  checkpoint: answer('checkpoint'),
  agreement: answer('agreement'),
  compareModels: answer('compareModels'),
  readFiles: answer('readFiles'),
  previewTable: answer('previewTable'),
  readLabelled: answer('readLabelled'),
  readClassified: answer('readClassified'),
  writeLayer: answer('writeLayer'),
  findPersons: answer('findPersons'),
  hideRecords: answer('hideRecords'),
  hashList: answer('hashList'),
  relatedEntities: answer('relatedEntities'),
  recordsNaming: answer('recordsNaming'),
  entityPath: answer('entityPath'),
  findSuspicious: answer('findSuspicious'),
  queryGraph: answer('queryGraph'),
  exportGraph: answer('exportGraph'),
  predictEdges: answer('predictEdges'),
  explainPrediction: answer('explainPrediction'),
  minePhrases: answer('minePhrases'),
  readPhrases: answer('readPhrases'),
  segmentNames: answer('segmentNames'),
  probe: answer('probe'),
  similarity: answer('similarity'),
  attention: answer('attention'),
  augment: answer('augment'),
  samples: answer('samples'),
  verifyAudit: answer('verifyAudit'),
  countAudit: answer('countAudit'),
  writeAudit: answer('writeAudit'),
  readRecords: answer('readRecords'),
  sealDataFile: answer('sealDataFile'),
  previewDataFile: answer('previewDataFile'),
  sealModelFolder: answer('sealModelFolder'),
  readProject: answer('readProject'),
});
limitMemory(LIMITS.processBytes);
