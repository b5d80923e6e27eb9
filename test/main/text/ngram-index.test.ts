/** Search by n-grams against a naive version. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gramsOf, NgramIndex } from '../../../main/text/ngram-index.ts';

function naive(texts: readonly string[], query: string): number[] {
  const all = texts.map(gramsOf);
  const idf = (gram: string) =>
    Math.log((1 + texts.length) / (1 + all.filter((grams) => grams.has(gram)).length)) + 1;
  const weights = (grams: Iterable<string>) => new Map([...grams].map((gram) => [gram, idf(gram)]));
  const length = (of: ReadonlyMap<string, number>) => Math.hypot(...of.values());
  const own = weights(gramsOf(query));
  return all.map((grams) => {
    const other = weights(grams);
    let product = 0;
    for (const [gram, weight] of own) product += weight * (other.get(gram) ?? 0);
    return product === 0 ? 0 : product / (length(own) * length(other));
  });
}

describe('search by n-grams', () => {
  it('gives the cosines of a naive version, best first, at every search of an index', () => {
    const text = fc.string({
      unit: fc.constantFrom('肺', '炎', '胃', '急', '性', ' ', 'A', '𠮷'),
      maxLength: 6,
    });
    fc.assert(
      fc.property(
        fc.array(text, { maxLength: 8 }),
        fc.array(text, { minLength: 1, maxLength: 3 }),
        (texts, queries) => {
          const index = new NgramIndex(texts);
          for (const query of queries) {
            const scores = naive(texts, query);
            const found = index.search(query, 3);
            const best = scores.filter((score) => score > 0).sort((a, b) => b - a);
            expect(found.map(({ score }) => score)).toEqual(
              best.slice(0, 3).map((one) => expect.closeTo(one, 9)),
            );
            for (const { text: number, score } of found) expect(score).toBeCloseTo(scores[number]!, 9);
          }
        },
      ),
    );
  });

  it('leaves a text out that may not answer for itself', () => {
    const index = new NgramIndex(['肺炎', '急性肺炎']);
    expect(index.search('肺炎', 2, 0).map(({ text }) => text)).toEqual([1]);
  });
});
