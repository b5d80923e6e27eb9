/** Precision, recall and F1 of entities: exact (same place and type) and relaxed (overlap of the same type). */
import type { DocumentCounts } from '../../../../shared/domain/comparison.ts';
import type { Score } from '../../../../shared/domain/score.ts';
import type { TypedSpan } from '../../../text/tagging.ts';
import { addCounts, noCounts, scoreOf } from '../score.ts';
import { largestMatching } from './matching.ts';

/** Gold and predicted entities of a document. */
export interface NerOutcome<Predicted extends TypedSpan = TypedSpan> {
  readonly gold: readonly TypedSpan[];
  readonly predicted: readonly Predicted[];
}

interface ScoreByType extends Score {
  readonly perType: Readonly<Record<string, Score>>;
}

export interface NerScores extends ScoreByType {
  /** One predicted entity counts for one gold entity at most. */
  readonly relaxed: ScoreByType;
}

/**
 * Micro averages over all documents, and each type by itself: the types given and those that occur. Where nothing
 * was predicted precision is 0, where nothing is gold recall is 0.
 */
export function scoreEntities(outcomes: readonly NerOutcome[], types: readonly string[] = []): NerScores {
  const names = new Set(types);
  for (const { gold, predicted } of outcomes) for (const { type } of [...gold, ...predicted]) names.add(type);
  return { ...scoreBy(outcomes, names, countExact), relaxed: scoreBy(outcomes, names, countOverlapping) };
}

/** Counts the entities of a document by type; exact matches are hits. */
export function countEntities({ gold, predicted }: NerOutcome): DocumentCounts {
  return [...new Set([...gold, ...predicted].map(({ type }) => type))].map((type) => {
    const of = (spans: readonly TypedSpan[]) => spans.filter((span) => span.type === type);
    const [own, found] = [of(gold), of(predicted)];
    return { label: type, hits: countExact(own, found), predicted: found.length, gold: own.length };
  });
}

/** Counts the found gold entities of one type in one document. */
type Count = (gold: readonly TypedSpan[], predicted: readonly TypedSpan[]) => number;

function scoreBy(outcomes: readonly NerOutcome[], types: ReadonlySet<string>, count: Count): ScoreByType {
  const overall = noCounts();
  const perType: Record<string, Score> = {};
  const byType = outcomes.map(({ gold, predicted }) => ({
    gold: Map.groupBy(gold, (span) => span.type),
    predicted: Map.groupBy(predicted, (span) => span.type),
  }));
  for (const type of types) {
    const counts = noCounts();
    for (const outcome of byType) {
      const gold = outcome.gold.get(type) ?? [];
      const predicted = outcome.predicted.get(type) ?? [];
      counts.hits += count(gold, predicted);
      counts.predicted += predicted.length;
      counts.gold += gold.length;
    }
    addCounts(overall, counts);
    perType[type] = scoreOf(counts);
  }
  return { ...scoreOf(overall), perType };
}

function countExact(gold: readonly TypedSpan[], predicted: readonly TypedSpan[]): number {
  const open = new Map<string, number>();
  for (const { start, end } of gold) open.set(`${start} ${end}`, (open.get(`${start} ${end}`) ?? 0) + 1);
  let hits = 0;
  for (const { start, end } of predicted) {
    const left = open.get(`${start} ${end}`) ?? 0;
    if (left === 0) continue;
    open.set(`${start} ${end}`, left - 1);
    hits++;
  }
  return hits;
}

const countOverlapping = (gold: readonly TypedSpan[], predicted: readonly TypedSpan[]): number =>
  largestMatching(gold, predicted, overlap).length;

/** Shared characters of two spans; 0 when they do not touch. */
export const overlap = (a: TypedSpan, b: TypedSpan): number =>
  Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start));
