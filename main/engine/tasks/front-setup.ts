/** Sets up the front of a new model: tokenizer, vocabulary, settings and first values. */

import type { z } from 'zod';
import { invariant } from '../../../shared/assert.ts';
import { type FrontSettings, frontRead, vectorsRead } from '../../../shared/domain/front-settings.ts';
import type { LexiconSettings } from '../../../shared/domain/lexicon-settings.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { tokenizeCharacters } from '../../text/character-tokenizer.ts';
import { parseFrequencyVocabulary } from '../../text/frequency-vocabulary.ts';
import { withLexicon } from '../../text/lexicon.ts';
import { formatVocabularyFile } from '../../text/vocabulary-file.ts';
import type { StoredVectors } from '../embeddings/stored-vectors.ts';
import type { ModelFiles, TokenizerConfig } from '../io/model-files.ts';
import { FrontConfig } from '../models/fronts/config.ts';
import { CHARACTER_TABLE, WORD_TABLE } from '../models/fronts/front.ts';
import type { Values } from '../runtime/program.ts';
import { encoderValues } from './encoder-parameters.ts';
import { type LexiconSetup, type LexiconSources, setUpLexicon } from './lexicon-setup.ts';
import { characterTokens, encoderTokens } from './make-vocabulary.ts';
import { tokenReader } from './read-vocabulary.ts';
import { characterTable, wordTable } from './vector-tables.ts';

/** Files that the settings name, already read. */
export interface FrontSources {
  /** Trained model that the run begins with: an encoder below new layers, or a whole tagger or classifier. */
  readonly pretrained?: ModelFiles;
  readonly vectors?: StoredVectors;
  /** Words for the lexicon of a tagger. */
  readonly lexicon?: LexiconSources;
}

export interface FrontSetup {
  readonly front: z.input<typeof FrontConfig>;
  readonly tokenizer: TokenizerConfig;
  /** In the form of `ModelFiles.vocabulary`. */
  readonly vocabulary: string;
  /** Tokens that the front reads at most. */
  readonly longest: number;
  /** First values of those of its parameters that do not begin at random. */
  readonly initial: Values;
  /** Things the user should know. */
  readonly warnings: readonly Message[];
}

export type FrontRequest = FrontSettings & {
  readonly network: string;
  /** Rarer characters are read as unknown. */
  readonly minCount: number;
  readonly seed: number;
};
type Texts = readonly { readonly text: string }[];

type SetUp = (settings: FrontRequest, documents: Texts, sources: FrontSources) => FrontSetup;

/** The setup of every front. */
const SETUPS: Readonly<Record<FrontSettings['front'], SetUp>> = {
  embedding: randomFront,
  vectors: vectorFront,
  encoder: encoderFront,
};

/** @throws AppError when a file that the settings name is not given or does not fit */
function setUpFront(settings: FrontRequest, documents: Texts, sources: FrontSources): FrontSetup {
  vectorsRead(settings); // throws where no vectors are named, or the network cannot read them
  const front = frontRead(settings);
  invariant(front !== 'none', `${settings.network} reads no front`);
  return SETUPS[front](settings, documents, sources);
}

/** A front with the lexicon beside it. */
export interface LexiconFront extends FrontSetup {
  readonly lexicon: LexiconSetup['config'] | undefined;
}

/**
 * Sets up the front and the lexicon that the settings ask for; the vocabulary file keeps its words.
 * @throws AppError when what the settings name is not given or does not fit
 */
export function setUpLexiconFront(
  settings: FrontRequest & LexiconSettings,
  documents: Texts,
  sources: FrontSources,
): LexiconFront {
  const setup = setUpFront(settings, documents, sources);
  const { front, tokenizer, vocabulary } = setup;
  const lexicon = setUpLexicon(settings, documents, {
    sources: sources.lexicon ?? {},
    tokenize: tokenReader(FrontConfig.parse(front), tokenizer, vocabulary).tokenize,
  });
  if (lexicon === undefined) return { ...setup, lexicon };
  return {
    ...setup,
    lexicon: lexicon.config,
    vocabulary: withLexicon(vocabulary, lexicon.lexicon),
    initial: { ...setup.initial, ...lexicon.initial },
    warnings: [...setup.warnings, ...lexicon.warnings],
  };
}

