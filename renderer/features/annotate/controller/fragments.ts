/** Places of spans and how they are changed: by characters as people see them, never inside a surrogate pair. */
import type { Span } from '../../../../shared/domain/span.ts';

const AROUND = 64;
const segmenter = new Intl.Segmenter('zh', { granularity: 'grapheme' });

/** The offset of the next or previous character; the text's own edge at its ends. */
export function stepCharacter(text: string, offset: number, direction: 1 | -1): number {
  if (direction === 1) {
    const [first] = segmenter.segment(text.slice(offset, offset + AROUND));
    return first === undefined ? text.length : offset + first.segment.length;
  }
  const from = Math.max(0, offset - AROUND);
  const last = [...segmenter.segment(text.slice(from, offset))].at(-1);
  return last === undefined ? 0 : offset - last.segment.length;
}

/** Removes white space at the ends; returns null when nothing else is left. */
export function trimmed(text: string, { start, end }: Span): Span | null {
  const words = text.slice(start, end);
  const from = start + words.length - words.trimStart().length;
  const to = end - (words.length - words.trimEnd().length);
  return from < to ? { start: from, end: to } : null;
}

/** Sorted, with those that touch or overlap made one. */
export function merged(fragments: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const { start, end } of fragments.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}

/** Removes the code units of another fragment. */
export const without = (fragments: readonly Span[], cut: Span): Span[] =>
  fragments.flatMap(({ start, end }) =>
    [
      { start, end: Math.min(end, cut.start) },
      { start: Math.max(start, cut.end), end },
    ].filter((part) => part.start < part.end && (part.end <= cut.start || part.start >= cut.end)),
  );

export type Edge = 'start' | 'end';

/** Moves one edge of one fragment. Returns null when the fragment would be empty; touching fragments become one. */
export function movedEdge(
  fragments: readonly Span[],
  index: number,
  edge: Edge,
  offset: number,
): Span[] | null {
  const fragment = fragments[index];
  if (fragment === undefined) return null;
  const next = edge === 'start' ? { ...fragment, start: offset } : { ...fragment, end: offset };
  if (next.start >= next.end) return null;
  return merged(fragments.map((other, i) => (i === index ? next : other)));
}

/** Moves the span's outer edge by one character out or in. Returns null at the end of the text, or when the fragment would be empty. */
export function nudged(
  text: string,
  fragments: readonly Span[],
  edge: Edge,
  direction: 1 | -1,
): Span[] | null {
  const index = edge === 'start' ? 0 : fragments.length - 1;
  const at = fragments[index]?.[edge];
  if (at === undefined) return null;
  const offset = stepCharacter(text, at, direction);
  return offset === at ? null : movedEdge(fragments, index, edge, offset);
}

export const sameFragments = (a: readonly Span[], b: readonly Span[]): boolean =>
  a.length === b.length && a.every(({ start, end }, i) => start === b[i]!.start && end === b[i]!.end);
