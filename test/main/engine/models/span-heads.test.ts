/** Heads that score spans, against plain loops: scores with rotary positions, biaffine products, losses, decoding. */
import * as tf from '@tensorflow/tfjs-core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../../main/engine/layers/random.ts';
import { rotate } from '../../../../main/engine/layers/rotary.ts';
import { zlprLoss } from '../../../../main/engine/layers/zlpr.ts';
import {
  biaffine,
  biaffineScores,
  globalPointer,
  globalPointerScores,
  SPAN_UNITS,
} from '../../../../main/engine/models/tagger/span-heads.ts';
import { decodeSpans, eachSpan, spanUncertainty } from '../../../../main/engine/tasks/ner/span-decoding.ts';
import { createTagSet } from '../../../../main/text/tag-set.ts';
import { gelu, logSum } from '../layers/naive.ts';
import { difference, expectLayer, onReferenceBackend, randomArray, toTensor } from '../layers/tensors.ts';

onReferenceBackend();

const [N, TYPES, D] = [5, 2, SPAN_UNITS];
const tagSet = createTagSet(['a', 'b'], 'BIO');

/** x turned as complex numbers x_k + i x_{k + d / 2} by the angle position · 10000^(−2k / d). */
function turned(x: readonly number[], position: number): number[] {
  const half = x.length / 2;
  const out = new Array<number>(x.length);
  for (let k = 0; k < half; k++) {
    const angle = position * 10_000 ** ((-2 * k) / x.length);
    out[k] = x[k]! * Math.cos(angle) - x[half + k]! * Math.sin(angle);
    out[half + k] = x[k]! * Math.sin(angle) + x[half + k]! * Math.cos(angle);
  }
  return out;
}

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);

/** Scores by type, first and last token; `shift` moves all positions. */
function naivePointer(rows: readonly number[], shift = 0): number[] {
  const width = 2 * D + 2 * TYPES;
  const part = (n: number, from: number, size: number) =>
    rows.slice(n * width + from, n * width + from + size);
  return Array.from({ length: TYPES * N * N }, (_, at) => {
    const [c, i, j] = [Math.floor(at / (N * N)), Math.floor(at / N) % N, at % N];
    const product = dot(turned(part(i, 0, D), i + shift), turned(part(j, D, D), j + shift));
    return product / Math.sqrt(D) + part(i, 2 * D, TYPES)[c]! + part(j, 2 * D + TYPES, TYPES)[c]!;
  });
}

/** [s; 1]ᵀ U_c [e; 1] of every class from s and e [N, d] and U [d, classes, d + 1] with its last row. */
function naiveBiaffine(s: readonly number[], e: readonly number[], u: readonly number[]): number[] {
  const classes = TYPES + 1;
  const cell = (row: number, c: number, column: number) => u[(row * classes + c) * (D + 1) + column]!;
  return Array.from({ length: classes * N * N }, (_, at) => {
    const [c, i, j] = [Math.floor(at / (N * N)), Math.floor(at / N) % N, at % N];
    let sum = 0;
    for (let row = 0; row <= D; row++)
      for (let column = 0; column <= D; column++)
        sum +=
          (row === D ? 1 : s[i * D + row]!) * cell(row, c, column) * (column === D ? 1 : e[j * D + column]!);
    return sum;
  });
}

const pointerRows = randomArray('pointer', [N, 2 * D + 2 * TYPES]).values;
const biaffineWidth = biaffine.width(tagSet);

function scoresInPrediction(
  rows: readonly number[],
  kind: 'global-pointer' | 'biaffine',
): Map<string, number[]> {
  const found = new Map<string, number[]>();
  eachSpan(Float32Array.from(rows), { kind, longest: N }, TYPES, (scores, first, last) =>
    found.set(`${first} ${last}`, [...scores]),
  );
  return found;
}

function expectUpperTriangle(
  found: ReadonlyMap<string, readonly number[]>,
  expected: readonly number[],
  classes: number,
): void {
  expect(found.size).toBe((N * (N + 1)) / 2);
  for (const [place, scores] of found) {
    const [i, j] = place.split(' ').map(Number);
    for (let c = 0; c < classes; c++) expect(scores[c]).toBeCloseTo(expected[(c * N + i!) * N + j!]!, 3);
  }
}

describe('rotary positions', () => {
  it('turn pairs of components, gradients included', () => {
    const naive = (x: readonly number[]) =>
      Array.from({ length: 2 * 3 }, (_, n) => turned(x.slice(n * 6, n * 6 + 6), n % 3)).flat();
    expectLayer((x) => rotate(x!), naive, [randomArray('x', [2, 3, 6])]);
  });

  it('only count relatively', () => {
    expect(difference(naivePointer(pointerRows, 7), naivePointer(pointerRows))).toBeLessThan(1e-9);
  });
});

