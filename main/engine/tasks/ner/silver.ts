/** Silver labels: entities that taggers mark in sentences without labels, where they are sure. */
import type { LabelledDocument } from '../../../../shared/domain/training.ts';
import { splitSentences } from '../../../text/sentences.ts';
import type { PredictedEntity } from './decode.ts';
import { countEntities } from './metrics.ts';

/** Longer texts are parted into sentences, in UTF-16 code units. */
const LONG_TEXT = 200;
/** Least probabilities of an entity from which on it counts as sure. */
const THRESHOLDS = [0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95];
const LEAST_THRESHOLD = THRESHOLDS[0]!;
/** Spans of less probability than this make no sentence unsure, whatever the threshold. */
export const LEAST_PROBABLE = 1 - THRESHOLDS.at(-1)!;

/** Returns a text, or its sentences when it is long, with the entities within. */
export function piecesOf({ id, text, entities }: LabelledDocument): LabelledDocument[] {
  if (text.length <= LONG_TEXT) return [{ id, text, entities }];
  return splitSentences(text).map(({ start, end }, number) => ({
    id: `${id} ${number + 1}`,
    text: text.slice(start, end),
    entities: entities
      .filter((entity) => entity.start >= start && entity.end <= end)
      .map(({ type, ...span }) => ({ start: span.start - start, end: span.end - start, type })),
  }));
}

/**
 * Returns whether taggers are sure of a sentence: none of its spans is as likely an entity as not.
 * @param spans those of `LEAST_PROBABLE` or more
 */
export const isSure = (spans: readonly PredictedEntity[], threshold: number): boolean =>
  spans.every(({ confidence }) => confidence >= threshold || confidence + threshold <= 1);

/** Returns the spans that count as entities. */
export const sureEntities = (
  spans: readonly PredictedEntity[],
  threshold: number,
): LabelledDocument['entities'] =>
  spans
    .filter(({ confidence }) => confidence >= threshold)
    .map(({ start, end, type }) => ({ start, end, type }));

interface Sentence {
  readonly gold: LabelledDocument['entities'];
  /** Spans of `LEAST_PROBABLE` or more. */
  readonly spans: readonly PredictedEntity[];
}

/**
 * Returns the threshold by which the most entities of sure sentences are right, less those wrong and missed; the
 * largest of equals.
 * @param sentences held out from the taggers that gave the spans
 */
export function chooseThreshold(sentences: readonly Sentence[]): number {
  let [best, most] = [LEAST_THRESHOLD, Number.NEGATIVE_INFINITY];
  for (const threshold of THRESHOLDS) {
    const sure = sentences.filter(({ spans }) => isSure(spans, threshold));
    let gain = 0;
    for (const { gold, spans } of sure)
      for (const counts of countEntities({ gold, predicted: sureEntities(spans, threshold) }))
        gain += 3 * counts.hits - counts.predicted - counts.gold; // right, less wrong, less missed
    if (gain >= most) [best, most] = [threshold, gain];
  }
  return best;
}
