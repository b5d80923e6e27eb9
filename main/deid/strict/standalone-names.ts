/** Names that stand by themselves between borders, or at one before what people do: 郏鑫 at the end of a line. */
import { candidate } from '../candidates.ts';
import { anyOf, isHan } from '../patterns.ts';
import type { Shapes } from './name-shapes.ts';
import type { StrictDetector } from './reading.ts';
import type { StrictRules } from './rules.ts';

/** A border: whatever is no Chinese character. */
const START = /(?<!\p{Script=Han})\p{Script=Han}/gu;
/** Borders that part more than a comma does. */
const APART = /[\n\s:()[\]"“”/|-]/;

export function standaloneNameDetector({ after }: StrictRules, shapes: Shapes): StrictDetector {
  const behind = new RegExp(
    `^${anyOf(after.filter((word) => word.length > 1 || /[诉述称说记签]/.test(word)))}`,
    'u',
  );
  return (reading) => {
    const { folded } = reading;
    return [...folded.matchAll(START)].flatMap(({ index }) => {
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

/** 白蛋白32: what a number follows is measured. */
const isQuantity = (char: string | undefined): boolean => char !== undefined && /[\d%<>=~↑↓+]/.test(char);
