/** Scores of a batch run of a tagger on labelled documents. */
import { z } from 'zod';
import { LabelledDocument, type NerReport, PredictedSpan } from '../../../shared/domain/training.ts';
import { evaluateNer } from '../../engine/tasks/ner/evaluate.ts';
import type { BatchSettings } from './processor.ts';

const Evaluated = z.object({
  document: LabelledDocument,
  predicted: z.array(PredictedSpan),
  untaggable: z.record(z.string(), z.number()),
});

/** @param seconds that the workers were busy */
export async function scoresOf(
  values: AsyncIterable<{ readonly value: unknown }>,
  { dataSet, settings, seconds }: { dataSet: string; settings: BatchSettings; seconds: number },
): Promise<{ readonly report: NerReport; readonly documents: number }> {
  const found: z.infer<typeof Evaluated>[] = [];
  const untaggable: Record<string, number> = {};
  for await (const { value } of values) {
    const one = Evaluated.parse(value);
    found.push(one);
    for (const [reason, count] of Object.entries(one.untaggable))
      untaggable[reason] = (untaggable[reason] ?? 0) + count;
  }
  const report = evaluateNer(
    found.map(({ document }) => document),
    found.map(({ predicted }) => predicted),
    { types: settings.model?.labels ?? [], dataSet, untaggable, seconds },
  );
  return { report, documents: found.length };
}
