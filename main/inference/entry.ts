/**
 * The engine process: message loop and composition root. It reads the workspace database itself (read-only), so
 * that neither names nor edges nor weights travel through the main process.
 */
import { dirname } from 'node:path';
import type { ModelCard } from '../../shared/domain/training.ts';
import { AppError, toErrorData } from '../../shared/result.ts';
import { type Connection, openConnection } from '../db/connection.ts';
import { getModel, getModelInEditor, getModelInPanel } from '../db/repositories/models.ts';
import { parentPort } from '../processes/parent-port.ts';
import { readFileKey } from '../workspace/file-key.ts';
import { type ClassifierChoice, type ClassifierRegistry, Classifiers } from './classifiers.ts';
import { GraphLinker } from './graph-linker.ts';
import { linkLabel } from './label-links.ts';
import { readModelFiles } from './model-store.ts';
import { PriorityScheduler } from './priority-scheduler.ts';
import type { EngineTasks, FromEngine, Task, ToEngine } from './protocol.ts';
import { sharedExecutor } from './shared-executor.ts';
import { type ModelRegistry, Taggers } from './taggers.ts';

type TaskTable = {
  [T in Task]: (
    input: EngineTasks[T]['input'],
    signal: AbortSignal,
  ) => EngineTasks[T]['output'] | Promise<EngineTasks[T]['output']>;
};

interface Open {
  readonly db: Connection;
  readonly taggers: Taggers;
  readonly classifiers: Classifiers;
}

const port = parentPort<FromEngine, ToEngine>();
let workspace: Open | undefined;
let linker: GraphLinker | undefined;
/** Requests that are being worked on. */
const working = new Map<number, AbortController>();

/** Models of small batches run fastest on the processor. */
async function openExecutor() {
  const executors = await import('../engine/runtime/executors.ts'); // loaded only where a model is used
  return executors.openExecutor({ id: 'onnx', provider: 'cpu' });
}

function open({ databaseFile, key }: Extract<ToEngine, { kind: 'open' }>): void {
  const hex = key === null ? null : Buffer.from(key, 'hex');
  const db = openConnection(databaseFile, { key: hex, readonly: true });
  const fileKey = () => (key === null ? null : readFileKey(db));
  const get = (id: number): ModelCard => {
    const card = getModel(db, id);
    if (card === undefined) throw new AppError('not-found', `There is no model ${id}. (模型不存在或已删除)`);
    return card;
  };
  const registry: ModelRegistry & ClassifierRegistry = {
    inEditor: () => getModelInEditor(db, 'ner'),
    inPanel: () => classifierInPanel(db),
    get,
    classifier(id) {
      const choice = classifierOf(get(id));
      if (choice === undefined)
        throw new AppError('bad-request', 'This model labels no texts. (该模型不是文本分类模型)');
      return choice;
    },
    files: (id) => readModelFiles(db, dirname(databaseFile), fileKey(), id),
  };
  const scheduler = new PriorityScheduler();
  const executor = sharedExecutor(openExecutor);
  workspace = {
    db,
    taggers: new Taggers(registry, executor, scheduler),
    classifiers: new Classifiers(registry, {
      openExecutor: executor,
      scheduler,
      link: (label) => linkLabel(db, opened(linker), label),
      openSegmenter: async () => (await import('../text/segmentation.ts')).loadSegmenter(),
    }),
  };
}

function classifierInPanel(db: Connection): ClassifierChoice | undefined {
  const card = getModelInPanel(db);
  return card && classifierOf(card);
}

function classifierOf(card: ModelCard): ClassifierChoice | undefined {
  if (card.task !== 'classify' && card.task !== 'diagnose') return undefined;
  return { ...card, task: card.task };
}

function load(): void {
  if (workspace === undefined) return;
  linker = GraphLinker.load(workspace.db);
  workspace.classifiers.graphChanged();
  port.send({ kind: 'ready', size: linker.size });
}

const tasks: TaskTable = {
  annotate: ({ text }) => opened(linker).annotate(text),
  rank: ({ text, top }) => opened(linker).rank(text, top),
  predict: ({ text }) => opened(workspace).taggers.predict(text),
  evaluate: (request, signal) => opened(workspace).taggers.evaluate(request, signal),
  scan: (request, signal) => opened(workspace).taggers.scan(request, signal),
  choose: async ({ candidates, choice }) =>
    (await import('../engine/active/select.ts')).chooseNext(candidates, choice),
  classify: ({ text }, signal) => opened(workspace).classifiers.classify(text, signal),
  tryOut: (request, signal) => opened(workspace).classifiers.tryOut(request, signal),
  explain: (request, signal) => opened(workspace).classifiers.explain(request, signal),
  evaluateTexts: (request, signal) => opened(workspace).classifiers.evaluate(request, signal),
};

function opened<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('engine: no workspace is open');
  return part;
}

async function answer(id: number, task: Task, input: unknown): Promise<void> {
  const controller = new AbortController();
  working.set(id, controller);
  try {
    const value = await tasks[task](input as never, controller.signal); // safe: the host's `run` pairs task and input
    port.send({ kind: 'reply', id, reply: { ok: true, value } });
  } catch (error) {
    port.send({ kind: 'reply', id, reply: { ok: false, error: toErrorData(error) } });
  } finally {
    working.delete(id);
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
      workspace?.classifiers.refresh();
      break;
    case 'request':
      void answer(message.id, message.task, message.input);
      break;
    case 'cancel':
      working.get(message.id)?.abort();
      break;
  }
});

// The parent is gone: nobody is left to work for.
port.onParentGone(() => process.exit(0));
