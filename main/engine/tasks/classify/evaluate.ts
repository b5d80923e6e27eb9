/** How well a classifier does on labelled texts. */
import { invariant } from '../../../../shared/assert.ts';
import {
  type Calibration,
  type ClassificationError,
  type ClassificationReport,
  type ClassifiedDocument,
  MAX_CLASSIFICATION_ERRORS,
  type RankedLabel,
} from '../../../../shared/domain/classification.ts';
import { probabilitiesOf, uncalibrated } from './calibration.ts';
import {
  type ClassOutcome,
  calibrationError,
  hitsAt,
  judge,
  labelConfusion,
  largest,
  reliabilityBins,
  scoreLabels,
} from './metrics.ts';
import type { ClassifyFileConfig } from './reader.ts';
import { labelsAbove } from './thresholds.ts';

const ERROR_TOP = 5;

/** What turns logits into labels. */
export interface Decision {
  readonly mode: 'single' | 'multiple';
  readonly calibration: Calibration;
  /** Multiple mode: one a label. */
  readonly thresholds: readonly number[];
}

export function decisionOf({ model, calibration, thresholds }: ClassifyFileConfig): Decision {
  return { mode: model.mode, calibration, thresholds };
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
  /** Of the model, in the order of its logits. */
  readonly labels: readonly string[];
  readonly decision: Decision;
  readonly fittedHere: boolean;
}

export function evaluateClassifier(
  documents: readonly ClassifiedDocument[],
  { rows, cut, seconds }: Classification,
  { task, dataSet, labels, decision, fittedHere }: ClassificationContext,
): ClassificationReport {
  invariant(rows.length === documents.length, 'evaluateClassifier: a row of logits for each document');
  const { names, gold } = numberLabels(documents, labels);
  const { mode, calibration, thresholds } = decision;
  const probabilities = rows.map((row) => probabilitiesOf(row, calibration));
  const raw = rows.map((row) => probabilitiesOf(row, uncalibrated(mode, labels.length)));
  const outcomes = probabilities.map(
    (row, text): ClassOutcome => ({ gold: gold[text]!, predicted: decide(row, decision) }),
  );
  const { perLabel, ...scores } = scoreLabels(outcomes, names.length);
  const reliability = reliabilityBins(judge(probabilities, gold, mode));
  const wrong = outcomes.flatMap((outcome, text) => (isRight(outcome) ? [] : [text]));
  const characters = documents.reduce((sum, { text }) => sum + text.length, 0);
  return {
    task,
    dataSet,
    documents: documents.length,
    ...scores,
    perLabel: Object.fromEntries(names.map((name, i) => [name, perLabel[i]!])),
    hitAt: hitsAt(probabilities, gold),
    ece: calibrationError(reliability),
    eceRaw: calibrationError(reliabilityBins(judge(raw, gold, mode))),
    reliability,
    ...(mode === 'single' ? { confusion: labelConfusion(outcomes, names) } : {}),
    calibration,
    ...(mode === 'multiple'
      ? { thresholds: Object.fromEntries(labels.map((label, i) => [label, thresholds[i]!])) }
      : {}),
    fittedHere,
    errors: wrong.slice(0, MAX_CLASSIFICATION_ERRORS).map(
      (document): ClassificationError => ({
        document,
        gold: [...documents[document]!.labels],
        predicted: outcomes[document]!.predicted.map((label) => names[label]!),
        top: rankLabels(probabilities[document]!, labels, ERROR_TOP),
      }),
    ),
    errorCount: wrong.length,
    cut,
    charactersPerSecond: seconds > 0 ? characters / seconds : 0,
  };
}

function isRight({ gold, predicted }: ClassOutcome): boolean {
  return gold.length === predicted.length && gold.every((label) => predicted.includes(label));
}
