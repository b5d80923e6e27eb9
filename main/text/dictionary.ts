/** Words of jieba's dictionary in a text, with parts of speech. Unknown words are not guessed. */
import type { Jieba } from '@node-rs/jieba';
import { invariant } from '../../shared/assert.ts';
import { sharedJieba } from './segmentation.ts';

/** Offsets are UTF-16 code units, end exclusive. */
export interface DictionaryWord {
  readonly start: number;
  readonly end: number;
  /** Part of speech; `nr…` marks persons, but also some ordinary words. */
  readonly tag: string;
}

let loaded: Jieba | undefined;

/** Returns words, punctuation and white space in order, covering the text without gaps. */
export function dictionaryWords(text: string): DictionaryWord[] {
  loaded ??= sharedJieba();
  const words: DictionaryWord[] = [];
  let at = 0;
  for (const { word, tag } of loaded.tag(text, false)) {
    words.push({ start: at, end: at + word.length, tag });
    at += word.length;
  }
  invariant(at === text.length, `dictionary: words of ${at} units for a text of ${text.length}`);
  return words;
}
