/** Vocabularies: tokens numbered from 0, with BERT's special tokens among them. */
import { AppError } from '../../shared/result.ts';

export const PAD = '[PAD]';
export const UNK = '[UNK]';
export const CLS = '[CLS]';
export const SEP = '[SEP]';
export const MASK = '[MASK]';
/** In the order in which new vocabularies number them. */
export const SPECIAL_TOKENS: readonly string[] = [PAD, UNK, CLS, SEP, MASK];

export interface Vocabulary {
  /** Token of each id. */
  readonly tokens: readonly string[];
  readonly size: number;
  /** Length of the longest token in UTF-16 code units. */
  readonly longest: number;
  /** `undefined` when the token is unknown; of tokens listed twice the later id, as in BERT. */
  id(token: string): number | undefined;
  /** The token's id or that of [UNK]. */
  idOrUnknown(token: string): number;
  /** Id of a token that must be there; an error names it. */
  requireId(token: string): number;
}

/** @param tokens in the order of their ids; [UNK] must be among them */
export function createVocabulary(tokens: readonly string[]): Vocabulary {
  const ids = new Map<string, number>();
  let longest = 0;
  for (const [id, token] of tokens.entries()) {
    ids.set(token, id);
    longest = Math.max(longest, token.length);
  }
  ids.delete(''); // an empty line keeps its number but names nothing
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
 * Reads BERT's vocab.txt: one token a line, its id is the line's number from 0. Empty lines keep their number, so
 * that the rows of the embedding matrix stay where they are.
 */
export function parseVocabTxt(text: string): Vocabulary {
  const lines = text.replace(/^\ufeff/, '').split('\n');
  if (lines.at(-1) === '') lines.pop();
  return createVocabulary(lines.map((line) => line.replace(/^[ \t]+|[ \t\r]+$/g, '')));
}

/** Writes vocab.txt. A token with a line break cannot be written there. */
export function formatVocabTxt(vocabulary: Vocabulary): string {
  const broken = vocabulary.tokens.find((token) => /[\r\n]/.test(token));
  if (broken !== undefined) {
    throw new AppError('bad-input', `vocab.txt cannot hold the token ${JSON.stringify(broken)}.`);
  }
  return vocabulary.tokens.map((token) => `${token}\n`).join('');
}
