/** Whole runs: what they learn, and that they go on from a checkpoint as if nothing had happened. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { ModelFiles } from '../../../../main/engine/io/model-files.ts';
import { weightsToFile } from '../../../../main/engine/io/weights.ts';
import { sizeOf } from '../../../../main/engine/layers/params.ts';
import { bertOfSize } from '../../../../main/engine/models/bert/config.ts';
import { bertEncoderSpec } from '../../../../main/engine/models/bert/model.ts';
import { decodeCheckpoint } from '../../../../main/engine/train/checkpoint.ts';
import { createVocabulary, formatVocabTxt, SPECIAL_TOKENS } from '../../../../main/text/vocabulary.ts';
import { NerNetwork } from '../../../../shared/domain/networks.ts';
import { nerReport } from '../../../helpers/reports.ts';
import { finish, folderStorage, KILLED_RUNS, LEXICON, memoryStorage, smallRun, weightsOf } from './runs.ts';

const folder = mkdtempSync(join(tmpdir(), 'meridian-train-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const near = (a = 0, b = 0): boolean => Math.abs(a - b) < 1e-5 * Math.abs(a);

describe('a run', () => {
  const learnsTemplates = async (network: NerNetwork) => {
    const input = smallRun({
      network,
      encoder: 'tiny',
      epochs: 6,
      learningRate: network.startsWith('bert') ? 1e-3 : 0.02,
      headRate: 5,
      dropout: 0.1,
    });
    const { events, result } = await finish(input);
    expect(result.kind).toBe('finished');
    if (result.kind !== 'finished') return;
    expect(nerReport(result.report).scores.f1).toBeGreaterThan(0.8);
    expect(nerReport(result.report).scores.f1).toBe(result.best.score);
    const evaluations = events.filter(({ kind }) => kind === 'evaluated');
    expect(evaluations).toHaveLength(input.settings.epochs);
  };
  /** Heads over BERT: one of them is enough for `npm test`. */
  const [overBert = [], others = []] = [true, false].map((is) =>
    NerNetwork.options.filter((network) => (network.startsWith('bert-') && network !== 'bert-crf') === is),
  );
  it.each(others)('of %s learns templates', learnsTemplates);
  it.each(overBert)('of %s learns templates', { tags: ['long'] }, learnsTemplates);

  it('gives the same weights for the same seed and others for another', async () => {
    const [a, b, c] = await Promise.all(
      [{}, {}, { seed: 2 }].map(async (change) => weightsOf((await finish(smallRun(change))).result)),
    );
    expect(a!.equals(b!)).toBe(true);
    expect(a!.equals(c!)).toBe(false);
  });

  it('goes on from any step as if it had not been paused', async () => {
    const settings = { epochs: 2, accumulation: 5 }; // 3 updates an epoch, the last of 2 batches
    const straight = weightsOf((await finish(smallRun(settings))).result);
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 }),
        async (stops) => {
          const storage = memoryStorage();
          for (const at of stops.toSorted()) {
            const { result } = await finish(smallRun(settings, { storage }), (event) => {
              return event.kind === 'step' && event.point.step === at;
            });
            expect(result).toMatchObject({ kind: 'paused', step: at });
          }
          const { result, events } = await finish(smallRun(settings, { storage }));
          expect(events[0]).toMatchObject({ kind: 'started', resumedAt: Math.max(...stops) });
          expect(weightsOf(result).equals(straight)).toBe(true);
        },
      ),
      { numRuns: 5 },
    );
  });

  it('goes on bit for bit with adversarial vectors, R-Drop and averaged weights, which change what is learnt', async () => {
    const plain = { lexicon: 'both', bigramSize: 4, epochs: 2 };
    const all = { ...plain, adversarialNorm: 2, rDrop: 1, emaDecay: 0.9 };
    const run = async (settings: Record<string, unknown>, more = {}) =>
      finish(smallRun(settings, { lexicon: LEXICON, ...more }));
    const straight = weightsOf((await run(all)).result);
    const storage = memoryStorage();
    const half = smallRun(all, { lexicon: LEXICON, storage });
    await finish(half, (event) => event.kind === 'step' && event.point.step === 13);
    expect(weightsOf((await run(all, { storage })).result).equals(straight)).toBe(true);
    for (const setting of ['adversarialNorm', 'rDrop', 'emaDecay'])
      expect(weightsOf((await run({ ...all, [setting]: 0 })).result).equals(straight)).toBe(false);
  });

  it('goes on bit for bit in mixed int8, which changes what is learnt a little', async () => {
    const mixed = { network: 'bert-crf', encoder: 'tiny', epochs: 2, precision: 'mixed-int8' };
    const { result } = await finish(smallRun(mixed));
    const straight = weightsOf(result);
    const storage = memoryStorage();
    await finish(smallRun(mixed, { storage }), (event) => event.kind === 'step' && event.point.step === 7);
    expect(weightsOf((await finish(smallRun(mixed, { storage }))).result).equals(straight)).toBe(true);
    const exact = (await finish(smallRun({ ...mixed, precision: 'float32' }))).result;
    expect(weightsOf(exact).equals(straight)).toBe(false);
    if (result.kind !== 'finished' || exact.kind !== 'finished') throw new Error('a run that ends early');
    expect(Math.abs(result.best.score - exact.best.score)).toBeLessThan(0.15);
  });

  it('stops within a step, also before the first', async () => {
    const storage = memoryStorage();
    const { result, events } = await finish(smallRun({}, { storage }), ({ kind }) => kind === 'started');
    expect(result).toEqual({ kind: 'paused', step: 0 });
    expect(events).toHaveLength(1);
  });

  it('adds up gradients: two half batches are one whole batch', async () => {
    // All texts in one length bucket and without dropout: a step over 8 equals two of 4 each.
    const train = smallRun()
      .train.filter(({ text }) => text.length <= 30)
      .slice(0, 8);
    const one = { epochs: 1, dropout: 0, schedule: 'constant', warmupShare: 0 };
    const first = async (change: Record<string, unknown>) => {
      const { events } = await finish(smallRun({ ...one, ...change }, { train }));
      const step = events.find((event) => event.kind === 'step');
      return step?.kind === 'step' ? step.point : undefined;
    };
    const whole = await first({ batchSize: 8 });
    const halves = await first({ batchSize: 4, accumulation: 2 });
    expect(halves?.loss).toBeCloseTo(whole!.loss!, 4);
    expect(halves!.gradientNorm! / whole!.gradientNorm!).toBeCloseTo(1, 5);
  });

  it.each(['bilstm-crf', 'bilstm', 'bilstm-globalpointer'])(
    'of %s weighs the batches of an update by what their losses are means of: four and two texts are one batch of six',
    async (network) => {
      const train = smallRun()
        .train.filter(({ text }) => text.length <= 30)
        .slice(0, 6);
      const one = { network, epochs: 1, dropout: 0, schedule: 'constant', warmupShare: 0 };
      const first = async (change: Record<string, unknown>) => {
        const { events } = await finish(smallRun({ ...one, ...change }, { train }));
        return events.flatMap((event) => (event.kind === 'step' ? [event.point] : []));
      };
      const [whole] = await first({ batchSize: 6 });
      const [parts, ...more] = await first({ batchSize: 4, accumulation: 2 });
      expect(more).toEqual([]);
      expect(parts!.loss! / whole!.loss!).toBeCloseTo(1, 5);
      expect(parts!.gradientNorm! / whole!.gradientNorm!).toBeCloseTo(1, 5);
    },
  );

  it('lets a short batch count by its texts, not as much as a full one', async () => {
    const train = smallRun()
      .train.filter(({ text }) => text.length <= 30)
      .slice(0, 9);
    // so slow that weights stay the same
    const still = { epochs: 1, dropout: 0, schedule: 'constant', warmupShare: 0, learningRate: 1e-12 };
    const steps = async (batchSize: number) => {
      const { events } = await finish(smallRun({ ...still, batchSize }, { train }));
      return events.flatMap((event) => (event.kind === 'step' ? [event.point] : []));
    };
    const alone = await steps(1);
    const [full, short] = (await steps(8)).toSorted(
      (a, b) =>
        Number(alone.some(({ loss }) => near(loss, a.loss))) -
        Number(alone.some(({ loss }) => near(loss, b.loss))),
    );
    const same = alone.find(({ loss }) => near(loss, short!.loss))!;
    expect(short!.gradientNorm! / same.gradientNorm!).toBeCloseTo(1 / 8, 4);
    expect(alone.some(({ loss }) => near(loss, full!.loss))).toBe(false);
  });

  it('ends when patience is over and keeps the best weights', async () => {
    const { result, events } = await finish(smallRun({ epochs: 40, patience: 2, learningRate: 0.03 }));
    expect(result).toMatchObject({ kind: 'finished', reason: 'patience' });
    const scores = events.flatMap((event) => (event.kind === 'evaluated' ? [event.point.dev!.f1!] : []));
    if (result.kind !== 'finished') return;
    expect(result.best.score).toBe(Math.max(...scores));
    expect(scores.length - result.best.epoch).toBe(2);
    expect(nerReport(result.report).scores.f1).toBe(result.best.score);
  });

  it('leaves a frozen encoder as it was', async () => {
    const storage = memoryStorage();
    const settings = { network: 'bert-crf', encoder: 'tiny', freezeEncoder: true, epochs: 1 };
    await finish(smallRun(settings, { storage }), ({ kind }) => kind === 'started');
    const before = storage.files.get('checkpoint')!;
    await finish(smallRun(settings, { storage }));
    const after = storage.files.get('checkpoint')!;
    const of = (bytes: Uint8Array) => decodeCheckpoint(bytes, fingerprintIn(bytes));
    const [first, last] = [of(before).parameters, of(after).parameters];
    const changed = Object.keys(first).filter((name) =>
      first[name]!.some((value, i) => value !== last[name]![i]),
    );
    expect(changed.length).toBeGreaterThan(0);
    expect(changed.filter((name) => name.startsWith('bert.'))).toEqual([]);
  });

  it('says so when its numbers are none, and keeps its checkpoint', async () => {
    const storage = memoryStorage();
    const broken = { ...encoderOfNumbers(Number.NaN) };
    const input = smallRun({ network: 'bert-crf', encoder: 'broken' }, { pretrained: broken, storage });
    await expect(finish(input)).rejects.toThrow(/diverged/);
  });

  it('refuses data without entities and checkpoints of other runs', async () => {
    const bare = smallRun().train.map((document) => ({ ...document, entities: [] }));
    await expect(finish(smallRun({}, { train: bare }))).rejects.toThrow(/no entity/);
    const storage = memoryStorage();
    await finish(smallRun({}, { storage }), ({ kind }) => kind === 'started');
    await expect(finish(smallRun({ hiddenSize: 9 }, { storage }))).rejects.toThrow(/other settings/);
    const damaged = storage.files.get('checkpoint')!.slice(0, 1000);
    storage.files.set('checkpoint', damaged);
    await expect(finish(smallRun({}, { storage }))).rejects.toThrow();
  });
});

