/** Lexicon of a model: words with frequencies and entity types, bigrams, and their sections in the vocabulary file. */
import { AppError } from '../../shared/result.ts';
import { escapeToken, unescapeToken } from './frequency-vocabulary.ts';

export interface LexiconWord {
  /** Folded in width and case. */
  readonly word: string;
  /** At least 1. */
  readonly frequency: number;
  /** Row of the model's table of word vectors. */
  readonly row: number;
  /** Bit k: a name of entity type k. */
  readonly types: number;
}

export interface Lexicon {
  readonly words: readonly LexiconWord[];
  /** Entity types of the bits, at most 31. */
  readonly types: readonly string[];
  /** Folded; bigram i has row i + 1 of the model's table of bigrams. */
  readonly bigrams: readonly string[];
}

/** First line of the words' section; its types are separated by commas. */
const HEADER = 'meridian-lexicon 1';
const BIGRAMS = 'meridian-bigrams 1';

/**
 * Appends a lexicon to a vocabulary file: the header with the types, `word TAB frequency TAB row TAB types` a line, then
 * the bigrams under their header, one a line.
 */
export function withLexicon(vocabulary: string, { words, types, bigrams }: Lexicon): string {
  const lines = words.map(
    ({ word, frequency, row, types }) => `${escapeToken(word)}\t${frequency}\t${row}\t${types}\n`,
  );
  const pairs = bigrams.map((bigram) => `${escapeToken(bigram)}\n`);
  return `${vocabulary}${HEADER} ${types.join(',')}\n${lines.join('')}${BIGRAMS}\n${pairs.join('')}`;
}

/** Separates a vocabulary file from its lexicon. @throws AppError that names the line */
export function splitLexicon(file: string): { readonly vocabulary: string; readonly lexicon?: Lexicon } {
  const at = file.indexOf(`\n${HEADER} `) + 1;
  return at === 0 ? { vocabulary: file } : { vocabulary: file.slice(0, at), lexicon: parse(file.slice(at)) };
}

function parse(section: string): Lexicon {
  const [header = '', ...lines] = section.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const types = header
    .slice(HEADER.length + 1)
    .split(',')
    .filter((type) => type !== '');
  const border = lines.indexOf(BIGRAMS);
  if (border < 0) fail(lines.length + 2);
  const bigrams = lines.slice(border + 1).map((line, i) => unescapeToken(line) ?? fail(border + i + 3));
  return { words: lines.slice(0, border).map(parseWord), types, bigrams };
}

function parseWord(line: string, i: number): LexiconWord {
  const match = /^([^\t]+)\t([1-9]\d{0,8})\t(\d{1,9})\t(\d{1,10})$/.exec(line);
  const word = unescapeToken(match?.[1] ?? '');
  if (match === null || word === undefined) return fail(i + 2);
  return { word, frequency: Number(match[2]), row: Number(match[3]), types: Number(match[4]) };
}

function fail(line: number): never {
  throw new AppError('bad-input', 'vocabulary.wrong-lexicon-line', { line });
}
