/** Rows collected by the readers of vector files, and their errors. */
import { type Message, message } from '../../../../shared/messages/message.ts';
import { AppError } from '../../../../shared/result.ts';
import { LIMITS } from '../../../reading/limits.ts';
import { unitOfTokens, type WordVectors } from '../word-vectors.ts';

export interface VectorFile {
  /** Vectors without later duplicates; the unit is guessed from the tokens. */
  readonly vectors: WordVectors;
  /** Number of rows dropped as duplicates, with examples. */
  readonly duplicates: { readonly count: number; readonly examples: readonly string[] };
}

const EXAMPLES = 10;
const FIRST_ROWS = 1024;
const FLOAT_BYTES = Float32Array.BYTES_PER_ELEMENT;
/** Largest supported dimension. */
const MAX_DIMENSION = 65_536;

export class VectorTable {
  readonly dimension: number;
  readonly #tokens: string[] = [];
  readonly #known = new Set<string>();
  #values: Float32Array;
  #duplicates = 0;
  readonly #examples = new Set<string>();

  /**
   * @param dimension dimension stated by the file
   * @param rows number of rows stated by the file; refused before any is read when they do not fit into memory
   */
  constructor(dimension: number, rows = 0) {
    if (dimension < 1 || dimension > MAX_DIMENSION)
      throw badVectors(message('vectors.impossible-dimension', { dimension }));
    if (rows > LIMITS.vectorRows || rows * dimension * FLOAT_BYTES > LIMITS.vectorBytes)
      throw badVectors(message('vectors.announces-too-many', { rows, dimension }));
    this.dimension = dimension;
    this.#values = new Float32Array(FIRST_ROWS * dimension);
  }

  /** Adds a row; ignores it when the token exists. */
  add(token: string, row: ArrayLike<number>): void {
    if (this.#known.has(token)) {
      this.#duplicates++;
      if (this.#examples.size < EXAMPLES) this.#examples.add(token);
      return;
    }
    const start = this.#tokens.length * this.dimension;
    if (start === this.#values.length) {
      if (start > LIMITS.vectorRows * this.dimension || 2 * this.#values.byteLength > LIMITS.vectorBytes)
        throw badVectors(message('vectors.over-row-limit', { rows: this.#tokens.length }));
      const wider = new Float32Array(2 * start);
      wider.set(this.#values);
      this.#values = wider;
    }
    this.#values.set(row, start);
    this.#tokens.push(token);
    this.#known.add(token);
  }

  finish(): VectorFile {
    if (this.#tokens.length === 0) throw badVectors(message('vectors.none-in-file'));
    const values = this.#values.slice(0, this.#tokens.length * this.dimension);
    const [tokens, dimension] = [this.#tokens, this.dimension];
    return {
      vectors: { unit: unitOfTokens(tokens), dimension, tokens, values },
      duplicates: { count: this.#duplicates, examples: [...this.#examples] },
    };
  }
}

export const badVectors = (problem: Message): AppError =>
  new AppError('bad-input', 'vectors.unreadable-file', { problem });

export const badLine = (line: number, problem: Message): AppError =>
  badVectors(message('fault.in-line', { line, problem }));

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns the text, or `undefined` for invalid UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Refuses tokens that the format cannot represent. */
export function checkTokens(tokens: readonly string[], forbidden: RegExp): void {
  const bad = tokens.find((token) => token === '' || forbidden.test(token) || !token.isWellFormed());
  if (bad === undefined) return;
  throw new AppError(
    'bad-input',
    'vectors.unwritable-token',
    { token: JSON.stringify(bad) },
    { hint: 'hint.replace-blanks' },
  );
}