/** Returns the front of a stored tagger or classifier; the vocabulary keeps its lexicon. */
export function frontFrom(
  {
    model: { front },
    tokenizer,
  }: { readonly model: { readonly front: FrontConfig }; readonly tokenizer: TokenizerConfig },
  vocabulary: string,
): FrontSetup {
  const longest = front.kind === 'bert' ? front.bert.max_position_embeddings : Number.POSITIVE_INFINITY;
  return { front, tokenizer, vocabulary, longest, initial: {}, warnings: [] };
}

function vectorFront(settings: FrontRequest, documents: Texts, sources: FrontSources): FrontSetup {
  const { vectors } = sources;
  if (vectors === undefined) {
    throw new AppError('not-found', 'vectors.not-named', { name: settings.vectors ?? '' });
  }
  return vectors.vectors.unit === 'character'
    ? characterVectorFront(settings, documents, vectors)
    : wordVectorFront(settings, documents, vectors);
}

function encoderFront(
  settings: FrontRequest,
  documents: Texts,
  { pretrained: encoder }: FrontSources,
): FrontSetup {
  const { tokenizer, vocabulary, bert } = encoderTokens(settings, documents, encoder);
  const front = { kind: 'bert' as const, bert, frozen: settings.freezeEncoder };
  return {
    front,
    tokenizer,
    vocabulary,
    longest: bert.max_position_embeddings,
    initial: encoderValues(bert, encoder),
    warnings: [],
  };
}

function randomFront(settings: FrontRequest, documents: Texts): FrontSetup {
  const { tokenizer, vocabulary, size } = characterTokens(settings, documents);
  const front = { kind: 'embedding' as const, vocabSize: size, size: settings.embeddingSize };
  return { front, tokenizer, vocabulary, longest: Number.POSITIVE_INFINITY, initial: {}, warnings: [] };
}

function characterVectorFront(settings: FrontRequest, documents: Texts, stored: StoredVectors): FrontSetup {
  const { minCount, extraVectors: extra, seed, freezeVectors: frozen } = settings;
  const { vocabulary, values, covered } = characterTable(stored, textsOf(documents), {
    minCount,
    extra,
    seed,
  });
  return {
    front: { kind: 'embedding', vocabSize: vocabulary.size, size: stored.vectors.dimension, frozen },
    tokenizer: { kind: 'character' },
    vocabulary: formatVocabularyFile({ characters: vocabulary }),
    longest: Number.POSITIVE_INFINITY,
    initial: { [CHARACTER_TABLE]: values },
    warnings: coverageWarnings(settings, covered),
  };
}

function wordVectorFront(settings: FrontRequest, documents: Texts, stored: StoredVectors): FrontSetup {
  const { extraVectors: extra, seed, freezeVectors: frozen } = settings;
  const tokens = characterTokens(settings, documents);
  const characters = parseFrequencyVocabulary(tokens.vocabulary);
  const { vocabulary, values, covered } = wordTable(stored, textsOf(documents), {
    tokenize: (text) => tokenizeCharacters(text, characters),
    extra,
    seed,
  });
  const words = { vocabSize: vocabulary.size, size: stored.vectors.dimension, frozen };
  return {
    front: settings.characterVectors
      ? { kind: 'embedding', vocabSize: characters.size, size: settings.embeddingSize, words }
      : { kind: 'words', ...words },
    tokenizer: tokens.tokenizer,
    vocabulary: formatVocabularyFile({ characters, words: { vocabulary, userWords: stored.userWords } }),
    longest: Number.POSITIVE_INFINITY,
    initial: { [WORD_TABLE]: values },
    warnings: coverageWarnings(settings, covered),
  };
}

const textsOf = (documents: Texts): string[] => documents.map(({ text }) => text);

/** Minimum coverage; below it the vectors may be meant for another kind of text. */
const WELL_COVERED = 0.8;

function coverageWarnings({ vectors }: FrontRequest, covered: number): Message[] {
  if (covered >= WELL_COVERED) return [];
  const percent = Math.round(100 * covered);
  return [message('training.vectors-cover', { percent, vectors: vectors ?? '' })];
}
