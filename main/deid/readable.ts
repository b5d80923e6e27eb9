/** The form of a text that detectors read. Its length is that of the text, so that offsets stay valid. */
import { foldScript } from '../text/script.ts';

/** Number in which a scanner read a letter for a zero or one: 154O0012233, l38…. */
const MISREAD = /(?<![a-z\d])[\dol]{7,19}(?![a-z\d])/g;
const MOST_LETTERS = 0.4;

/** Returns the text folded to half width, lower case and simplified characters, with letters in long numbers as digits. */
export function readable(text: string): string {
  return foldScript(text).replace(MISREAD, (number) => {
    const letters = number.replace(/\d/g, '').length;
    if (letters === 0 || letters > MOST_LETTERS * number.length) return number;
    return number.replace(/o/g, '0').replace(/l/g, '1');
  });
}
