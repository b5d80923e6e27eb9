/** Random choices of one synthetic record, and the words they choose from. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod';
import type { RandomStream } from '../../../engine/layers/random.ts';
import { resourcePath } from '../../../resources.ts';

export class Draw {
  readonly #stream: RandomStream;

  constructor(stream: RandomStream) {
    this.#stream = stream;
  }

  chance(probability: number): boolean {
    return this.#stream.uniform() < probability;
  }

  /** Returns an integer in [from, to]. */
  between(from: number, to: number): number {
    return from + this.#stream.below(to - from + 1);
  }

  /** Returns a number in [0, 1). */
  share(): number {
    return this.#stream.uniform();
  }

  pick<T>(list: readonly T[]): T {
    const chosen = list[this.#stream.below(list.length)];
    if (chosen === undefined) throw new Error('synthetic: nothing to choose from');
    return chosen;
  }

  /** Returns decimal digits; the first is not 0. */
  digits(count: number): string {
    return Array.from({ length: count }, (_, i) => this.between(i === 0 ? 1 : 0, 9)).join('');
  }

  capital(): string {
    return this.pick([...'ABCDEFGHJKLMNPRSTWXYZ']);
  }
}

const Lists = z.record(z.string(), z.string());
/** Lists whose items contain blanks. */
const BARS = new Set([
  'latin',
  'latinGiven',
  'latinSurnames',
  'englishDiseases',
  'englishDrugs',
  'englishWords',
]);

/**
 * Every second word of each list, so that the words of a training half and of a test half differ. Lists of characters,
 * such as surnames and those of given names, are whole in both.
 */
export type WordHalf = 'even' | 'odd' | 'all';

/** Returns the words of a list of `vocabulary.json` or of a type of the starter graph. */
export type Vocabulary = (list: string) => readonly string[];

export function loadVocabulary(half: WordHalf): Vocabulary {
  const file = join(import.meta.dirname, 'vocabulary.json');
  const lists = new Map<string, readonly string[]>([...graphNames(), ...dictionaryLists()]);
  for (const [name, words] of Object.entries(Lists.parse(JSON.parse(readFileSync(file, 'utf8')))))
    lists.set(name, words.split(BARS.has(name) ? '|' : ' '));
  const rest = { even: 0, odd: 1, all: undefined }[half];
  const halves = new Map<string, readonly string[]>();
  return (name) => {
    const known = halves.get(name);
    if (known !== undefined) return known;
    const words = lists.get(name);
    if (words === undefined) throw new Error(`synthetic: no list ${name}`);
    const whole = rest === undefined || words.length < 8 || words.every((word) => word.length === 1);
    const kept = whole ? words : words.filter((_, i) => i % 2 === rest);
    halves.set(name, kept);
    return kept;
  };
}

/** Rarest word of the dictionary that is taken, by its count. */
const MIN_COUNT = 30;
/** Lists of words of jieba's dictionary, by part of speech. */
const DICTIONARY_LISTS: readonly (readonly [list: string, tag: RegExp, form: RegExp])[] = [
  ['ordinary', /^(?:n|v|a|d|vn|ad|an|z|b|i|l)$/, /^\p{Script=Han}{1,4}$/u],
  ['places', /^ns$/, /^\p{Script=Han}{2,3}$/u],
  ['persons', /^nr$/, /^\p{Script=Han}{3}$/u],
];

function dictionaryLists(): Map<string, string[]> {
  const file = createRequire(import.meta.url).resolve('@node-rs/jieba/dict.txt');
  const lists = new Map(DICTIONARY_LISTS.map(([list]): [string, string[]] => [list, []]));
  for (const row of readFileSync(file, 'utf8').split('\n')) {
    const [word = '', count = '0', tag = ''] = row.split(' ');
    for (const [list, tags, form] of DICTIONARY_LISTS)
      if (Number(count) >= (list === 'persons' ? 1 : MIN_COUNT) && tags.test(tag) && form.test(word))
        lists.get(list)?.push(word);
  }
  return lists;
}

/** Reads names of the starter graph by type; rows of disease files are diseases. */
function graphNames(): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const file of readdirSync(resourcePath('kg')))
    for (const row of readFileSync(resourcePath('kg', file), 'utf8').split('\n').slice(1)) {
      const [name = '', column = ''] = row.split('\t');
      if (!/^\p{Script=Han}{2,10}$/u.test(name)) continue;
      const type = file.startsWith('diseases') ? 'disease' : column;
      const list = names.get(type);
      if (list === undefined) names.set(type, [name]);
      else list.push(name);
    }
  return names;
}
