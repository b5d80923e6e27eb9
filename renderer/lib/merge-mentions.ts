/** What the dictionary and what a model found in a text, as one list. */
import type { Mention } from '../../shared/domain/mention.ts';
import type { PredictedSpan } from '../../shared/domain/training.ts';
import { areKin } from '../../shared/label-types.ts';
import type { Span } from './edits.ts';
import { isEntityType, kindOfLabel, type MentionKind } from './mention-kinds.ts';
import type { PlacedMention } from './mention-track.ts';

export const MENTION_SOURCES = ['dictionary', 'model', 'both'] as const;
export type MentionSource = (typeof MENTION_SOURCES)[number];

/** Words that are highlighted, and who found them. Offsets are those of the text that was merged for. */
export interface MarkedMention extends Span {
  readonly text: string;
  readonly kind: MentionKind;
  readonly source: MentionSource;
  /** As in `Mention`; 0 for what the model alone found. */
  readonly depth: number;
  /** As the linker found it; its own offsets may be of an older text. Absent when the model alone found it. */
  readonly linked?: Mention;
  /** Absent when the dictionary alone found it. */
  readonly predicted?: PredictedSpan;
  /** The model alone found it, and the dictionary found something else in part of the words or around them. */
  readonly crossing: boolean;
}

/**
 * Both findings in order of place, longer ones first. The same words of kindred type are one mention, of the
 * dictionary's type; other words or types stay apart, however they overlap.
 * @param threshold what the model is less sure of is left out
 */
export function mergeMentions(
  linked: readonly PlacedMention<Mention>[],
  predicted: readonly PlacedMention<PredictedSpan>[],
  threshold: number,
): MarkedMention[] {
  const sure = predicted.filter(({ mention }) => mention.confidence >= threshold);
  const partners = new Map<PlacedMention<Mention>, PredictedSpan>();
  const alone: PlacedMention<PredictedSpan>[] = [];
  const byPlace = Map.groupBy(linked, placeOf);
  for (const prediction of sure) {
    const kind = kindOfLabel(prediction.mention.type);
    const partner = byPlace
      .get(placeOf(prediction))
      ?.filter((candidate) => !partners.has(candidate))
      .sort((a, b) => closeness(b.mention, kind) - closeness(a.mention, kind))[0];
    if (partner !== undefined && closeness(partner.mention, kind) > 0)
      partners.set(partner, prediction.mention);
    else alone.push(prediction);
  }
  const isCrossing = overlapTest(linked);
  return [
    ...linked.map((place): MarkedMention => fromDictionary(place, partners.get(place))),
    ...alone.map((place): MarkedMention => fromModel(place, isCrossing(place))),
  ].sort((a, b) => a.start - b.start || b.end - a.end || a.depth - b.depth);
}

/** Whether the model found it, alone or besides the dictionary. */
export function isPredicted({ source }: MarkedMention): boolean {
  return source !== 'dictionary';
}

const placeOf = ({ start, end }: Span): string => `${start} ${end}`;

/** 2 for the same type, 1 for a kindred one, 0 for others. */
function closeness({ type }: Mention, kind: MentionKind): number {
  if (type === kind) return 2;
  return isEntityType(kind) && areKin(type, kind) ? 1 : 0;
}

function fromDictionary(
  { start, end, mention }: PlacedMention<Mention>,
  predicted: PredictedSpan | undefined,
): MarkedMention {
  const common = {
    start,
    end,
    text: mention.text,
    kind: mention.type,
    depth: mention.depth,
    linked: mention,
    crossing: false,
  };
  return predicted === undefined
    ? { ...common, source: 'dictionary' }
    : { ...common, source: 'both', predicted };
}

function fromModel({ start, end, mention }: PlacedMention<PredictedSpan>, crossing: boolean): MarkedMention {
  const kind = kindOfLabel(mention.type);
  return { start, end, text: mention.text, kind, source: 'model', depth: 0, predicted: mention, crossing };
}

/** Tells whether any of the places shares a code unit with a span. */
function overlapTest(places: readonly Span[]): (span: Span) => boolean {
  const sorted = places.toSorted((a, b) => a.start - b.start);
  const reach: number[] = []; // the furthest end of those up to here
  for (const [i, { end }] of sorted.entries()) reach.push(Math.max(reach[i - 1] ?? 0, end));
  return ({ start, end }) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]!.start < end) low = middle + 1;
      else high = middle;
    }
    return low > 0 && reach[low - 1]! > start;
  };
}
