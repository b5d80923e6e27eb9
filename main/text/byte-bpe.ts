/** Byte-level BPE as in GPT-2 and RoBERTa (Sennrich et al. 2016; Radford et al. 2019), with offsets. */
import type { Span } from '../../shared/domain/span.ts';
import { TokenCollector } from './tokens.ts';
import { CLS, createVocabulary, MASK, PAD, SEP, UNK, type Vocabulary } from './vocabulary.ts';
import type { Tokenizer } from './wordpiece.ts';

export interface ByteBpe {
  /** Tokens by id, bytes as symbols (`BYTES`), special ones by BERT's names. */
  readonly tokens: readonly string[];
  /** Pairs of symbols with a space between, the first to be merged first. */
  readonly merges: readonly string[];
}

/** Names of special tokens in RoBERTa by those in BERT. */
const SPECIALS: Readonly<Record<string, string>> = {
  '<s>': CLS,
  '</s>': SEP,
  '<pad>': PAD,
  '<unk>': UNK,
  '<mask>': MASK,
};

/** Returns tokens with their special ones by BERT's names. Text that looks like such a name stands for nothing. */
export const withBertNames = (tokens: readonly string[]): string[] =>
  tokens.map((token) => SPECIALS[token] ?? (Object.values(SPECIALS).includes(token) ? '' : token));

/** Returns tokens with their special ones by RoBERTa's names again. */
export const withRobertaNames = (tokens: readonly string[]): string[] => {
  const names = new Map(Object.entries(SPECIALS).map(([there, here]) => [here, there]));
  return tokens.map((token) => names.get(token) ?? token);
};

/** Line between the tokens and the merges of a vocabulary file. */
const HEADER = 'meridian-merges 1';

/** Writes tokens a line, a header, and merges a line. */
export const formatByteBpe = ({ tokens, merges }: ByteBpe): string =>
  [...tokens, HEADER, ...merges, ''].join('\n');

export function parseByteBpe(text: string): ByteBpe {
  const lines = text.split('\n');
  const at = lines.indexOf(HEADER);
  return at < 0
    ? { tokens: lines, merges: [] }
    : { tokens: lines.slice(0, at), merges: lines.slice(at + 1).filter((line) => line !== '') };
}

/** Returns the vocabulary; texts of a pair stand apart by two [SEP], as in RoBERTa. */
export const byteBpeVocabulary = ({ tokens }: ByteBpe): Vocabulary => ({
  ...createVocabulary(tokens),
  separators: 2,
});

/** Symbol of each byte: itself where it can be printed, else the next free character from U+0100 on. */
const BYTES: readonly string[] = (() => {
  const printed = (byte: number) =>
    (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || (byte >= 0xae && byte <= 0xff);
  let next = 0x100;
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(printed(byte) ? byte : next++));
})();

const BYTE_OF: ReadonlyMap<string, number> = new Map(BYTES.map((symbol, byte) => [symbol, byte]));

/** Returns a token as text; bytes that are no whole character become U+FFFD. Special tokens stay. */
export function byteTokenText(token: string): string {
  const bytes = Array.from(token, (symbol) => BYTE_OF.get(symbol));
  return new TextDecoder().decode(Uint8Array.from(bytes.map((byte) => byte ?? 0)));
}

/** Words of GPT-2, each with the space before it. */
const WORDS =
  /'(?:s|t|re|ve|m|ll|d)| ?\p{L}+| ?\p{N}+| ?[^\p{White_Space}\p{L}\p{N}]+|\p{White_Space}+(?!\P{White_Space})|\p{White_Space}+/gu;

const CACHED_WORDS = 50_000;
const LONGEST_CACHED = 64;

/**
 * Tokenizes a text, without [CLS] and [SEP]. Offsets leave out spaces before a word; tokens that are part of a character
 * have the offsets of the whole character.
 * @param addPrefixSpace reads the text as if a space stood before it, unless one does
 */
