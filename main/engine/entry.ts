/**
 * The engine process: message loop and composition root. It reads the workspace database itself (read-only), so
 * that neither names nor edges nor weights travel through the main process.
 */
import { dirname } from 'node:path';
import { AppError, toErrorData } from '../../shared/result.ts';
import { type Connection, openConnection } from '../db/connection.ts';
import { getModel, getModelInEditor } from '../db/repositories/models.ts';
import { readFileKey } from '../workspace/file-key.ts';
import { Annotator } from './annotator.ts';
import { readModelFiles } from './io/model-store.ts';
import { parentPort } from './parent-port.ts';
import type { EngineTasks, FromEngine, Task, ToEngine } from './protocol.ts';
import { type ModelShelf, Taggers } from './taggers.ts';

type TaskTable = {
  [T in Task]: (
    input: EngineTasks[T]['input'],
  ) => EngineTasks[T]['output'] | Promise<EngineTasks[T]['output']>;
};

interface Open {
  readonly db: Connection;
  readonly taggers: Taggers;
}

const port = parentPort<FromEngine, ToEngine>();
let workspace: Open | undefined;
let annotator: Annotator | undefined;

/** Models of small batches run fastest on the processor. */
async function openExecutor() {
  const executors = await import('./runtime/executors.ts'); // loaded only where a model is used
  return executors.openExecutor({ id: 'onnx', provider: 'cpu' });
}

function open({ databaseFile, key }: Extract<ToEngine, { kind: 'open' }>): void {
  const hex = key === null ? null : Buffer.from(key, 'hex');
  const db = openConnection(databaseFile, { key: hex, readonly: true });
  const fileKey = () => (key === null ? null : readFileKey(db));
  const shelf: ModelShelf = {
    inEditor: () => getModelInEditor(db, 'ner'),
    get(id) {
      const card = getModel(db, id);
      if (card === undefined)
        throw new AppError('not-found', `There is no model ${id}. (模型不存在或已删除)`);
      return card;
    },
    files: (id) => readModelFiles(db, dirname(databaseFile), fileKey(), id),
  };
  workspace = { db, taggers: new Taggers(shelf, openExecutor) };
}

function load(): void {
  if (workspace === undefined) return;
  annotator = Annotator.load(workspace.db);
  port.send({ kind: 'ready', size: annotator.size });
}

const tasks: TaskTable = {
  annotate: ({ text }) => opened(annotator).annotate(text),
  rank: ({ text, top }) => opened(annotator).rank(text, top),
  predict: ({ text }) => opened(workspace).taggers.predict(text),
  evaluate: (request) => opened(workspace).taggers.evaluate(request),
};

function opened<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('engine: no workspace is open');
  return part;
}

async function answer(id: number, task: Task, input: unknown): Promise<void> {
  try {
    const value = await tasks[task](input as never); // safe: the host's `run` pairs task and input
    port.send({ kind: 'reply', id, reply: { ok: true, value } });
  } catch (error) {
    port.send({ kind: 'reply', id, reply: { ok: false, error: toErrorData(error) } });
  }
}

port.onMessage((message) => {
  switch (message.kind) {
    case 'open':
      open(message);
      load();
      break;
    case 'reload':
      load();
      break;
    case 'models':
      workspace?.taggers.refresh();
      break;
    case 'request':
      void answer(message.id, message.task, message.input);
      break;
  }
});

// The parent is gone: nobody is left to work for.
port.onParentGone(() => process.exit(0));
