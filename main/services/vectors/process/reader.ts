/** Answers queries on vectors of the workspace and caches the vectors. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EntityType } from '../../../../shared/domain/graph.ts';
import type { Neighbourhood, PointsRequest, VectorPoints } from '../../../../shared/domain/vectors.ts';
import { AppError } from '../../../../shared/result.ts';
import { type ReadDb, withDatabase } from '../../../db/connection.ts';
import { typeOfName } from '../../../db/repositories/name-types.ts';
import { describeVectors } from '../../../engine/embeddings/describe-vectors.ts';
import { projectRows } from '../../../engine/embeddings/projection/project.ts';
import { VectorIndex } from '../../../engine/embeddings/word-vectors.ts';
import { readStoredVectors, vectorsFile, writeStoredVectors } from '../../../inference/vector-store.ts';
import { readVectorFile, writeVectorFile } from '../vector-files.ts';
import type { VectorAccess, VectorQuestion, VectorQuestions } from './protocol.ts';

/** Sets kept in memory; a file of vectors may take a gigabyte. */
const KEPT = 2;
const ROWS_A_TURN = 2000;
/** Decimal digits of coordinates in a picture. */
const DIGITS = 1e4;

export interface Asked {
  readonly access: VectorAccess;
  readonly onShare: (share: number) => void;
}

type Answers = {
  [Q in VectorQuestion]: (
    input: VectorQuestions[Q]['input'],
    asked: Asked,
  ) => VectorQuestions[Q]['output'] | Promise<VectorQuestions[Q]['output']>;
};

export class VectorReader {
  /** Vectors by id, least recently used first. Ids are never reused. */
  readonly #open = new Map<number, VectorIndex>();
  #projecting = new AbortController();

  readonly answers: Answers = {
    neighbours: (input, asked) => this.#neighbours(input, asked),
    tokens: ({ id, text, limit }, { access }) => matching(this.#index(id, access), text, limit),
    points: (input, asked) => this.#points(input, asked),
    export: ({ id, format, path }, { access }) => {
      writeVectorFile(path, this.#index(id, access).vectors, format);
      return null;
    },
    import: (input, { access }) => importFile(input, access),
  };

  #index(id: number, access: VectorAccess): VectorIndex {
    const known = this.#open.get(id);
    this.#open.delete(id);
    for (const other of this.#open.keys()) {
      if (this.#open.size < KEPT) break;
      this.#open.delete(other);
    }
    const file = vectorsFile(access.workspaceDir, id);
    const index = known ?? new VectorIndex(readStoredVectors(file, access.fileKey).vectors);
    this.#open.set(id, index);
    return index;
  }

  #neighbours(
    { id, token, count }: VectorQuestions['neighbours']['input'],
    { access }: Asked,
  ): Neighbourhood | null {
    const index = this.#index(id, access);
    const row = index.rowOf(token);
    if (row === undefined) return null;
    const found = index.vectors.tokens[row]!;
    const near = index.neighbours(found, count) ?? [];
    return withDatabase(access, (db) => ({
      token: found,
      rank: row + 1,
      type: typeOf(db, found),
      near: near.map(({ token: other, similarity }) => ({
        token: other,
        similarity,
        type: typeOf(db, other),
      })),
    }));
  }

  /** Projects vectors to a picture. A new picture cancels the one under way. */
  async #points(request: PointsRequest, { access, onShare }: Asked): Promise<VectorPoints> {
    this.#projecting.abort(new AppError('cancelled', 'vectors.another-picture'));
    const abort = new AbortController();
    this.#projecting = abort;
    await nextTurn();
    abort.signal.throwIfAborted();
    const { vectors } = this.#index(request.id, access);
    const { rows, types } = chooseRows(vectors.tokens, request, access);
    if (rows.length < 3) throw tooFew(request.typed);
    const { method, seed } = request;
    const { x, y, explained } = await projectRows(vectors, rows, {
      method,
      seed,
      signal: abort.signal,
      onShare,
    });
    return {
      tokens: rows.map((row) => vectors.tokens[row]!),
      x: Array.from(x, rounded),
      y: Array.from(y, rounded),
      types,
      ...(explained === undefined ? {} : { explained: [explained[0], explained[1]] }),
    };
  }
}

const rounded = (value: number): number => Math.round(value * DIGITS) / DIGITS;

/** Returns the type of the graph's entity with that name. Tokens have `_` in place of white space. */
const typeOf = (db: ReadDb, token: string): EntityType | null =>
  typeOfName(db, token.replaceAll('_', ' ')) ?? null;

/** Returns the rows of the most frequent tokens, and their entity types. */
function chooseRows(
  tokens: readonly string[],
  { count, typed }: PointsRequest,
  access: VectorAccess,
): { rows: number[]; types: (EntityType | null)[] } {
  const rows: number[] = [];
  const types: (EntityType | null)[] = [];
  withDatabase(access, (db) => {
    for (let row = 0; row < tokens.length && rows.length < count; row++) {
      const type = typeOf(db, tokens[row]!);
      if (typed && type === null) continue;
      rows.push(row);
      types.push(type);
    }
  });
  return { rows, types };
}

const tooFew = (typed: boolean): AppError =>
  new AppError(
    'bad-input',
    'vectors.too-few-words',
    {},
    { hint: typed ? 'hint.show-all-words' : 'hint.train-on-more' },
  );

/** Returns tokens that begin with the text, then those that contain it, the more frequent first. */
async function matching({ vectors }: VectorIndex, text: string, limit: number): Promise<string[]> {
  const sought = text.trim().toLowerCase();
  if (sought === '') return vectors.tokens.slice(0, limit);
  const [first, later]: [string[], string[]] = [[], []];
  for (const [row, token] of vectors.tokens.entries()) {
    if (row % ROWS_A_TURN === 0) await nextTurn();
    const at = token.toLowerCase().indexOf(sought);
    if (at === 0) first.push(token);
    else if (at > 0 && later.length < limit) later.push(token);
    if (first.length >= limit) break;
  }
  return [...first, ...later].slice(0, limit);
}

async function importFile(
  { path, name, unit, incoming }: VectorQuestions['import']['input'],
  access: VectorAccess,
): Promise<VectorQuestions['import']['output']> {
  const { vectors, duplicates } = await readVectorFile(path, unit === null ? {} : { unit });
  const stored = { vectors, folded: true, userWords: [] };
  writeStoredVectors(incoming, stored, access.fileKey);
  return { facts: { ...describeVectors(stored), file: name }, duplicates: duplicates.count };
}
