/** Names of attributes as names of UIMA features, which are a letter and then letters, digits and underscores, and back. */
import { escaped, escapeName, unescapeName } from './name-escapes.ts';

/** UIMA takes all letters, but tools in Python fold most of them (NFKC): Latin ones and Chinese characters are safe. */
const FITTING = /^(?:[A-Za-z0-9_]|(?=\p{L})\p{Script=Han})$/u;
const LETTER = /^\p{L}$/u;

/** @param reserved names that the layer's own features bear, and prefixes (`BT_`) that mean something else */
export function featureOf(name: string, reserved: readonly string[]): string {
  const feature = escapeName(name.toWellFormed(), (char, isFirst) => {
    // Java looks at single code units: a letter beyond U+FFFF is none.
    const isPlain = char.length === 1 && FITTING.test(char) && char === char.normalize('NFKC');
    return isPlain && (!isFirst || LETTER.test(char));
  });
  const isReserved = reserved.some((word) =>
    word.endsWith('_') ? feature.startsWith(word) : feature === word,
  );
  return isReserved ? escaped(feature.charAt(0)) + feature.slice(1) : feature;
}

export function attributeOf(feature: string): string {
  return unescapeName(feature);
}
