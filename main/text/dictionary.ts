/** What jieba's dictionary knows of a text: its words with their parts of speech. No word is guessed. */
import { createRequire } from 'node:module';
import type { Jieba } from '@node-rs/jieba';
import { invariant } from '../../shared/assert.ts';

/** Offsets are UTF-16 code units, end exclusive. */
export interface DictionaryWord {
  readonly start: number;
  readonly end: number;
  /** Part of speech; `nr…` for persons, though ordinary words bear it too. */
  readonly tag: string;
}

let loaded: Jieba | undefined;

/** Some 0.5 s and 50 MB, so it waits until somebody asks, once a process. */
function load(): Jieba {
  const require = createRequire(import.meta.url);
  // safe: what the package declares of itself
  const jieba = require('@node-rs/jieba') as typeof import('@node-rs/jieba');
  // safe: the same
  const { dict } = require('@node-rs/jieba/dict.js') as typeof import('@node-rs/jieba/dict.js');
  return jieba.Jieba.withDict(dict);
}

/** Words, punctuation and white space in order, covering the text without gaps. */
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
