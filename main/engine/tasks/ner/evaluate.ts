/** Evaluates a tagger on labelled documents. */
import { invariant } from '../../../../shared/assert.ts';
import {
  type LabelledDocument,
  MAX_REPORTED_ERRORS,
  type NerErrorKind,
  type NerReport,
} from '../../../../shared/domain/training.ts';
import type { PredictedEntity } from './decode.ts';
import { confusionMatrix, listErrors, type NerError } from './errors.ts';
import { scoreEntities } from './metrics.ts';
import { encodeEntities, type NerReader } from './windows.ts';

export interface NerEvaluation {
  /** Types of the model; those of the documents come besides. */
  readonly types: readonly string[];
  /** Name of the documents. */
  readonly dataSet: string;
  /** Counts of `countUntaggable`. */
  readonly untaggable: Readonly<Record<string, number>>;
  /** Time that the predictions took. */
  readonly seconds: number;
}

/** @param predictions entities of each document */
export function evaluateNer(
  documents: readonly LabelledDocument[],
  predictions: readonly (readonly PredictedEntity[])[],
  { types, dataSet, untaggable, seconds }: NerEvaluation,
): NerReport {
  invariant(
    predictions.length === documents.length,
    `evaluateNer: ${predictions.length} predictions for ${documents.length} documents`,
  );
  const outcomes = documents.map(({ entities }, i) => ({ gold: entities, predicted: predictions[i]! }));
  const errors = listErrors(outcomes);
  const errorCounts: Record<NerErrorKind, number> = {
    missed: 0,
    spurious: 0,
    'wrong-type': 0,
    'wrong-boundary': 0,
    'wrong-both': 0,
  };
  for (const { kind } of errors) errorCounts[kind]++;
  const characters = documents.reduce((sum, { text }) => sum + text.length, 0);
  const { labels, counts } = confusionMatrix(outcomes, types);
  return {
    task: 'ner',
    dataSet,
    scores: scoreEntities(outcomes, types),
    confusion: { labels: [...labels], counts: counts.map((row) => [...row]) },
    errors: errors.slice(0, MAX_REPORTED_ERRORS).map(reported),
    errorCounts,
    untaggable: { ...untaggable },
    charactersPerSecond: seconds > 0 ? characters / seconds : 0,
  };
}

/** Returns the prediction without its words, which reports do not keep. */
function reported({ predicted, ...error }: NerError<PredictedEntity>): NerReport['errors'][number] {
  if (predicted === undefined) return error;
  const { start, end, type, confidence } = predicted;
  return { ...error, predicted: { start, end, type, confidence } };
}

/** Gold entities that the model cannot find as they are, by reason; `widened`: they begin or end inside a token. */
export function countUntaggable(
  documents: readonly LabelledDocument[],
  reader: NerReader,
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { text, entities } of documents) {
    const { dropped, widened } = encodeEntities(reader.tokenize(text), entities, reader).report;
    for (const reason of [...dropped.map(({ reason }) => reason), ...widened.map(() => 'widened')])
      counts[reason] = (counts[reason] ?? 0) + 1;
  }
  return counts;
}
