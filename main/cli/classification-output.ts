/** Prints scores and predictions of a classifier. */
import type { ClassificationReport } from '../../shared/domain/classification.ts';
import type { ModelComparison } from '../../shared/domain/comparison.ts';
import type { Score } from '../../shared/domain/score.ts';
import { message } from '../../shared/messages/message.ts';
import { heading, print, table } from './command.ts';
import { said } from './language.ts';

/** Returns the scores that `--json` prints. */
export function scoresOf(report: ClassificationReport): unknown {
  const { accuracy, macro, micro, hitAt, ece, perLabel, eceRaw, reliability, documents, dataSet } = report;
  return {
    accuracy,
    macroF1: macro.f1,
    microF1: micro.f1,
    hitAt,
    ece,
    perLabel,
    micro,
    macro,
    eceRaw,
    reliability,
    dataSet,
    documents,
    errorCount: report.errorCount,
    cut: report.cut,
    fittedHere: report.fittedHere,
    ...(report.ranking === undefined ? {} : { ranking: report.ranking }),
    ...(report.baselines === undefined ? {} : { baselines: report.baselines }),
    ...(report.folds === undefined ? {} : { folds: report.folds }),
    ...(report.abstention === undefined ? {} : { abstention: report.abstention }),
    charactersPerSecond: report.charactersPerSecond,
  };
}

export function printClassification(report: ClassificationReport): void {
  const { perLabel, micro, macro, accuracy, hitAt, ece, eceRaw, errorCount, documents, cut } = report;
  const labels = Object.entries(perLabel).sort(([, a], [, b]) => b.support - a.support);
  print(
    table([
      (['label', 'P %', 'R %', 'F1 %', 'support'] as const).map(heading),
      ...labels.map(([label, score]) => row(label, score)),
      row(said(message('classification.micro')), micro),
      row(said(message('classification.macro')), macro),
    ]),
  );
  const hits = Object.entries(hitAt).map(([k, share]) => `hit@${k} ${inPercent(share)} %`);
  print(message('cli.accuracy', { accuracy: inPercent(accuracy), hits: hits.join(', ') }));
  if (report.ranking !== undefined) {
    const { questions, precisionAt1, mrr, ndcg } = report.ranking;
    const [first, reciprocal, gain] = [precisionAt1, mrr, ndcg].map((score) => score.toFixed(4));
    print(message('cli.ranking', { questions, first: first!, reciprocal: reciprocal!, gain: gain! }));
  }
  for (const { name, scores } of report.baselines ?? [])
    print(
      message('cli.baseline', {
        name: message(`value.${name}`),
        scores: Object.entries(scores)
          .map(([score, value]) => `${SHORT[score] ?? score} ${value.toFixed(4)}`)
          .join(', '),
      }),
    );
  print(message('cli.calibration-error', { error: ece.toFixed(4), before: eceRaw.toFixed(4) }));
  const unread = cut > 0 ? message('cli.texts-cut', { cut }) : '';
  print(message('cli.text-errors', { errors: errorCount, documents, unread }));
  printAbstention(report);
  if (report.folds !== undefined) print(message('classification.cross-fitted', { folds: report.folds }));
  if (report.fittedHere) print(message('classification.fitted-on-same-texts'));
}

function printAbstention({ abstention }: ClassificationReport): void {
  if (abstention === undefined) return;
  const { wanted, threshold, precision, coverage } = abstention;
  print(
    threshold === null
      ? message('classification.never-sure', { precision: inPercent(wanted) })
      : message('classification.abstains-below', {
          threshold: threshold.toFixed(4),
          coverage: inPercent(coverage),
          precision: inPercent(precision),
        }),
  );
}

function row(name: string, { precision, recall, f1, support }: Score): (string | number)[] {
  return [name, ...[precision, recall, f1].map(inPercent), support];
}

export const inPercent = (share: number): string => (100 * share).toFixed(2);

const SHORT: Readonly<Record<string, string>> = {
  f1: 'F1',
  precision: 'P',
  recall: 'R',
  precisionAt1: 'P@1',
  mrr: 'MRR',
  ndcg: 'nDCG',
};

const SCORE_NAMES = { f1: 'F1', macroF1: 'macro F1', accuracy: 'accuracy' } as const;

const COMPARED = ['difference', 'interval', 'p bootstrap', 'p randomization'] as const;

/** Prints each score of two models with the interval of the difference and its p-values. */
export function printComparison(
  { documents, samples, seed, level, scores }: ModelComparison,
  { first, second }: { readonly first: string; readonly second: string },
): void {
  print(message('models.compared', { documents, samples, seed, level: 100 * level }));
  const signed = (value: number | null) =>
    value === null ? '–' : `${value < 0 ? '−' : '+'}${inPercent(Math.abs(value))}`;
  const p = (value: number | null) => (value === null ? '–' : value.toFixed(4));
  print(
    table([
      ['', `${first} %`, `${second} %`, ...COMPARED.map(heading)],
      ...scores.map((one) => [
        SCORE_NAMES[one.score],
        inPercent(one.first),
        inPercent(one.second),
        signed(one.difference),
        `${signed(one.low)} … ${signed(one.high)}`,
        p(one.bootstrapP),
        p(one.randomizationP),
      ]),
    ]),
  );
}
