/** Word vectors as tables of a network: which rows there are, their scale, and who gets which. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredVectors } from '../../../../main/engine/embeddings/stored-vectors.ts';
import { vectorToken } from '../../../../main/engine/embeddings/vector-tokens.ts';
import { characterTable, type VectorTable, wordTable } from '../../../../main/engine/tasks/vector-tables.ts';
import { lazySegmenter, wordRows } from '../../../../main/engine/tasks/word-rows.ts';
import { countCharacters, tokenizeCharacters } from '../../../../main/text/character-tokenizer.ts';
import { fold } from '../../../../main/text/folding.ts';
import { buildFrequencyVocabulary } from '../../../../main/text/frequency-vocabulary.ts';
import { vectorsOf } from './vectors.ts';

const ALPHABET = [...'糖尿病患者肺炎咳嗽三天CTct，。 \n𠮷'];
const texts = fc.array(
  fc.array(fc.constantFrom(...ALPHABET), { maxLength: 24 }).map((chars) => chars.join('')),
  { minLength: 1, maxLength: 5 },
);
const characters = fc.uniqueArray(fc.constantFrom(...'糖尿病患者肺炎ct,甲乙丙'), { minLength: 1 });

function rowOf({ vocabulary, values }: VectorTable, token: string): number[] {
  const id = vocabulary.requireId(token);
  const dimension = values.length / vocabulary.size;
  return [...values.subarray(id * dimension, (id + 1) * dimension)];
}

/** Mean and deviation over all values of the rows of these tokens, one after another. */
function distribution(table: VectorTable, tokens: readonly string[]) {
  const rows = tokens.map((token) => rowOf(table, token));
  const mean = rows[0]!.map((_, i) => rows.reduce((sum, row) => sum + row[i]!, 0) / rows.length);
  const squares = rows.flatMap((row) => row.map((value, i) => (value - mean[i]!) ** 2));
  return { mean, deviation: Math.sqrt(squares.reduce((sum, x) => sum + x, 0) / squares.length) };
}

const given = ({ vectors: { tokens, values, dimension } }: StoredVectors, token: string): number[] => {
  const row = tokens.indexOf(token);
  return [...values.subarray(row * dimension, (row + 1) * dimension)];
};

describe('a table of character vectors', () => {
  it('has mean 0 and deviation 1 over the tokens of the texts, and differences as the vectors have', () => {
    fc.assert(
      fc.property(
        texts,
        characters,
        fc.double({ min: 0.01, max: 50, noNaN: true }),
        (all, known, deviation) => {
          const stored = vectorsOf('character', known, { deviation });
          const table = characterTable(stored, all, { minCount: 1, extra: 100, seed: 1 });
          const tokens = all.flatMap((text) => [...fold(text)].filter((char) => known.includes(char)));
          if (new Set(tokens).size < 2) return;
          const { mean, deviation: found } = distribution(table, tokens);
          for (const value of mean) expect(value).toBeCloseTo(0, 3);
          expect(found).toBeCloseTo(1, 4);
          const [a, b] = [...new Set(tokens)] as [string, string];
          const before = given(stored, a).map((value, i) => value - given(stored, b)[i]!);
          const after = rowOf(table, a).map((value, i) => value - rowOf(table, b)[i]!);
          const scale = Math.hypot(...after) / Math.hypot(...before);
          for (const [i, value] of after.entries()) expect(value).toBeCloseTo(scale * before[i]!, 3);
        },
      ),
    );
  });

  it('has a row for what the texts hold, rare ones only with a vector, and for the first of the others', () => {
    fc.assert(
      fc.property(
        texts,
        characters,
        fc.nat(4),
        fc.integer({ min: 1, max: 3 }),
        (all, known, extra, minCount) => {
          const { vocabulary, covered } = characterTable(vectorsOf('character', known), all, {
            minCount,
            extra,
            seed: 1,
          });
          const counts = new Map<string, number>();
          for (const text of all) countCharacters(text, true, counts);
          const own = [...counts]
            .filter(([char, n]) => n >= minCount || known.includes(char))
            .map(([char]) => char);
          const others = known.filter((char) => !counts.has(char)).slice(0, extra);
          expect(new Set(vocabulary.tokens)).toEqual(new Set(['[PAD]', '[UNK]', ...own, ...others]));
          const total = [...counts.values()].reduce((sum, n) => sum + n, 0);
          const hit = [...counts].reduce((sum, [char, n]) => sum + (known.includes(char) ? n : 0), 0);
          expect(covered).toBeCloseTo(total === 0 ? 1 : hit / total, 10);
        },
      ),
    );
  });

  it('draws what has no vector within the range of the others, by seed; special tokens are the mean', () => {
    const stored = vectorsOf('character', '糖尿病患者肺炎', { deviation: 9, dimension: 40 });
    const all = ['糖尿病患者肺炎', '甲乙丙丁戊己庚辛'];
    const [one, same, other] = [1, 1, 2].map((seed) =>
      characterTable(stored, all, { minCount: 1, extra: 0, seed }),
    ) as [VectorTable, VectorTable, VectorTable];
    expect(one.values).toEqual(same.values);
    expect(rowOf(one, '甲')).not.toEqual(rowOf(other, '甲'));
    expect(rowOf(one, '糖')).toEqual(rowOf(other, '糖'));
    const { deviation } = distribution(one, [...'甲乙丙丁戊己庚辛']);
    expect(deviation).toBeGreaterThan(0.8);
    expect(deviation).toBeLessThan(1.2);
    for (const special of ['[PAD]', '[UNK]'])
      expect(rowOf(one, special).every((value) => value === 0)).toBe(true);
  });

  it('reads texts exactly where the vectors tell width or case apart', () => {
    const exact = characterTable(vectorsOf('character', 'CTct'), ['CTＣct'], {
      minCount: 1,
      extra: 0,
      seed: 1,
    });
    expect(exact.vocabulary.folded).toBe(false);
    expect([...exact.vocabulary.tokens].sort()).toEqual(['C', 'T', '[PAD]', '[UNK]', 'c', 't', 'Ｃ']);
    expect(rowOf(exact, 'Ｃ')).toEqual(rowOf(exact, 'c')); // folded it has a vector
  });

  it('stands vectors that are all alike', () => {
    const one = characterTable(vectorsOf('character', '糖'), ['糖糖尿'], { minCount: 1, extra: 0, seed: 1 });
    expect([...one.values].every((value) => value === 0)).toBe(true);
  });
});

