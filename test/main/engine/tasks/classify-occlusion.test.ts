/** Compares occlusion with readings one by one, and with models whose word weights are known. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openExecutor } from '../../../../main/engine/runtime/executors.ts';
import type { Executor } from '../../../../main/engine/runtime/program.ts';
import { oddsOf, probabilitiesOf } from '../../../../main/engine/tasks/classify/calibration.ts';
import type { Decision } from '../../../../main/engine/tasks/classify/evaluate.ts';
import {
  clausesOf,
  Occluder,
  type OcclusionOptions,
  without,
} from '../../../../main/engine/tasks/classify/occlusion.ts';
import { ClassifyPredictor } from '../../../../main/engine/tasks/classify/predictor.ts';
import { classifierFiles, type SmallClassifier } from '../../../helpers/classifier.ts';
import { KNOWN } from '../../../helpers/tagger.ts';

const characters = (text: string) => Array.from(text, (_, i) => ({ start: i, end: i + 1 })); // of the basic plane
const pairs = (text: string) =>
  Array.from({ length: Math.ceil(text.length / 2) }, (_, i) => ({
    start: 2 * i,
    end: Math.min(text.length, 2 * i + 2),
  }));

const DECISION: Decision = {
  mode: 'multiple',
  calibration: { kind: 'platt', scale: [1, 1], shift: [0, 0] },
  thresholds: [0.5, 0.5],
};

/** A model that adds up what its characters weigh; label 1 is the opposite. */
function additive(weights: Readonly<Record<string, number>>) {
  const asked: string[] = [];
  return {
    asked,
    words: characters,
    logitsOf: async (texts: readonly string[]) => {
      asked.push(...texts);
      return texts.map((text) => {
        const sum = [...text].reduce((total, char) => total + (weights[char] ?? 0), 0);
        return Float32Array.of(sum, -sum);
      });
    },
  };
}

/** Occluder of a model that reads the text once more without each part. */
function occluderOf(
  text: string,
  {
    logitsOf,
    words,
  }: Pick<ReturnType<typeof additive>, 'words'> & {
    logitsOf(texts: readonly string[], between?: () => Promise<void> | void): Promise<Float32Array[]>;
  },
  options: OcclusionOptions,
): Occluder {
  return new Occluder(
    text,
    {
      words,
      logitsWithout: (parts, between) =>
        logitsOf(
          parts.map((part) => without(text, options.read, part)),
          between,
        ),
    },
    options,
  );
}

