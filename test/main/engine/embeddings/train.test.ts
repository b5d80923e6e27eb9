/** Whole trainings: what they learn, that a seed decides them, and that pauses do not change them. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type EmbeddingInput,
  type EmbeddingResult,
  trainWordVectors,
} from '../../../../main/engine/embeddings/train.ts';
import type { EmbeddingEvent } from '../../../../main/engine/embeddings/train-blocks.ts';
import { VectorIndex, type WordVectors } from '../../../../main/engine/embeddings/word-vectors.ts';
import { countCores, physicalCores } from '../../../../main/engine/processor-cores.ts';
import { EmbeddingSettings } from '../../../../shared/domain/embeddings.ts';
import { folderStorage, memoryStorage } from '../train/runs.ts';
import { CLASSES, classCorpus, killedInput, textsOf } from './corpora.ts';

const CORPUS = classCorpus(5000);
const BASE = { dimension: 12, minCount: 1, threads: 1, sample: 0, epochs: 3 };

function input(changes: Record<string, unknown>, more: Partial<EmbeddingInput> = {}): EmbeddingInput {
  const settings = EmbeddingSettings.parse({ method: 'word2vec', ...BASE, ...changes });
  return { settings, texts: textsOf(CORPUS), storage: memoryStorage(), ...more };
}

/** Trains to the end, or until the signal is aborted. */
async function run(
  given: EmbeddingInput,
  signal = new AbortController().signal,
): Promise<{ events: EmbeddingEvent[]; result: EmbeddingResult }> {
  const steps = trainWordVectors(given, signal);
  const events: EmbeddingEvent[] = [];
  for (;;) {
    const step = await steps.next();
    if (step.done === true) return { events, result: step.value };
    events.push(step.value);
  }
}

async function vectorsOf(given: EmbeddingInput): Promise<WordVectors> {
  const { result } = await run(given);
  if (result.kind !== 'finished') throw new Error('the training is not finished');
  return result.vectors;
}

/** Places of the checkpoints that a process told of until it was killed. */
async function checkpointsUntilKilled(folder: string, count: number): Promise<number[]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'killed-training.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const done: number[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n')) if (line !== '') done.push(Number(line));
    if (done.length >= count) child.kill('SIGKILL');
  });
  const signal = await new Promise((ended) => child.once('exit', (_code, by) => ended(by)));
  expect(signal).toBe('SIGKILL');
  return done;
}

const METHODS = [
  { method: 'word2vec', architecture: 'cbow' },
  { method: 'word2vec', architecture: 'skip-gram' },
  { method: 'glove', epochs: 10 },
];

/** Share of the members of each class whose nearest members of any class are of their own. */
function purity(vectors: WordVectors): number {
  const index = new VectorIndex(vectors);
  const members = CLASSES.flatMap(({ members: own }) => Array.from(own));
  const scores = CLASSES.flatMap(({ members: own }) =>
    Array.from(own, (token) => {
      const near = index
        .neighbours(token, vectors.tokens.length)!
        .filter((one) => members.includes(one.token));
      const nearest = near.slice(0, own.length - 1);
      return nearest.filter((one) => own.includes(one.token)).length / nearest.length;
    }),
  );
  return scores.reduce((a, b) => a + b, 0) / scores.length;
}

