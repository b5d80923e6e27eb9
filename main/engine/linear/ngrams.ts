/** Counts n-grams of characters or words, as scikit-learn's `TfidfVectorizer` does, with the place of each. */

import type { NgramSettings } from '../../../shared/domain/linear.ts';
import { fold } from '../../text/folding.ts';
import type { Segmenter } from '../../text/segmentation.ts';
import { HAS_TYPE, type NameFinder, type TypedName, typeUnit } from './type-units.ts';

/** Marks before and after a text, so that n-grams at its ends differ from those within. */
const START_OF_TEXT = '\u0002';
const END_OF_TEXT = '\u0003';
/** Stands before an n-gram of words where n-grams of characters are counted too. */
const WORD_MARK = '\u0004';
const WHITE_SPACE = /^\s+$/u;
const HAS_WORD = /[\p{L}\p{N}]/u;

/** Called for each occurrence of an n-gram at the UTF-16 offsets `start` (inclusive) to `end` (exclusive). */
export type VisitNgram = (ngram: string, start: number, end: number) => void;

/** Units in order, with the offset of each; the offsets have one more place, the end of the text. */
interface Units {
  readonly units: readonly string[];
  readonly starts: readonly number[];
}

/** Reads of a text what its characters do not tell. */
export interface NgramTools {
  /** Splits texts into words; needed where the analyzer reads words. */
  readonly segmenter?: Segmenter | undefined;
  /** Finds names whose types n-grams of characters hold in their place, too. */
  readonly names?: NameFinder | undefined;
}

export function forEachNgram(
  text: string,
  { analyzer, ngramMin, ngramMax }: NgramSettings,
  visit: VisitNgram,
  { segmenter, names }: NgramTools = {},
): void {
  const view = fold(text.toWellFormed()); // keeps offsets
  if (analyzer !== 'word') {
    const characters = charactersOf(view);
    const sizes = { min: ngramMin, max: ngramMax, joint: '' };
    visitRuns(characters, sizes, visit);
    if (names !== undefined)
      visitRuns(withTypes(characters, names(view)), sizes, (ngram, start, end) => {
        if (HAS_TYPE.test(ngram)) visit(ngram, start, end);
      });
  }
  if (analyzer === 'char' || segmenter === undefined) return;
  const mark = analyzer === 'word' ? '' : WORD_MARK;
  visitRuns(
    wordsOf(view, text, segmenter),
    { min: 1, max: WORDS_IN_A_RUN, joint: ' ' },
    (ngram, start, end) => visit(mark + ngram, start, end),
  );
}

/** Longest n-gram of words. */
const WORDS_IN_A_RUN = 2;

/** Returns the code points of a text between its marks; white space of any length is one space. */
function charactersOf(view: string): Units {
  const units = [START_OF_TEXT];
  const starts = [0];
  let at = 0;
  for (const char of view) {
    const isSpace = WHITE_SPACE.test(char);
    if (!isSpace || units.at(-1) !== ' ') {
      units.push(isSpace ? ' ' : char);
      starts.push(at);
    }
    at += char.length;
  }
  return { units: [...units, END_OF_TEXT], starts: [...starts, at, at] };
}

/** Returns the units with one for the type of each name in place of the name's characters. */
function withTypes({ units, starts }: Units, names: readonly TypedName[]): Units {
  const kept: Units & { units: string[]; starts: number[] } = { units: [], starts: [] };
  let next = 0;
  for (const [i, unit] of units.entries()) {
    while (next < names.length && names[next]!.end <= starts[i]!) next++;
    const name = i === 0 || i === units.length - 1 ? undefined : names[next];
    const isInside = name !== undefined && name.start < starts[i]!;
    if (isInside) continue;
    kept.units.push(name !== undefined && name.start === starts[i] ? typeUnit(name.type) : unit);
    kept.starts.push(starts[i]!);
  }
  return { units: kept.units, starts: [...kept.starts, starts.at(-1)!] };
}

/** Returns the words of a text, without white space and punctuation. */
function wordsOf(view: string, text: string, segmenter: Segmenter): Units {
  const words = segmenter.segment(text).filter(({ start, end }) => HAS_WORD.test(view.slice(start, end)));
  return {
    units: words.map(({ start, end }) => view.slice(start, end)),
    starts: [...words.map(({ start }) => start), words.at(-1)?.end ?? 0],
  };
}

function visitRuns(
  { units, starts }: Units,
  { min, max, joint }: { readonly min: number; readonly max: number; readonly joint: string },
  visit: VisitNgram,
): void {
  for (let from = 0; from < units.length; from++) {
    let ngram = '';
    const last = Math.min(max, units.length - from);
    for (let n = 1; n <= last; n++) {
      ngram = n === 1 ? units[from]! : ngram + joint + units[from + n - 1]!;
      if (n >= min) visit(ngram, starts[from]!, starts[from + n]!);
    }
  }
}