describe('GlobalPointer', () => {
  it('scores spans as the paper says, in training and in prediction', () => {
    const expected = naivePointer(pointerRows);
    const rows = toTensor({ shape: [1, N, 2 * D + 2 * TYPES], values: pointerRows });
    expect(difference(globalPointerScores(rows, TYPES).dataSync(), expected)).toBeLessThan(1e-4);
    expectUpperTriangle(scoresInPrediction(pointerRows, 'global-pointer'), expected, TYPES);
  });

  it('finds every span above 0, nested and crossing ones and several types at one place', () => {
    const scores = naivePointer(pointerRows);
    const expected = scores.flatMap((score, at) => {
      const [type, from, last] = [Math.floor(at / (N * N)), Math.floor(at / N) % N, at % N];
      return last >= from && score > 0
        ? [{ from, to: last + 1, type, confidence: 1 / (1 + Math.exp(-score)) }]
        : [];
    });
    const found = decodeSpans(Float32Array.from(pointerRows), { kind: 'global-pointer', longest: N }, tagSet);
    expect(found.length).toBeGreaterThan(3);
    const order = (a: { from: number; to: number; type: number }, b: typeof a) =>
      a.from - b.from || b.to - a.to || a.type - b.type;
    expect(found.map(({ confidence: _, ...span }) => span)).toEqual(
      expected.sort(order).map(({ confidence: _, ...span }) => span),
    );
    for (const [i, { confidence }] of found.entries())
      expect(confidence).toBeCloseTo(expected[i]!.confidence, 4);
  });

  it('is least certain of the span whose score is nearest to 0', () => {
    const scores = [...scoresInPrediction(pointerRows, 'global-pointer').values()].flat();
    const { entropy, margin } = spanUncertainty(
      Float32Array.from(pointerRows),
      { kind: 'global-pointer', longest: N },
      tagSet,
    );
    expect(margin).toBeCloseTo(Math.exp(-Math.min(...scores.map(Math.abs))), 4);
    expect(entropy).toBeGreaterThan(0);
    expect(entropy).toBeLessThanOrEqual(1);
  });
});

describe('biaffine', () => {
  const x = randomArray('features', [1, N, 6]);
  const params = Object.fromEntries(
    biaffine.params(6, tagSet).map(({ name, shape }) => [name, randomArray(name, shape, 0.3)]),
  );
  const side = (name: string) => {
    const [weight, bias] = [
      params[`biaffine.${name}.weight`]!.values,
      params[`biaffine.${name}.bias`]!.values,
    ];
    return Array.from({ length: N * D }, (_, at) => {
      const [n, d] = [Math.floor(at / D), at % D];
      let sum = bias[d]!;
      for (let i = 0; i < 6; i++) sum += x.values[n * 6 + i]! * weight[i * D + d]!;
      return gelu(sum);
    });
  };
  const u = [...params['biaffine.product.weight']!.values, ...params['biaffine.product.bias']!.values];

  it('scores spans as the paper says, in training and in prediction', () => {
    const expected = naiveBiaffine(side('start'), side('end'), u);
    const tensors = Object.fromEntries(
      Object.entries(params).map(([name, values]) => [name, toTensor(values)]),
    );
    const rows = biaffine.emissions(tensors, toTensor(x));
    expect(rows.shape).toEqual([1, N, biaffineWidth]);
    expect(difference(biaffineScores(rows, TYPES).dataSync(), expected)).toBeLessThan(1e-4);
    expectUpperTriangle(scoresInPrediction([...rows.dataSync()], 'biaffine'), expected, TYPES + 1);
  });

  it('keeps the best spans of those that cross', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = new RandomStream({ seed: seed >>> 0, purpose: 'rows' });
        const rows = Float32Array.from({ length: N * biaffineWidth }, () => 0.3 * random.normal());
        const found = decodeSpans(rows, { kind: 'biaffine', longest: N }, tagSet);
        const scores = scoresInPrediction([...rows], 'biaffine');
        const wanted = [...scores].flatMap(([place, classes]) => {
          const best = classes.indexOf(Math.max(...classes));
          const [from = 0, last = 0] = place.split(' ').map(Number);
          return best === 0 ? [] : [{ from, to: last + 1, type: best - 1, score: classes[best]! }];
        });
        const crosses = (a: { from: number; to: number }, b: { from: number; to: number }) =>
          (a.from < b.from && b.from < a.to && a.to < b.to) ||
          (b.from < a.from && a.from < b.to && b.to < a.to);
        for (const one of wanted) {
          const isKept = found.some(
            ({ from, to, type }) => from === one.from && to === one.to && type === one.type,
          );
          const better = wanted.filter((other) => other.score > one.score && crosses(one, other));
          const beaten = better.some((other) =>
            found.some((f) => f.from === other.from && f.to === other.to),
          );
          expect(isKept).toBe(!beaten);
        }
        for (const { confidence } of found) {
          expect(confidence).toBeGreaterThan(1 / (TYPES + 1));
          expect(confidence).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('zlpr', () => {
  it('is log (1 + Σ exp s) over negatives plus log (1 + Σ exp −s) over positives', () => {
    const positive = [0, 1, 0, 1, 0, 0, 0, 0];
    const counted = [1, 1, 1, 1, 1, 0, 1, 1];
    const naive = (s: readonly number[]) =>
      [0, 1].map((row) => {
        const at = [0, 1, 2, 3].map((i) => row * 4 + i).filter((i) => counted[i] === 1);
        const terms = (sign: number, of: number) =>
          at.filter((i) => positive[i] === of).map((i) => sign * s[i]!);
        return logSum([0, ...terms(1, 0)]) + logSum([0, ...terms(-1, 1)]);
      });
    const [y, m] = [positive, counted].map((values) => () => tf.tensor(values, [2, 4]));
    expectLayer((s) => zlprLoss(s!, y!(), m!()), naive, [randomArray('scores', [2, 4], 3)]);
  });

  it('stays finite for large scores', () => {
    const loss = zlprLoss(tf.tensor([[500, -500]]), tf.tensor([[0, 1]]), tf.tensor([[1, 1]]));
    expect(loss.dataSync()[0]).toBeCloseTo(1000, 0);
  });
});

it('rows of GlobalPointer are as wide as its head says', () => {
  expect(globalPointer.width(tagSet)).toBe(2 * D + 2 * TYPES);
});
