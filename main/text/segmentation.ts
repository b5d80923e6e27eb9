/**
 * Chinese word segmentation with offsets: jieba (dictionary, shortest path, HMM for unknown words) and a user
 * dictionary.
 */
import { createRequire } from 'node:module';
import type { Jieba } from '@node-rs/jieba';
import { invariant } from '../../shared/assert.ts';
import type { Span } from '../../shared/domain/span.ts';
import { AppError } from '../../shared/result.ts';
import { buildAutomaton } from './automaton.ts';
import { foldUnits } from './folding.ts';

export interface UserWord {
  readonly word: string;
  /** Occurrences in jieba's corpus of 60 million words; by default enough to win over any split of the word. */
  readonly frequency?: number;
}

export interface Segmenter {
  /** Returns words, punctuation and white space in order, covering the text without gaps. */
  segment(text: string): Span[];
}

export interface SegmenterOptions {
  readonly userWords?: readonly UserWord[];
  /** Joins characters outside the dictionary into likely words; default true. */
  readonly hmm?: boolean;
}

/** Beats every split of a word: no two dictionary words together exceed (0.0053)² of jieba's corpus. */
const WINNING_FREQUENCY = 2_000;
/** Runs within which jieba's dictionary applies; elsewhere it splits text sign by sign. */
const WITHIN_JIEBA_RUN = /^[\p{Script=Han}a-zA-Z0-9+#&._%-]+$/u;

/** Loads jieba and its dictionary: about 0.5 s and 50 MB. */
function loadJieba(): Jieba {
  const require = createRequire(import.meta.url); // needed by few processes
  // the package's own declared type
  const { Jieba } = require('@node-rs/jieba') as typeof import('@node-rs/jieba');
  // the package's own declared type
  const { dict } = require('@node-rs/jieba/dict.js') as typeof import('@node-rs/jieba/dict.js');
  return Jieba.withDict(dict);
}

let shared: WeakRef<Jieba> | undefined;

/** Returns jieba without user words, loaded if no part of the process holds it. */
export function sharedJieba(): Jieba {
  const jieba = shared?.deref() ?? loadJieba();
  shared = new WeakRef(jieba);
  return jieba;
}

/** Loads the dictionary if there are user words or none is in use, so keep the segmenter. */
export function loadSegmenter(options: SegmenterOptions = {}): Segmenter {
  const words = options.userWords ?? [];
  const inDictionary = words.filter(({ word }) => WITHIN_JIEBA_RUN.test(word));
  const jieba = inDictionary.length > 0 ? loadJieba() : sharedJieba();
  if (inDictionary.length > 0) {
    const lines = inDictionary.map(({ word, frequency }) => `${word} ${frequency ?? WINNING_FREQUENCY} n\n`);
    jieba.loadDict(new TextEncoder().encode(lines.join('')));
  }
  const others = words.filter(({ word }) => !WITHIN_JIEBA_RUN.test(word)).map(({ word }) => word);
  const joined = others.length > 0 ? buildAutomaton(others, { minUnits: 1 }) : undefined;
  const hmm = options.hmm ?? true;

  return {
    segment(text) {
      const ranges = placeWords(text, jieba.cut(text, hmm));
      if (joined === undefined) return ranges;
      const { count, start, end } = joined.scan(foldUnits(text));
      const found = Array.from({ length: count }, (_, i) => ({ start: start[i]!, end: end[i]! }));
      return forceRanges(ranges, leftmostLongest(found));
    },
  };
}

/** Places jieba's words, which cover the text in order with unpaired surrogates replaced unit by unit. */
function placeWords(text: string, words: readonly string[]): Span[] {
  const ranges: Span[] = [];
  let at = 0;
  for (const word of words) {
    ranges.push({ start: at, end: at + word.length });
    at += word.length;
  }
  invariant(at === text.length, `segmentation: words of ${at} units for a text of ${text.length}`);
  return ranges;
}

function leftmostLongest(found: readonly Span[]): Span[] {
  const kept: Span[] = [];
  for (const range of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (range.start >= (kept.at(-1)?.end ?? 0)) kept.push(range);
  }
  return kept;
}

/** Makes each forced range one word; the remainders of cut words stay as shorter words. */
function forceRanges(ranges: readonly Span[], forced: readonly Span[]): Span[] {
  const out: Span[] = [];
  let next = 0;
  for (const { start, end } of ranges) {
    let at = start;
    while (next < forced.length && forced[next]!.start < end) {
      const { start: from, end: to } = forced[next]!;
      if (from > at) out.push({ start: at, end: from });
      if (from >= start) out.push({ start: from, end: to });
      at = Math.min(end, to);
      if (to > end) break;
      next++;
    }
    if (at < end) out.push({ start: at, end });
  }
  return out;
}

/**
 * Reads jieba's user dictionary: `word`, `word frequency` or `word frequency tag` a line, `#` before a remark.
 * Ignores tags. Words contain no white space.
 */
export const parseUserDictionary = (text: string): UserWord[] =>
  text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .flatMap((line, i) => {
      const fields = line.trim();
      if (fields === '' || fields.startsWith('# ')) return [];
      const match = /^(\S+)(?:[ \t]+(\d{1,9}))?(?:[ \t]+[a-zA-Z]\w*)?$/.exec(fields);
      if (match === null) throw new AppError('bad-input', 'vocabulary.wrong-user-line', { line: i + 1 });
      const [, word = '', frequency] = match;
      return [frequency === undefined ? { word } : { word, frequency: Number(frequency) }];
    });
