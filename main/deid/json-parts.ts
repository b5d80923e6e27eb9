/** The parts of a de-identified JSON record that the second look reads, and their removal. */
import type { LookPart } from './second-look.ts';

type Change = (value: string, path: string) => string;

/** Spans repeat words of the text, with which they stay in step. */
const repeatsText = (holder: object, key: string): boolean =>
  key === 'text' && 'start' in holder && 'end' in holder && typeof holder.start === 'number';

/** Returns a JSON value with every text changed, and numbers whose digits change. Names of fields stay. */
function changed(value: unknown, path: string, change: Change): unknown {
  if (typeof value === 'string') return change(value, path);
  if (typeof value === 'number') {
    const words = change(String(value), path);
    return words === String(value) ? value : words;
  }
  if (Array.isArray(value)) return value.map((one, i) => changed(one, `${path}.${i}`, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      repeatsText(value, key) ? inner : changed(inner, path === '' ? key : `${path}.${key}`, change),
    ]),
  );
}

/** Returns every text and number of a record outside of its text, by path; those of `without` are left out. */
export function jsonParts(fields: object, without: ReadonlySet<string>): LookPart[] {
  const parts: LookPart[] = [];
  for (const [key, value] of Object.entries(fields)) {
    if (without.has(key)) continue;
    changed(value, key, (text, part) => {
      // Offsets of spans and small counts point to nobody.
      if (!/^\d{1,4}$/.test(text)) parts.push({ part, text });
      return text;
    });
  }
  return parts;
}

/** Returns the fields with texts changed, but for those of `without`. */
export const changeFields = (
  fields: Readonly<Record<string, unknown>>,
  without: ReadonlySet<string>,
  change: Change,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [
      key,
      without.has(key) ? value : changed(value, key, change),
    ]),
  );
