/**
 * Escapes names with a restricted alphabet: any other character becomes `u0020_`, its code point between `u` and `_`.
 */

const ESCAPED = /u[\da-f]{4,6}_/g;

/** @param fits whether a character is allowed at its place; `uXXXX_` must be allowed everywhere */
export function escapeName(name: string, fits: (char: string, isFirst: boolean) => boolean): string {
  // Text that resembles an escape is escaped.
  const plain = name.replace(ESCAPED, (like) => `u0075_${like.slice(1)}`);
  let escapedName = '';
  for (const char of plain) escapedName += fits(char, escapedName === '') ? char : escaped(char);
  return escapedName;
}

export const unescapeName = (name: string): string =>
  name.replace(ESCAPED, (part) => {
    const code = Number.parseInt(part.slice(1, -1), 16);
    return code > 0x10ffff ? part : String.fromCodePoint(code);
  });

export const escaped = (char: string): string =>
  `u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}_`;
