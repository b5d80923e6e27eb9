/**
 * A background process. It reads the workspace's database itself, so that neither layers nor texts pass through the
 * main process, as it is when the work begins; it holds it no longer than the work takes.
 */
import type { WorkStage } from '../../../shared/domain/work.ts';
import { toErrorData } from '../../../shared/result.ts';
import { type Connection, openConnection } from '../../db/connection.ts';
import { parentPort } from '../../processes/parent-port.ts';
import { type Access, type FromBackground, TASK_INPUTS, ToBackground } from './protocol.ts';
import { TASKS } from './tasks.ts';

const PROGRESS_EVERY_MS = 150;

const port = parentPort<FromBackground, unknown>();
/** Resolved when the part sent last has arrived. */
let arrived: () => void = () => undefined;

/** All that is read is of one moment, whatever is written meanwhile. */
function openSnapshot({ databaseFile, key }: Access): Connection {
  const hex = key === null ? null : Buffer.from(key, 'hex');
  const db = openConnection(databaseFile, { key: hex, readonly: true });
  db.raw.exec('BEGIN');
  return db;
}

async function answer({
  number,
  task,
  input,
  access,
}: Extract<ToBackground, { kind: 'ask' }>): Promise<void> {
  let db: Connection | undefined;
  let told = Number.NEGATIVE_INFINITY;
  let stageTold: WorkStage | undefined;
  try {
    const value = await TASKS[task](TASK_INPUTS[task].parse(input) as never, {
      // safe: parsed by this very task's schema
      db: () => {
        db ??= openSnapshot(access);
        return db;
      },
      progress: (stage, done = 0, total = 0) => {
        if (stage === stageTold && performance.now() - told < PROGRESS_EVERY_MS) return;
        [told, stageTold] = [performance.now(), stage];
        port.send({ kind: 'progress', number, progress: { stage, done, total } });
      },
      part: (part) =>
        new Promise((resolve) => {
          arrived = resolve;
          port.send({ kind: 'part', number, part });
        }),
    });
    port.send({ kind: 'done', number, value });
  } catch (error) {
    port.send({ kind: 'failed', number, error: toErrorData(error) });
  } finally {
    db?.close();
  }
}

port.onMessage((sent) => {
  const message = ToBackground.parse(sent);
  switch (message.kind) {
    case 'ask':
      void answer(message);
      break;
    case 'more':
      arrived();
      break;
  }
});
// The parent is gone: nobody waits any more.
port.onParentGone(() => process.exit(0));
