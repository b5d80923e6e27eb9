/** Probabilities of spans against sums over all tags of a text, and against the scores of span heads. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { constrainScores } from '../../../../main/engine/layers/viterbi.ts';
import { SPAN_UNITS } from '../../../../main/engine/models/tagger/span-heads.ts';
import { eachSpan } from '../../../../main/engine/tasks/ner/span-decoding.ts';
import { spanProbabilities } from '../../../../main/engine/tasks/ner/span-probabilities.ts';
import { createTagSet, type TagSet, transitionConstraints } from '../../../../main/text/tag-set.ts';
import { decodeTags } from '../../../../main/text/tagging.ts';

const LEAST = 0.01;
const places = (length: number) => ({
  starts: Array.from({ length }, (_, i) => i),
  ends: Array.from({ length }, (_, i) => i + 1),
});

const floats = (size: number, most: number) =>
  fc
    .array(fc.float({ noNaN: true, min: -most, max: most }), { minLength: size, maxLength: size })
    .map((values) => Float32Array.from(values));

interface Scores {
  readonly transitions: Float32Array;
  readonly start: Float32Array;
  readonly end: Float32Array;
}

/** Sums the probability of every path of tags that holds a span, by span. */
function naive(emissions: Float32Array, scores: Scores, tagSet: TagSet): Map<string, number> {
  const { size: K, types } = tagSet;
  const { transitions, start, end } = constrainScores(scores, transitionConstraints(tagSet));
  const length = emissions.length / K;
  const sums = new Map<string, number>();
  let total = 0;
  for (let code = 0; code < K ** length; code++) {
    const path = Array.from({ length }, (_, t) => Math.floor(code / K ** t) % K);
    const score = path.reduce(
      (sum, tag, t) => sum + emissions[t * K + tag]! + (t > 0 ? transitions[path[t - 1]! * K + tag]! : 0),
      start[path[0]!]! + end[path.at(-1)!]!,
    );
    const weight = Math.exp(score);
    total += weight;
    for (const { from, to, type } of decodeTags(path, tagSet, 'strict')) {
      const key = `${from} ${to} ${types[type]}`;
      sums.set(key, (sums.get(key) ?? 0) + weight);
    }
  }
  return new Map([...sums].map(([key, sum]) => [key, sum / total]));
}

/** Expects the spans that are probable enough, each with its probability. */
function expectSpans(found: ReturnType<typeof spanProbabilities>, expected: ReadonlyMap<string, number>) {
  const got = new Map(
    found.map(({ start, end, type, confidence }) => [`${start} ${end} ${type}`, confidence]),
  );
  for (const [key, p] of expected) {
    if (Math.abs(p - LEAST) < 1e-5) continue;
    if (p < LEAST) expect(got.has(key)).toBe(false);
    else expect(got.get(key), key).toBeCloseTo(p, 5);
  }
  for (const key of got.keys()) expect(expected.has(key), key).toBe(true);
}

describe.each([
  ['BIO', 4],
  ['BIOES', 3],
] as const)('tags of the scheme %s', (scheme, most) => {
  const tagSet = createTagSet(['a', 'b'], scheme);
  const K = tagSet.size;
  const problem = fc.integer({ min: 1, max: most }).chain((length) =>
    fc.record({
      emissions: floats(length * K, 4),
      scores: fc.record({ transitions: floats(K * K, 3), start: floats(K, 3), end: floats(K, 3) }),
    }),
  );

  it('sum over the paths of a CRF', () => {
    fc.assert(
      fc.property(problem, ({ emissions, scores }) => {
        const found = spanProbabilities(emissions, places(emissions.length / K), {
          tagSet,
          head: { kind: 'crf', scores },
        });
        expectSpans(found, naive(emissions, scores, tagSet));
      }),
      { numRuns: 40 },
    );
  });

  it('of a softmax count as those of a CRF without transitions', () => {
    const zero = {
      transitions: new Float32Array(K * K),
      start: new Float32Array(K),
      end: new Float32Array(K),
    };
    fc.assert(
      fc.property(problem, ({ emissions }) => {
        const head = { kind: 'softmax' } as const;
        const found = spanProbabilities(emissions, places(emissions.length / K), { tagSet, head });
        expectSpans(found, naive(emissions, zero, tagSet));
      }),
      { numRuns: 20 },
    );
  });

  it('stay exact where scores are beyond the range of floating point', () => {
    const huge = fc.record({ emissions: floats(3 * K, 900), transitions: floats(K * K, 900) });
    fc.assert(
      fc.property(huge, ({ emissions, transitions }) => {
        const scores = { transitions, start: new Float32Array(K), end: new Float32Array(K) };
        const found = spanProbabilities(emissions, places(3), { tagSet, head: { kind: 'crf', scores } });
        for (const { confidence } of found) expect(confidence).toBeGreaterThanOrEqual(LEAST);
        for (let token = 0; token < 3; token++) {
          const covering = found.filter(({ start, end }) => start <= token && token < end);
          expect(covering.reduce((sum, { confidence }) => sum + confidence, 0)).toBeLessThan(1 + 1e-6);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe.each(['global-pointer', 'biaffine'] as const)('scores of %s', (kind) => {
  const tagSet = createTagSet(['a', 'b'], 'BIO');
  const width = kind === 'biaffine' ? 3 * (SPAN_UNITS + 1) + SPAN_UNITS : 2 * SPAN_UNITS + 4;
  const head = { kind, longest: 3 };

  it('become probabilities of every span that is not too long', () => {
    fc.assert(
      fc.property(floats(5 * width, 0.5), (rows) => {
        const expected = new Map<string, number>();
        eachSpan(rows, head, 2, (scores, first, last) => {
          const total = scores.reduce((sum, score) => sum + Math.exp(score), 0);
          for (const [type, name] of tagSet.types.entries())
            expected.set(
              `${first} ${last + 1} ${name}`,
              kind === 'biaffine'
                ? Math.exp(scores[type + 1]!) / total
                : Math.exp(scores[type]!) / (1 + Math.exp(scores[type]!)),
            );
        });
        expectSpans(spanProbabilities(rows, places(5), { tagSet, head }), expected);
      }),
      { numRuns: 10 },
    );
  });
});
