/** Detects dates in every spelling of `date-spelling.ts`, and range ends that name only a day. */
import { type Candidate, candidate, type Detector } from '../candidates.ts';
import { type DateNumbers, numbersOf, SPELLINGS } from '../date-spelling.ts';

const FINDERS = SPELLINGS.filter(({ id }) => id !== 'd').map((spelling) => ({
  ...spelling,
  pattern: new RegExp(`${spelling.before}(?:${spelling.core})${spelling.after}`, 'dgu'),
}));

/** 3月5日-8日, 3月5日、6日; 2024.3.5-3.9. */
const TAIL = /\s?(?:[-~—–至到、,及和]|——)\s?(?<end>\d{1,2}[日号]|\d{1,2}[-./]\d{1,2}(?![\d./-]))/duy;
const SHORT_TAIL = /\s?[、,]\s?(?<end>\d{1,2})(?=[、,及和]\s?\d{1,2}[日号])/duy;

export const detectDates: Detector = ({ folded }) => {
  const found: Candidate[] = [];
  for (const { id, pattern, confidence, strict } of FINDERS) {
    for (const match of folded.matchAll(pattern)) {
      const numbers = numbersOf(id, match);
      if (strict === true && !plausible(numbers)) continue;
      const end = match.index + match[0].length;
      // A longer match at the same place is more reliable.
      found.push(candidate(match.index, end, 'date', confidence, `date:${id}`));
      if (numbers.day !== undefined) addTails(found, folded, end);
    }
  }
  return found;
};

function plausible({ month, day }: DateNumbers): boolean {
  return month !== undefined && month >= 1 && month <= 12 && (day === undefined || (day >= 1 && day <= 31));
}

function addTails(found: Candidate[], folded: string, from: number): void {
  for (let at = from; ; ) {
    TAIL.lastIndex = at;
    SHORT_TAIL.lastIndex = at;
    const place = (TAIL.exec(folded) ?? SHORT_TAIL.exec(folded))?.indices?.groups?.end;
    if (place === undefined) return;
    found.push(candidate(place[0], place[1], 'date', 0.8, 'date:range'));
    at = place[1];
  }
}
