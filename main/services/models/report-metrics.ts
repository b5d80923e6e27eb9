import type { ModelCard, RunReport } from '../../../shared/domain/training.ts';

/** Returns the scores of a report that a card keeps. */
export function metricsOf(report: RunReport): ModelCard['metrics'] {
  if (report.task === 'ner') {
    const { f1, precision, recall, relaxed } = report.scores;
    return { f1, precision, recall, relaxedF1: relaxed.f1 };
  }
  if (report.task === 'pretrain') {
    const { loss, perplexity, accuracy: share, pairAccuracy } = report;
    return {
      loss,
      perplexity,
      hiddenAccuracy: share,
      ...(pairAccuracy === undefined ? {} : { pairAccuracy }),
    };
  }
  const { accuracy, micro, macro, hitAt, ece, ranking } = report;
  return {
    ...{ f1: micro.f1, macroF1: macro.f1, accuracy, hit3: hitAt[3] ?? 0, ece },
    ...(ranking === undefined
      ? {}
      : { precisionAt1: ranking.precisionAt1, mrr: ranking.mrr, ndcg: ranking.ndcg }),
  };
}
