/** Reads a stored model's tokenizer, vocabulary and words from its files. */

import { assertNever } from '../../../shared/assert.ts';
import { message } from '../../../shared/messages/message.ts';
import type { AppError } from '../../../shared/result.ts';
import { byteBpeTokenizer, byteBpeVocabulary, parseByteBpe } from '../../text/byte-bpe.ts';
import { tokenizeCharacters } from '../../text/character-tokenizer.ts';
import { type EntitySection, splitEntities } from '../../text/entity-section.ts';
import { parseVocabTxt } from '../../text/vocabulary.ts';
import { parseVocabularyFile } from '../../text/vocabulary-file.ts';
import { wordPieceTokenizer } from '../../text/wordpiece.ts';
import type { TokenizerConfig } from '../io/model-files.ts';
import { badFile } from '../io/tensor-data.ts';
import type { BertConfig } from '../models/bert/config.ts';
import type { FrontConfig } from '../models/fronts/config.ts';
import { entityReader } from './entity-reader.ts';
import type { TokenReader } from './token-inputs.ts';
import { wordRows } from './word-rows.ts';

/** @throws AppError when vocabulary and front do not fit together */
export function tokenReader(front: FrontConfig, tokenizer: TokenizerConfig, vocabulary: string): TokenReader {
  const reader = { ...tokensOf(front, tokenizer, vocabulary), specials: front.kind === 'bert' };
  requireRows(reader.vocabulary.size, rowsOf(front));
  return reader;
}

function tokensOf(
  front: FrontConfig,
  tokenizer: TokenizerConfig,
  text: string,
): Omit<TokenReader, 'specials'> {
  const table = wordTableOf(front);
  if (tokenizer.kind === 'wordpiece') {
    if (table !== undefined) throw withoutWords();
    const { vocabulary: tokens, parse } = splitEntities(text);
    const vocabulary = parseVocabTxt(tokens);
    return {
      vocabulary,
      tokenize: wordPieceTokenizer(vocabulary, { lowerCase: tokenizer.lowerCase }),
      ...(front.kind === 'bert' ? entitiesRead(front.bert, parse) : {}),
    };
  }
  if (tokenizer.kind === 'byte-bpe') {
    if (table !== undefined) throw withoutWords();
    const bpe = parseByteBpe(text);
    const vocabulary = byteBpeVocabulary(bpe);
    return { vocabulary, tokenize: byteBpeTokenizer(bpe, vocabulary, tokenizer.addPrefixSpace) };
  }
  const { characters, words } = parseVocabularyFile(text);
  const reader = {
    vocabulary: characters,
    tokenize: (document: string) => tokenizeCharacters(document, characters),
  };
  if (table === undefined) return reader;
  if (words === undefined) throw withoutWords();
  requireRows(words.vocabulary.size, table.vocabSize);
  return { ...reader, wordRows: wordRows(words.vocabulary, words.userWords) };
}

function entitiesRead(
  { neighbours }: BertConfig,
  parse: (() => EntitySection) | undefined,
): Pick<TokenReader, 'entities'> {
  if (neighbours === undefined) return {};
  if (parse === undefined) throw badFile('vocab.txt', message('models.entities-missing'));
  return { entities: entityReader(neighbours, parse()) };
}

function wordTableOf(front: FrontConfig): { readonly vocabSize: number } | undefined {
  if (front.kind === 'words') return front;
  return front.kind === 'embedding' ? front.words : undefined;
}

/** Tokens that the front has vectors for. */
function rowsOf(front: FrontConfig): number {
  switch (front.kind) {
    case 'bert':
      return front.bert.vocab_size;
    case 'embedding':
      return front.vocabSize;
    case 'words':
      return Number.POSITIVE_INFINITY;
    case 'vectors':
      throw badFile('config.json', message('models.unknown-front', { kind: front.kind }));
    default:
      return assertNever(front);
  }
}

function requireRows(tokens: number, rows: number): void {
  if (tokens <= rows) return;
  throw badFile('vocab.txt', message('models.vocabulary-too-large', { tokens, rows }));
}

function withoutWords(): AppError {
  return badFile('vocab.txt', message('models.words-missing'));
}
