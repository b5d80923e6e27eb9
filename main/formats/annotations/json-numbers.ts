/**
 * Parses JSON without rounding whole numbers: hospitals number visits with 18 digits, more than a double holds. Such a
 * number becomes an object that `JSON.stringify` writes unchanged.
 */

/** Types of ECMAScript 2026 (JSON.parse source text access); V8 has it since version 11.4. */
interface JsonWithSource {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): object;
}

// safe: Node 24 and Electron's V8 have both; TypeScript does not list them yet.
const json = JSON as unknown as JsonWithSource;

const MANY_DIGITS = /\d{16}/;

/** @throws SyntaxError */
export function parseJson(text: string): unknown {
  if (!MANY_DIGITS.test(text)) return JSON.parse(text);
  return json.parse(text, (_, value, { source }) =>
    typeof value === 'number' &&
    source !== undefined &&
    /^-?\d+$/.test(source) &&
    !Number.isSafeInteger(value)
      ? json.rawJSON(source)
      : value,
  );
}