/** An encoder all of whose weights are `value`. */
function encoderOfNumbers(value: number): ModelFiles {
  const characters = new Set(smallRun().train.flatMap(({ text }) => [...text]));
  const vocabulary = createVocabulary([...SPECIAL_TOKENS, ...characters]);
  const config = bertOfSize('tiny', vocabulary.size);
  const specs = bertEncoderSpec(config);
  const values = Object.fromEntries(
    specs.map(({ name, shape }) => [name, new Float32Array(sizeOf(shape)).fill(value)]),
  );
  return {
    config: { format: 1, task: 'encoder', model: config, tokenizer: { kind: 'wordpiece', lowerCase: true } },
    vocabulary: formatVocabTxt(vocabulary),
    weights: weightsToFile(specs, values),
  };
}

function fingerprintIn(bytes: Uint8Array): string {
  return /"fingerprint":"([0-9a-f]{64})"/.exec(
    Buffer.from(bytes.subarray(0, 100_000)).toString('latin1'),
  )![1]!;
}

describe('a run that is killed', () => {
  const endsWithSameWeights = async (kind: string) => {
    const straight = KILLED_RUNS[kind]!(folderStorage(join(folder, `straight ${kind}`)));
    const expected = weightsOf((await finish(straight)).result);
    const killed = join(folder, `killed ${kind}`);
    await runUntil(killed, kind, 60);
    expect(existsSync(join(killed, 'weights'))).toBe(false);
    const last = await runUntil(killed, kind, Number.POSITIVE_INFINITY);
    expect(last[0]).toBeGreaterThan(1); // it went on, it did not begin again
    expect(last.at(-1)).toBe(108);
    expect(readFileSync(join(killed, 'weights')).equals(expected)).toBe(true);
  };
  const [short, long] = [true, false].map((is) =>
    Object.keys(KILLED_RUNS).filter((kind) => ['plain', 'ensemble'].includes(kind) === is),
  );
  it.each(short!)('ends with the weights of one that was not: %s', endsWithSameWeights);
  it.each(long!)('ends with the weights of one that was not: %s', { tags: ['long'] }, endsWithSameWeights);
});

/** Steps that the process told of; it is killed at step `end`. */
async function runUntil(dir: string, kind: string, end: number): Promise<number[]> {
  const script = join(import.meta.dirname, 'killed-run.ts');
  const child: ChildProcess = spawn(process.execPath, [script, dir, kind], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const steps: number[] = [];
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.split('\n')) if (line !== '') steps.push(Number(line));
    if (steps.at(-1)! >= end) child.kill('SIGKILL');
  });
  await new Promise((ended) => child.once('exit', ended));
  return steps;
}
