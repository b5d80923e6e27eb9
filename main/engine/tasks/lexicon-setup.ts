/** Sets up the lexicon of a new model, and reads that of a stored one. */
import type { z } from 'zod';
import { type LexiconSettings, lexiconReads } from '../../../shared/domain/lexicon-settings.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { fold, normaliseName } from '../../text/folding.ts';
import type { Lexicon } from '../../text/lexicon.ts';
import { bigramsOf, countWordsIn, FIRST_WORD, lexiconMatcher, NO_VECTOR } from '../../text/soft-lexicon.ts';
import { PAD, UNK } from '../../text/vocabulary.ts';
import type { Tokenizer } from '../../text/wordpiece.ts';
import type { StoredVectors } from '../embeddings/stored-vectors.ts';
import { VectorIndex } from '../embeddings/word-vectors.ts';
import { badFile } from '../io/tensor-data.ts';
import type { LexiconConfig } from '../models/fronts/config.ts';
import { LEXICON_TABLE } from '../models/fronts/lexicon.ts';
import type { Values } from '../runtime/program.ts';
import type { TokenReader } from './token-inputs.ts';
import { rowsOfTokens } from './vector-tables.ts';

/** A name of the knowledge graph. */
interface GraphName {
  readonly name: string;
  readonly type: string;
}

/** Words that the settings ask for, already read. */
export interface LexiconSources {
  /** Most important ones first. */
  readonly names?: readonly GraphName[];
  readonly vectors?: StoredVectors;
}

export interface LexiconSetup {
  readonly config: z.input<typeof LexiconConfig>;
  readonly lexicon: Lexicon;
  readonly initial: Values;
  readonly warnings: readonly Message[];
}

/** Names of a lexicon at most; with 20 bytes a line they take 2 MB of a model's vocabulary file. */
const MAX_NAMES = 100_000;
/** Code units of a name at most; longer ones are phrases that texts rarely repeat. */
const MAX_NAME_UNITS = 20;
const MAX_TYPES = 31;
const MIN_BIGRAM_COUNT = 2;

type Texts = readonly { readonly text: string }[];
type Settings = LexiconSettings & { readonly seed: number; readonly extraVectors: number };

/** @throws AppError when the settings ask for words that are not given */
export function setUpLexicon(
  settings: Settings,
  documents: Texts,
  { sources, tokenize }: { readonly sources: LexiconSources; readonly tokenize: Tokenizer },
): LexiconSetup | undefined {
  const { graph, vectors } = lexiconReads(settings);
  const { bigramSize } = settings;
  if (!graph && !vectors && bigramSize === 0) return undefined;
  const texts = documents.map(({ text }) => text);
  const names = graph ? namesByWord(sources.names ?? []) : { bits: new Map<string, number>(), types: [] };
  const words = vectors ? wordsOf(wordVectors(sources), texts, settings) : [];
  const listed = new Set(words);
  const all = [...words, ...[...names.bits.keys()].filter((name) => !listed.has(name))];
  const counts = countWordsIn(texts, all);
  const lexicon: Lexicon = {
    words: all.map((word, i) => ({
      word,
      frequency: Math.max(1, counts[i]!),
      row: i < words.length ? FIRST_WORD + i : NO_VECTOR,
      types: names.bits.get(word) ?? 0,
    })),
    types: names.types,
    bigrams: bigramSize === 0 ? [] : frequentBigrams(texts, tokenize),
  };
  return {
    config: {
      types: names.types.length,
      ...(words.length === 0 ? {} : { words: tableConfig(words, wordVectors(sources), settings) }),
      ...(bigramSize === 0 ? {} : { bigrams: { vocabSize: lexicon.bigrams.length + 1, size: bigramSize } }),
    },
    lexicon,
    initial: words.length === 0 ? {} : { [LEXICON_TABLE]: valuesOf(words, counts, sources, settings) },
    warnings: graph && names.bits.size === 0 ? [message('training.graph-without-names')] : [],
  };
}

