/** Scores of labels of whole texts, in plain code. */
import {
  HIT_RANKS,
  MAX_CONFUSION_LABELS,
  type ReliabilityBin,
} from '../../../../shared/domain/classification.ts';
import type { Score } from '../../../../shared/domain/score.ts';
import { addCounts, noCounts, scoreOf } from '../score.ts';

/** A text's labels by number; numbers past the model's labels are labels that it does not know. */
export interface ClassOutcome {
  readonly gold: readonly number[];
  readonly predicted: readonly number[];
}

export interface LabelScores {
  readonly accuracy: number;
  readonly micro: Score;
  readonly macro: Score;
  /** In the order of the labels. */
  readonly perLabel: readonly Score[];
}

/** @param labels how many there are, unknown ones included */
export function scoreLabels(outcomes: readonly ClassOutcome[], labels: number): LabelScores {
  const counts = Array.from({ length: labels }, noCounts);
  let exact = 0;
  for (const { gold, predicted } of outcomes) {
    const wanted = new Set(gold);
    let hits = 0;
    for (const label of wanted) counts[label]!.gold++;
    for (const label of predicted) {
      counts[label]!.predicted++;
      if (!wanted.has(label)) continue;
      counts[label]!.hits++;
      hits++;
    }
    if (hits === wanted.size && hits === predicted.length) exact++;
  }
  const total = noCounts();
  for (const own of counts) addCounts(total, own);
  const perLabel = counts.map(scoreOf);
  const used = perLabel.filter((_, label) => counts[label]!.gold + counts[label]!.predicted > 0);
  const mean = (of: (score: Score) => number) =>
    used.length === 0 ? 0 : used.reduce((sum, score) => sum + of(score), 0) / used.length;
  return {
    accuracy: outcomes.length === 0 ? 0 : exact / outcomes.length,
    micro: scoreOf(total),
    macro: {
      precision: mean(({ precision }) => precision),
      recall: mean(({ recall }) => recall),
      f1: mean(({ f1 }) => f1),
      support: used.length,
    },
    perLabel,
  };
}

/** Numbers of the k largest values, largest first; the first of equal ones. */
export function largest(row: Float32Array, k: number): number[] {
  if (k < row.length / 100) return fewLargest(row, k);
  const order = Array.from(row.keys()).sort((a, b) => row[b]! - row[a]! || a - b);
  return order.slice(0, k);
}

/** Returns the same as sorting without the cost of it, where there are many labels. */
function fewLargest(row: Float32Array, k: number): number[] {
  const best: number[] = [];
  for (const [label, value] of row.entries()) {
    if (best.length === k && value <= row[best.at(-1)!]!) continue;
    const place = best.findIndex((other) => value > row[other]!);
    best.splice(place < 0 ? best.length : place, 0, label);
    if (best.length > k) best.pop();
  }
  return best;
}

/** Share of the texts with a gold label among the k most probable ones, by k; rows [L] of each text. */
export function hitsAt(
  rows: readonly Float32Array[],
  gold: readonly (readonly number[])[],
): Record<string, number> {
  const most = Math.max(...HIT_RANKS);
  const hits = HIT_RANKS.map(() => 0);
  for (const [text, row] of rows.entries()) {
    const rank = largest(row, most).findIndex((label) => gold[text]!.includes(label));
    for (const [i, k] of HIT_RANKS.entries()) if (rank >= 0 && rank < k) hits[i]!++;
  }
  return Object.fromEntries(
    HIT_RANKS.map((k, i) => [String(k), rows.length === 0 ? 0 : hits[i]! / rows.length]),
  );
}

/** Confidence of a prediction, 0 … 1, and whether it is right. */
export interface Judged {
  readonly confidence: number;
  readonly right: boolean;
}

export const RELIABILITY_BINS = 15;

/** Bins of equal width over 0 … 1; a bin begins above its lower border, the first one at 0. */
export function reliabilityBins(judged: Iterable<Judged>): ReliabilityBin[] {
  const bins = Array.from({ length: RELIABILITY_BINS }, () => ({ count: 0, confidence: 0, right: 0 }));
  for (const { confidence, right } of judged) {
    const at = Math.ceil(confidence * RELIABILITY_BINS) - 1;
    const bin = bins[Math.min(RELIABILITY_BINS - 1, Math.max(0, at))]!;
    bin.count++;
    bin.confidence += confidence;
    if (right) bin.right++;
  }
  return bins.map(({ count, confidence, right }, i) => ({
    from: i / RELIABILITY_BINS,
    to: (i + 1) / RELIABILITY_BINS,
    count,
    confidence: count === 0 ? 0 : confidence / count,
    accuracy: count === 0 ? 0 : right / count,
  }));
}

/** Mean distance between confidence and accuracy, each bin by its size. */
export function calibrationError(bins: readonly ReliabilityBin[]): number {
  const total = bins.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return 0;
  return bins.reduce((sum, bin) => sum + (bin.count / total) * Math.abs(bin.confidence - bin.accuracy), 0);
}

/** The most probable label of each text, or every label of every text. */
export function* judge(
  rows: readonly Float32Array[],
  gold: readonly (readonly number[])[],
  mode: 'single' | 'multiple',
): Generator<Judged> {
  for (const [text, row] of rows.entries()) {
    const right = new Set(gold[text]!);
    if (mode === 'single') {
      const [best = 0] = largest(row, 1);
      yield { confidence: row[best] ?? 0, right: right.has(best) };
    } else {
      for (const [label, confidence] of row.entries()) yield { confidence, right: right.has(label) };
    }
  }
}

const OTHER = 'other';

/** One label a text: gold rows, predicted columns; labels that are rarely gold are one, `other`, the last. */
export function labelConfusion(
  outcomes: readonly ClassOutcome[],
  names: readonly string[],
): { labels: string[]; counts: number[][] } {
  const support = names.map(() => 0);
  for (const { gold } of outcomes) for (const label of gold) support[label]!++;
  const order = Array.from(names.keys()).sort((a, b) => support[b]! - support[a]! || a - b);
  const shown = order.slice(0, MAX_CONFUSION_LABELS);
  const place = new Map(shown.map((label, i) => [label, i]));
  const labels = shown.map((label) => names[label]!);
  if (names.length > shown.length) labels.push(OTHER);
  const counts = labels.map(() => new Array<number>(labels.length).fill(0));
  for (const { gold, predicted } of outcomes) {
    const [row, column] = [place.get(gold[0]!) ?? shown.length, place.get(predicted[0]!) ?? shown.length];
    counts[row]![column]!++;
  }
  return { labels, counts };
}
