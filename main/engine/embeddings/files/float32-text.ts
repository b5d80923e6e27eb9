/** Formats float32 as the shortest decimal that parses back to the same number, in numpy's (and gensim's) style. */

const MOST_DIGITS = 9;
/** Smaller numbers have fewer than the 6 digits tried first. */
const LEAST_NORMAL = 2 ** -126;
/** Outside these limits numpy writes an exponent. */
const LEAST_PLAIN = 1e-4;
const MOST_PLAIN = 1e6;

/** @param value a finite float32 */
export function formatFloat32(value: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const size = Math.abs(value);
  const [digits = '', exponent = ''] = shortest(value).split('e');
  const mantissa = digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
  if (size >= LEAST_PLAIN && size < MOST_PLAIN) {
    const plain = String(Number(`${mantissa}e${exponent}`));
    return plain.includes('.') ? plain : `${plain}.0`;
  }
  const sign = exponent.startsWith('-') ? '-' : '+';
  return `${mantissa}e${sign}${exponent.slice(1).padStart(2, '0')}`;
}

function shortest(value: number): string {
  const first = Math.abs(value) < LEAST_NORMAL ? 1 : 6;
  for (let digits = first; digits < MOST_DIGITS; digits++) {
    const text = value.toExponential(digits - 1);
    if (Math.fround(Number(text)) === value) return text;
  }
  return value.toExponential(MOST_DIGITS - 1);
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Parses a decimal number to float32; returns `undefined` for anything else, and on overflow. */
export function parseFloat32(text: string): number | undefined {
  if (!DECIMAL.test(text)) return undefined;
  const value = Math.fround(Number(text));
  return Number.isFinite(value) ? value : undefined;
}
