/** Detects transliterated names of Tibetans, Uyghurs, Mongols, Yi and others: 次仁卓玛, 巴特尔, 阿米娜·热合曼. */
import { anyOf, candidate, isHan } from '../candidates.ts';
import type { StrictDetector, StrictRules } from './reading.ts';

const DOTTED = /\p{Script=Han}{1,8}(?:[·•‧・]\p{Script=Han}{1,8}){1,3}/gu;
/** Shortest name without a border on both sides, in characters. */
const LONG = 4;

export function transliteratedNameDetector({
  sounds,
  soundParts,
  before,
  after,
  kin,
  roleWords,
  base,
}: StrictRules): StrictDetector {
  const parts = new RegExp(anyOf(soundParts), 'u');
  const run = new RegExp(`(?:${anyOf(soundParts)}|[${sounds.join('')}]){2,9}`, 'gu');
  const ahead = new RegExp(`${anyOf([...before, ...kin, ...roleWords, ...base.subjects])}$`, 'u');
  const behind = new RegExp(`^${anyOf(after)}`, 'u');
  return (reading) => {
    const { folded, isTerm } = reading;
    const found = [...folded.matchAll(run)].flatMap(({ index: start, 0: words }) => {
      const end = start + words.length;
      const tag = reading.tagOf({ start, end });
      if (!parts.test(words) || isTerm(words) || (tag !== undefined && !/^(?:nr|ns)/.test(tag))) return [];
      const left = !isHan(folded[start - 1]) || ahead.test(folded.slice(Math.max(0, start - 5), start));
      const right = !isHan(folded[end]) || behind.test(folded.slice(end, end + 5));
      const named = words.length >= LONG ? left || right : left && right && words.length >= 2;
      return named ? [candidate(start, end, 'name', 0.45, 'sounds', words.length > 2)] : [];
    });
    const dotted = [...folded.matchAll(DOTTED)].flatMap(({ index, 0: words }) =>
      isTerm(words) ? [] : [candidate(index, index + words.length, 'name', 0.4, 'sounds', true)],
    );
    return [...found, ...dotted];
  };
}
