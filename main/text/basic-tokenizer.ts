/**
 * BERT's BasicTokenizer (google-research/bert, tokenization.py) with offsets of every character: cleans, splits
 * Chinese characters, splits at white space, lower-cases, strips accents, splits punctuation. Classifies characters
 * by the Unicode tables of this runtime.
 */
import { invariant } from '../../shared/assert.ts';

export interface BasicOptions {
  /** BERT's do_lower_case; default true. */
  readonly lowerCase?: boolean;
  /** Applies NFD and removes nonspacing marks; defaults to `lowerCase`. */
  readonly stripAccents?: boolean;
  /** Makes every Chinese character a word; default true. */
  readonly splitChinese?: boolean;
  /** Strings kept whole and unchanged, longest first: `[MASK]`, entity markers. */
  readonly neverSplit?: readonly string[];
}

/** Word before WordPiece is applied. */
export interface BasicWord {
  readonly text: string;
  /** Offset in the original text in UTF-16 code units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Original range of each code unit of `text`; absent when `text` is the original slice. */
  readonly units?: { readonly starts: readonly number[]; readonly ends: readonly number[] };
  /** Whether it is one of `neverSplit`. */
  readonly whole: boolean;
}

/** Characters with their original ranges; an entry may hold several code units. */
interface Chars {
  readonly text: string[];
  readonly starts: number[];
  readonly ends: number[];
}

const KEPT = 0;
const REMOVED = 1;
const SPACE = 2;
const CHINESE = 3;

const BMP_CLASSES = Uint8Array.from({ length: 0x10000 }, (_, point) => classify(point));
const NONSPACING = /^\p{Mn}$/u;
const MARK = /^\p{M}$/u;
const PUNCTUATION = /^\p{P}$/u;

function classify(point: number): number {
  if (point === 0x09 || point === 0x0a || point === 0x0d) return SPACE;
  if (point === 0 || point === 0xfffd) return REMOVED;
  if (isChineseChar(point)) return CHINESE;
  const char = String.fromCodePoint(point);
  // Removes lone surrogates too: two of them would combine into another character; and private-use characters, as
  // Transformers does, whose tokenizers run imported encoders elsewhere (google-research/bert keeps them).
  if (/\p{Cc}|\p{Cf}|\p{Cs}|\p{Co}/u.test(char)) return REMOVED;
  // Zs is BERT's white space; Python's split() also splits at line and paragraph separators.
  return /\p{Z}/u.test(char) ? SPACE : KEPT;
}

/** Implements BERT's `_is_chinese_char`: the CJK ideograph blocks, without kana or Hangul. */
export function isChineseChar(point: number): boolean {
  return (
    (point >= 0x4e00 && point <= 0x9fff) ||
    (point >= 0x3400 && point <= 0x4dbf) ||
    (point >= 0x20000 && point <= 0x2a6df) ||
    (point >= 0x2a700 && point <= 0x2b73f) ||
    (point >= 0x2b740 && point <= 0x2b81f) ||
    (point >= 0x2b820 && point <= 0x2ceaf) ||
    (point >= 0xf900 && point <= 0xfaff) ||
    (point >= 0x2f800 && point <= 0x2fa1f)
  );
}

/** Returns whether NFD may change the ideograph; others are the same in every case and form. */
const isCompatibilityIdeograph = (point: number): boolean =>
  (point >= 0xf900 && point <= 0xfaff) || (point >= 0x2f800 && point <= 0x2fa1f);

/** Implements BERT's `_is_punctuation`: every ASCII sign, and Unicode's P classes. */
export function isPunctuation(char: string): boolean {
  const point = char.codePointAt(0) ?? 0;
  if (point < 0x80)
    return (
      (point >= 33 && point <= 47) ||
      (point >= 58 && point <= 64) ||
      (point >= 91 && point <= 96) ||
      (point >= 123 && point <= 126)
    );
  return PUNCTUATION.test(char);
}

/** Prepares the rules once; the returned function splits any number of texts. */
export function basicTokenizer(options: BasicOptions = {}): (text: string) => BasicWord[] {
  const lowerCase = options.lowerCase ?? true;
  const stripAccents = options.stripAccents ?? lowerCase;
  const splitChinese = options.splitChinese ?? true;
  const kept = wholeStrings(options.neverSplit ?? []);

  return (text) => {
    const words: BasicWord[] = [];
    let from = 0;
    if (kept !== undefined) {
      for (const match of text.matchAll(kept)) {
        splitPart(text, from, match.index, words);
        from = match.index + match[0].length;
        words.push({ text: match[0], start: match.index, end: from, whole: true });
      }
    }
    splitPart(text, from, text.length, words);
    return words;
  };

  function splitPart(text: string, from: number, to: number, words: BasicWord[]): void {
    let chunk = emptyChars();
    const flush = () => {
      if (chunk.text.length === 0) return;
      splitPunctuation(normalise(chunk, lowerCase, stripAccents), text, words);
      chunk = emptyChars();
    };
    for (let i = from; i < to; ) {
      const point = text.codePointAt(i)!;
      const next = i + (point > 0xffff && i + 1 < to ? 2 : 1);
      const kind = point > 0xffff ? classify(point) : BMP_CLASSES[point]!;
      const alone = kind === CHINESE && splitChinese;
      if (kind === SPACE || alone) flush();
      if (alone && !isCompatibilityIdeograph(point)) {
        words.push({ text: text.slice(i, next), start: i, end: next, whole: false });
      } else if (kind !== SPACE && kind !== REMOVED) {
        chunk.text.push(text.slice(i, next));
        chunk.starts.push(i);
        chunk.ends.push(next);
        if (alone) flush();
      }
      i = next;
    }
    flush();
  }
}

