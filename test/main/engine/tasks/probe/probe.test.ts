/** Queries about a graph, and masks filled in any order, against versions that follow the paper step by step. */
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../../../main/engine/layers/random.ts';
import { fillMasks, type Guess, type MaskedSequence } from '../../../../../main/engine/tasks/probe/decode.ts';
import { bestTokens, maskedQuery } from '../../../../../main/engine/tasks/probe/probe.ts';
import { probeQueries, relationWords, scoreProbe } from '../../../../../main/engine/tasks/probe/queries.ts';
import { createVocabulary, SPECIAL_TOKENS } from '../../../../../main/text/vocabulary.ts';
import { wordPieceTokenizer } from '../../../../../main/text/wordpiece.ts';

const MASK = 0;
const TOKENS = 6;

/** Log probabilities of tokens 1 … 5 at a place of these ids, drawn by ids and place. */
function drawn(ids: Int32Array, place: number): number[] {
  const random = new RandomStream({ seed: 9, purpose: `${ids.join(' ')}/${place}` });
  const raw = Array.from({ length: TOKENS - 1 }, () => 3 * random.normal());
  const sum = raw.reduce((total, x) => total + Math.exp(x), 0);
  return raw.map((x) => x - Math.log(sum));
}

const guess: Guess = async (sequences) =>
  sequences.map(({ ids, places }) =>
    places.map((place) =>
      drawn(ids, place)
        .map((logProbability, i) => ({ token: i + 1, logProbability }))
        .sort((a, b) => b.logProbability - a.logProbability),
    ),
  );

/** One sequence alone: all tokens at all open places of all kept fillings, sorted anew at each step. */
function naive({ ids, places }: MaskedSequence, width: number) {
  let kept = [{ ids: [...ids], sum: 0 }];
  for (const _ of places) {
    const all = kept.flatMap((one) =>
      places
        .filter((place) => one.ids[place] === MASK)
        .flatMap((place) =>
          drawn(Int32Array.from(one.ids), place).map((logProbability, i) => ({
            ids: one.ids.with(place, i + 1),
            sum: one.sum + logProbability,
          })),
        ),
    );
    all.sort((a, b) => b.sum - a.sum);
    kept = all
      .filter((one, i) => all.findIndex(({ ids }) => ids.join() === one.ids.join()) === i)
      .slice(0, width);
  }
  return kept.map((one) => ({ tokens: places.map((place) => one.ids[place]), logProbability: one.sum }));
}

it('masks are filled by beam search in any order, sequences of all lengths together', async () => {
  const sequences = [
    { ids: Int32Array.of(7, MASK, MASK, MASK, 8), places: [1, 2, 3] },
    { ids: Int32Array.of(MASK, 9), places: [0] },
    { ids: Int32Array.of(5, MASK, 4, MASK), places: [1, 3] },
  ];
  for (const width of [1, 3, 5]) {
    const found = await fillMasks(sequences, guess, width);
    for (const [i, sequence] of sequences.entries()) {
      const wanted = naive(sequence, width);
      expect(found[i]!.map(({ tokens }) => tokens)).toEqual(wanted.map(({ tokens }) => tokens));
      for (const [j, { logProbability }] of found[i]!.entries())
        expect(logProbability).toBeCloseTo(wanted[j]!.logProbability, 10);
    }
  }
});

it('a beam that is wide enough finds the best filling in its best order', async () => {
  const places = [0, 1];
  let best = { tokens: [0, 0], sum: Number.NEGATIVE_INFINITY };
  for (const order of [places, places.toReversed()])
    for (let a = 1; a < TOKENS; a++)
      for (let b = 1; b < TOKENS; b++) {
        const [first, second] = [order[0]!, order[1]!];
        const ids = Int32Array.of(MASK, MASK, 3);
        const sum = drawn(ids, first)[a - 1]! + drawn(ids.with(first, a), second)[b - 1]!;
        if (sum > best.sum) best = { tokens: first === 0 ? [a, b] : [b, a], sum };
      }
  const [[found]] = (await fillMasks([{ ids: Int32Array.of(MASK, MASK, 3), places }], guess, 50)) as [
    Awaited<ReturnType<typeof fillMasks>>[number],
  ];
  expect(found!.tokens).toEqual(best.tokens);
  expect(found!.logProbability).toBeCloseTo(best.sum, 10);
});

