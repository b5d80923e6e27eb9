/** Small training runs for tests. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkModel } from '../../../../main/engine/io/check-model.ts';
import { describeModel } from '../../../../main/engine/io/describe-model.ts';
import type { ModelFiles } from '../../../../main/engine/io/model-files.ts';
import { exportFolder, readOwnFolder } from '../../../../main/engine/io/model-folder.ts';
import { openExecutor } from '../../../../main/engine/runtime/executors.ts';
import { ClassifyPredictor } from '../../../../main/engine/tasks/classify/predictor.ts';
import { trainRun } from '../../../../main/engine/train/run.ts';
import type {
  NerTrainInput,
  RunEvent,
  RunInput,
  RunResult,
  RunStorage,
} from '../../../../main/engine/train/run-types.ts';
import { type ModelCard, NerSettings } from '../../../../shared/domain/training.ts';
import { taggerFiles } from '../../../helpers/tagger.ts';
import { vectorsOf } from '../tasks/vectors.ts';
import { nerDocuments } from './ner-documents.ts';

export function memoryStorage(): RunStorage & { readonly files: Map<string, Uint8Array> } {
  const files = new Map<string, Uint8Array>();
  return {
    files,
    read: (name) => files.get(name)?.slice(),
    write: (name, chunks) => void files.set(name, new Uint8Array(Buffer.concat(chunks))),
  };
}

/** Files that are replaced whole, without encryption. */
export function folderStorage(dir: string): RunStorage {
  mkdirSync(dir, { recursive: true });
  const file = (name: string) => join(dir, name);
  return {
    read: (name) => (existsSync(file(name)) ? new Uint8Array(readFileSync(file(name))) : undefined),
    write(name, chunks) {
      writeFileSync(`${file(name)}.tmp`, Buffer.concat(chunks));
      renameSync(`${file(name)}.tmp`, file(name));
    },
  };
}

/** Words and names of the template documents. */
export const LEXICON = {
  vectors: vectorsOf('word', ['患者', '咳嗽', '发热', '胸痛', '阿司匹林', '胰岛素', '三天', '痛', '好转']),
  names: [
    { name: '咳嗽', type: 'symptom' },
    { name: '腹泻', type: 'symptom' },
    { name: '阿司匹林', type: 'drug' },
    { name: '头孢', type: 'drug' },
  ],
};

/** 12 updates an epoch unless changed, some hundredths of a second each. */
export const SMALL = {
  task: 'ner',
  network: 'bilstm-crf',
  embeddingSize: 12,
  hiddenSize: 8,
  layers: 1,
  dropout: 0.2,
  batchSize: 4,
  epochs: 3,
  learningRate: 0.02,
  minCount: 1,
  windowLength: 32,
  threads: 1,
} as const;

export function smallRun(
  changes: Record<string, unknown> = {},
  more: Partial<NerTrainInput> = {},
): NerTrainInput {
  return {
    settings: NerSettings.parse({ ...SMALL, ...changes }),
    train: nerDocuments(48),
    dev: nerDocuments(12, 1000),
    devName: 'dev',
    executor: 'onnx:cpu',
    storage: memoryStorage(),
    ...more,
  };
}

const LONG = { epochs: 9, checkpointMinutes: 0.01 };

/** Runs of 108 updates with a checkpoint every update, by kind. */
export const KILLED_RUNS: Readonly<Record<string, (storage: RunStorage) => NerTrainInput>> = {
  plain: (storage) => smallRun(LONG, { storage }),
  lexicon: (storage) =>
    smallRun({ ...LONG, lexicon: 'both', lexiconVectors: 'v', bigramSize: 4 }, { storage, lexicon: LEXICON }),
  ensemble: (storage) => smallRun({ ...LONG, epochs: 3, ensemble: 3 }, { storage }),
  'with a trained model': (storage) => smallRun(LONG, { storage, pretrained: taggerFiles('bilstm-crf') }),
  spans: (storage) => smallRun({ ...LONG, network: 'bilstm-globalpointer' }, { storage }),
};

/** Runs to the end, or until `stop` says so: then it is paused. */
export async function finish(
  input: RunInput,
  stop: (event: RunEvent) => boolean = () => false,
): Promise<{ readonly events: readonly RunEvent[]; readonly result: RunResult }> {
  const abort = new AbortController();
  const run = trainRun(input, abort.signal);
  const events: RunEvent[] = [];
  for (;;) {
    const next = await run.next();
    if (next.done === true) return { events, result: next.value };
    events.push(next.value);
    if (stop(next.value)) abort.abort();
  }
}

/** Returns the model of a finished run. */
export function filesOf(result: RunResult): ModelFiles {
  if (result.kind !== 'finished') throw new Error('the run is not finished');
  return result.model;
}

/** Returns the bytes of the weights of a finished run. */
export const weightsOf = (result: RunResult): Buffer => Buffer.concat(filesOf(result).weights);

/** Returns the folder that a model leaves as: its files by name. */
export function folderOf(files: ModelFiles): Map<string, Uint8Array> {
  const own = { id: 1, name: 'm', createdAt: '2026-01-01T00:00:00Z', version: '0.1.0' };
  const card: ModelCard = { ...describeModel(files), ...own, metrics: {}, useInt8: false, inUse: false };
  return new Map([...exportFolder(files, card)].map(([name, chunks]) => [name, Buffer.concat([...chunks])]));
}

/** Returns the files as they are after an export and an import. */
export const throughFolder = (files: ModelFiles): ModelFiles =>
  readOwnFolder(folderOf(files), checkModel).files;

/** Opens a classifier, and closes it afterwards. */
export async function withClassifier<T>(
  files: ModelFiles,
  use: (predictor: ClassifyPredictor) => Promise<T>,
): Promise<T> {
  const executor = await openExecutor({ id: 'onnx', threads: 1 });
  try {
    const predictor = await ClassifyPredictor.open(executor, files);
    return await use(predictor).finally(() => predictor.dispose());
  } finally {
    await executor.dispose();
  }
}
