import { describe, expect, it } from 'vitest';
import { entityKey, pairsOf, RecordVectors } from '../../../main/inference/record-vectors.ts';
import type { Mention } from '../../../shared/domain/mention.ts';

const mention = (entityId: number, assertion: Mention['assertion'] = 'present'): Mention => ({
  ...{ start: 0, end: 1, text: 'x', type: 'symptom', name: `E${entityId}`, depth: 0 },
  ...{ entityId, assertion },
});

interface Case {
  readonly text: string;
  readonly mentions: readonly Mention[];
}

const CASES: readonly Case[] = [
  { text: '患者咳嗽、发热3天，咳嗽加重。', mentions: [mention(1), mention(2)] },
  { text: '患者发热，否认咳嗽。', mentions: [mention(2), mention(1, 'negated')] },
  { text: '胸痛2小时，向左肩放射。', mentions: [mention(3)] },
  { text: '父亲有胸痛，本人体检。', mentions: [mention(3, 'family')] },
  { text: '', mentions: [] },
  { text: '𠮷𠮷野家，ＡＢＣ abc', mentions: [] },
];

function indexOf(cases: readonly Case[]): RecordVectors {
  const vectors = new RecordVectors();
  for (const [i, { text, mentions }] of cases.entries())
    vectors.set(i + 1, '1', text, { mentions: [...mentions], values: [] });
  return vectors;
}

/** BM25 and cosine as the formulas say, over maps. */
function naiveScores(question: Case, cases: readonly Case[]): number[] {
  const rarity = (holders: number) => Math.log(1 + (cases.length - holders + 0.5) / (holders + 0.5));
  const bags = cases.map(({ text }) => pairsOf(text));
  const lengthOf = (bag: ReadonlyMap<string, number>) => [...bag.values()].reduce((sum, n) => sum + n, 0);
  const mean = Math.max(1, bags.reduce((sum, bag) => sum + lengthOf(bag), 0) / cases.length);
  const own = pairsOf(question.text);
  const bm25 = (bag: ReadonlyMap<string, number>): number =>
    [...own].reduce((sum, [pair, times]) => {
      const count = bag.get(pair) ?? 0;
      const idf = rarity(bags.filter((other) => other.has(pair)).length);
      return sum + (times * idf * count * 2.5) / (count + 1.5 * (0.25 + (0.75 * lengthOf(bag)) / mean));
    }, 0);
  const keysOf = ({ mentions }: Case) => new Set(mentions.flatMap((one) => entityKey(one) ?? []));
  const sets = cases.map(keysOf);
  const weight = (key: number) => rarity(sets.filter((set) => set.has(key)).length);
  const dot = (a: ReadonlySet<number>, b: ReadonlySet<number>) =>
    [...a].reduce((sum, key) => sum + (b.has(key) ? weight(key) ** 2 : 0), 0);
  const mine = keysOf(question);
  return cases.map((_, i) => {
    const cosine = dot(mine, sets[i]!) / Math.sqrt(dot(mine, mine) * dot(sets[i]!, sets[i]!));
    return (0.8 * bm25(bags[i]!)) / (bm25(own) || 1) + 0.2 * (Number.isFinite(cosine) ? cosine : 0);
  });
}

describe('vectors of records', () => {
  it.each(CASES)('score $text as a naive version does', (question) => {
    const naive = naiveScores(question, CASES);
    const found = indexOf(CASES).search(question.text, question.mentions, { count: 100 });
    const expected = naive
      .map((score, i) => ({ id: i + 1, score }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.id - b.id);
    expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    for (const [i, { score }] of found.entries()) expect(score).toBeCloseTo(expected[i]!.score, 10);
  });

  it('score a text against itself as 1', () => {
    const [first] = CASES;
    expect(indexOf(CASES).search(first!.text, first!.mentions, { count: 1 })).toEqual([
      { id: 1, score: expect.closeTo(1, 10) },
    ]);
  });

  it('are the same after records were changed and deleted as when built anew, and after being kept', () => {
    const changed = indexOf([...CASES.toReversed(), { text: '已删除的病历', mentions: [mention(9)] }]);
    changed.delete(CASES.length + 1);
    for (const [i, { text, mentions }] of CASES.entries())
      changed.set(i + 1, '2', text, { mentions: [...mentions], values: [] });
    const kept = new RecordVectors(changed.terms, structuredClone(changed.records));
    for (const { text, mentions } of CASES) {
      const anew = indexOf(CASES).search(text, mentions, { count: 100 });
      for (const vectors of [changed, kept]) {
        const found = vectors.search(text, mentions, { count: 100 });
        expect(found.map(({ id }) => id)).toEqual(anew.map(({ id }) => id));
        for (const [i, { score }] of found.entries()) expect(score).toBeCloseTo(anew[i]!.score, 10);
      }
    }
  });

  it('never answer with the record asked about', () => {
    const [{ text, mentions } = { text: '', mentions: [] }] = CASES;
    const found = indexOf(CASES).search(text, mentions, { count: 100, without: 1 });
    expect(found.map(({ id }) => id)).not.toContain(1);
    expect(found).not.toEqual([]);
  });

  it('share what both assert alike: a denied symptom is not a present one, a father’s not the patient’s', () => {
    const vectors = indexOf(CASES);
    const shared = (id: number, mentions: readonly Mention[]) =>
      vectors.sharedEntities(id, mentions).map(({ entityId }) => entityId);
    expect(shared(2, [mention(1), mention(2)])).toEqual([2]);
    expect(shared(2, [mention(1, 'negated')])).toEqual([1]);
    expect(shared(4, [mention(3)])).toEqual([]);
    expect(shared(1, [mention(1, 'hypothetical')])).toEqual([]);
  });

  it('name stretches that both texts hold, none inside of another', () => {
    const [{ text } = { text: '' }, other] = CASES;
    const words = indexOf(CASES).sharedWords(text, other!.text, 10);
    for (const word of words) {
      expect(text).toContain(word);
      expect(other!.text).toContain(word);
      expect(words.filter((one) => one.includes(word))).toEqual([word]);
    }
    expect(words.toSorted()).toEqual(['发热', '咳嗽', '患者'].toSorted());
  });
});
