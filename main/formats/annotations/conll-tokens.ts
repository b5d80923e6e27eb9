/**
 * Converts characters to tokens of a column. Characters that readers take for a separator or line end become an escape
 * of several characters (`
 * `, `\r`, `\t`, else `\u` and four digits), which no single character can be.
 */
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const LONG = new Map(Object.entries(SHORT).map(([char, escaped]) => [escaped, char]));
/** White space, controls and lone surrogates: they end columns or lines for some reader, or are invalid in files. */
const ESCAPED = /[\s\p{Cc}\p{Cs}]/u;

export const toToken = (char: string): string => (ESCAPED.test(char) ? (SHORT[char] ?? hex(char)) : char);

export function fromToken(token: string): string {
  if (!token.startsWith('\\')) return token;
  return LONG.get(token) ?? (/^\\u[\da-f]{4}$/i.test(token) ? unhex(token) : token);
}

/** Escapes a type; a backslash too, since types have several characters. */
export const toTypeName = (type: string): string => type.replace(/[\s\p{Cc}\p{Cs}\\]/gu, hex);

export const fromTypeName = (name: string): string => name.replace(/\\u[\da-f]{4}/gi, unhex);

function hex(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function unhex(escaped: string): string {
  return String.fromCharCode(Number.parseInt(escaped.slice(2), 16));
}
