/** The spans of a layer in the order of the text, cut to what is on screen. Never changed: an edit makes a new one. */
import { endOf, type SpanItem, startOf } from '../../../../shared/domain/annotation.ts';
import { lowerBound } from '../../../lib/lower-bound.ts';

/** Outermost first where spans begin together. */
export const byPlace = (a: SpanItem, b: SpanItem): number =>
  startOf(a) - startOf(b) || endOf(b) - endOf(a) || a.id - b.id;

export class SpanIndex {
  readonly spans: readonly SpanItem[];
  readonly #starts: Int32Array;
  /** Largest end among spans 0..i: finds long spans that begin far before a window. */
  readonly #reach: Int32Array;

  private constructor(sorted: readonly SpanItem[]) {
    this.spans = sorted;
    this.#starts = Int32Array.from(sorted, startOf);
    this.#reach = new Int32Array(sorted.length);
    let reach = 0;
    sorted.forEach((span, i) => {
      reach = Math.max(reach, endOf(span));
      this.#reach[i] = reach;
    });
  }

  static of(spans: readonly SpanItem[]): SpanIndex {
    return new SpanIndex(spans.toSorted(byPlace));
  }

  /** Without some spans and with others; the rest keeps its order and is not sorted again. */
  change(gone: ReadonlySet<number>, added: readonly SpanItem[]): SpanIndex {
    const kept = gone.size === 0 ? this.spans : this.spans.filter(({ id }) => !gone.has(id));
    if (added.length === 0) return new SpanIndex(kept);
    const sorted = added.toSorted(byPlace);
    const merged: SpanItem[] = [];
    let next = 0;
    for (const span of kept) {
      while (next < sorted.length && byPlace(sorted[next]!, span) < 0) merged.push(sorted[next++]!);
      merged.push(span);
    }
    merged.push(...sorted.slice(next));
    return new SpanIndex(merged);
  }

  get length(): number {
    return this.spans.length;
  }

  /** Spans whose extent, gaps included, shares at least one code unit with [from, to). */
  slice(from: number, to: number): SpanItem[] {
    const found: SpanItem[] = [];
    for (let i = lowerBound(this.#reach, from + 1); i < this.spans.length && this.#starts[i]! < to; i++) {
      const span = this.spans[i]!;
      if (endOf(span) > from) found.push(span);
    }
    return found;
  }

  /** Spans that cover a code unit with one of their fragments, innermost first. */
  at(offset: number): SpanItem[] {
    return this.slice(offset, offset + 1)
      .filter(({ fragments }) => fragments.some(({ start, end }) => start <= offset && offset < end))
      .sort((a, b) => lengthOf(a) - lengthOf(b) || byPlace(b, a));
  }

  /** Index in `spans`, -1 when it is not there. */
  indexOf(span: SpanItem): number {
    for (let i = lowerBound(this.#starts, startOf(span)); i < this.spans.length; i++) {
      if (this.spans[i]!.id === span.id) return i;
      if (this.#starts[i]! > startOf(span)) break;
    }
    return -1;
  }

  /** Number of spans that begin before an offset. */
  before(offset: number): number {
    return lowerBound(this.#starts, offset);
  }

  /** Next or previous span in the order of the text from `current`, else from `offset`; wraps around. */
  step(
    current: SpanItem | null,
    offset: number,
    direction: 1 | -1,
    wanted: (span: SpanItem) => boolean,
  ): SpanItem | undefined {
    const count = this.spans.length;
    const at = current === null ? -1 : this.indexOf(current);
    const from = at === -1 ? this.before(offset) - (direction === 1 ? 1 : 0) : at;
    for (let n = 1; n <= count; n++) {
      const span = this.spans[(((from + n * direction) % count) + count) % count]!;
      if (wanted(span)) return span;
    }
    return undefined;
  }
}

/** Code units that a span's fragments cover. */
export const lengthOf = ({ fragments }: Pick<SpanItem, 'fragments'>): number =>
  fragments.reduce((sum, { start, end }) => sum + end - start, 0);
