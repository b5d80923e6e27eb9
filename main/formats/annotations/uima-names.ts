/** Converts attribute names to UIMA feature names (a letter, then letters, digits and underscores) and back. */
import { escaped, escapeName, unescapeName } from './name-escapes.ts';

/** UIMA allows all letters, but tools in Python fold most of them (NFKC); Latin and Chinese ones are safe. */
const FITTING = /^(?:[A-Za-z0-9_]|(?=\p{L})\p{Script=Han})$/u;
const LETTER = /^\p{L}$/u;

/** @param reserved the layer's own features and special prefixes (`BT_`) */
export function featureOf(name: string, reserved: readonly string[]): string {
  const feature = escapeName(name.toWellFormed(), (char, isFirst) => {
    // Java tests single code units, so a letter beyond U+FFFF is not a letter.
    const isPlain = char.length === 1 && FITTING.test(char) && char === char.normalize('NFKC');
    return isPlain && (!isFirst || LETTER.test(char));
  });
  const isReserved = reserved.some((word) =>
    word.endsWith('_') ? feature.startsWith(word) : feature === word,
  );
  return isReserved ? escaped(feature.charAt(0)) + feature.slice(1) : feature;
}

export const attributeOf = (feature: string): string => unescapeName(feature);
