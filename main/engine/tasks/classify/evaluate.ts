/** Evaluates a classifier on labelled texts. */
import { invariant } from '../../../../shared/assert.ts';
import {
  type Abstention,
  type Calibration,
  type ClassificationError,
  type ClassificationReport,
  type ClassifiedDocument,
  isPairTask,
  MAX_CLASSIFICATION_ERRORS,
  type RankedLabel,
  type TextTask,
} from '../../../../shared/domain/classification.ts';
import type { DocumentCounts } from '../../../../shared/domain/comparison.ts';
import { NO_RELATION } from '../../../../shared/domain/relations.ts';
import type { Score } from '../../../../shared/domain/score.ts';
import { isOfKind } from '../../../../shared/domain/tasks.ts';
import { abstainingAt } from './abstention.ts';
import { probabilitiesOf, uncalibrated } from './calibration.ts';
import {
  type ClassOutcome,
  calibrationError,
  hitsAt,
  type Judged,
  judge,
  labelConfusion,
  largest,
  reliabilityBins,
  scoreLabels,
} from './metrics.ts';
import { rankingBaseline, rankingOf } from './ranking.ts';
import type { ClassifierFileConfig } from './reader.ts';
import { labelsAbove } from './thresholds.ts';

const ERROR_TOP = 5;

/** Calibration and thresholds, which turn logits into labels. */
export interface Decision {
  readonly mode: 'single' | 'multiple';
  readonly calibration: Calibration;
  /** Multiple mode: one a label. */
  readonly thresholds: readonly number[];
  /** Absent: it always says something. */
  readonly abstention?: Abstention;
}

export function decisionOf({ model, calibration, thresholds, abstention }: ClassifierFileConfig): Decision {
  return { mode: model.mode, calibration, thresholds, ...(abstention === undefined ? {} : { abstention }) };
}

/** Numbers of a text's labels, by calibrated probabilities [L]. */
export function decide(probabilities: Float32Array, { mode, thresholds }: Decision): number[] {
  return mode === 'single' ? largest(probabilities, 1) : labelsAbove(probabilities, thresholds);
}

export function rankLabels(
  probabilities: Float32Array,
  labels: readonly string[],
  count: number,
): RankedLabel[] {
  return largest(probabilities, count).map((label) => ({
    label: labels[label]!,
    probability: probabilities[label]!,
  }));
}

/** Labels by number: those of the model, and after them others that the documents bear. */
export function numberLabels(
  documents: readonly ClassifiedDocument[],
  known: readonly string[],
): { readonly names: readonly string[]; readonly gold: number[][] } {
  const numbers = new Map(known.map((label, i) => [label, i]));
  const gold = documents.map(({ labels }) =>
    labels.map((label) => {
      const number = numbers.get(label) ?? numbers.size;
      numbers.set(label, number);
      return number;
    }),
  );
  return { names: [...numbers.keys()], gold };
}

/** Returns whether a label counts in scores: the one of pairs without a relation does not. */
const isScored = (task: TextTask, label: string): boolean =>
  !isOfKind('relations', task) || label !== NO_RELATION;

/** Returns whether a report tells of a label: of all terms that there are, only those that a text has or is given. */
const isReported = (task: TextTask, label: string, { support, precision }: Score): boolean =>
  isScored(task, label) && (!isOfKind('terms', task) || support > 0 || precision > 0);

/** Returns a function that takes from an outcome the labels that do not count in scores. */
export function scoredBy(task: TextTask, names: readonly string[]): (outcome: ClassOutcome) => ClassOutcome {
  const counts = (label: number): boolean => isScored(task, names[label] ?? '');
  return ({ gold, predicted }) => ({ gold: gold.filter(counts), predicted: predicted.filter(counts) });
}

export interface Classification {
  /** Logits [L] of each document. */
  readonly rows: readonly Float32Array[];
  readonly cut: number;
  /** Time that they took. */
  readonly seconds: number;
}

export interface ClassificationContext {
  readonly task: ClassificationReport['task'];
  readonly dataSet: string;
  /** The model's labels, in the order of its logits. */
  readonly labels: readonly string[];
  readonly decision: Decision;
  readonly fittedHere: boolean;
  /** Cross-fitted outcomes of the documents; the decision is applied where they are absent. */
  readonly crossFitted?: CrossFitted;
}