export function byteBpeTokenizer(bpe: ByteBpe, vocabulary: Vocabulary, addPrefixSpace = false): Tokenizer {
  const unknown = vocabulary.requireId(UNK);
  const ranks = new Map(bpe.merges.map((pair, rank) => [pair, rank]));
  const cache = new Map<string, readonly string[]>();
  const encoder = new TextEncoder();
  const piecesOf = (word: string, symbols: readonly string[]): readonly string[] => {
    const known = cache.get(word);
    if (known !== undefined) return known;
    const pieces = merged(symbols, ranks);
    if (word.length <= LONGEST_CACHED && cache.size < CACHED_WORDS) cache.set(word, pieces);
    return pieces;
  };
  return (text) => {
    const shift = addPrefixSpace && !text.startsWith(' ') && text !== '' ? 1 : 0;
    const read = shift === 1 ? ` ${text}` : text;
    const tokens = new TokenCollector(text.length);
    let index = 0;
    for (const { 0: word, index: at } of read.matchAll(WORDS)) {
      const symbols: string[] = [];
      const [starts, ends]: [number[], number[]] = [[], []];
      let unit = at - shift;
      for (const character of word) {
        for (const byte of encoder.encode(character)) {
          symbols.push(BYTES[byte]!);
          starts.push(Math.max(0, unit));
          ends.push(Math.max(0, unit + character.length));
        }
        unit += character.length;
      }
      let from = 0;
      for (const piece of piecesOf(word, symbols)) {
        const to = from + piece.length;
        tokens.push(
          vocabulary.id(piece) ?? unknown,
          ...trimmed(piece, { start: starts[from]!, end: ends[to - 1]! }, addPrefixSpace),
          index,
        );
        from = to;
      }
      index++;
    }
    return tokens.finish();
  };
}

/** Leaves spaces at either end of a token out of its offsets, but for one at the beginning that may have been added. */
function trimmed(piece: string, { start, end }: Span, addPrefixSpace: boolean): [start: number, end: number] {
  const leading = /^\u0120*/.exec(piece)![0].length;
  const trailing = /\u0120*$/.exec(piece)![0].length;
  const first = addPrefixSpace && start === 0 && leading === 1 ? start : Math.min(start + leading, end);
  return [first, Math.max(end - trailing, first)];
}

/** Places of a word in a key of the heap. */
const PLACES = 2 ** 26;

/** Merges the pair of the lowest rank, the first of equal ones, until none is left. */
function merged(symbols: readonly string[], ranks: ReadonlyMap<string, number>): string[] {
  const parts: (string | undefined)[] = [...symbols];
  const next = symbols.map((_, i) => i + 1);
  const previous = symbols.map((_, i) => i - 1);
  const heap = new Heap();
  const rankAt = (place: number): number | undefined => {
    const other = parts[next[place]!];
    return other === undefined ? undefined : ranks.get(`${parts[place]} ${other}`);
  };
  const offer = (place: number): void => {
    const rank = place < 0 ? undefined : rankAt(place);
    if (rank !== undefined) heap.push(rank * PLACES + place);
  };
  for (let place = 0; place < symbols.length; place++) offer(place);
  for (let key = heap.pop(); key !== undefined; key = heap.pop()) {
    const place = key % PLACES;
    if (parts[place] === undefined || rankAt(place) !== Math.floor(key / PLACES)) continue; // merged meanwhile
    const right = next[place]!;
    parts[place] = `${parts[place]}${parts[right]}`;
    parts[right] = undefined;
    next[place] = next[right]!;
    if (next[place]! < symbols.length) previous[next[place]!] = place;
    offer(previous[place]!);
    offer(place);
  }
  return parts.filter((part) => part !== undefined);
}

/** Binary heap of numbers, the least first. */
class Heap {
  readonly #keys: number[] = [];

  push(key: number): void {
    const keys = this.#keys;
    let at = keys.push(key) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (keys[above]! <= key) break;
      keys[at] = keys[above]!;
      at = above;
    }
    keys[at] = key;
  }

  pop(): number | undefined {
    const keys = this.#keys;
    const least = keys[0];
    const last = keys.pop();
    if (last === undefined || keys.length === 0) return least;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= keys.length) break;
      if (below + 1 < keys.length && keys[below + 1]! < keys[below]!) below++;
      if (keys[below]! >= last) break;
      keys[at] = keys[below]!;
      at = below;
    }
    keys[at] = last;
    return least;
  }
}
