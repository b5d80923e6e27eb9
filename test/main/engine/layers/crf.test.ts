/** The CRF against brute force over all paths. */
import * as tf from '@tensorflow/tfjs-core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  constrainCrf,
  crfNegativeLogLikelihood,
  ILLEGAL,
  type TagConstraints,
} from '../../../../main/engine/layers/crf.ts';
import { type CrfScores, crfMarginals, viterbi } from '../../../../main/engine/layers/viterbi.ts';
import { logSum } from './naive.ts';
import {
  difference,
  expectLayer,
  expectNoLeak,
  onReferenceBackend,
  randomArray,
  toTensor,
} from './tensors.ts';

onReferenceBackend();

const K = 3;
type Values = ArrayLike<number>;
interface Scores {
  readonly transitions: Values;
  readonly start: Values;
  readonly end: Values;
}

/** Every path of `length` tags. */
function paths(length: number): number[][] {
  return Array.from({ length: K ** length }, (_, code) =>
    Array.from({ length }, (__, t) => Math.floor(code / K ** t) % K),
  );
}

function pathScore(path: readonly number[], emissions: Values, { transitions, start, end }: Scores): number {
  return path.reduce(
    (sum, tag, t) => sum + emissions[t * K + tag]! + (t > 0 ? transitions[path[t - 1]! * K + tag]! : 0),
    start[path[0]!]! + end[path.at(-1)!]!,
  );
}

function bruteLoss(gold: readonly number[], emissions: Values, scores: Scores): number {
  if (gold.length === 0) return 0;
  const all = paths(gold.length).map((path) => pathScore(path, emissions, scores));
  return logSum(all) - pathScore(gold, emissions, scores);
}

describe('crfNegativeLogLikelihood', () => {
  const [B, T] = [4, 4];
  const LENGTHS = [4, 1, 0, 3];
  const TAGS = [0, 2, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 0];
  const mask = LENGTHS.flatMap((n) => Array.from({ length: T }, (_, t) => (t < n ? 1 : 0)));
  const gold = () => ({ tags: tf.tensor(TAGS, [B, T], 'int32'), mask: tf.tensor(mask, [B, T]) });
  const inputs = [
    randomArray('e', [B, T, K]),
    randomArray('t', [K, K]),
    randomArray('s', [K]),
    randomArray('n', [K]),
  ];

  it('is −log p of the path, with expected less observed counts for a gradient', () => {
    expectLayer(
      (emissions, transitions, start, end) =>
        crfNegativeLogLikelihood({ transitions: transitions!, start: start!, end: end! }, emissions!, gold()),
      (emissions, transitions, start, end) =>
        LENGTHS.map((length, b) =>
          bruteLoss(TAGS.slice(b * T, b * T + length), emissions!.slice(b * T * K), {
            transitions: transitions!,
            start: start!,
            end: end!,
          }),
        ),
      inputs,
    );
  });

  it('works on single tokens', () => {
    expectLayer(
      (emissions, transitions, start, end) =>
        crfNegativeLogLikelihood({ transitions: transitions!, start: start!, end: end! }, emissions!, {
          tags: tf.tensor([1, 2], [2, 1], 'int32'),
          mask: tf.ones([2, 1]),
        }),
      (emissions, transitions, start, end) =>
        [1, 2].map((tag, b) =>
          bruteLoss([tag], emissions!.slice(b * K), { transitions: transitions!, start: start!, end: end! }),
        ),
      [randomArray('e1', [2, 1, K]), ...inputs.slice(1)],
    );
  });

  it('does not overflow where plain sums would', () => {
    tf.tidy(() => {
      const emissions = tf.mul(toTensor(inputs[0]!), 300);
      const params = { transitions: tf.zeros([K, K]), start: tf.zeros([K]), end: tf.zeros([K]) };
      const loss = crfNegativeLogLikelihood(params, emissions, gold());
      const expected = LENGTHS.map((length, b) =>
        bruteLoss(TAGS.slice(b * T, b * T + length), emissions.dataSync().slice(b * T * K), {
          transitions: new Float32Array(9),
          start: new Float32Array(3),
          end: new Float32Array(3),
        }),
      );
      expect(difference(loss.dataSync(), expected)).toBeLessThan(1e-5);
    });
  });

  it('leaves no tensors behind', () => {
    const [emissions, transitions, start, end] = inputs.map((array) => toTensor(array));
    const target = gold();
    const params = { transitions: transitions!, start: start!, end: end! };
    expectNoLeak(() => tf.grads((e: tf.Tensor) => crfNegativeLogLikelihood(params, e, target))([emissions!]));
    tf.dispose([emissions!, params, target]);
  });
});

