/** Detects names that stand alone between borders, or at one border before a verb: 郏鑫 at the end of a line. */
import { anyOf, candidate, isHan } from '../candidates.ts';
import type { NameShapes } from './name-shapes.ts';
import type { StrictDetector, StrictRules } from './reading.ts';

/** Border: any character that is not Chinese. */
const START = /(?<!\p{Script=Han})\p{Script=Han}/gu;
/** Borders that separate more strongly than a comma. */
const APART = /[\n\s:()[\]"“”/|-]/;

export function standaloneNameDetector({ after }: StrictRules, shapes: NameShapes): StrictDetector {
  const behind = new RegExp(
    `^${anyOf(after.filter((word) => word.length > 1 || /[诉述称说记签]/.test(word)))}`,
    'u',
  );
  return (reading) => {
    const { folded } = reading;
    return [...folded.matchAll(START)].flatMap(({ index }) => {
      // 3张图片 counts pictures.
      if (/\d/.test(folded[index - 1] ?? '') && /[张包方段支管石米]/.test(folded[index] ?? '')) return [];
      const name = shapes.at(reading, index).find(({ start, end, kind, surname }) => {
        const long = end - start - surname > 1;
        if (isHan(folded[end]))
          return (
            (kind === 'sure' || (kind === 'weak' && long)) &&
            !reading.crosses(end) &&
            behind.test(folded.slice(end, end + 6))
          );
        if (kind === 'common' || isQuantity(folded[end])) return false;
        const apart = isApart(folded[start - 1]) && isApart(folded[end]);
        return kind === 'sure' || (kind === 'weak' ? apart || long : apart && long);
      });
      return name === undefined ? [] : [candidate(name.start, name.end, 'name', 0.4, 'standing')];
    });
  };
}

const isApart = (char: string | undefined): boolean => char === undefined || APART.test(char);

/** A following number makes the word a quantity: 白蛋白32. */
const isQuantity = (char: string | undefined): boolean => char !== undefined && /[\d%<>=~↑↓+]/.test(char);
