/** Words of jieba's dictionary in a text, with parts of speech. Unknown words are not guessed. */
import { createRequire } from 'node:module';
import type { Jieba } from '@node-rs/jieba';
import { invariant } from '../../shared/assert.ts';

/** Offsets are UTF-16 code units, end exclusive. */
export interface DictionaryWord {
  readonly start: number;
  readonly end: number;
  /** Part of speech; `nr…` marks persons, but also some ordinary words. */
  readonly tag: string;
}

let loaded: Jieba | undefined;

/** Loads the dictionary on first use: about 0.5 s and 50 MB. */
function load(): Jieba {
  const require = createRequire(import.meta.url);
  // the package's own declared type
  const jieba = require('@node-rs/jieba') as typeof import('@node-rs/jieba');
  // the package's own declared type
  const { dict } = require('@node-rs/jieba/dict.js') as typeof import('@node-rs/jieba/dict.js');
  return jieba.Jieba.withDict(dict);
}

/** Returns words, punctuation and white space in order, covering the text without gaps. */
export function dictionaryWords(text: string): DictionaryWord[] {
  loaded ??= load();
  const words: DictionaryWord[] = [];
  let at = 0;
  for (const { word, tag } of loaded.tag(text, false)) {
    words.push({ start: at, end: at + word.length, tag });
    at += word.length;
  }
  invariant(at === text.length, `dictionary: words of ${at} units for a text of ${text.length}`);
  return words;
}