interface CrossFitted {
  readonly probabilities: readonly Float32Array[];
  readonly predicted: readonly (readonly number[])[];
  readonly folds: number;
}

export function evaluateClassifier(
  documents: readonly ClassifiedDocument[],
  { rows, cut, seconds }: Classification,
  { task, dataSet, labels, decision, fittedHere, crossFitted }: ClassificationContext,
): ClassificationReport {
  invariant(rows.length === documents.length, 'evaluateClassifier: a row of logits for each document');
  const { names, gold } = numberLabels(documents, labels);
  const { mode, calibration, thresholds } = decision;
  const probabilities = crossFitted?.probabilities ?? rows.map((row) => probabilitiesOf(row, calibration));
  const raw = rows.map((row) => probabilitiesOf(row, uncalibrated(mode, labels.length)));
  const outcomes = probabilities.map(
    (row, text): ClassOutcome => ({
      gold: gold[text]!,
      predicted: crossFitted?.predicted[text] ?? decide(row, decision),
    }),
  );
  const { perLabel, ...scores } = scoreLabels(outcomes.map(scoredBy(task, names)), names.length);
  const reliability = reliabilityBins(judge(probabilities, gold, mode));
  const wrong = outcomes.flatMap((outcome, text) => (isRight(outcome) ? [] : [text]));
  const ranking = isPairTask(task) ? rankingOf(documents, probabilities, labels) : undefined;
  const characters = documents.reduce((sum, { text }) => sum + text.length, 0);
  return {
    task,
    dataSet,
    documents: documents.length,
    ...scores,
    perLabel: Object.fromEntries(
      names.flatMap((name, i) => (isReported(task, name, perLabel[i]!) ? [[name, perLabel[i]!]] : [])),
    ),
    hitAt: hitsAt(probabilities, gold),
    ece: calibrationError(reliability),
    eceRaw: calibrationError(reliabilityBins(judge(raw, gold, mode))),
    reliability,
    ...(mode === 'single' ? { confusion: labelConfusion(outcomes, names) } : {}),
    calibration,
    ...(mode === 'multiple' && !isOfKind('terms', task)
      ? { thresholds: Object.fromEntries(labels.map((label, i) => [label, thresholds[i]!])) }
      : {}),
    fittedHere,
    ...(crossFitted === undefined ? {} : { folds: crossFitted.folds }),
    ...abstentionOf(decision, [...judge(probabilities, gold, 'single')], crossFitted !== undefined),
    errors: wrong.slice(0, MAX_CLASSIFICATION_ERRORS).map(
      (document): ClassificationError => ({
        document,
        gold: [...documents[document]!.labels],
        predicted: outcomes[document]!.predicted.map((label) => names[label]!),
        top: rankLabels(probabilities[document]!, labels, ERROR_TOP),
      }),
    ),
    ...(ranking === undefined ? {} : { ranking, baselines: [rankingBaseline(documents)] }),
    errorCount: wrong.length,
    cut,
    charactersPerSecond: seconds > 0 ? characters / seconds : 0,
  };
}

/** Counts the labels of each text; a gold label that is predicted is a hit. */
export function countLabels(
  documents: readonly ClassifiedDocument[],
  rows: readonly Float32Array[],
  { labels, decision }: Pick<ClassificationContext, 'labels' | 'decision'>,
): DocumentCounts[] {
  return documents.map((document, text) => {
    const gold = new Set(document.labels);
    const probabilities = probabilitiesOf(rows[text]!, decision.calibration);
    const predicted = new Set(decide(probabilities, decision).map((label) => labels[label]!));
    return [...new Set([...gold, ...predicted])].map((label) => ({
      label,
      hits: gold.has(label) && predicted.has(label) ? 1 : 0,
      predicted: predicted.has(label) ? 1 : 0,
      gold: gold.has(label) ? 1 : 0,
    }));
  });
}

/** Returns the abstention measured here, unless cross-fitting has measured it. */
function abstentionOf(
  { abstention }: Decision,
  judged: readonly Judged[],
  isMeasured: boolean,
): Pick<ClassificationReport, 'abstention'> {
  if (abstention === undefined) return {};
  return { abstention: isMeasured ? abstention : abstainingAt(judged, abstention) };
}

function isRight({ gold, predicted }: ClassOutcome): boolean {
  return gold.length === predicted.length && gold.every((label) => predicted.includes(label));
}
