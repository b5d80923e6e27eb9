/** Computes a cell's results for the table of an experiment from its run. */
import { invariant } from '../../../shared/assert.ts';
import type { CellResult } from '../../../shared/domain/experiment.ts';
import type { BestScore, RunPoint, RunReport, RunSummary } from '../../../shared/domain/training.ts';

export function cellResult(
  { parameters = 0 }: Pick<RunSummary, 'parameters'>,
  {
    best,
    report,
    test,
  }: { readonly best: BestScore; readonly report: RunReport; readonly test?: RunReport | undefined },
  points: readonly RunPoint[],
): CellResult {
  const evaluations = points.filter(({ dev }) => dev !== undefined);
  const last = evaluations.at(-1);
  const devLoss = evaluations.find(({ step }) => step === best.step)?.dev?.loss;
  const loss = lossOfEpoch(points, best.epoch);
  return {
    parameters,
    ...scoresOf(report),
    ...(test === undefined ? {} : { test: labelledScores(test) }),
    ...(loss === undefined ? {} : { loss }),
    ...(devLoss === undefined ? {} : { devLoss }),
    bestEpoch: best.epoch,
    epochs: last?.epoch ?? best.epoch,
    secondsPerEpoch: last === undefined ? 0 : last.seconds / Math.max(1, last.epoch),
    seconds: last?.seconds ?? 0,
  };
}

/** Returns the scores of a report of a labelled task. */
function labelledScores(report: RunReport): NonNullable<CellResult['test']> & Pick<CellResult, 'hitAt'> {
  if (report.task === 'ner') {
    const { precision, recall, f1 } = report.scores;
    return { precision, recall, f1 };
  }
  invariant('micro' in report, 'the cell is a tagger or a classifier');
  const { micro, macro, accuracy, hitAt } = report;
  const { precision, recall, f1 } = micro;
  return { precision, recall, f1, macroF1: macro.f1, accuracy, hitAt };
}

function scoresOf(report: RunReport): Partial<CellResult> {
  if (report.task !== 'pretrain') return labelledScores(report);
  const { perplexity, accuracy, pairAccuracy } = report;
  return { perplexity, accuracy, ...(pairAccuracy === undefined ? {} : { pairAccuracy }) };
}

/** Returns the mean loss of the updates of an epoch, counted from 1. */
function lossOfEpoch(points: readonly RunPoint[], epoch: number): number | undefined {
  const losses = points.flatMap(({ dev, epoch: at, loss }) =>
    dev === undefined && loss !== undefined && at > epoch - 1 && at <= epoch + 1e-9 ? [loss] : [],
  );
  return losses.length === 0 ? undefined : losses.reduce((a, b) => a + b, 0) / losses.length;
}
