/**
 * Vocabulary of a character model as one text: a table of characters and, for models with word vectors, a table of
 * words and the words that segmentation keeps together.
 */
import { AppError } from '../../shared/result.ts';
import {
  escapeToken,
  type FrequencyVocabulary,
  formatFrequencyVocabulary,
  parseFrequencyVocabulary,
  unescapeToken,
} from './frequency-vocabulary.ts';
import type { UserWord } from './segmentation.ts';

export interface VocabularyFile {
  readonly characters: FrequencyVocabulary;
  readonly words?: { readonly vocabulary: FrequencyVocabulary; readonly userWords: readonly UserWord[] };
}

const USER_WORDS = 'meridian-user-words 1';
/** First line of a section; tokens precede a tab, so that none looks like it. */
const HEADER = /^meridian-(?:vocabulary|user-words) 1\b[^\t]*$/;

/** Formats the sections, see `formatFrequencyVocabulary`; user words as `word TAB frequency` a line, 0 for none. */
export function formatVocabularyFile({ characters, words }: VocabularyFile): string {
  const table = formatFrequencyVocabulary(characters);
  if (words === undefined) return table;
  const lines = words.userWords.map(({ word, frequency = 0 }) => `${escapeToken(word)}\t${frequency}\n`);
  return `${table}${formatFrequencyVocabulary(words.vocabulary)}${USER_WORDS}\n${lines.join('')}`;
}

/** @throws AppError that names the section's line */
export function parseVocabularyFile(text: string): VocabularyFile {
  const [characters = '', words, userWords, ...more] = sectionsOf(text);
  const table = parseFrequencyVocabulary(characters);
  if (words === undefined) return { characters: table };
  if (userWords === undefined || !userWords.startsWith(`${USER_WORDS}\n`) || more.length > 0)
    throw badSections();
  const vocabulary = parseFrequencyVocabulary(words);
  if (vocabulary.unit !== 'word') throw badSections();
  return { characters: table, words: { vocabulary, userWords: parseUserWords(userWords) } };
}

function sectionsOf(text: string): string[] {
  const sections: string[][] = [];
  for (const line of text.replace(/^\ufeff/, '').split(/\r?\n/)) {
    if (sections.length === 0 || HEADER.test(line)) sections.push([]);
    sections.at(-1)!.push(line);
  }
  return sections.map((lines) => (lines.at(-1) === '' ? lines : [...lines, '']).join('\n'));
}

const parseUserWords = (section: string): UserWord[] =>
  section
    .split('\n')
    .slice(1, -1)
    .map((line, i) => {
      const match = /^([^\t]+)\t(\d{1,9})$/.exec(line);
      const word = unescapeToken(match?.[1] ?? '');
      if (match === null || word === undefined)
        throw new AppError('bad-input', 'vocabulary.wrong-word-line', { line: i + 2 });
      const frequency = Number(match[2]);
      return frequency === 0 ? { word } : { word, frequency };
    });

const badSections = (): AppError => new AppError('bad-input', 'vocabulary.parts-expected');
