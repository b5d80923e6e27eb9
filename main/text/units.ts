/** Folded UTF-16 code units of texts and their classes, shared by automaton, sections and assertion. */
import { foldUnit } from './normalise.ts';

/** Class bits of a folded code unit. */
const WORD = 1; // letter or digit of an alphabetic script; names of these need word borders
const SPACE = 2;
const DIGIT = 4;
const NEWLINE = 8;

const CLASSES = buildClasses();

function buildClasses(): Uint8Array {
  const classes = new Uint8Array(0x10000);
  const word = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]/u;
  for (let unit = 0; unit < 0x10000; unit++) {
    const char = String.fromCharCode(unit);
    let bits = 0;
    if (word.test(char)) bits |= WORD;
    if (/\s/.test(char)) bits |= SPACE;
    if (unit >= 0x30 && unit <= 0x39) bits |= DIGIT;
    if (unit === 0x0a || unit === 0x0d) bits |= NEWLINE;
    classes[unit] = bits;
  }
  return classes;
}

/** Returns the class bits of a folded unit; 0 for Chinese, punctuation and values out of range. */
const classOf = (unit: number | undefined): number => (unit === undefined ? 0 : CLASSES[unit]!);

export const isWordUnit = (unit: number | undefined): boolean => (classOf(unit) & WORD) !== 0;

export const isSpaceUnit = (unit: number | undefined): boolean => (classOf(unit) & SPACE) !== 0;

export const isDigitUnit = (unit: number | undefined): boolean => (classOf(unit) & DIGIT) !== 0;

export const isNewlineUnit = (unit: number | undefined): boolean => (classOf(unit) & NEWLINE) !== 0;

/** Returns the folded code units of a text; index i is offset i of the text. */
export function foldUnits(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let i = 0; i < units.length; i++) units[i] = foldUnit(text.charCodeAt(i));
  return units;
}
