/** Choices that follow from a secret and words alone: the same patient gets the same ones every time. */
import { createHmac } from 'node:crypto';

export interface Choices {
  /** A whole number from 0 below `count` for these words. */
  number(count: number, ...words: readonly string[]): number;
  pick<T>(list: readonly T[], ...words: readonly string[]): T;
  /** A string of `length` digits; the first one is not 0 when `first` says so. */
  digits(length: number, first: 'any' | 'not-zero', ...words: readonly string[]): string;
}

/** @param secret of the workspace; without it nobody can tell what was chosen from what */
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

/** Days by which a patient's dates move: 1..365 in either direction, never 0. */
export function dayOffset(secret: string, patientKey: string): number {
  const drawn = choicesFor(secret, patientKey).number(730, 'days') - 365;
  return drawn >= 0 ? drawn + 1 : drawn;
}