/** Returns a lexicon of names alone, each as frequent as the others; `undefined` where there are none. */
export function lexiconOfNames(names: readonly GraphName[]): Lexicon | undefined {
  const { bits, types } = namesByWord(names);
  if (bits.size === 0) return undefined;
  const words = Array.from(bits, ([word, types]) => ({ word, frequency: 1, row: NO_VECTOR, types }));
  return { words, types, bigrams: [] };
}

/** Returns the entity types of each folded name as bits. */
function namesByWord(names: readonly GraphName[]) {
  const types = [...new Set(names.map(({ type }) => type))].sort().slice(0, MAX_TYPES);
  const bitOf = new Map(types.map((type, i) => [type, 1 << i]));
  const bits = new Map<string, number>();
  for (const { name, type } of names) {
    const word = normaliseName(name);
    if (word.length < 2 || word.length > MAX_NAME_UNITS || !/\p{L}/u.test(word)) continue;
    if (bits.size < MAX_NAMES || bits.has(word))
      bits.set(word, (bits.get(word) ?? 0) | (bitOf.get(type) ?? 0));
  }
  return { bits, types: bits.size === 0 ? [] : types };
}

function wordVectors({ vectors }: LexiconSources): StoredVectors {
  if (vectors === undefined) throw new AppError('bad-request', 'settings.lexicon-needs-vectors');
  if (vectors.vectors.unit === 'word') return vectors;
  throw new AppError('bad-request', 'settings.lexicon-needs-words', {}, { hint: 'hint.name-vectors' });
}

/** Returns the words with a vector that occur in the texts, then the first others of the vectors. */
function wordsOf(
  { vectors }: StoredVectors,
  texts: readonly string[],
  { extraVectors }: Pick<Settings, 'extraVectors'>,
): string[] {
  const words = [...new Set(vectors.tokens.filter((token) => /\p{L}/u.test(token)).map(fold))];
  const counts = countWordsIn(texts, words);
  const unseen = words.filter((_, i) => counts[i] === 0).slice(0, extraVectors);
  return [...words.filter((_, i) => counts[i]! > 0), ...unseen];
}

const tableConfig = (
  words: readonly string[],
  { vectors }: StoredVectors,
  { freezeLexicon }: LexiconSettings,
) => ({ vocabSize: FIRST_WORD + words.length, size: vectors.dimension, frozen: freezeLexicon });

/** Rows for NONE and for words without a vector are 0 at first. */
function valuesOf(
  words: readonly string[],
  counts: Int32Array,
  sources: LexiconSources,
  { seed }: Settings,
): Float32Array<ArrayBuffer> {
  const byWord = new Map(words.map((word, i) => [word, counts[i]!]));
  return rowsOfTokens([PAD, UNK, ...words], new VectorIndex(wordVectors(sources).vectors), byWord, seed)
    .values;
}

function frequentBigrams(texts: readonly string[], tokenize: Tokenizer): string[] {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const bigram of bigramsOf(text, tokenize(text))) counts.set(bigram, (counts.get(bigram) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= MIN_BIGRAM_COUNT).map(([bigram]) => bigram);
}

/** Returns the part of a reader for a model with these settings. @throws AppError when file and settings differ */
export function lexiconReader(
  config: LexiconConfig | undefined,
  lexicon: Lexicon | undefined,
): Pick<TokenReader, 'lexicon'> {
  if (config === undefined && lexicon === undefined) return {};
  if (config === undefined || lexicon === undefined || !fits(config, lexicon))
    throw badFile('vocab.txt', message('models.lexicon-differs'));
  const { slots, types } = config;
  return { lexicon: { match: lexiconMatcher(lexicon, slots), slots, types } };
}

const fits = ({ words, types, bigrams }: LexiconConfig, lexicon: Lexicon): boolean =>
  types === lexicon.types.length &&
  (bigrams?.vocabSize ?? 1) === lexicon.bigrams.length + 1 &&
  lexicon.words.every((word) => word.row < (words?.vocabSize ?? FIRST_WORD) && word.types < 2 ** types);
