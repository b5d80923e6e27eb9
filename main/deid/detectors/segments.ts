/** Detects values of HL7 version 2 messages by their place: PID-5, NK1-2, PV1-3 (HL7 Messaging Standard 2.x, chapters 2 to 4). */
import type { DeidField } from '../../../shared/domain/deid.ts';
import type { Span } from '../../../shared/domain/span.ts';
import { type Candidate, candidate, type Detector } from '../candidates.ts';
import { isPersonField } from '../repeats.ts';

/** Field by segment and number of the field. */
const FIELDS: Readonly<Record<string, Readonly<Partial<Record<DeidField, readonly number[]>>>>> = {
  msh: { institution: [4], date: [7], 'other-number': [10] },
  evn: { date: [2, 6], doctor: [5] },
  pid: {
    'record-number': [2, 3, 4],
    name: [5, 9],
    contact: [6],
    date: [7, 29],
    address: [11],
    phone: [13, 14],
    'account-number': [18],
    'id-number': [19],
    'other-number': [20],
    birthplace: [23],
  },
  nk1: { contact: [2, 30], address: [4, 32], phone: [5, 6, 31], workplace: [13] },
  gt1: { contact: [3], address: [5], phone: [6, 7], workplace: [16] },
  in1: { 'account-number': [2, 36], name: [16], date: [18], address: [19] },
  pv1: {
    'bed-number': [3, 6],
    doctor: [7, 8, 9, 17, 52],
    'inpatient-number': [19],
    institution: [39],
    date: [44, 45],
  },
  orc: { 'other-number': [2, 3, 4], date: [9, 15], doctor: [10, 11, 12, 19] },
  obr: { 'other-number': [2, 3], date: [6, 7, 8, 14, 22], doctor: [10, 16, 32, 34] },
  obx: { date: [14], doctor: [16] },
  dg1: { date: [5], doctor: [16] },
};
const SEGMENT =
  /(?<=^|[\n\r])(?<name>msh|evn|pid|pd1|nk1|gt1|in[12]|pv[12]|orc|obr|obx|dg1|al1|nte|zp.)\|[^\n\r]*/g;
const DAY = /^\d{8}|^\d{6}(?!\d)/;

interface Value extends Span {
  readonly segment: string;
  readonly number: number;
}

/** Returns the values of a message's segments; none where the text is no message. */
function valuesOf(folded: string): Value[] {
  if (!/(?:^|[\n\r])(?:msh\|\^~|pid\|)/.test(folded)) return [];
  return [...folded.matchAll(SEGMENT)].flatMap(({ index, 0: line, groups }) => {
    const segment = groups?.name ?? '';
    let start = index;
    return line.split('|').map((text, i): Value => {
      const value = { segment, number: segment === 'msh' ? i + 1 : i, start, end: start + text.length };
      start += text.length + 1;
      return value;
    });
  });
}

const fieldOf = ({ segment, number }: Value): DeidField | undefined =>
  // safe: the keys of the table are fields
  (Object.entries(FIELDS[segment] ?? {}) as [DeidField, readonly number[]][]).find(([, numbers]) =>
    numbers.includes(number),
  )?.[0];

export const detectSegments: Detector = ({ folded }) =>
  valuesOf(folded).flatMap((value): Candidate[] => {
    const { start, end } = value;
    const field = fieldOf(value);
    const words = folded.slice(start, end);
    if (field === undefined || !/[\p{L}\p{N}]/u.test(words)) return [];
    if (isPersonField(field) && !/\p{L}/u.test(words)) return [];
    if (field === 'institution' && words.length < 3) return [];
    const length = field === 'date' ? (DAY.exec(words)?.[0].length ?? 0) : words.length;
    return length === 0 ? [] : [candidate(start, start + length, field, 0.96, 'segment', length > 4)];
  });

/** Longest value that is taken for a code of the standard rather than an identifier out of its place, in characters. */
const CODE = 6;

/** Returns whether a place lies in a short value of a message that is no text: codes, counts, times of day. */
export function codesIn(folded: string): (place: Span) => boolean {
  const isCode = (value: Value): boolean => {
    const { start, end, number } = value;
    const short = end - start <= CODE && !/\p{Script=Han}{2}/u.test(folded.slice(start, end));
    return number === 0 || short || fieldOf(value) === 'date';
  };
  const codes = valuesOf(folded).filter(isCode);
  return (place) => codes.some(({ start, end }) => start <= place.start && place.end <= end);
}