describe('trained vectors', () => {
  it.each(METHODS)(
    'of $method $architecture bring tokens with the same contexts together',
    async (method) => {
      for (const threads of [1, 2]) {
        const vectors = await vectorsOf(input({ ...method, threads }));
        expect(vectors).toMatchObject({ unit: 'character', dimension: 12 });
        expect(vectors.values).toHaveLength(vectors.tokens.length * 12);
        expect(purity(vectors)).toBeGreaterThan(0.95);
      }
    },
  );

  it.each(METHODS)(
    'of $method $architecture are the same for a seed, other ones for another',
    async (method) => {
      const [one, again, other] = await Promise.all(
        [1, 1, 2].map((seed) => vectorsOf(input({ ...method, seed }))),
      );
      expect(Buffer.from(one!.values.buffer).equals(Buffer.from(again!.values.buffer))).toBe(true);
      expect(one!.tokens).toEqual(again!.tokens);
      expect(other!.values).not.toEqual(one!.values);
    },
  );

  it('of words belong to what the segmentation keeps together', async () => {
    const vectors = await vectorsOf(
      input({ unit: 'word' }, { texts: textsOf('糖尿病足患者，咳嗽'), userWords: [{ word: '糖尿病足' }] }),
    );
    expect(vectors.unit).toBe('word');
    expect([...vectors.tokens].sort()).toEqual([',', '咳嗽', '患者', '糖尿病足'].sort());
  });
});

describe('a pause', () => {
  it.each(METHODS)(
    'of $method $architecture with one thread changes nothing, whenever it comes',
    { tags: ['long'] },
    async (method) => {
      const straight = await vectorsOf(input(method));
      await fc.assert(
        fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 250 }), { maxLength: 4 }), async (pauses) => {
          const storage = memoryStorage();
          for (const milliseconds of pauses) {
            const stop = new AbortController();
            const pause = later(milliseconds).then(() => stop.abort());
            await Promise.all([run(input(method, { storage }), stop.signal), pause]);
          }
          expect((await vectorsOf(input(method, { storage }))).values).toEqual(straight.values);
        }),
        { numRuns: 3 },
      );
    },
  );

  it('is not lost on checkpoints kept meanwhile', async () => {
    const storage = memoryStorage();
    const { events } = await run(input({ epochs: 8 }, { storage, checkpointSeconds: 0 }));
    const done = events.filter((event) => event.kind === 'checkpoint').map((event) => event.done);
    expect(done).toEqual([...new Set(done)].sort((a, b) => a - b));
    const straight = await vectorsOf(input({ epochs: 8 }));
    expect((await vectorsOf(input({ epochs: 8 }, { storage }))).values).toEqual(straight.values);
  });

  it('leaves work that several threads go on with', async () => {
    const storage = memoryStorage();
    const stop = new AbortController();
    const first = trainWordVectors(input({ threads: 2, epochs: 400 }, { storage }), stop.signal);
    let end = await first.next();
    for (; end.done !== true; end = await first.next()) {
      if (end.value.kind === 'progress' && end.value.progress.done > 0) stop.abort();
    }
    expect(end.value).toEqual({ kind: 'paused', checkpoint: true });
    const stopAgain = new AbortController();
    const steps = trainWordVectors(input({ threads: 1, epochs: 400 }, { storage }), stopAgain.signal);
    for (let step = await steps.next(); step.done !== true; step = await steps.next()) {
      if (step.value.kind !== 'started') continue;
      expect(step.value.resumedAt).toBeGreaterThan(0);
      expect(step.value.resumedAt).toBeLessThan(step.value.total);
      stopAgain.abort();
    }
  });

  it('by a killed process loses no more than what came after its last checkpoint', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'meridian-embed-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const done = [];
    for (const checkpoints of [1, 2]) done.push(...(await checkpointsUntilKilled(folder, checkpoints)));
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    const straight = await vectorsOf({ ...killedInput(), storage: memoryStorage() });
    expect((await vectorsOf({ ...killedInput(), storage: folderStorage(folder) })).values).toEqual(
      straight.values,
    );
  });

  it('while the corpus is read leaves nothing and closes the texts', async () => {
    const stop = new AbortController();
    let closed = false;
    async function* texts() {
      try {
        for (let text = 0; ; text++) {
          if (text === 200) stop.abort();
          yield CORPUS.slice(0, 100);
        }
      } finally {
        closed = true;
      }
    }
    const storage = memoryStorage();
    const { result } = await run(input({}, { texts: texts(), storage }), stop.signal);
    expect(result).toEqual({ kind: 'paused', checkpoint: false });
    expect(closed).toBe(true);
    expect(storage.files.size).toBe(0);
  });

  it('by one who listens no more ends the threads', async () => {
    const steps = trainWordVectors(input({ epochs: 1000, threads: 2 }), new AbortController().signal);
    for (let step = await steps.next(); step.value && 'kind' in step.value; step = await steps.next()) {
      if (step.value.kind === 'progress') break;
    }
    await steps.return({ kind: 'paused', checkpoint: false }); // the test would hang if threads went on
  });
});

