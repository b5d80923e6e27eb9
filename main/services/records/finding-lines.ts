/** Formats the findings of a record as one JSON line. `text` is added when it was composed from fields: offsets refer to it. */

import type { TextAnalysis } from '../../../shared/domain/text-analysis.ts';
import type { PredictedSpan } from '../../../shared/domain/training.ts';
import type { EmrRecord } from '../../formats/emr-json.ts';
import type { LinkedByContext } from '../graph/link-by-context.ts';
import type { LabelledText } from '../models/open-model.ts';

type LineRecord = Pick<EmrRecord, 'id' | 'text' | 'composed'>;

/** @param context candidates of each mention by context */
export function linkedLine(
  record: LineRecord,
  { mentions, values }: TextAnalysis,
  context: readonly (readonly LinkedByContext[])[] = [],
) {
  const entities = mentions.map(({ start, end, text, type, entityId, assertion, name, depth }, i) => ({
    ...{ start, end, text, type, entityId, assertion, name, depth },
    ...(context[i] === undefined || context[i].length === 0 ? {} : { context: context[i] }),
  }));
  return { id: record.id, entities, values, ...(record.composed ? { text: record.text } : {}) };
}

export function predictedLine({ id, text, composed }: LineRecord, entities: readonly PredictedSpan[]) {
  const spans = entities.map(({ start, end, type, text: words, confidence, assertion }) => {
    return { start, end, type, text: words, confidence: Number(confidence.toFixed(4)), assertion };
  });
  return { id, entities: spans, ...(composed ? { text } : {}) };
}

export const labelledLine = ({ id }: LineRecord, labelled: LabelledText | undefined) => ({
  id,
  labels: labelled?.labels ?? [],
  top: (labelled?.top ?? []).map(({ label, probability }) => ({
    label,
    probability: Number(probability.toFixed(4)),
  })),
  ...(labelled?.abstained === undefined ? {} : { abstained: labelled.abstained }),
});
