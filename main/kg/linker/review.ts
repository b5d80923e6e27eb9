/** Brings highlights in line with what people decided: corrections of the record, and words never marked again. */
import type { MadeCorrection, Review } from '../../../shared/domain/correction.ts';
import type { Mention } from '../../../shared/domain/mention.ts';
import type { Span } from '../../../shared/domain/span.ts';
import type { TextAnalysis } from '../../../shared/domain/text-analysis.ts';
import { typeOfLabel } from '../../../shared/entity-type-aliases.ts';
import { fold } from '../../text/folding.ts';
import { foldScript } from '../../text/script.ts';

/** Returns the analysis with the corrected mentions in place of those that they correct. */
export function reviewAnalysis(text: string, analysis: TextAnalysis, review: Review): TextAnalysis {
  const kept = keepAllowed(text, analysis.mentions, review);
  const corrected = review.corrections.flatMap((one) => correctedMention(text, one) ?? []);
  const { corrections } = review;
  if (kept.length === analysis.mentions.length && corrected.length === 0)
    return { ...analysis, corrections: [...corrections] };
  return { ...analysis, mentions: withDepths([...kept, ...corrected]), corrections: [...corrections] };
}

/**
 * Returns the mentions that neither a rule nor a correction forbids. A correction forbids mentions of exactly its words,
 * before or after, and those that cross the border of its words.
 */
export function keepAllowed<M extends Span & { readonly type: string }>(
  text: string,
  mentions: readonly M[],
  { corrections, rules }: Review,
): M[] {
  const present = corrections.filter(({ gone }) => !gone);
  if (present.length === 0 && rules.length === 0) return [...mentions];
  const never = new Set(rules.map(({ words, type }) => ruleKey(words, type)));
  const taken = new Set(
    present.flatMap(({ found, mention }) =>
      [found, mention].flatMap((span) => (span ? [placeOf(span)] : [])),
    ),
  );
  const borders = crossingTest(present.flatMap(({ mention }) => mention ?? []));
  return mentions.filter((mention) => {
    if (taken.has(placeOf(mention)) || borders(mention)) return false;
    if (never.size === 0) return true;
    const words = text.slice(mention.start, mention.end);
    return !never.has(ruleKey(words, mention.type)) && !never.has(ruleKey(words, ''));
  });
}

/** Returns what makes two rules the same: words of any width, case and script, and a type; empty: any type. */
export const ruleKey = (words: string, type: string): string =>
  `${typeOfLabel(type) ?? type} ${fold(foldScript(words))}`;

const placeOf = ({ start, end }: Span): string => `${start}-${end}`;

/** Returns a test of whether a span crosses the border of one of others; fast where none is near. */
function crossingTest(others: readonly Span[]): (span: Span) => boolean {
  const sorted = others.toSorted((a, b) => a.start - b.start);
  const longest = Math.max(0, ...sorted.map(({ start, end }) => end - start));
  return ({ start, end }) => {
    let low = 0;
    for (let high = sorted.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (sorted[middle]!.start < start - longest) low = middle + 1;
      else high = middle;
    }
    for (let i = low; i < sorted.length && sorted[i]!.start < end; i++) {
      const other = sorted[i]!;
      const before = start < other.start && other.start < end && end < other.end;
      const after = other.start < start && start < other.end && other.end < end;
      if (before || after) return true;
    }
    return false;
  };
}

function correctedMention(text: string, { id, gone, mention }: MadeCorrection): Mention | undefined {
  if (gone || mention === null) return undefined;
  const { start, end, type, assertion, entity } = mention;
  const words = text.slice(start, end);
  const linked = entity?.id === undefined ? { name: words } : { entityId: entity.id, name: entity.name };
  return { start, end, text: words, type, ...linked, assertion, depth: 0, correction: id };
}

/** Returns mentions by place, outer before inner, each one deeper than those that it lies in or overlaps. */
function withDepths(mentions: readonly Mention[]): Mention[] {
  const sorted = mentions.toSorted((a, b) => a.start - b.start || b.end - a.end || a.depth - b.depth);
  let open: Mention[] = [];
  return sorted.map((mention) => {
    open = open.filter(({ end }) => end > mention.start);
    const placed = { ...mention, depth: Math.max(-1, ...open.map(({ depth }) => depth)) + 1 };
    open.push(placed);
    return placed;
  });
}