it('the most probable tokens have their log softmax and no refused ones', () => {
  const logits = Float32Array.of(9, 1, 5, 2, 3, 4, 0);
  const sum = logits.reduce((total, x) => total + Math.exp(x), 0);
  const best = bestTokens(logits, new Set([0]));
  expect(best.map(({ token }) => token)).toEqual([2, 5, 4, 3, 1]);
  for (const { token, logProbability } of best)
    expect(logProbability).toBeCloseTo(logits[token]! - Math.log(sum), 5);
  expect(() => bestTokens(logits.subarray(0, 4), new Set())).toThrow();
});

it('a query has its masks between the texts and the special tokens', () => {
  const vocabulary = createVocabulary([...SPECIAL_TOKENS, '肺', '炎', '有']);
  const query = maskedQuery({ before: '', after: '有 肺炎' }, 2, {
    vocabulary,
    tokenize: wordPieceTokenizer(vocabulary),
  });
  expect(query).toEqual({ ids: Int32Array.of(2, 4, 4, 7, 5, 6, 3), places: [1, 2] });
});

describe('queries', () => {
  const graph = {
    names: [['肺炎', '肺部感染'], ['咳嗽'], ['发热'], ['肺'], ['支气管肺炎']],
    relationNames: ['HasSymptom', 'part_of'],
    heads: [0, 0, 4, 3],
    relations: [0, 0, 0, 1],
    tails: [1, 2, 1, 0],
  };
  const queries = probeQueries(graph, { limit: 200, seed: 1 });
  const find = (before: string, after: string) =>
    queries.find((query) => query.before === before && query.after === after);

  it('ask for head and tail of every triple, equal ones once with all answers', () => {
    expect(queries).toHaveLength(6);
    expect(find('肺炎 的症状有', '')!.answers).toEqual(new Set(['咳嗽', '发热']));
    expect(find('', '的症状有 咳嗽')!.answers).toEqual(new Set(['肺炎', '肺部感染', '支气管肺炎']));
    expect(find('支气管肺炎 的症状有', '')!.frequent).toEqual(['咳嗽', '发热']);
    expect(relationWords('part_of')).toBe('is part of');
    expect(relationWords('is_caused_by')).toBe('is caused by');
    expect(relationWords('may_treat')).toBe('may treat');
    expect(relationWords('proof')).toBe('proof');
  });

  it('are of type 1 when an answer stands in them', () => {
    expect(find('', 'is part of 肺炎')).toMatchObject({ type: 1, answers: new Set(['肺']) });
    expect(find('肺 is part of', '')).toMatchObject({ type: 2 });
  });

  it('are drawn by seed, so many a relation', () => {
    const few = probeQueries(graph, { limit: 1, seed: 4 });
    expect(few.map(({ relation }) => relation)).toEqual(['HasSymptom', 'part_of']);
    expect(probeQueries(graph, { limit: 1, seed: 4 })).toEqual(few);
  });

  it('count when any answer is right, as means of the relations', () => {
    const found = queries.map(({ before, after, relation }) => {
      if (before === '肺炎 的症状有') return ['头痛', '发热'];
      return relation === 'part_of' && after !== '' ? ['肺'] : ['头痛'];
    });
    const scores = scoreProbe(queries, found);
    expect(scores.relations).toEqual({
      HasSymptom: { queries: 4, recall: 1 / 4 },
      part_of: { queries: 2, recall: 1 / 2 },
    });
    expect(scores.all).toBeCloseTo((1 / 4 + 1 / 2) / 2);
    expect(scores.type1).toBe(1);
    expect(scores.type2).toBeCloseTo((1 / 4 + 0) / 2);
  });
});
