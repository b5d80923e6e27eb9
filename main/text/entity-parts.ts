/**
 * Splits long names of entities into parts (Cai et al. 2021, appendix): 再生障碍性 | 贫血. Words of jieba, with short names
 * as its user dictionary, are the parts; single characters belong to a part beside them.
 */
import type { Segmenter } from './segmentation.ts';

/** Longest name that is no long one, in characters. */
export const SHORT_NAME = 3;
/** Characters that end a part, though jieba may cut before them. */
export const ENDINGS: ReadonlySet<string> = new Set('性型样期级度类区');
/** Signs that stand in no part. */
const HAS_SIGN = /[^\p{L}\p{N}]/u;

/**
 * Returns the offsets at which the parts after the first begin; none for a short name, and for one with signs in it. The
 * last part is the core (atomic term), all before it the modifier (adjective term).
 */
export type NameSplitter = (name: string) => readonly number[];

/** @param segmenter knows short names as words */
export function nameSplitter(segmenter: Segmenter): NameSplitter {
  const known = new Map<string, readonly number[]>();
  return (name) => {
    let starts = known.get(name);
    if (starts === undefined) {
      starts = partStarts(name, segmenter);
      known.set(name, starts);
    }
    return starts;
  };
}

function partStarts(name: string, segmenter: Segmenter): readonly number[] {
  if (!isLongName(name)) return [];
  return startsOf(joinSingles(segmenter.segment(name).map(({ start, end }) => name.slice(start, end))));
}

/** Whether a name may have several parts: more than three characters, none of them a sign. */
export const isLongName = (name: string): boolean => [...name].length > SHORT_NAME && !HAS_SIGN.test(name);

/** Joins characters that stand alone with a word beside them: endings with the one before, others with the next one. */
export function joinSingles(words: readonly string[]): string[] {
  const parts: string[] = [];
  let open = '';
  for (const word of words) {
    const isSingle = [...word].length === 1;
    if (open === '' && ENDINGS.has(word) && parts.length > 0) parts.push(`${parts.pop()}${word}`);
    else if (isSingle) open += word;
    else if ([...open].length > 1) {
      parts.push(open, word);
      open = '';
    } else {
      parts.push(`${open}${word}`);
      open = '';
    }
  }
  if ([...open].length > 1 || parts.length === 0) parts.push(open);
  else parts.push(`${parts.pop()}${open}`);
  return parts;
}

/** Returns the offsets at which the parts after the first begin. */
export function startsOf(parts: readonly string[]): number[] {
  let at = 0;
  return parts.slice(0, -1).map((part) => {
    at += part.length;
    return at;
  });
}
