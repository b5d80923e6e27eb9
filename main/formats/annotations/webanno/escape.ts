/** Escapes of WebAnno TSV, as in INCEpTION's `Escaping.java`; texts and values have different ones. */

const LETTERS: Readonly<Record<string, string>> = { '\t': 't', '\n': 'n', '\f': 'f', '\r': 'r', '\b': 'b' };
const CHARACTERS = new Map(Object.entries(LETTERS).map(([char, letter]) => [letter, char]));
// Other control characters stay unchanged after the backslash; the vertical tab is not escaped.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are escaped
const IN_TEXT = /[\\\u0000-\u000a\u000c-\u001f]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are escaped
const ESCAPED_IN_TEXT = /\\([\\tnfrb\u0000-\u0007\u000e-\u001f])/g;

export const escapeText = (text: string): string =>
  text.replace(IN_TEXT, (char) => `\\${LETTERS[char] ?? char}`);

/** @param version of the file; up to 3.1 texts have Java escapes, `\u4e00` and all */
export function unescapeText(text: string, version: string): string {
  const unescaped = (_: string, letter: string) => CHARACTERS.get(letter) ?? letter;
  if (version !== '3.0' && version !== '3.1') return text.replace(ESCAPED_IN_TEXT, unescaped);
  return text.replace(
    /\\(?:u+([\da-fA-F]{4})|([\\'"tnfrb]))/g,
    (whole, code: string | undefined, letter: string) =>
      code === undefined ? unescaped(whole, letter) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Escapes carriage returns like line feeds; INCEpTION leaves them, which breaks its own lines. */
export const escapeValue = (value: string): string =>
  value.replace(/->|[\\[\]|_;\t\n\r*]/g, (reserved) => `\\${LETTERS[reserved] ?? reserved}`);

export const unescapeValue = (value: string): string =>
  value.replace(/\\(->|[\\[\]|_;tnr*])/g, (_, reserved: string) => CHARACTERS.get(reserved) ?? reserved);

/** Splits at unescaped separators; returns the parts with their offsets. */
export function splitUnescaped(cell: string, separator: string): { part: string; at: number }[] {
  const parts: { part: string; at: number }[] = [];
  let from = 0;
  for (let at = 0; at < cell.length; at++) {
    if (cell[at] === '\\') at++;
    else if (cell[at] === separator) {
      parts.push({ part: cell.slice(from, at), at: from });
      from = at + 1;
    }
  }
  parts.push({ part: cell.slice(from), at: from });
  return parts;
}

/** Splits a value and its brackets: `PER[1]`, `1-3[2_0]`. */
export function splitMark(value: string): { value: string; mark: string | undefined } {
  if (!value.endsWith(']')) return { value, mark: undefined };
  const marked = /^((?:[^\\]|\\.)*?)\[([\d_]+)\]$/s.exec(value);
  return marked === null ? { value, mark: undefined } : { value: marked[1] ?? '', mark: marked[2] ?? '' };
}
