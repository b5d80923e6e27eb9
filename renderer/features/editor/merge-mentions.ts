/** Merges the mentions of dictionary and model into one list. */
import type { Mention } from '../../../shared/domain/mention.ts';
import type { Span } from '../../../shared/domain/span.ts';
import type { PredictedSpan } from '../../../shared/domain/training.ts';
import { areInterchangeable } from '../../../shared/entity-type-aliases.ts';
import { lowerBound } from '../../lib/lower-bound.ts';
import { isEntityType, kindOfLabel, type MentionKind } from '../../lib/mention-kinds.ts';
import type { PlacedMention } from './mention-track.ts';

export const MENTION_SOURCES = ['dictionary', 'model', 'both', 'person'] as const;
export type MentionSource = (typeof MENTION_SOURCES)[number];

/** Words that are highlighted, and who found them. Offsets are those of the text that was merged for. */
export interface MarkedMention extends Span {
  readonly text: string;
  readonly kind: MentionKind;
  readonly source: MentionSource;
  /** Depth as in `Mention`; 0 for mentions of the model alone. */
  readonly depth: number;
  /** Mention of the linker or of a person, whose offsets may be of an older text. Absent when the model alone found it. */
  readonly linked?: Mention;
  /** Absent when the dictionary alone found it. */
  readonly predicted?: PredictedSpan;
  /** The model alone found it, and the dictionary found something else in part of the words or around them. */
  readonly crossing: boolean;
}

type PlacedLinked = PlacedMention<Mention>;
type PlacedPredicted = PlacedMention<PredictedSpan>;

/**
 * Both findings in order of place, longer ones first. The same words of kindred type are one mention, of the
 * dictionary's type; other words or types stay apart, however they overlap.
 * @param linked in order of place, as is `predicted`
 * @param threshold what the model is less sure of is left out
 */
export function mergeMentions(
  linked: readonly PlacedLinked[],
  predicted: readonly PlacedPredicted[],
  threshold: number,
): MarkedMention[] {
  const partners = new Map<PlacedLinked, PredictedSpan>();
  const alone: MarkedMention[] = [];
  const isCrossing = overlapTest(linked);
  let at = 0;
  for (const prediction of predicted) {
    if (prediction.mention.confidence < threshold) continue;
    while (at < linked.length && linked[at]!.start < prediction.start) at++;
    const partner = closestFrom(linked, at, prediction, (place) => partners.has(place));
    if (partner === undefined) alone.push(fromModel(prediction, isCrossing(prediction)));
    else partners.set(partner, prediction.mention);
  }
  const all: MarkedMention[] = [];
  let next = 0;
  for (const place of linked) {
    const mention = fromDictionary(place, partners.get(place));
    while (next < alone.length && byPlace(alone[next]!, mention) < 0) all.push(alone[next++]!);
    all.push(mention);
  }
  return [...all, ...alone.slice(next)];
}

const byPlace = (a: MarkedMention, b: MarkedMention): number =>
  a.start - b.start || b.end - a.end || a.depth - b.depth;

/** The mention of the same words that comes closest in type; `from` is the first that starts there. */
function closestFrom(
  linked: readonly PlacedLinked[],
  from: number,
  { start, end, mention }: PlacedPredicted,
  isTaken: (place: PlacedLinked) => boolean,
): PlacedLinked | undefined {
  const kind = kindOfLabel(mention.type);
  let best: PlacedLinked | undefined;
  let bestCloseness = 0;
  for (let i = from; linked[i]?.start === start; i++) {
    const place = linked[i]!;
    const found = place.end === end && !isTaken(place) ? closeness(place.mention, kind) : 0;
    if (found <= bestCloseness) continue;
    best = place;
    bestCloseness = found;
  }
  return best;
}

/** Tells whether the model found the mention, alone or besides the dictionary. */
export const isPredicted = ({ predicted }: MarkedMention): boolean => predicted !== undefined;

/** Tells whether both predictions are equal at every place. */
export const samePredictions = (
  before: readonly PlacedPredicted[],
  after: readonly PredictedSpan[],
): boolean =>
  before.length === after.length &&
  before.every(({ start, end, mention }, i) => {
    const now = after[i]!;
    return (
      start === now.start &&
      end === now.end &&
      mention.type === now.type &&
      mention.assertion === now.assertion &&
      mention.confidence === now.confidence
    );
  });

/** 2 for the same type, 1 for a kindred one, 0 for others. */
function closeness({ type }: Mention, kind: MentionKind): number {
  if (type === kind) return 2;
  return isEntityType(kind) && areInterchangeable(type, kind) ? 1 : 0;
}

function fromDictionary(
  { start, end, mention }: PlacedLinked,
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
  if (mention.correction !== undefined) return { ...common, source: 'person' };
  return predicted === undefined
    ? { ...common, source: 'dictionary' }
    : { ...common, source: 'both', predicted };
}

function fromModel({ start, end, mention }: PlacedPredicted, crossing: boolean): MarkedMention {
  const kind = kindOfLabel(mention.type);
  return { start, end, text: mention.text, kind, source: 'model', depth: 0, predicted: mention, crossing };
}

/** Tells whether any of the places, which are in order, shares a code unit with a span. */
function overlapTest(places: readonly Span[]): (span: Span) => boolean {
  const reach = new Int32Array(places.length); // the furthest end of those up to here
  for (let i = 0, far = 0; i < places.length; i++) {
    far = Math.max(far, places[i]!.end);
    reach[i] = far;
  }
  const starts = Int32Array.from(places, ({ start }) => start);
  return ({ start, end }) => {
    const before = lowerBound(starts, end);
    return before > 0 && reach[before - 1]! > start;
  };
}