describe('a training', () => {
  it('tells how far it is', async () => {
    const { events, result } = await run(input({ epochs: 5 }));
    const started = events.find((event) => event.kind === 'started');
    expect(started).toMatchObject({
      vocabulary: 42,
      tokensRead: 60_000,
      tokensKept: 60_000,
      threads: 1,
      resumedAt: 0,
    });
    const progress = events.flatMap((event) => (event.kind === 'progress' ? [event.progress] : []));
    expect(progress.at(-1)).toMatchObject({ epoch: 5, done: 300_000, total: 300_000, secondsLeft: 0 });
    expect(progress.at(-1)!.loss).toBeGreaterThan(0);
    expect(result).toMatchObject({ kind: 'finished', total: 300_000 });
  });

  it('refuses the checkpoint of another one, and leaves it', async () => {
    const storage = memoryStorage();
    const aborted = AbortSignal.abort();
    const stop = new AbortController();
    const steps = trainWordVectors(input({ epochs: 900 }, { storage }), stop.signal);
    for (let step = await steps.next(); step.done !== true; step = await steps.next()) {
      if (step.value.kind === 'progress') stop.abort();
    }
    const saved = storage.read('checkpoint');
    expect(saved).toBeDefined();
    for (const other of [
      input({ epochs: 901 }, { storage }),
      input({ epochs: 900, seed: 2 }, { storage }),
      input({ epochs: 900 }, { storage, texts: textsOf(`${CORPUS}。`) }),
    ]) {
      await expect(run(other)).rejects.toMatchObject({ code: 'conflict' });
    }
    expect(storage.read('checkpoint')).toEqual(saved);
    storage.files.set('checkpoint', saved!.slice(0, -5));
    await expect(run(input({ epochs: 900 }, { storage }))).rejects.toMatchObject({ code: 'bad-input' });
    expect(await run(input({ epochs: 900 }, { storage }), aborted)).toMatchObject({
      result: { kind: 'paused' },
    });
  });

  it('says when there is nothing to train on', async () => {
    await expect(run(input({}, { texts: textsOf('', ' \n ') }))).rejects.toThrow(/no text/);
    await expect(run(input({ minCount: 9 }, { texts: textsOf('甲乙丙') }))).rejects.toThrow(/occurs 9 times/);
  });

  it('ends at once where no token has a neighbour', async () => {
    const { result } = await run(input({}, { texts: textsOf('甲\n乙\n甲') }));
    expect(result).toMatchObject({ kind: 'finished', vectors: { tokens: ['甲', '乙'] } });
    const { result: glove } = await run(input({ method: 'glove' }, { texts: textsOf('甲\n乙\n甲') }));
    expect(glove.kind).toBe('finished');
  });
});

describe('processor cores', () => {
  it('are counted once where two threads share one', () => {
    const cpu = (physical: number, core: number) =>
      `processor\t: 0\nphysical id\t: ${physical}\ncore id\t\t: ${core}\n`;
    expect(countCores([cpu(0, 0), cpu(0, 1), cpu(0, 0), cpu(0, 1), cpu(1, 0)].join('\n'))).toBe(3);
    expect(countCores('processor : 0\nBogoMIPS : 50\n')).toBeUndefined();
    expect(physicalCores()).toBeGreaterThanOrEqual(1);
  });
});
