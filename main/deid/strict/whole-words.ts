/** Moves the borders of findings to those of names, numbers and words: a piece that is cut stays readable in part. */
import { type DeidField, NUMBER_FIELDS } from '../../../shared/domain/deid.ts';
import type { Span } from '../../../shared/domain/span.ts';
import { type Candidate, isHan } from '../candidates.ts';
import { TAGGER } from '../marks.ts';
import { isPersonField } from '../repeats.ts';
import type { StrictReading } from './reading.ts';

/** Longest name with one surname, in characters; a longer mark of the tagger may have taken words beside it. */
const LONG_NAME = 3;

/** Fields of places, whose words of the dictionary are taken whole. */
export const PLACES: ReadonlySet<DeidField> = new Set([
  'address',
  'birthplace',
  'native-place',
  'workplace',
  'institution',
]);

/** Parts of speech of names, which a mark of a place takes whole. */
const NAMED = /^(?:n[rstz]|s)/;

/** Returns a mark of the tagger with the borders of its words: 鹰潭月湖 for 潭月湖, 郑飞 for 糖然后郑飞. */
export function withWords(reading: StrictReading, found: Candidate): Candidate {
  if (found.rule !== TAGGER) return found;
  if (PLACES.has(found.field)) return withWholeWords(reading, found);
  return isPersonField(found.field) ? withoutWords(reading, found) : found;
}

function withWholeWords({ crosses, wordAt }: StrictReading, found: Candidate): Candidate {
  let { start, end } = found;
  while (crosses(start)) start--;
  let last = found.end - 1;
  while (crosses(last)) last--;
  const word = wordAt(last);
  if (crosses(end) && word !== undefined && NAMED.test(word.tag)) end = word.end;
  return { ...found, start: NAMED.test(wordAt(start)?.tag ?? '') ? start : found.start, end };
}

function withoutWords(reading: StrictReading, found: Candidate): Candidate {
  const { folded, crosses, tagOf } = reading;
  let { start, end } = found;
  if (end - start <= LONG_NAME || !/^\p{Script=Han}+$/u.test(folded.slice(start, end))) return found;
  const isOrdinary = (place: Span): boolean => /^[acdfmpruvyt]/.test(tagOf(place) ?? '');
  while (end - start > 2 && crosses(start)) start++;
  while (end - start > 2 && crosses(end)) end--;
  if (end - start > LONG_NAME && isOrdinary({ start, end: start + 2 })) start += 2;
  if (end - start > LONG_NAME && isOrdinary({ start: end - 2, end })) end -= 2;
  return { ...found, start, end };
}

/** Rest of a number or code behind its beginning: -2 of A0419-2. */
const REST = /[a-z\d]*(?:[-_/~][a-z]?\d[a-z\d]*)*/y;
/** Beginning of a number that was found from its middle on. */
const BEGINNING = /(?:[a-z]{0,4}\d[a-z\d]*[-_/]?)$/;

/** Returns a finding with what belongs to it on both sides: the whole number, 年 of a year, 老 before a surname. */
export function whole(reading: StrictReading, found: Candidate): Candidate {
  const { folded, crosses } = reading;
  const { field } = found;
  let { start, end } = found;
  if (NUMBER_FIELDS.has(field) && /\d/.test(folded.slice(start, end))) {
    REST.lastIndex = end;
    if (/[a-z\d]$/.test(folded.slice(start, end))) end += REST.exec(folded)?.[0].length ?? 0;
    if (/^\d/.test(folded.slice(start, end)))
      start -= BEGINNING.exec(folded.slice(Math.max(0, start - 12), start))?.[0].length ?? 0;
  }
  if (field === 'date' && /[\d一二三四五六七八九十廿卅]$/u.test(folded.slice(start, end))) {
    const unit = /^[年月日号](?![前后龄内间])[春夏秋冬初底末]?/u.exec(folded.slice(end, end + 3));
    if (unit !== null && !crosses(end)) end += unit[0].length;
  }
  const lone = isPersonField(field) && end - start === 1 && isHan(folded[start]);
  const familiar = lone && /[老小阿]/.test(folded[start - 1] ?? '') && !crosses(start - 1);
  if (familiar && (!crosses(start) || reading.wordAt(start - 1)?.end === end)) start--;
  return { ...found, start, end };
}