/** The word in which each token begins, or its longest known piece, by trying all. */
function naiveTokens(
  text: string,
  starts: Int32Array,
  { tokens, userWords }: { readonly tokens: readonly string[]; readonly userWords: readonly string[] },
): (string | undefined)[] {
  const find = (piece: string) =>
    tokens.find((token) => token === piece) ?? tokens.find((token) => token === fold(vectorToken(piece)));
  const at = new Map<number, string>();
  const segmenter = lazySegmenter(userWords.map((word) => ({ word })))();
  for (const { start, end } of segmenter.segment(text)) {
    for (let from = start; from < end; ) {
      let to = end;
      while (to > from && find(text.slice(from, to)) === undefined) to--;
      const token = find(text.slice(from, to));
      if (to === from) to = from + 1;
      if (token !== undefined) for (let i = from; i < to; i++) at.set(i, token);
      from = to;
    }
  }
  return [...starts].map((start) => at.get(start));
}

describe('a table of word vectors', () => {
  const words = fc.uniqueArray(
    fc.constantFrom(
      '糖尿病',
      '糖尿',
      '病',
      '患者',
      '肺炎',
      '肺',
      '咳嗽',
      '三天',
      'ct',
      '，',
      '病患',
      '\u0020',
    ),
    { minLength: 1 },
  );
  it.each([[[]], [['病患', '嗽三', '炎咳', 'ct，']]])(
    'gives each token what a naive alignment gives it, in the texts and in others, with user words %j',
    (userWords) => {
      fc.assert(
        fc.property(texts, texts, words, fc.nat(3), (all, others, known, extra) => {
          const stored = vectorsOf('word', known, { userWords });
          const counts = new Map<string, number>();
          for (const text of all) countCharacters(text, true, counts);
          const chars = buildFrequencyVocabulary(counts, { unit: 'character', folded: true });
          const tokenize = (text: string) => tokenizeCharacters(text, chars);
          const { vocabulary } = wordTable(stored, all, { tokenize, extra, seed: 1 });
          const rows = wordRows(vocabulary, stored.userWords);
          const found = (text: string) => {
            const tokens = tokenize(text);
            return [...rows(text, tokens)].map((row) => vocabulary.tokens[row]);
          };
          const expected = (text: string, tokens: readonly string[]) =>
            naiveTokens(text, tokenize(text).starts, { tokens, userWords }).map((token) => token ?? '[UNK]');
          for (const text of all) expect(found(text)).toEqual(expected(text, known));
          for (const text of others) expect(found(text)).toEqual(expected(text, vocabulary.tokens.slice(2)));
        }),
        { numRuns: 60 },
      );
    },
  );

  it('keeps the words of the texts and the first of the others', () => {
    const stored = vectorsOf('word', ['发热', '咳嗽', '糖尿病', '肺炎', '患者'], { userWords: ['糖尿病'] });
    const chars = buildFrequencyVocabulary(new Map([['病', 1]]), { unit: 'character', folded: true });
    const tokenize = (text: string) => tokenizeCharacters(text, chars);
    const all = ['糖尿病患者，糖尿病'];
    const table = wordTable(stored, all, { tokenize, extra: 1, seed: 1 });
    expect(table.vocabulary.tokens).toEqual(['[PAD]', '[UNK]', '糖尿病', '患者', '发热']);
    expect(table.vocabulary.unit).toBe('word');
    expect(table.covered).toBeCloseTo(8 / 9, 10);
  });
});

describe('segmentation', () => {
  it('parts a text as it parts its lines', () => {
    fc.assert(
      fc.property(texts, (lines) => {
        const segmenter = lazySegmenter([])();
        const whole = lines.join('\n');
        const cut = (text: string) =>
          segmenter
            .segment(text)
            .map(({ start, end }) => text.slice(start, end))
            .filter((word) => word.trim() !== '');
        expect(cut(whole)).toEqual(whole.split('\n').flatMap(cut));
      }),
    );
  });
});
