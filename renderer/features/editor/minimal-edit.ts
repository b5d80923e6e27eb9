/** The one replacement that turns a text into another: what lies between their common beginning and end. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** Null when the texts are equal. Surrogate pairs and \r\n are never cut in two. */
export function minimalEdit(before: string, after: string): Replacement | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before.charCodeAt(head) === after.charCodeAt(head)) head++;
  if (head > 0 && (isHighSurrogate(before.charCodeAt(head - 1)) || before.charCodeAt(head - 1) === 13))
    head--;
  let tail = 0;
  while (
    tail < shorter - head &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  ) {
    tail++;
  }
  const tailStart = before.charCodeAt(before.length - tail);
  if (tail > 0 && (isLowSurrogate(tailStart) || tailStart === 10)) tail--;
  return { start: head, end: before.length - tail, text: after.slice(head, after.length - tail) };
}
