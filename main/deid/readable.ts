/** The form of a text that detectors read. Its length is that of the text, so that offsets stay valid. */
import { foldScript } from '../text/script.ts';

/** Number in which a scanner read a letter for a zero or one: 154O0012233, l38…. */
const MISREAD = /(?<![a-z\d])[\dol]{7,19}(?![a-z\d])/g;
const MOST_LETTERS = 0.4;
/** Date or telephone in which a scanner did: 2O2l-O3-l9, l39 l6O2 8840, lO.2l. */
const MISREAD_PARTS =
  /(?<![a-z\d])(?=[ol\s./-]{0,3}\d)(?:[\dol]{1,4}(?:\s?[-./年月日:]\s?|(?<=[\dol]{3,4})[ -](?=[\dol]{4}))){1,4}[\dol]{1,4}(?![a-z\d])/g;

/** A letter alone between separators is a unit rather than a digit: 9/l. */
const LONE_LETTER = /(?:^|[-./: ])[ol](?:[-./: ]|$)/;

/** Returns the text folded to half width, lower case and simplified characters, with letters in long numbers as digits. */
export function readable(text: string): string {
  const digits = (number: string) => number.replace(/o/g, '0').replace(/l/g, '1');
  return foldScript(text)
    .replace(MISREAD, (number) => {
      const letters = number.replace(/\d/g, '').length;
      return letters === 0 || letters > MOST_LETTERS * number.length ? number : digits(number);
    })
    .replace(MISREAD_PARTS, (parts) => (LONE_LETTER.test(parts) ? parts : digits(parts)));
}
