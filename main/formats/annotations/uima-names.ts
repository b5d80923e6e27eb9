/**
 * Names of attributes as names of UIMA features, which are a letter and then letters, digits and underscores, and
 * back. Any other character becomes `u0020_`, its code point between `u` and `_`.
 */

const ESCAPED = /u[\da-f]{4,6}_/g;
/** UIMA takes all letters, but tools in Python fold most of them (NFKC): Latin ones and Chinese characters are safe. */
const FITTING = /^(?:[A-Za-z0-9_]|(?=\p{L})\p{Script=Han})$/u;
const LETTER = /^\p{L}$/u;

/** @param reserved names that the layer's own features bear, and prefixes (`BT_`) that mean something else */
export function featureOf(name: string, reserved: readonly string[]): string {
  // What already looks like an escape is escaped itself.
  const plain = name.replace(ESCAPED, (like) => `u0075_${like.slice(1)}`);
  let feature = '';
  for (const char of plain.toWellFormed()) {
    // Java looks at single code units: a letter beyond U+FFFF is none.
    const isPlain = char.length === 1 && FITTING.test(char) && char === char.normalize('NFKC');
    const fits = isPlain && (feature !== '' || LETTER.test(char));
    feature += fits ? char : escaped(char);
  }
  const isReserved = reserved.some((word) =>
    word.endsWith('_') ? feature.startsWith(word) : feature === word,
  );
  return isReserved ? escaped(feature.charAt(0)) + feature.slice(1) : feature;
}

export function attributeOf(feature: string): string {
  return feature.replace(ESCAPED, (part) => {
    const code = Number.parseInt(part.slice(1, -1), 16);
    return code > 0x10ffff ? part : String.fromCodePoint(code);
  });
}

function escaped(char: string): string {
  return `u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}_`;
}
