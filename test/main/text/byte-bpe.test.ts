/** Byte-level BPE: equal to Hugging Face's tokenizers on stored values, offsets of the text, and a naive reference. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { appRoot } from '../../../main/resources.ts';
import {
  byteBpeTokenizer,
  byteBpeVocabulary,
  formatByteBpe,
  parseByteBpe,
  withBertNames,
} from '../../../main/text/byte-bpe.ts';
import { joinPair } from '../../../main/text/encoding.ts';

/** Made by `tokenizers` 0.22 from self-written sentences: a vocabulary of 480 tokens, and what it makes of texts. */
const STORED = z
  .object({
    vocab: z.record(z.string(), z.number()),
    merges: z.array(z.string()),
    cases: z.array(
      z.object({
        text: z.string(),
        prefix: z.boolean(),
        ids: z.array(z.number()),
        offsets: z.array(z.tuple([z.number(), z.number()])),
      }),
    ),
    pairs: z.array(z.object({ first: z.string(), second: z.string(), ids: z.array(z.number()) })),
  })
  .parse(JSON.parse(readFileSync(join(appRoot, 'test', 'fixtures', 'byte-bpe.json'), 'utf8')));

const named: string[] = [];
for (const [token, id] of Object.entries(STORED.vocab)) named[id] = token;
const bpe = { tokens: withBertNames(named), merges: STORED.merges };
const vocabulary = byteBpeVocabulary(bpe);
const tokenizer = (prefix: boolean) => byteBpeTokenizer(bpe, vocabulary, prefix);
const tokenize = tokenizer(false);

/** Offset in UTF-16 code units of a code point. */
const unitOf = (text: string, point: number): number => [...text].slice(0, point).join('').length;

describe('byte-level BPE', () => {
  it.each(STORED.cases.map((one) => [one.text, one] as const))('of %j is that of tokenizers', (_, stored) => {
    const { text, prefix, ids, offsets } = stored;
    const joined = joinPair(vocabulary, tokenizer(prefix)(text));
    expect([...joined.ids]).toEqual(ids);
    const own = Array.from({ length: joined.length - 2 }, (_one, i) => [
      joined.starts[i + 1],
      joined.ends[i + 1],
    ]);
    expect(own).toEqual(offsets.slice(1, -1).map(([start, end]) => [unitOf(text, start), unitOf(text, end)]));
  });

  it('joins pairs by two separators', () => {
    for (const { first, second, ids } of STORED.pairs)
      expect([...joinPair(vocabulary, tokenize(first), tokenize(second)).ids]).toEqual(ids);
  });

  it('gives back any text but lone surrogates, and reads its own file', () => {
    const again = parseByteBpe(formatByteBpe(bpe));
    expect(again).toEqual(bpe);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const { ids, starts, ends } = tokenize(text);
        const symbols = Array.from(ids, (id) => vocabulary.tokens[id]!).join('');
        expect(textOf(symbols)).toBe(text);
        for (let i = 0; i < ids.length; i++) {
          expect(starts[i]).toBeLessThanOrEqual(ends[i]!);
          if (i > 0) expect(starts[i]).toBeGreaterThanOrEqual(starts[i - 1]!);
        }
      }),
    );
  });

  it('merges as the naive loop does', () => {
    const ranks = new Map(bpe.merges.map((pair, rank) => [pair, rank]));
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z患者胸痛]{1,40}$/), (word) => {
        const naive = [...symbolsOf(word)];
        for (;;) {
          let [best, at] = [Number.POSITIVE_INFINITY, -1];
          for (let i = 0; i + 1 < naive.length; i++) {
            const rank = ranks.get(`${naive[i]} ${naive[i + 1]}`);
            if (rank !== undefined && rank < best) [best, at] = [rank, i];
          }
          if (at < 0) break;
          naive.splice(at, 2, `${naive[at]}${naive[at + 1]}`);
        }
        expect(Array.from(tokenize(word).ids, (id) => vocabulary.tokens[id])).toEqual(naive);
      }),
    );
  });

  it('takes a word of a hundred thousand letters', () => {
    const { ends } = tokenize('痛'.repeat(100_000));
    expect(ends.at(-1)).toBe(100_000);
  });
});

/** The symbols of bytes, written anew: printable ones are themselves, the others follow U+0100. */
const SYMBOLS = (() => {
  const symbols = new Map<number, string>();
  const printed = [...'!~¡¬®ÿ'].map((one) => one.charCodeAt(0));
  for (let i = 0; i < 6; i += 2)
    for (let byte = printed[i]!; byte <= printed[i + 1]!; byte++)
      symbols.set(byte, String.fromCharCode(byte));
  let next = 256;
  for (let byte = 0; byte < 256; byte++)
    if (!symbols.has(byte)) symbols.set(byte, String.fromCharCode(next++));
  return symbols;
})();
const symbolsOf = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => SYMBOLS.get(byte)).join('');
function textOf(symbols: string): string {
  const bytes = new Map([...SYMBOLS].map(([byte, symbol]) => [symbol, byte]));
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    Uint8Array.from(symbols, (symbol) => bytes.get(symbol)!),
  );
}
