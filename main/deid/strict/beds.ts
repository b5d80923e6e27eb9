/** Detects beds without their word: 31尹老三, 8、12床, 加3, 23a,屠晓莺. */
import { type Candidate, candidate, isHan } from '../candidates.ts';
import type { NameShapes } from './name-shapes.ts';
import type { StrictDetector } from './reading.ts';

const BEFORE_NAME =
  /(?<=^|[\n,。;(]\s?|\p{Script=Han}:\s?)(?<bed>[a-z]?\d{1,3}[a-z]?|\d{1,2}-\d{1,2})(?<gap>床?[ \t]{0,3},?[ \t]?)(?=\p{Script=Han}{2})/dgu;
/** Units that are surnames too: 3张, 2包. */
const UNIT = /[张包方段支管石米]/;
const ADDED =
  /(?<=^|[\s,。;:(]|[科室区])(?:加|产|监|抢|观|待产|留观|走廊|vip|ccu|icu)\s?-?\d{1,2}(?=[\s,。;:)床]|$)/gu;
/** Beds of a board: 禁食:9、21. */
const BOARD =
  /(?<=(?:禁食|抽血|手术|新入|出院|转出|转入|[一特]级|病危|病重|术前|测糖|输血|灌肠|备皮|导尿|雾化|吸氧)[:：]\s?(?:\d{1,3}[^\d\n:]{0,10}[、,/]\s?)*)\d{1,3}(?=[、,/\s]|\p{Script=Han}|[a-z]{3}|$)(?!\s?[次分级岁天月日%])/gu;
const LISTED = /(?<![\d.])\d{1,3}(?=(?:[、,/和及]\d{1,3}){0,8}[、,/和及]\d{1,3}床)/gu;

export function bedDetector(shapes: NameShapes): StrictDetector {
  return (reading) => {
    const { folded, crosses } = reading;
    const found: Candidate[] = [];
    for (const match of folded.matchAll(BEFORE_NAME)) {
      const [start, end] = match.indices?.groups?.bed ?? [0, 0];
      const at = match.index + match[0].length;
      const gap = match.groups?.gap ?? '';
      // Number of a row.
      if (gap.includes(',') && isRow(folded, start)) continue;
      if (gap === '' && UNIT.test(folded[at] ?? '')) continue;
      const named = shapes
        .at(reading, at)
        .some(
          ({ end: to, kind, surname }) =>
            kind === 'sure' && !crosses(to) && (to - at - surname > 1 || !isHan(folded[to])),
        );
      if (named) found.push(candidate(start, end, 'bed-number', 0.4, 'bed'));
    }
    for (const pattern of [ADDED, LISTED, BOARD])
      for (const { index, 0: words } of folded.matchAll(pattern))
        found.push(candidate(index, index + words.length, 'bed-number', 0.42, 'bed'));
    return found;
  };
}

/** Fewest commas of a line of a table. */
const COLUMNS = 4;

/** Returns whether a number begins a line of values with commas between. */
function isRow(folded: string, start: number): boolean {
  if (start > 0 && folded[start - 1] !== '\n') return false;
  const line = /^[^\n]*/.exec(folded.slice(start, start + 300))?.[0] ?? '';
  return line.split(',').length > COLUMNS;
}
