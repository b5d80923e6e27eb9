/** CSS classes for combinations of lines and letters, put into one style sheet when they are first drawn. */
import { cssString, type LineStyle, styleKey, styleOf } from '../../../lib/annotation-css.ts';

const known = new Map<string, string>();
let sheet: CSSStyleSheet | null = null;

function addRule(rule: string): void {
  if (sheet === null) {
    const element = document.createElement('style');
    document.head.append(element);
    sheet = element.sheet;
  }
  sheet?.insertRule(rule, sheet.cssRules.length);
}

/** The class of a piece of text with these lines. */
export function pieceClass(lines: readonly LineStyle[]): string {
  const key = styleKey(lines);
  const found = known.get(key);
  if (found !== undefined) return found;
  const name = `ann-piece ann-${known.size}`;
  known.set(key, name);
  addRule(`.monaco-editor .ann-${known.size - 1}{${styleOf(lines)}}`);
  return name;
}

export interface Letter {
  readonly look: number;
  readonly words: string;
  readonly suggested: boolean;
  readonly chosen: boolean;
}

/** The class that puts letters above the beginning of a word: two at most, each in its own colour. */
export function letterClass(letters: readonly Letter[]): string {
  const key = letters
    .map(({ look, words, suggested, chosen }) => [look, words, suggested, chosen].join())
    .join(';');
  const found = known.get(`letter ${key}`);
  if (found !== undefined) return found;
  const name = `ann-letters ann-${known.size}`;
  const rule = `.monaco-editor .ann-${known.size}`;
  known.set(`letter ${key}`, name);
  const [first, second] = letters;
  if (first !== undefined) addRule(`${rule}::before{${letterStyle(first)}}`);
  if (second !== undefined) {
    const words = letters.length > 2 ? `${second.words}+` : second.words;
    addRule(`${rule}::after{left:${letterLeft(first?.words ?? '')}px;${letterStyle({ ...second, words })}}`);
  }
  return name;
}

/** Pixels from the beginning of a word to the second of its letters. */
export const letterLeft = (firstWords: string): number => [...firstWords].length * 10 + 3;

function letterStyle({ look, words, suggested, chosen }: Letter): string {
  const ink = `var(--look-${look}-ink)`;
  const colours = chosen ? `color:var(--surface);background:${ink}` : `color:${ink}`;
  return `content:${cssString(words)};${colours}${suggested ? ';font-style:italic;font-weight:400' : ''}`;
}