describe('constrainCrf', () => {
  // Tags O, B, I: I only after B or I, and never first.
  const bio: TagConstraints = {
    allowed: Uint8Array.of(1, 1, 0, 1, 1, 1, 1, 1, 1),
    start: Uint8Array.of(1, 1, 0),
    end: Uint8Array.of(1, 1, 1),
  };

  it('forbids what is illegal and learns nothing there', () => {
    tf.tidy(() => {
      const params = { transitions: tf.ones([K, K]), start: tf.ones([K]), end: tf.ones([K]) };
      const bound = constrainCrf(params, bio);
      expect([...bound.transitions.dataSync()]).toEqual([1, 1, ILLEGAL, 1, 1, 1, 1, 1, 1]);
      expect([...bound.start.dataSync()]).toEqual([1, 1, ILLEGAL]);
      const emissions = toTensor(randomArray('c', [1, 3, K], 4));
      const target = { tags: tf.tensor([0, 1, 2], [1, 3], 'int32'), mask: tf.ones([1, 3]) };
      const gradient = tf.grad((t: tf.Tensor) =>
        crfNegativeLogLikelihood(constrainCrf({ ...params, transitions: t }, bio), emissions, target),
      )(params.transitions);
      expect(Math.abs(gradient.dataSync()[2]!)).toBe(0);
      expect(gradient.dataSync().filter((g) => Math.abs(g) > 1e-6).length).toBeGreaterThan(4);
      const scores = {
        transitions: Float32Array.from(bound.transitions.dataSync()),
        start: Float32Array.from(bound.start.dataSync()),
        end: Float32Array.from(bound.end.dataSync()),
      };
      const wantsInside = Float32Array.of(0, 0, 5, 0, 0, 5, 0, 0, 5);
      expect([...viterbi(wantsInside, scores).tags]).toEqual([1, 2, 2]);
      expect(crfMarginals(wantsInside, scores)[2]).toBe(0);
    });
  });
});

describe('decoding', () => {
  const float = { noNaN: true, noDefaultInfinity: true, min: -4, max: 4 } as const;
  const floats = (size: number) =>
    fc
      .array(fc.float(float), { minLength: size, maxLength: size })
      .map((values) => Float32Array.from(values));
  const problem = fc.integer({ min: 1, max: 5 }).chain((length) =>
    fc.record({
      emissions: floats(length * K),
      scores: fc.record({ transitions: floats(K * K), start: floats(K), end: floats(K) }),
    }),
  );

  it('finds the best of all paths', () => {
    fc.assert(
      fc.property(problem, ({ emissions, scores }) => {
        const { tags, score } = viterbi(emissions, scores);
        const best = Math.max(...paths(tags.length).map((path) => pathScore(path, emissions, scores)));
        expect(score).toBeCloseTo(best, 6);
        expect(pathScore([...tags], emissions, scores)).toBeCloseTo(best, 6);
      }),
      { numRuns: 100 },
    );
  });

  it('gives each tag the share of the paths through it', () => {
    fc.assert(
      fc.property(problem, ({ emissions, scores }) => {
        const length = emissions.length / K;
        const all = paths(length).map((path) => ({ path, score: pathScore(path, emissions, scores) }));
        const total = logSum(all.map(({ score }) => score));
        const expected = new Array<number>(length * K).fill(0);
        for (const { path, score } of all)
          path.forEach((tag, t) => {
            expected[t * K + tag]! += Math.exp(score - total);
          });
        expect(difference(crfMarginals(emissions, scores), expected)).toBeLessThan(1e-6);
      }),
      { numRuns: 50 },
    );
  });

  it('gives them as exactly where scores are beyond the range of floating point', () => {
    const huge = fc.float({ noNaN: true, noDefaultInfinity: true, min: -2000, max: 2000 });
    const row = (size: number) =>
      fc.array(huge, { minLength: size, maxLength: size }).map((values) => Float32Array.from(values));
    fc.assert(
      fc.property(row(4 * K), row(K * K), row(K), row(K), (emissions, transitions, start, end) => {
        const scores = { transitions, start, end };
        const all = paths(4).map((path) => ({ path, score: pathScore(path, emissions, scores) }));
        const total = logSum(all.map(({ score }) => score));
        const expected = new Array<number>(4 * K).fill(0);
        for (const { path, score } of all)
          path.forEach((tag, t) => {
            expected[t * K + tag]! += Math.exp(score - total);
          });
        expect(difference(crfMarginals(emissions, scores), expected)).toBeLessThan(1e-6);
      }),
      { numRuns: 100 },
    );
  });

  it('accepts an empty text and refuses sizes that do not fit', () => {
    const scores: CrfScores = {
      transitions: new Float32Array(9),
      start: new Float32Array(3),
      end: new Float32Array(3),
    };
    expect(viterbi(new Float32Array(0), scores)).toEqual({ tags: new Int32Array(0), score: 0 });
    expect(crfMarginals(new Float32Array(0), scores)).toHaveLength(0);
    expect(() => viterbi(new Float32Array(4), scores)).toThrow(/CRF decoding/);
  });
});
