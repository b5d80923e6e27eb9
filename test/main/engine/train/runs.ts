/** Small training runs for tests. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { trainRun } from '../../../../main/engine/train/run.ts';
import type {
  NerTrainInput,
  RunEvent,
  RunInput,
  RunResult,
  RunStorage,
} from '../../../../main/engine/train/run-types.ts';
import { NerSettings } from '../../../../shared/domain/training.ts';
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

/** What the run left: the bytes of its model's weights. */
export function weightsOf(result: RunResult): Buffer {
  if (result.kind !== 'finished') throw new Error('the run is not finished');
  return Buffer.concat(result.model.weights);
}
