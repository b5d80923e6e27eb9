/** The mentions of one document, kept in step with its text and cut to what is on screen. */
import type { Span } from '../../../shared/domain/span.ts';
import { shiftOffset, type TextEdit } from '../../lib/edits.ts';
import { lowerBound } from '../../lib/lower-bound.ts';

/** A mention that a track follows; `depth` is 0 for an outermost one. */
export interface Trackable extends Span {
  readonly depth?: number;
}

/** A mention where it stands now; `mention` keeps the offsets it was found at. */
export interface PlacedMention<M extends Trackable> extends Span {
  readonly mention: M;
}

const byPlace = (a: Trackable, b: Trackable): number =>
  a.start - b.start || b.end - a.end || (a.depth ?? 0) - (b.depth ?? 0);

export class MentionTrack<M extends Trackable> {
  readonly mentions: readonly M[];
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  /** Largest end among mentions 0..i: finds long mentions that begin far before a window. */
  readonly #reach: Int32Array;

  constructor(mentions: readonly M[]) {
    const sorted = mentions.every((m, i) => i === 0 || byPlace(mentions[i - 1]!, m) <= 0)
      ? mentions
      : mentions.toSorted(byPlace);
    this.mentions = sorted;
    this.#starts = Int32Array.from(sorted, (m) => m.start);
    this.#ends = Int32Array.from(sorted, (m) => m.end);
    this.#reach = new Int32Array(sorted.length);
    this.#measureReach();
  }

  get length(): number {
    return this.mentions.length;
  }

  at(index: number): PlacedMention<M> | undefined {
    const mention = this.mentions[index];
    return mention && { mention, start: this.#starts[index]!, end: this.#ends[index]! };
  }

  /** Those that have not lost all their text, where they stand now. */
  all(): PlacedMention<M>[] {
    return this.slice(0, Number.POSITIVE_INFINITY);
  }

  /** Moves every mention along with an edit. One that lost all its text stays as an empty span and is never shown. */
  shift(edit: TextEdit): void {
    for (let i = 0; i < this.#starts.length; i++) {
      if (this.#ends[i]! < edit.offset) continue;
      this.#starts[i] = shiftOffset(this.#starts[i]!, edit, 'right');
      this.#ends[i] = Math.max(this.#starts[i]!, shiftOffset(this.#ends[i]!, edit, 'left'));
    }
    this.#measureReach();
  }

  /** Mentions that share at least one code unit with [from, to), in order of their starts. */
  slice(from: number, to: number): PlacedMention<M>[] {
    const found: PlacedMention<M>[] = [];
    for (let i = lowerBound(this.#reach, from + 1); i < this.#starts.length; i++) {
      const start = this.#starts[i]!;
      const end = this.#ends[i]!;
      if (start >= to) break;
      if (end > from && start < end) found.push({ mention: this.mentions[i]!, start, end });
    }
    return found;
  }

  /** The innermost mention around a code unit. */
  innermostAt(offset: number): PlacedMention<M> | undefined {
    return this.slice(offset, offset + 1).reduce<PlacedMention<M> | undefined>(
      (best, next) => (best === undefined || next.end - next.start <= best.end - best.start ? next : best),
      undefined,
    );
  }

  /** Next mention that starts after `offset`, or previous one before it; wraps around; outermost first. */
  step(offset: number, direction: 1 | -1, wanted: (mention: M) => boolean): PlacedMention<M> | undefined {
    const count = this.#starts.length;
    const fits = (i: number): boolean => this.#starts[i]! < this.#ends[i]! && wanted(this.mentions[i]!);
    if (direction === 1) {
      const after = lowerBound(this.#starts, offset + 1);
      for (let n = 0; n < count; n++) {
        const i = (after + n) % count;
        if (fits(i)) return this.at(i);
      }
      return undefined;
    }
    const before = lowerBound(this.#starts, offset) - 1;
    for (let n = 0; n < count; n++) {
      const i = (before - n + 2 * count) % count;
      if (fits(i)) return this.at(this.#outermostOf(i, fits));
    }
    return undefined;
  }

  #outermostOf(index: number, fits: (i: number) => boolean): number {
    let best = index;
    for (let i = index - 1; i >= 0 && this.#starts[i] === this.#starts[index]; i--) if (fits(i)) best = i;
    return best;
  }

  #measureReach(): void {
    let reach = 0;
    for (let i = 0; i < this.#ends.length; i++) {
      reach = Math.max(reach, this.#ends[i]!);
      this.#reach[i] = reach;
    }
  }
}
