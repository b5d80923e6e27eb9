/** Converts offsets of files to UTF-16 code units and back. */
import { toCodeUnits } from '../code-points.ts';
import { splitsCharacter } from './check-document.ts';

/** Converts an offset of the file to code units; `undefined` outside of the text. */
export type ToUnits = (offset: number) => number | undefined;

/** Converts from code points, as in Python: characters beyond U+FFFF are one. */
export function fromCodePoints(text: string): ToUnits {
  const units = toCodeUnits(text);
  return units === undefined ? fromCodeUnits(text) : (offset) => units[offset];
}

/** Converts from code units, as in JavaScript and Java. */
export function fromCodeUnits(text: string): ToUnits {
  return (offset) => (offset > text.length || splitsCharacter(text, offset) ? undefined : offset);
}

/** Converts code units to code points; `undefined` inside of a character. */
export function toCodePoints(text: string): ToUnits {
  const units = toCodeUnits(text);
  if (units === undefined) return (unit) => unit;
  const points = new Map(units.map((unit, point) => [unit, point]));
  return (unit) => points.get(unit);
}
