/** Tokens marked by a CRF against all its paths, counted one by one. */
import { expect, it } from 'vitest';
import { legalScores } from '../../../../main/engine/tasks/ner/decode.ts';
import { markTokens } from '../../../../main/engine/tasks/ner/mark-tokens.ts';
import { createTagSet } from '../../../../main/text/tag-set.ts';

const tagSet = createTagSet(['name', 'date'], 'BIO');
const LENGTH = 4;

/** Repeatable numbers in [−1, 1]. */
const numbers = (count: number, seed: number): Float32Array =>
  Float32Array.from({ length: count }, (_, i) => Math.sin(12.9898 * (i + 1) * seed));

it('have the share of paths in which the token is part of an entity', () => {
  const K = tagSet.size;
  const scores = { transitions: numbers(K * K, 3), start: numbers(K, 5), end: numbers(K, 7) };
  const emissions = numbers(LENGTH * K, 2);
  const legal = legalScores(scores, tagSet);
  const inside = new Float64Array(LENGTH);
  let all = 0;
  for (let path = 0; path < K ** LENGTH; path++) {
    const tags = Array.from({ length: LENGTH }, (_, t) => Math.floor(path / K ** t) % K);
    const score = tags.reduce(
      (sum, tag, t) =>
        sum +
        (emissions[t * K + tag] ?? 0) +
        (t === 0 ? (legal.start[tag] ?? 0) : (legal.transitions[(tags[t - 1] ?? 0) * K + tag] ?? 0)),
      legal.end[tags.at(-1) ?? 0] ?? 0,
    );
    all += Math.exp(score);
    for (const [t, tag] of tags.entries()) if (tag !== 0) inside[t] = (inside[t] ?? 0) + Math.exp(score);
  }
  const places = { starts: [0, 1, 2, 3], ends: [1, 2, 3, 4] };
  const found = markTokens(0)(emissions, places, { tagSet, head: { kind: 'crf', scores } });
  expect(found.map(({ start }) => start)).toEqual(places.starts);
  for (const [t, { confidence }] of found.entries())
    expect(confidence).toBeCloseTo((inside[t] ?? 0) / all, 4);
  const sure = markTokens(0.9)(emissions, places, { tagSet, head: { kind: 'crf', scores } });
  expect(sure).toEqual(found.filter(({ confidence }) => confidence >= 0.9));
});
