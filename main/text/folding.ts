/** Folds names and texts: width and case, one UTF-16 code unit to one, so that offsets stay valid. */

/** Returns whether a unit lies in the ranges of ideographs, Hangul and private use, which have no case, space or digit. */
const isUncased = (unit: number): boolean =>
  (unit >= 0x3400 && unit <= 0x9fff) || (unit >= 0xac00 && unit <= 0xf8ff);

const FOLD = buildFoldTable();

function buildFoldTable(): Uint16Array {
  const table = new Uint16Array(0x10000);
  for (let unit = 0; unit < 0x10000; unit++) {
    let to = unit;
    if (unit >= 0xff01 && unit <= 0xff5e)
      to = unit - 0xfee0; // full-width ASCII
    else if (unit === 0x3000 || unit === 0x00a0) to = 0x20; // ideographic and no-break space
    if (!isUncased(to)) {
      const lower = String.fromCharCode(to).toLowerCase();
      if (lower.length === 1) to = lower.charCodeAt(0);
    }
    table[unit] = to;
  }
  return table;
}

/** Folds one UTF-16 code unit. */
export const foldUnit = (unit: number): number => FOLD[unit] ?? unit;

/** Folds a text without changing its length. */
export const fold = (text: string): string => mapUnits(text, FOLD);

/** Replaces each code unit of a text by its entry in a table of 65,536 units. */
export function mapUnits(text: string, table: Uint16Array): string {
  let out = '';
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const to = table[unit] ?? unit;
    if (to === unit) continue;
    out += text.slice(from, i) + String.fromCharCode(to);
    from = i + 1;
  }
  return from === 0 ? text : out + text.slice(from);
}

/**
 * Returns the key under which names merge: folded, trimmed, white space collapsed and removed beside Chinese
 * characters.
 */
export function normaliseName(name: string): string {
  const folded = fold(name.normalize('NFC')).trim();
  if (!/\s/.test(folded)) return folded;
  return folded.replace(/\s+/g, ' ').replace(/(?<=[^\x20-\x7e]) | (?=[^\x20-\x7e])/g, '');
}

/** Class bits of a folded code unit. */
const WORD = 1; // letter or digit of an alphabetic script; names of these need word borders
const SPACE = 2;
const DIGIT = 4;
const NEWLINE = 8;

const CLASSES = buildClasses();

function buildClasses(): Uint8Array {
  const classes = new Uint8Array(0x10000);
  const word = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]/u;
  for (let unit = 0; unit < 0x10000; unit++) {
    if (isUncased(unit)) continue;
    const char = String.fromCharCode(unit);
    let bits = 0;
    if (word.test(char)) bits |= WORD;
    if (/\s/.test(char)) bits |= SPACE;
    if (unit >= 0x30 && unit <= 0x39) bits |= DIGIT;
    if (unit === 0x0a || unit === 0x0d) bits |= NEWLINE;
    classes[unit] = bits;
  }
  return classes;
}

/** Returns the class bits of a folded unit; 0 for Chinese, punctuation and values out of range. */
const classOf = (unit: number | undefined): number => (unit === undefined ? 0 : CLASSES[unit]!);

export const isWordUnit = (unit: number | undefined): boolean => (classOf(unit) & WORD) !== 0;

export const isSpaceUnit = (unit: number | undefined): boolean => (classOf(unit) & SPACE) !== 0;

export const isDigitUnit = (unit: number | undefined): boolean => (classOf(unit) & DIGIT) !== 0;

export const isNewlineUnit = (unit: number | undefined): boolean => (classOf(unit) & NEWLINE) !== 0;

/** Returns the folded code units of a text; index i is offset i of the text. */
export function foldUnits(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let i = 0; i < units.length; i++) units[i] = foldUnit(text.charCodeAt(i));
  return units;
}

/** Returns the text without white space, width and case, for telling whether two texts are the same. */
export const comparableText = (text: string): string => fold(text).replace(/\s+/g, '');
