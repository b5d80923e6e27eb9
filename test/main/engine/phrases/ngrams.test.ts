/** Statistics of n-grams against their definitions, counted naively. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { frequentNgrams } from '../../../../main/engine/phrases/ngrams.ts';
import { countPairs } from '../../../../main/engine/phrases/pair-counts.ts';
import { UnitCorpus } from '../../../../main/engine/phrases/unit-corpus.ts';

/** All n-grams of single characters by their definitions; runs of other characters are borders. */
function naive(texts: readonly string[], { minCount, maxLength }: { minCount: number; maxLength: number }) {
  const pieces = texts.flatMap((text) => text.match(/\p{Script=Han}+/gu) ?? []);
  const total = pieces.reduce((sum, piece) => sum + piece.length + 1, 1);
  const occurrences = (gram: string) =>
    pieces.flatMap((piece) => {
      const found = [];
      for (let at = piece.indexOf(gram); at >= 0; at = piece.indexOf(gram, at + 1))
        found.push({ before: piece[at - 1], after: piece[at + gram.length] });
      return found;
    });
  const entropy = (units: readonly (string | undefined)[]) => {
    const counts = new Map<string | number, number>();
    for (const [i, unit] of units.entries()) counts.set(unit ?? i, (counts.get(unit ?? i) ?? 0) + 1);
    return [...counts.values()].reduce(
      (sum, count) => sum - (count / units.length) * Math.log(count / units.length),
      0,
    );
  };
  const most = (units: readonly (string | undefined)[]) =>
    Math.max(0, ...units.flatMap((unit) => (unit ? [units.filter((other) => other === unit).length] : [])));
  const grams = new Set(
    pieces.flatMap((piece) =>
      Array.from(piece, (_, at) =>
        Array.from({ length: maxLength - 1 }, (_, n) => piece.slice(at, at + n + 2)).filter(
          (gram, n) => gram.length === n + 2,
        ),
      ).flat(),
    ),
  );
  return [...grams].flatMap((text) => {
    const found = occurrences(text);
    if (found.length < minCount) return [];
    const count = found.length;
    const splits = Array.from({ length: text.length - 1 }, (_, at) => {
      const [head, tail] = [text.slice(0, at + 1), text.slice(at + 1)];
      return Math.log((count * total) / (occurrences(head).length * occurrences(tail).length));
    });
    const [before, after] = [found.map((one) => one.before), found.map((one) => one.after)];
    return [
      {
        ...{ text, length: text.length, count, pmi: Math.min(...splits) },
        ...{ left: entropy(before), right: entropy(after) },
        within: Math.max(most(before), most(after)) / count,
      },
    ];
  });
}

it('equals naive counts for any texts', () => {
  const text = fc.string({ unit: fc.constantFrom(...'贫血炎肺，'), maxLength: 30 });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 6 }), fc.integer({ min: 2, max: 4 }), (texts, minCount) => {
      const options = { minCount, maxLength: 4 };
      const corpus = new UnitCorpus();
      for (const one of texts) corpus.add(one);
      const byText = (a: { text: string }, b: { text: string }) => (a.text < b.text ? -1 : 1);
      const found = [...frequentNgrams(corpus, options)].toSorted(byText);
      const expected = naive(texts, options).toSorted(byText);
      expect(found.map(({ text }) => text)).toEqual(expected.map(({ text }) => text));
      for (const [i, { text, ...numbers }] of found.entries())
        for (const [name, value] of Object.entries(numbers))
          expect(value, `${text} ${name}`).toBeCloseTo(expected[i]![name as keyof typeof numbers], 5);
    }),
    { numRuns: 200 },
  );
});

it('counts runs of letters and digits as one unit, without width and case', () => {
  const corpus = new UnitCorpus();
  for (const text of ['ＣＴ检查', 'ct检查120次', 'Ct检查']) corpus.add(text);
  const grams = [...frequentNgrams(corpus, { minCount: 3, maxLength: 4 })];
  expect(grams.map(({ text, count, length }) => [text, count, length])).toEqual([
    ['ct检', 3, 2],
    ['检查', 3, 2],
    ['ct检查', 3, 3],
  ]);
});

it('counts in several passes what does not fit in one table, each pair once', () => {
  const pairs = Array.from({ length: 5000 }, (_, i) => [i % 700, i % 300] as const);
  const count = (most: number) => {
    const counts = new Map<string, number>();
    countPairs(
      most,
      (add) => {
        for (const [first, unit] of pairs) add(first, unit);
      },
      (first, unit, times) => {
        expect(counts.has(`${first} ${unit}`)).toBe(false);
        counts.set(`${first} ${unit}`, times);
      },
    );
    return [...counts].toSorted();
  };
  const expected = Map.groupBy(pairs, ([first, unit]) => `${first} ${unit}`);
  expect(count(pairs.length)).toEqual([...expected].map(([key, all]) => [key, all.length]).toSorted());
  expect(count(20_000_000)).toEqual(count(pairs.length));
});
