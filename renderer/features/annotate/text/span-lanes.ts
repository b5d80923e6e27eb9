/**
 * Marks under and over words: spans in lanes below each other, inner ones nearest to the words, and the text cut
 * into pieces that have the same lines. Pieces make nesting, crossing and discontinuity one and the same thing to draw.
 */
import { endOf, type SpanItem, startOf } from '../../../../shared/domain/annotation.ts';
import type { Span } from '../../../../shared/domain/span.ts';

/** Longest gap of a discontinuous span that is drawn through; of longer ones only the ends are. */
const LONGEST_GAP = 60;
const GAP_END = 3;

export interface LanedSpan {
  readonly span: SpanItem;
  /** 0 is nearest to the words. */
  readonly lane: number;
  /** Lanes that the spans around it take together. */
  readonly lanes: number;
}

/** Lanes such that spans which overlap never share one; shorter spans are nearer to the words. */
export const lanesOf = (spans: readonly SpanItem[]): LanedSpan[] =>
  groupsOf(spans).flatMap((group) => {
    const taken: SpanItem[][] = [];
    const placed = group
      .toSorted((a, b) => extent(a) - extent(b) || startOf(a) - startOf(b) || b.id - a.id)
      .map((span) => {
        let lane = taken.findIndex((others) => others.every((other) => !overlap(span, other)));
        if (lane === -1) lane = taken.push([]) - 1;
        taken[lane]!.push(span);
        return { span, lane };
      });
    return placed.map((one) => ({ ...one, lanes: taken.length }));
  });

const extent = (span: SpanItem): number => endOf(span) - startOf(span);
const overlap = (a: SpanItem, b: SpanItem): boolean => startOf(a) < endOf(b) && startOf(b) < endOf(a);

/** Spans that hang together by overlapping. */
function groupsOf(spans: readonly SpanItem[]): SpanItem[][] {
  const groups: SpanItem[][] = [];
  let reach = -1;
  for (const span of spans.toSorted((a, b) => startOf(a) - startOf(b))) {
    if (startOf(span) >= reach) groups.push([]);
    groups.at(-1)!.push(span);
    reach = Math.max(reach, endOf(span));
  }
  return groups;
}

/** One line under a piece of text. */
export interface Line {
  readonly span: SpanItem;
  readonly lane: number;
  readonly lanes: number;
  /** Between two fragments of a span. */
  readonly gap: boolean;
}

export interface Piece extends Span {
  /** Outermost first. */
  readonly lines: readonly Line[];
}

/** The pieces of [from, to) that have lines, each with the same lines throughout. */
export function piecesOf(laned: readonly LanedSpan[], from: number, to: number): Piece[] {
  const stretches = laned.flatMap(stretchesOf).filter(({ start, end }) => end > from && start < to);
  const borders = new Set([from, to]);
  for (const { start, end } of stretches) {
    borders.add(Math.max(start, from));
    borders.add(Math.min(end, to));
  }
  const sorted = [...borders].sort((a, b) => a - b);
  const opening = stretches.toSorted((a, b) => a.start - b.start);
  const pieces: Piece[] = [];
  let open: (typeof stretches)[number][] = [];
  let next = 0;
  for (let i = 0; i + 1 < sorted.length; i++) {
    const start = sorted[i]!;
    const end = sorted[i + 1]!;
    while (next < opening.length && opening[next]!.start <= start) open.push(opening[next++]!);
    open = open.filter((stretch) => stretch.end > start);
    if (open.length === 0) continue;
    const lines = open.map(({ line }) => line).sort((a, b) => b.lane - a.lane);
    pieces.push({ start, end, lines });
  }
  return pieces;
}

function stretchesOf({ span, lane, lanes }: LanedSpan): (Span & { line: Line })[] {
  const solid = { span, lane, lanes, gap: false };
  const gap = { span, lane, lanes, gap: true };
  return span.fragments.flatMap(({ start, end }, i) => {
    const stretch = { start, end, line: solid };
    const following = span.fragments[i + 1];
    if (following === undefined) return [stretch];
    const gaps =
      following.start - end <= LONGEST_GAP
        ? [{ start: end, end: following.start, line: gap }]
        : [
            { start: end, end: end + GAP_END, line: gap },
            { start: following.start - GAP_END, end: following.start, line: gap },
          ];
    return [stretch, ...gaps];
  });
}

/** Spans by the offset at which they begin, outermost first: where their letters stand. */
export function letterPlaces(spans: readonly SpanItem[]): Map<number, SpanItem[]> {
  const places = new Map<number, SpanItem[]>();
  for (const span of spans.toSorted((a, b) => endOf(b) - endOf(a) || a.id - b.id)) {
    const known = places.get(startOf(span));
    if (known === undefined) places.set(startOf(span), [span]);
    else known.push(span);
  }
  return places;
}
