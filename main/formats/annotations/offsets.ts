/** Offsets as files count them, to UTF-16 code units and back. */
import { toCodeUnits } from '../code-points.ts';
import { splitsCharacter } from './check-document.ts';

/** Code units of an offset of the file; `undefined` where the text has no such place. */
export type ToUnits = (offset: number) => number | undefined;

/** A file that counts code points, as Python does: characters beyond U+FFFF are one. */
export function fromCodePoints(text: string): ToUnits {
  const units = toCodeUnits(text);
  return units === undefined ? fromCodeUnits(text) : (offset) => units[offset];
}

/** A file that counts code units, as JavaScript and Java do. */
export function fromCodeUnits(text: string): ToUnits {
  return (offset) => (offset > text.length || splitsCharacter(text, offset) ? undefined : offset);
}

/** Code points before an offset; `undefined` inside of a character. */
export function toCodePoints(text: string): ToUnits {
  const units = toCodeUnits(text);
  if (units === undefined) return (unit) => unit;
  const points = new Map(units.map((unit, point) => [unit, point]));
  return (unit) => points.get(unit);
}
