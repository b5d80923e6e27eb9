/** Deterministic choices from a secret and words: the same patient always gets the same ones. */
import { createHmac } from 'node:crypto';

export interface Choices {
  /** Returns an integer in [0, count) for these words. */
  number(count: number, ...words: readonly string[]): number;
  pick<T>(list: readonly T[], ...words: readonly string[]): T;
  /** Returns a string of `length` digits; `first` may forbid a leading 0. */
  digits(length: number, first: 'any' | 'not-zero', ...words: readonly string[]): string;
}

/** @param secret secret of the workspace; choices cannot be traced back without it */
export function choicesFor(secret: string, patientKey: string): Choices {
  const draw = (words: readonly string[]): Buffer =>
    createHmac('sha256', secret)
      .update(JSON.stringify([patientKey, ...words]))
      .digest();
  const number = (count: number, ...words: readonly string[]) => draw(words).readUIntBE(0, 6) % count;
  return {
    number,
    pick(list, ...words) {
      const chosen = list[number(list.length, ...words)];
      if (chosen === undefined) throw new Error('deid: nothing to choose from');
      return chosen;
    },
    digits: (length, first, ...words) =>
      Array.from({ length }, (_, i) =>
        i === 0 && first === 'not-zero' ? 1 + number(9, ...words, '0') : number(10, ...words, String(i)),
      ).join(''),
  };
}

/** Returns the days by which a patient's dates shift: 1..365 in either direction, never 0. */
export function dayOffset(secret: string, patientKey: string): number {
  const drawn = choicesFor(secret, patientKey).number(730, 'days') - 365;
  return drawn >= 0 ? drawn + 1 : drawn;
}
