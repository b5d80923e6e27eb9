/** Scores of labels of whole texts as rows of a table, and which labels are taken for one another. */
import type { ClassificationError, ClassificationReport } from '../../../../shared/domain/classification.ts';
import type { Score } from '../../../../shared/domain/score.ts';
import type { NumberedError } from './error-list.ts';

export interface LabelRow {
  readonly label: string;
  readonly score: Score;
  /** Threshold of the label, in multi-label models. */
  readonly threshold: number | undefined;
}

export type LabelColumn = 'label' | 'support' | 'precision' | 'recall' | 'f1' | 'threshold';
export interface LabelSort {
  readonly column: LabelColumn;
  readonly descending: boolean;
}

export const labelRows = ({ perLabel, thresholds }: ClassificationReport): LabelRow[] =>
  Object.entries(perLabel).map(([label, score]) => ({
    label,
    score,
    threshold: thresholds !== undefined && Object.hasOwn(thresholds, label) ? thresholds[label] : undefined,
  }));

/** Labels in which every word of the text stands, in any case. */
export function filterLabels(rows: readonly LabelRow[], text: string): readonly LabelRow[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return rows;
  return rows.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}

/** Labels without a threshold come last, whichever the direction; equal ones by name. */
export function sortLabels(rows: readonly LabelRow[], { column, descending }: LabelSort): LabelRow[] {
  const sign = descending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const byName = a.label.localeCompare(b.label, 'zh');
    if (column === 'label') return sign * byName;
    const [x, y] = [numberOf(a, column), numberOf(b, column)];
    if (x === undefined || y === undefined) return x === y ? byName : x === undefined ? 1 : -1;
    return sign * (x - y) || byName;
  });
}

const numberOf = ({ score, threshold }: LabelRow, column: Exclude<LabelColumn, 'label'>) =>
  column === 'threshold' ? threshold : score[column];

/** A label that was missed, and one that was wrongly predicted instead, in so many texts. */
export interface MixedUp {
  readonly gold: string;
  readonly predicted: string;
  readonly count: number;
}

/** Most frequent first. A text that misses two labels and has one too many counts for both. */
export function mixedUp(errors: readonly ClassificationError[]): MixedUp[] {
  const counts = new Map<string, MixedUp>();
  for (const { gold, predicted } of errors) {
    const extra = predicted.filter((label) => !gold.includes(label));
    for (const missed of gold.filter((label) => !predicted.includes(label))) {
      for (const instead of extra) {
        const key = JSON.stringify([missed, instead]);
        const before = counts.get(key)?.count ?? 0;
        counts.set(key, { gold: missed, predicted: instead, count: before + 1 });
      }
    }
  }
  return [...counts.values()].sort(
    (a, b) =>
      b.count - a.count || a.gold.localeCompare(b.gold, 'zh') || a.predicted.localeCompare(b.predicted, 'zh'),
  );
}

/** Filter of errors by missed and by wrong label; null for any. */
export interface TextErrorFilter {
  readonly gold: string | null;
  readonly predicted: string | null;
}

export const filterTextErrors = (
  errors: readonly ClassificationError[],
  { gold, predicted }: TextErrorFilter,
): NumberedError<ClassificationError>[] =>
  errors.flatMap((error, number) =>
    (gold === null || error.gold.includes(gold)) &&
    (predicted === null || error.predicted.includes(predicted))
      ? [{ number, error }]
      : [],
  );

/** Labels of either kind that stand in errors, the most frequent first. */
export function labelsInErrors(
  errors: readonly ClassificationError[],
  kind: 'gold' | 'predicted',
): { readonly label: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const error of errors)
    for (const label of error[kind]) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts]
    .map(([label, count]) => ({ label, count }))
    .sort((a, b) => b.count - a.count || a.label.localeCompare(b.label, 'zh'));
}

/** A label said of a text: `right`, predicted wrongly (`extra`) or missed. */
export type Verdict = 'right' | 'extra' | 'missed';

/** Returns gold and predicted labels of a text, each once: right ones, then missed ones, then extra ones. */
export function verdictsOf({ gold, predicted }: Pick<ClassificationError, 'gold' | 'predicted'>) {
  const of = (labels: readonly string[], verdict: Verdict) => labels.map((label) => ({ label, verdict }));
  return [
    ...of(
      gold.filter((label) => predicted.includes(label)),
      'right',
    ),
    ...of(
      gold.filter((label) => !predicted.includes(label)),
      'missed',
    ),
    ...of(
      predicted.filter((label) => !gold.includes(label)),
      'extra',
    ),
  ];
}
