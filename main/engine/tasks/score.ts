/** Precision, recall and F1 from counts. */
import type { Score } from '../../../shared/domain/score.ts';

export interface Counts {
  /** Predicted items that are gold. */
  hits: number;
  predicted: number;
  gold: number;
}

export const noCounts = (): Counts => ({ hits: 0, predicted: 0, gold: 0 });

export function addCounts(total: Counts, { hits, predicted, gold }: Counts): void {
  total.hits += hits;
  total.predicted += predicted;
  total.gold += gold;
}

/** Returns the scores; a share of nothing is 0. */
export const scoreOf = ({ hits, predicted, gold }: Counts): Score => ({
  precision: predicted === 0 ? 0 : hits / predicted,
  recall: gold === 0 ? 0 : hits / gold,
  f1: hits === 0 ? 0 : (2 * hits) / (predicted + gold),
  support: gold,
});