function wholeStrings(strings: readonly string[]): RegExp | undefined {
  if (strings.length === 0) return undefined;
  invariant(!strings.includes(''), 'neverSplit: an empty string occurs everywhere');
  const longestFirst = strings.toSorted((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map((s) => s.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'), 'g');
}

function emptyChars(): Chars {
  return { text: [], starts: [], ends: [] };
}

function normalise(chunk: Chars, lowerCase: boolean, stripAccents: boolean): Chars {
  const lower = lowerCase ? lowerChars(chunk) : chunk;
  return stripAccents ? withoutAccents(lower) : lower;
}

function lowerChars(chunk: Chars): Chars {
  // Lower-cases the whole chunk, since a Greek sigma's form depends on its neighbours; lengths are those of each
  // character.
  const lowered = chunk.text.join('').toLowerCase();
  let at = 0;
  const text = chunk.text.map((char) => {
    const from = at;
    at += char.toLowerCase().length;
    return lowered.slice(from, at);
  });
  invariant(at === lowered.length, 'lower case of a text and of its characters differ in length');
  return { ...chunk, text };
}

function withoutAccents(chunk: Chars): Chars {
  const joined = chunk.text.join('');
  const decomposed = joined.normalize('NFD');
  const out = emptyChars();
  if (decomposed === joined && !/\p{Mn}/u.test(joined)) return chunk;
  for (const { char, start, end } of canonicalOrder(decompose(chunk), decomposed)) {
    if (!NONSPACING.test(char)) {
      out.text.push(char);
      out.starts.push(start);
      out.ends.push(end);
    } else if (out.ends.length > 0) {
      // A removed mark still belongs to the letter before it: `é` is one letter in either form.
      out.ends[out.ends.length - 1] = Math.max(out.ends.at(-1)!, end);
    }
  }
  return out;
}

interface PlacedChar {
  readonly char: string;
  readonly start: number;
  readonly end: number;
}

function decompose(chunk: Chars): PlacedChar[] {
  return chunk.text.flatMap((chars, i) =>
    Array.from(chars.normalize('NFD'), (char) => ({ char, start: chunk.starts[i]!, end: chunk.ends[i]! })),
  );
}

/**
 * Restores NFD order: decomposing one character at a time leaves marks in written order, while NFD sorts each run of
 * marks. Spacing marks of a sorted run take the range of the whole run, so that starts never decrease.
 */
function canonicalOrder(placed: readonly PlacedChar[], decomposed: string): PlacedChar[] {
  const target = Array.from(decomposed);
  invariant(target.length === placed.length, 'NFD of a text and of its characters differ in length');
  const out: PlacedChar[] = [];
  for (let i = 0; i < placed.length; ) {
    let to = i + 1;
    if (MARK.test(placed[i]!.char)) while (to < placed.length && MARK.test(placed[to]!.char)) to++;
    const run = placed.slice(i, to);
    const sorted = run.some(({ char }, k) => char !== target[i + k]);
    const start = run[0]!.start;
    const end = run.at(-1)!.end;
    const spacing = run.some(({ char }) => !NONSPACING.test(char));
    for (; i < to; i++) {
      const char = target[i]!;
      if (!sorted) out.push(placed[i]!);
      else out.push({ char, start, end: spacing && NONSPACING.test(char) ? start : end });
    }
  }
  return out;
}

function splitPunctuation(chars: Chars, source: string, words: BasicWord[]): void {
  let from = 0;
  // An entry of several characters (lower-cased `İ`, a decomposed syllable) holds no punctuation.
  for (let i = 0; i < chars.text.length; i++) {
    if (!isPunctuation(chars.text[i]!)) continue;
    pushWord(chars, from, i, source, words);
    pushWord(chars, i, i + 1, source, words);
    from = i + 1;
  }
  pushWord(chars, from, chars.text.length, source, words);
}

function pushWord(chars: Chars, from: number, to: number, source: string, words: BasicWord[]): void {
  if (from === to) return;
  const text = chars.text.slice(from, to).join('');
  const start = chars.starts[from]!;
  const end = chars.ends[to - 1]!;
  if (source.slice(start, end) === text) {
    words.push({ text, start, end, whole: false });
    return;
  }
  const starts: number[] = [];
  const ends: number[] = [];
  for (let i = from; i < to; i++) {
    for (let k = 0; k < chars.text[i]!.length; k++) {
      starts.push(chars.starts[i]!);
      ends.push(chars.ends[i]!);
    }
  }
  words.push({ text, start, end, units: { starts, ends }, whole: false });
}
