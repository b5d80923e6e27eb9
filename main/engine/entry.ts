/**
 * The engine process: message loop and composition root. It reads the workspace database itself (read-only), so
 * that neither names nor edges travel through the main process.
 */
import { toErrorData } from '../../shared/result.ts';
import { type Connection, openConnection } from '../db/connection.ts';
import { Annotator } from './annotator.ts';
import { parentPort } from './parent-port.ts';
import type { EngineTasks, FromEngine, Task, ToEngine } from './protocol.ts';

type TaskTable = { [T in Task]: (input: EngineTasks[T]['input']) => EngineTasks[T]['output'] };

const port = parentPort<FromEngine, ToEngine>();
let db: Connection | undefined;
let annotator: Annotator | undefined;

function load(): void {
  if (db === undefined) return;
  annotator = Annotator.load(db);
  port.send({ kind: 'ready', size: annotator.size });
}

const tasks: TaskTable = {
  annotate: ({ text }) => loaded().annotate(text),
  rank: ({ text, top }) => loaded().rank(text, top),
};

function loaded(): Annotator {
  if (annotator === undefined) throw new Error('engine: no workspace is open');
  return annotator;
}

function runTask<T extends Task>(task: T, input: unknown): EngineTasks[T]['output'] {
  return tasks[task](input as EngineTasks[T]['input']); // safe: the host's `run` pairs task and input
}

port.onMessage((message) => {
  switch (message.kind) {
    case 'open':
      db = openConnection(message.databaseFile, {
        key: message.key === null ? null : Buffer.from(message.key, 'hex'),
        readonly: true,
      });
      load();
      break;
    case 'reload':
      load();
      break;
    case 'request':
      try {
        port.send({
          kind: 'reply',
          id: message.id,
          reply: { ok: true, value: runTask(message.task, message.input) },
        });
      } catch (error) {
        port.send({ kind: 'reply', id: message.id, reply: { ok: false, error: toErrorData(error) } });
      }
      break;
  }
});

// The parent is gone: nobody is left to work for.
port.onParentGone(() => process.exit(0));
