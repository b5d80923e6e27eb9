/** Building blocks of the detectors' regular expressions. Texts are folded before they are matched. */
import { fold } from '../text/normalise.ts';

const escapePattern = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Returns an alternation, longest word first. Matches nothing when there are no words. */
export function anyOf(words: Iterable<string>): string {
  const sorted = [...new Set(words)].sort((a, b) => b.length - a.length);
  return sorted.length === 0 ? '(?!)' : `(?:${sorted.map((word) => escapePattern(fold(word))).join('|')})`;
}

/** Returns an alternation that allows white space between the characters of short words: 姓　名. */
export function anyOfSpaced(words: Iterable<string>): string {
  const sorted = [...new Set(words)].sort((a, b) => b.length - a.length);
  const spaced = (word: string) => {
    const chars = Array.from(fold(word), escapePattern);
    return chars.join(chars.length <= 3 ? '[ \\t]{0,4}' : '');
  };
  return sorted.length === 0 ? '(?!)' : `(?:${sorted.map(spaced).join('|')})`;
}

export const isHan = (char: string | undefined): boolean =>
  char !== undefined && /^[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff〇]$/.test(char);