describe('occlusion', () => {
  it('finds what each word weighs, for and against, at its place', async () => {
    const text = '患者𠮷咳嗽三天，无胸痛。';
    const tools = additive({ 咳: 2, 嗽: 1, 痛: -1.5 });
    const words = (part: string) =>
      [...part].flatMap((char, i, all) => {
        const start = all.slice(0, i).join('').length;
        return [{ start, end: start + char.length }];
      });
    const occluder = occluderOf(
      text,
      { ...tools, words },
      { read: [{ start: 0, end: text.length }], decision: DECISION },
    );
    const { words: found, probability } = await occluder.explain(0);
    expect(found.map(({ start, end, weight }) => [text.slice(start, end), weight])).toEqual([
      ['咳', 2],
      ['嗽', 1],
      ['痛', -1.5],
    ]);
    expect(probability).toBeCloseTo(1 / (1 + Math.exp(-1.5)), 6);
    expect(found[0]!.without).toBeCloseTo(1 / (1 + Math.exp(0.5)), 6);
    const { words: opposite } = await occluder.explain(1);
    expect(opposite.map(({ weight }) => weight)).toEqual([-2, -1, 1.5]);
  });

  it('reads nothing twice', async () => {
    const tools = additive({ 咳: 2, 痛: 1 });
    const text = '咳嗽，胸痛。乏力';
    const occluder = occluderOf(text, tools, {
      read: [{ start: 0, end: text.length }],
      decision: DECISION,
    });
    await occluder.explain(0);
    const first = tools.asked.length;
    expect(first).toBe(1 + 3 + 6);
    await occluder.explain(1);
    expect(tools.asked).toHaveLength(first);
  });

  it('affords the words of the clauses that move most, and names the others as a whole', async () => {
    const tools = additive({ 咳: 2, 痛: 1, 乏: 0.5 });
    const text = '咳嗽三天，胸痛两天。乏力。';
    const read = [{ start: 0, end: text.length }];
    const { words } = await occluderOf(text, tools, { read, decision: DECISION, mostWords: 9 }).explain(0);
    expect(words.map(({ start, end }) => text.slice(start, end))).toEqual(['咳', '痛', '乏力']);
    const few = await occluderOf(text, tools, { read, decision: DECISION, mostWords: 2 }).explain(0);
    expect(few.words.map(({ start, end }) => text.slice(start, end))).toEqual([
      '咳嗽三天',
      '胸痛两天',
      '乏力',
    ]);
  });

  it('leaves out what hardly moves anything', async () => {
    const tools = additive({ 咳: 2, 痛: 0.1 });
    const text = '咳嗽胸痛';
    const options = { read: [{ start: 0, end: 4 }], decision: DECISION };
    const of = async (least: number) =>
      (await occluderOf(text, tools, { ...options, least }).explain(0)).words.map(({ start }) =>
        text.charAt(start),
      );
    expect(await of(0.1)).toEqual(['咳']);
    expect(await of(0.01)).toEqual(['咳', '痛']);
    const dull = await occluderOf('天天', tools, { ...options, read: [{ start: 0, end: 2 }] }).explain(0);
    expect(dull.words).toEqual([]);
  });

  it('moves nothing up into what is read', () => {
    const texts = fc
      .array(fc.constantFrom(...'咳痛，。天 \n'), { minLength: 4, maxLength: 30 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(texts, fc.nat(30), fc.nat(30), (text, a, b) => {
        const [head, tail] = [Math.floor(text.length / 4), Math.ceil(text.length / 2)];
        const read = [
          { start: 0, end: head },
          { start: tail, end: text.length },
        ];
        const [start, end] = [Math.min(a, b, text.length), Math.min(Math.max(a, b), text.length)];
        const left = [...text].filter((_, i) => (i < head || i >= tail) && (i < start || i >= end)).join('');
        expect(without(text, read, { start, end })).toBe(left);
        const clauses = clausesOf(text, read);
        for (const [i, clause] of clauses.entries()) {
          expect(clause.start).toBeGreaterThanOrEqual(clauses[i - 1]?.end ?? 0);
          expect(read.some((part) => clause.start >= part.start && clause.end <= part.end)).toBe(true);
        }
        const words = (all: string) => all.replace(/[，。 \n]/g, '');
        expect(clauses.map((one) => words(text.slice(one.start, one.end))).join('')).toBe(
          words(without(text, read, { start: 0, end: 0 })),
        );
      }),
    );
  });

  it('stops when it is told to', async () => {
    const tools = additive({ 咳: 2 });
    let batches = 0;
    const occluder = occluderOf(
      '咳嗽，胸痛',
      {
        ...tools,
        logitsOf: async (texts, between) => {
          await between?.();
          return tools.logitsOf(texts);
        },
      },
      { read: [{ start: 0, end: 5 }], decision: DECISION },
    );
    const stop = () => {
      if (++batches === 2) throw new Error('stop');
    };
    await expect(occluder.explain(0, stop)).rejects.toThrow('stop');
    expect(tools.asked).toHaveLength(3); // the text and its clauses
    expect((await occluder.explain(0)).words).toHaveLength(1);
  });
});

describe('a real classifier', () => {
  let executor: Executor;
  beforeAll(async () => {
    executor = await openExecutor({ id: 'onnx', threads: 1 });
  });
  afterAll(() => executor.dispose());
  const open = (options: SmallClassifier) => ClassifyPredictor.open(executor, classifierFiles(options));
  const TEXT = `${KNOWN}。出现胸痛，否认糖尿病！`;

  it.each([
    { mode: 'single', keep: 'head' },
    { mode: 'multiple', keep: 'head' },
    { mode: 'multiple', keep: 'head-tail' },
  ] as const)('is explained as reading it once for each word would, $mode $keep', async ({ mode, keep }) => {
    const predictor = await open({ mode, keep, length: 32 });
    const { read } = predictor.look(TEXT);
    expect(read.reduce((sum, { start, end }) => sum + end - start, 0)).toBe(32);
    const label = 1;
    const { words } = await predictor.occluder(TEXT, pairs).explain(label);
    expect(words.length).toBeGreaterThan(3);
    const alone = async (text: string) => {
      const [row] = (await predictor.logitsOf([text])).rows;
      return {
        odds: mode === 'single' ? oddsOf(row!)[label]! : row![label]!,
        probability: probabilitiesOf(row!, predictor.decision.calibration)[label]!,
      };
    };
    const whole = await alone(TEXT);
    for (const { start, end, weight, without: left } of words) {
      expect(TEXT.slice(start, end)).not.toMatch(/[，。！]/);
      const kept = read.map((part) =>
        [...TEXT].filter((_, i) => i >= part.start && i < part.end && (i < start || i >= end)).join(''),
      );
      // A word at the end of what is read may have brought a mark with it.
      const near = await alone(kept.join(''));
      expect(weight).toBeCloseTo(whole.odds - near.odds, 3);
      expect(left).toBeCloseTo(near.probability, 4);
    }
    await predictor.dispose();
  });

  it('says what it reads and knows of a text', async () => {
    const predictor = await open({ keep: 'head-tail', length: 8 });
    expect(predictor.look('患者发热')).toEqual({ read: [{ start: 0, end: 4 }], tokens: 4, known: 4 });
    expect(predictor.look('')).toEqual({ read: [], tokens: 0, known: 0 });
    const long = predictor.look('患者发热abcdefghij胸痛');
    expect(long.read[0]).toEqual({ start: 0, end: 2 });
    expect(long.tokens).toBe(8);
    expect(long.known).toBeLessThan(8);
    await predictor.dispose();
  });
});
