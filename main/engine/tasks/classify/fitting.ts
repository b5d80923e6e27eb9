/**
 * Fits calibration, label thresholds and abstention of a classifier on dev, and measures them by cross-fitting: on each
 * fold of the texts with a fit on the other folds.
 */
import type { Abstention, ClassifySettings } from '../../../../shared/domain/classification.ts';
import { FOLDS } from '../folds.ts';
import { turns } from '../turns.ts';
import { abstainingAt, chooseThreshold } from './abstention.ts';
import { type CalibrationMethod, fitCalibration, probabilitiesOf } from './calibration.ts';
import { type Decision, decide } from './evaluate.ts';
import { type Judged, judge } from './metrics.ts';
import { tuneThresholds } from './thresholds.ts';

export interface LabelledLogits {
  /** Logits [L] of each text. */
  readonly rows: readonly Float32Array[];
  /** Numbers of each text's labels; those from L on are unknown to the model. */
  readonly gold: readonly (readonly number[])[];
  /** Fold of each text; undefined when there are too few texts. */
  readonly folds: readonly number[] | undefined;
}

export interface FitSettings {
  readonly mode: 'single' | 'multiple';
  readonly labels: number;
  readonly select: ClassifySettings['select'];
  readonly calibration: ClassifySettings['calibration'];
  readonly abstainPrecision: number;
}

/** Predictions of a model for texts. */
export interface Judgement {
  /** Calibrated probabilities [L] of each text. */
  readonly probabilities: readonly Float32Array[];
  /** Numbers of the labels that hold. */
  readonly predicted: readonly (readonly number[])[];
}

export interface Fitted {
  /** Fitted on all texts. */
  readonly decision: Decision;
  /** Judgement by cross-fitting or, without folds, by the decision itself. */
  readonly judgement: Judgement;
}

/** Fits all that is fitted; of the methods of `auto` takes the one whose probabilities of held-out texts are better. */
export async function fitDecision(
  seen: LabelledLogits,
  settings: FitSettings,
  turn: () => Promise<void> = turns(),
): Promise<Fitted> {
  const tried = [];
  for (const method of methodsOf(settings, seen)) {
    const judgement = await judgeDev(seen, settings, { method, turn });
    tried.push({ method, judgement, loss: logLoss(judgement.probabilities, seen.gold, settings.mode) });
  }
  const { method, judgement } = tried.reduce((best, one) => (one.loss < best.loss ? one : best));
  await turn();
  const fitted = fitOn(seen, settings, method);
  return { judgement, decision: { ...fitted, abstention: fitAbstention(judgement, seen, settings) } };
}

/** Judges texts that a decision was not fitted on; without folds those that it was fitted on. */
export async function judgeDev(
  seen: LabelledLogits,
  settings: FitSettings,
  { method, turn }: { readonly method: CalibrationMethod; readonly turn: () => Promise<void> },
): Promise<Judgement> {
  const { rows, gold, folds } = seen;
  if (folds === undefined) return judgementOf(rows, fitOn(seen, settings, method));
  const probabilities = new Array<Float32Array>(rows.length);
  const predicted = new Array<readonly number[]>(rows.length);
  for (let fold = 0; fold < FOLDS; fold++) {
    await turn();
    const outside = (_: unknown, text: number) => folds[text] !== fold;
    const decision = fitOn({ rows: rows.filter(outside), gold: gold.filter(outside) }, settings, method);
    for (const [text, row] of rows.entries()) {
      if (folds[text] !== fold) continue;
      probabilities[text] = probabilitiesOf(row, decision.calibration);
      predicted[text] = decide(probabilities[text], decision);
    }
  }
  return { probabilities, predicted };
}

export function judgementOf(rows: readonly Float32Array[], decision: Decision): Judgement {
  const probabilities = rows.map((row) => probabilitiesOf(row, decision.calibration));
  return { probabilities, predicted: probabilities.map((row) => decide(row, decision)) };
}

function methodsOf({ calibration }: FitSettings, { folds }: LabelledLogits): CalibrationMethod[] {
  if (calibration !== 'auto') return [calibration];
  return folds === undefined ? ['scaling'] : ['scaling', 'isotonic'];
}

/** Calibrates, then tunes thresholds. */
function fitOn(
  { rows, gold }: Pick<LabelledLogits, 'rows' | 'gold'>,
  { mode, labels, select }: FitSettings,
  method: CalibrationMethod,
): Decision {
  const calibration = fitCalibration(rows, gold, { mode, method });
  if (mode === 'single') return { mode, calibration, thresholds: [] };
  const probabilities = rows.map((row) => probabilitiesOf(row, calibration));
  return { mode, calibration, thresholds: tuneThresholds(probabilities, gold, { labels, goal: select }) };
}

const LEAST_PROBABILITY = 1e-7;

/** Mean negative log likelihood of texts, or of labels of texts; a label without a probability is not counted. */
export function logLoss(
  rows: readonly Float32Array[],
  gold: readonly (readonly number[])[],
  mode: 'single' | 'multiple',
): number {
  let [total, count] = [0, 0];
  const add = (probability: number): void => {
    total -= Math.log(Math.max(LEAST_PROBABILITY, probability));
    count++;
  };
  for (const [text, row] of rows.entries()) {
    const labels = new Set(gold[text]!);
    if (mode === 'multiple') for (const [label, p] of row.entries()) add(labels.has(label) ? p : 1 - p);
    else for (const label of labels) if (label < row.length) add(row[label]!);
  }
  return total / Math.max(1, count);
}

/** The threshold of all texts; what it does is measured on each fold with the threshold of the others. */
function fitAbstention(
  { probabilities }: Judgement,
  { gold, folds }: LabelledLogits,
  { abstainPrecision: wanted }: FitSettings,
): Abstention {
  const judged = [...judge(probabilities, gold, 'single')];
  const thresholdOf = (texts: readonly Judged[]): number | null =>
    wanted === 0 ? 0 : (chooseThreshold(texts, wanted) ?? null);
  const threshold = thresholdOf(judged);
  if (folds === undefined) return abstainingAt(judged, { wanted, threshold });
  let [said, right] = [0, 0];
  for (let fold = 0; fold < FOLDS; fold++) {
    const inside = judged.filter((_, text) => folds[text] === fold);
    const others = judged.filter((_, text) => folds[text] !== fold);
    const { precision, coverage } = abstainingAt(inside, { wanted, threshold: thresholdOf(others) });
    said += coverage * inside.length;
    right += precision * coverage * inside.length;
  }
  return { wanted, threshold, precision: said === 0 ? 0 : right / said, coverage: said / judged.length };
}
