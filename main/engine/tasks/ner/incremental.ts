/** Prediction for texts that are edited: what was read before is not read again. */
import type { PredictedSpan } from '../../../../shared/domain/training.ts';
import { splitPieces } from '../../../text/pieces.ts';
import type { ForwardOptions } from '../batched-forward.ts';

export type PredictTexts = (texts: readonly string[], options: ForwardOptions) => Promise<PredictedSpan[][]>;

export interface IncrementalOptions {
  /** Code units of a piece at most: what a model reads at once. */
  readonly longest: number;
  /** Code units of the pieces that are remembered, those used last. */
  readonly remembered?: number;
}

const REMEMBERED = 4_000_000;
/** Pieces read before what was found is remembered. */
const GROUP = 64;

interface Piece {
  readonly words: string;
  readonly spans: readonly PredictedSpan[];
}

export class IncrementalPredictor {
  readonly #predict: PredictTexts;
  readonly #longest: number;
  readonly #room: number;
  /** Entities by the words of a piece, with offsets in it; the piece used last is the last one. */
  readonly #known = new Map<string, Piece>();
  #characters = 0;

  constructor(predict: PredictTexts, { longest, remembered = REMEMBERED }: IncrementalOptions) {
    this.#predict = predict;
    this.#longest = longest;
    this.#room = remembered;
  }

  /** Entities in order of place: those that `predict` finds in each piece by itself. */
  async predict(text: string, options: ForwardOptions = {}): Promise<PredictedSpan[]> {
    const pieces = splitPieces(text, this.#longest).map(({ start, end }) => ({
      start,
      words: text.slice(start, end),
    }));
    const found = new Map<string, readonly PredictedSpan[]>();
    const unseen = new Set<string>();
    for (const { words } of pieces) {
      const known = this.#recall(words);
      if (known === undefined) unseen.add(detached(words));
      else found.set(words, known);
    }
    for (const group of groupsOf([...unseen], GROUP)) {
      const results = await this.#predict(group, options);
      for (const [i, words] of group.entries()) {
        found.set(words, results[i]!);
        this.#remember(words, results[i]!);
      }
    }
    return pieces.flatMap(({ start, words }) =>
      (found.get(words) ?? []).map((span) => ({ ...span, start: span.start + start, end: span.end + start })),
    );
  }

  #recall(words: string): readonly PredictedSpan[] | undefined {
    const known = this.#known.get(words);
    if (known === undefined) return undefined;
    this.#known.delete(words);
    this.#known.set(known.words, known);
    return known.spans;
  }

  #remember(words: string, spans: readonly PredictedSpan[]): void {
    if (!this.#known.has(words)) this.#characters += words.length;
    this.#known.set(words, { words, spans });
    for (const oldest of this.#known.keys()) {
      if (this.#characters <= this.#room) break;
      this.#known.delete(oldest);
      this.#characters -= oldest.length;
    }
  }
}

/** Returns a copy that shares no memory. A part of a long string keeps the whole string alive in V8. */
const detached = (words: string): string => Buffer.from(words, 'utf16le').toString('utf16le');

function groupsOf<T>(items: readonly T[], size: number): T[][] {
  const groups: T[][] = [];
  for (let from = 0; from < items.length; from += size) groups.push(items.slice(from, from + size));
  return groups;
}
