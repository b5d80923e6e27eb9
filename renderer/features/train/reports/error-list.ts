/** Errors of a tagger: which are shown, and how they stand in their text. */
import type { Span } from '../../../../shared/domain/span.ts';
import type { LabelledSpan, NerError, NerErrorKind } from '../../../../shared/domain/training.ts';

/** An error with its place in the report. */
export interface NumberedError<E> {
  readonly number: number;
  readonly error: E;
}

export interface ErrorFilter {
  readonly kind: NerErrorKind | 'all';
  /** Type of the gold entity; `none` for spurious ones; null for any. */
  readonly gold: string | null;
  /** Type of the predicted entity; `none` for missed ones; null for any. */
  readonly predicted: string | null;
}

export const NO_TYPE = 'none';
export const ALL_ERRORS: ErrorFilter = { kind: 'all', gold: null, predicted: null };

export const filterErrors = (
  errors: readonly NerError[],
  { kind, gold, predicted }: ErrorFilter,
): NerError[] =>
  errors.filter(
    (error) =>
      (kind === 'all' || error.kind === kind) &&
      (gold === null || (error.gold?.type ?? NO_TYPE) === gold) &&
      (predicted === null || (error.predicted?.type ?? NO_TYPE) === predicted),
  );

/** Returns the part of the text that an error covers. */
export function extentOf({ gold, predicted }: Pick<NerError, 'gold' | 'predicted'>): {
  start: number;
  end: number;
} {
  const spans = [gold, predicted].filter((span) => span !== undefined);
  return {
    start: Math.min(...spans.map(({ start }) => start)),
    end: Math.max(...spans.map(({ end }) => end)),
  };
}

export interface Snippet {
  readonly before: string;
  readonly words: string;
  readonly after: string;
}

/** The words with `margin` characters to each side, in one line; no character is cut in two. */
export function snippetOf(text: string, { start, end }: Span, margin: number): Snippet {
  const from = wholeCharacter(text, Math.max(0, start - margin));
  const to = wholeCharacter(text, Math.min(text.length, end + margin));
  const line = (part: string): string => part.replace(/\s+/g, ' ');
  return {
    before: (from > 0 ? '…' : '') + line(text.slice(from, start)),
    words: line(text.slice(start, end)),
    after: line(text.slice(end, to)) + (to < text.length ? '…' : ''),
  };
}

/** The place itself, or one further where it would cut a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}

export interface Segment {
  readonly start: number;
  readonly text: string;
  readonly gold: boolean;
  readonly predicted: boolean;
  /** Part of the selected error's gold or predicted entity. */
  readonly chosenGold: boolean;
  readonly chosenPredicted: boolean;
}

interface SegmentParts {
  readonly gold: readonly LabelledSpan[];
  readonly predicted: readonly LabelledSpan[];
  readonly chosen: Pick<NerError, 'gold' | 'predicted'>;
}

/** The text cut wherever a span begins or ends; the pieces together are the text. */
export function segmentsOf(text: string, { gold, predicted, chosen }: SegmentParts): Segment[] {
  const spans = [
    ...gold,
    ...predicted,
    ...[chosen.gold, chosen.predicted].filter((span) => span !== undefined),
  ];
  const inText = (at: number): number => Math.min(Math.max(0, at), text.length);
  const cuts = [
    ...new Set([0, text.length, ...spans.flatMap(({ start, end }) => [inText(start), inText(end)])]),
  ];
  cuts.sort((a, b) => a - b);
  return cuts.slice(0, -1).map((start, i) => {
    const end = cuts[i + 1]!;
    const covers = (span: LabelledSpan | undefined): boolean =>
      span !== undefined && span.start <= start && end <= span.end;
    return {
      start,
      text: text.slice(start, end),
      gold: gold.some(covers) || covers(chosen.gold),
      predicted: predicted.some(covers) || covers(chosen.predicted),
      chosenGold: covers(chosen.gold),
      chosenPredicted: covers(chosen.predicted),
    };
  });
}
