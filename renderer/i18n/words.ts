/** The form of a feature's words: texts in both languages by name; a plain string is the same in both. */
import type { Checked, Entry } from '../../shared/messages/dictionary.ts';
import type { Language } from '../../shared/messages/language.ts';

interface Text extends Entry {
  readonly en: string;
}

interface Words {
  readonly [name: string]: string | Text | Words;
}

type CheckedWords<W> = W extends Text
  ? Checked<W>
  : W extends { readonly en: string } | { readonly zh: string }
    ? Text
    : W extends string
      ? W
      : { readonly [Name in keyof W]: CheckedWords<W[Name]> };

/** Returns the words; they do not compile when a language is missing or fills in other parameters. */
export const words = <const W extends Words>(tree: W & CheckedWords<W>): W => tree;

/** Words of one language. */
export type Translation<W> = {
  readonly [Name in keyof W]: W[Name] extends string | Text ? string : Translation<W[Name]>;
};

const isText = (value: Text | Words): value is Text => typeof value.en === 'string';

export function translate<W extends object>(tree: W, language: Language): Translation<W> {
  const translated = Object.entries(tree).map(([name, value]: [string, string | Text | Words]) => {
    if (typeof value === 'string') return [name, value];
    return [name, isText(value) ? value[language] : translate(value, language)];
  });
  return Object.fromEntries(translated); // safe: the same names, a string for each text
}
