/** Vocabularies: tokens numbered from 0, with BERT's special tokens among them. */
import { AppError } from '../../shared/result.ts';

export const PAD = '[PAD]';
export const UNK = '[UNK]';
export const CLS = '[CLS]';
export const SEP = '[SEP]';
export const MASK = '[MASK]';
/** Special tokens in the order of their ids in new vocabularies. */
export const SPECIAL_TOKENS: readonly string[] = [PAD, UNK, CLS, SEP, MASK];

export interface Vocabulary {
  /** Token of each id. */
  readonly tokens: readonly string[];
  readonly size: number;
  /** Length of the longest token in UTF-16 code units. */
  readonly longest: number;
  /** Separators between the texts of a pair; absent: one, as in BERT. */
  readonly separators?: 2;
  /** Returns `undefined` for an unknown token; for duplicates the later id, as in BERT. */
  id(token: string): number | undefined;
  /** Returns the token's id or that of [UNK]. */
  idOrUnknown(token: string): number;
  /** Returns the id of a required token; an error names a missing one. */
  requireId(token: string): number;
}

/** @param tokens tokens in the order of their ids; must include [UNK] */
export function createVocabulary(tokens: readonly string[]): Vocabulary {
  const ids = new Map<string, number>();
  let longest = 0;
  for (const [id, token] of tokens.entries()) {
    ids.set(token, id);
    longest = Math.max(longest, token.length);
  }
  ids.delete(''); // an empty line keeps its number but names no token
  const requireId = (token: string): number => {
    const id = ids.get(token);
    if (id === undefined) {
      throw new AppError(
        'bad-input',
        'vocabulary.token-missing',
        { count: tokens.length, token },
        { hint: 'hint.models-own-vocabulary' },
      );
    }
    return id;
  };
  const unknown = requireId(UNK);
  return {
    tokens,
    size: tokens.length,
    longest,
    id: (token) => ids.get(token),
    idOrUnknown: (token) => ids.get(token) ?? unknown,
    requireId,
  };
}

/**
 * Reads BERT's vocab.txt: one token a line, whose id is the line number from 0. Empty lines keep their number, so
 * that the rows of the embedding matrix stay in place.
 */
export function parseVocabTxt(text: string): Vocabulary {
  const lines = text.replace(/^\ufeff/, '').split('\n');
  if (lines.at(-1) === '') lines.pop();
  return createVocabulary(lines.map((line) => line.replace(/^[ \t]+|[ \t\r]+$/g, '')));
}

/** Formats vocab.txt. Throws for a token with a line break. */
export function formatVocabTxt(vocabulary: Vocabulary): string {
  const broken = vocabulary.tokens.find((token) => /[\r\n]/.test(token));
  if (broken !== undefined) {
    throw new AppError('bad-input', 'vocabulary.token-with-line-break', { token: JSON.stringify(broken) });
  }
  return vocabulary.tokens.map((token) => `${token}\n`).join('');
}
