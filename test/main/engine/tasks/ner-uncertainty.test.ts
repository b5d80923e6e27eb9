import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crfMargin } from '../../../../main/engine/layers/crf-margin.ts';
import { uncertaintyOf } from '../../../../main/engine/tasks/ner/uncertainty.ts';
import { createTagSet } from '../../../../main/text/tag-set.ts';

const K = 3;
const scoreArray = (length: number) =>
  fc
    .array(fc.integer({ min: -40, max: 40 }), { minLength: length, maxLength: length })
    .map((values) => Float32Array.from(values, (v) => v / 8));

/** Scores of all paths, the best first. */
function allScores(
  emissions: Float32Array,
  transitions: Float32Array,
  start: Float32Array,
  end: Float32Array,
): number[] {
  let paths: { last: number; score: number }[] = Array.from(start, (first, tag) => ({
    last: tag,
    score: first + emissions[tag]!,
  }));
  for (let t = 1; t < emissions.length / K; t++) {
    paths = paths.flatMap(({ last, score }) =>
      Array.from({ length: K }, (_, tag) => ({
        last: tag,
        score: score + transitions[last * K + tag]! + emissions[t * K + tag]!,
      })),
    );
  }
  return paths.map(({ last, score }) => score + end[last]!).sort((a, b) => b - a);
}

describe('margin of a CRF', () => {
  it('is the best score less the second best of all paths', () => {
    const length = fc.integer({ min: 1, max: 6 });
    fc.assert(
      fc.property(
        length.chain((T) => fc.tuple(scoreArray(T * K), scoreArray(K * K), scoreArray(K), scoreArray(K))),
        ([emissions, transitions, start, end]) => {
          const [first, second] = allScores(emissions, transitions, start, end);
          expect(crfMargin(emissions, { transitions, start, end })).toBeCloseTo(first! - second!, 4);
        },
      ),
    );
  });
});

describe('uncertainty', () => {
  const tagSet = createTagSet(['a'], 'BIO'); // O, B-a, I-a
  const flat = { transitions: new Float32Array(9), start: new Float32Array(3), end: new Float32Array(3) };

  it('of a softmax head that knows nothing is 1, of one that is sure nearly 0', () => {
    const unsure = uncertaintyOf(new Float32Array(6), tagSet, { kind: 'softmax' });
    expect(unsure.entropy).toBeCloseTo(1, 5);
    expect(unsure.margin).toBe(1);
    const sure = uncertaintyOf(Float32Array.of(30, 0, 0, 30, 0, 0), tagSet, { kind: 'softmax' });
    expect(sure.entropy).toBeLessThan(1e-6);
    expect(sure.margin).toBeLessThan(1e-6);
  });

  it('of a softmax head follows its least certain token', () => {
    const { margin } = uncertaintyOf(Float32Array.of(9, 0, 0, 2, 1, 0), tagSet, { kind: 'softmax' });
    expect(margin).toBeCloseTo(Math.exp(-1), 5);
  });

  it('of a CRF counts legal taggings only', () => {
    // Two tokens, all scores 0: O O, O B, B O, B B, B I are legal, so the best two are equal …
    const { margin, entropy } = uncertaintyOf(new Float32Array(6), tagSet, { kind: 'crf', scores: flat });
    expect(margin).toBeCloseTo(1, 5);
    // … and the marginals are 2/5 3/5 0 and 2/5 2/5 1/5.
    const h = (...p: number[]) => -p.reduce((sum, q) => sum + q * Math.log(q), 0);
    expect(entropy).toBeCloseTo((h(0.4, 0.6) + h(0.4, 0.4, 0.2)) / 2 / Math.log(3), 4);
  });

  it('of a text without tokens is 0', () => {
    expect(uncertaintyOf(new Float32Array(0), tagSet, { kind: 'softmax' })).toEqual({
      entropy: 0,
      margin: 0,
    });
  });
});
