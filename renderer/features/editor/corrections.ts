/** Corrections that a person asks for in the editor, as changes to send and to take back. */
import {
  type Correction,
  type CorrectionChange,
  correctionOf,
  type MadeCorrection,
  shiftCorrection,
} from '../../../shared/domain/correction.ts';
import { MAX_MENTION } from '../../../shared/domain/record-relations.ts';
import type { Span } from '../../../shared/domain/span.ts';
import type { PlacedMention } from './mention-track.ts';
import type { MarkedMention } from './merge-mentions.ts';

/** Words to mark, and the highlight that they are to stand for; without one, a highlight is added. */
export interface CorrectionTarget {
  readonly span: Span;
  readonly placed: PlacedMention<MarkedMention> | undefined;
  /** The correction by which a person made the highlight. */
  readonly made: MadeCorrection | undefined;
}

export type RightMention = NonNullable<Correction['mention']>;

/**
 * Returns the highlight that selected words correct: the one of the same words, else the only outermost one that they
 * touch.
 */
export function highlightOf(
  touched: readonly PlacedMention<MarkedMention>[],
  { start, end }: Span,
): PlacedMention<MarkedMention> | undefined {
  const same = touched.find((one) => one.start === start && one.end === end);
  const outer = touched.filter((one) => !touched.some((other) => other !== one && holds(other, one)));
  return same ?? (outer.length === 1 ? outer[0] : undefined);
}

const holds = (outer: Span, inner: Span): boolean =>
  outer.start <= inner.start && inner.end <= outer.end && outer.end - outer.start > inner.end - inner.start;

/** Returns the span without white space at its ends; undefined when nothing is left or it is too long. */
export function trimmed(text: string, { start, end }: Span): Span | undefined {
  const words = text.slice(start, end);
  const from = start + (words.length - words.trimStart().length);
  const to = from + words.trim().length;
  return from < to && to - from <= MAX_MENTION ? { start: from, end: to } : undefined;
}

/** Returns the change that marks words as a person says, or that no highlight stands there (null). */
export function changeTo(
  text: string,
  { placed, made }: CorrectionTarget,
  mention: RightMention | null,
): CorrectionChange | undefined {
  const before = made === undefined ? null : bare(made);
  const found = made === undefined ? foundOf(placed) : made.found;
  if (found === null && mention === null) return before === null ? undefined : { before, after: null };
  return { before, after: correctionOf(text, { id: made?.id ?? crypto.randomUUID(), found, mention }) };
}

function foundOf(placed: PlacedMention<MarkedMention> | undefined): Correction['found'] {
  if (placed === undefined) return null;
  const { start, end, mention } = placed;
  const { linked, predicted } = mention;
  return { start, end, type: linked?.type ?? predicted?.type ?? '' };
}

/** Returns what a correction says, without its author. */
export const bare = ({ id, start, end, text, found, mention }: Correction): Correction => ({
  ...{ id, start, end, text, found, mention },
});

/** Returns the changes that take others back, at the places of now; undefined when words of one are gone. */
export function reversed(
  changes: readonly CorrectionChange[],
  carry: (span: Span) => Span | null,
): CorrectionChange[] | undefined {
  const back: CorrectionChange[] = [];
  for (const { before, after } of changes) {
    const now = before === null ? null : carry(before);
    if (before !== null && now === null) return undefined;
    back.unshift({
      before: after,
      after: before && now && shiftCorrection(before, now.start - before.start),
    });
  }
  return back;
}
