/** Evidence for a candidate beside the others of its text, and the weights that make a probability of it. */
import { RandomStream } from '../../layers/random.ts';
import { solveBinary } from '../../linear/coordinate-descent.ts';
import type { TermCandidate, TermFinder } from './candidates.ts';

/** A candidate with the log odds that its pair of texts belongs together. */
export interface JudgedCandidate extends TermCandidate {
  readonly odds: number;
}

/** Steps of a value from 0 to 1, so that a line of weights can bend. */
const STEPS = [0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95];
const C = 1;
/** Length of a row. */
export const EVIDENCE_COLUMNS = 13 + 3 * (1 + STEPS.length);

/** Returns the evidence [candidates, columns] for the candidates of a text. */
export function evidenceFor(
  candidates: readonly JudgedCandidate[],
  { terms, counts }: TermFinder,
): number[][] {
  const probabilities = candidates.map(({ odds }) => 1 / (1 + Math.exp(-odds)));
  const best = probabilities.reduce((a, b) => Math.max(a, b), 0);
  const parts = new Set(candidates.map(({ part }) => part)).size;
  const byOdds = ranks(candidates, ({ odds }) => odds);
  const byTerm = ranks(candidates, ({ likeTerm }) => likeTerm);
  const byKnown = ranks(candidates, ({ likeKnown }) => likeKnown);
  const inPart = candidates.map(
    ({ part, odds }) => 1 + candidates.filter((other) => other.part === part && other.odds > odds).length,
  );
  return candidates.map(({ term, part, odds, likeTerm, likeKnown }, i) => {
    const probability = probabilities[i]!;
    return [
      odds / 5,
      ...steps(probability),
      ...steps(likeTerm),
      ...steps(likeKnown),
      best - probability,
      1 / byOdds[i]!,
      1 / byTerm[i]!,
      likeKnown === 0 ? 0 : 1 / byKnown[i]!,
      1 / inPart[i]!,
      inPart[i] === 1 ? 1 : 0,
      Math.log1p(counts[term]!) / 5,
      counts[term] === 0 ? 1 : 0,
      part === terms[term] ? 1 : 0,
      Math.min(1, parts / 5),
      Math.min(1, part.length / 20),
      Math.min(1, terms[term]!.length / 20),
    ];
  });
}

const steps = (value: number): number[] => [value, ...STEPS.map((step) => (value > step ? 1 : 0))];

/** Returns the rank of each by falling value, from 1; equal ones share it. */
function ranks(candidates: readonly JudgedCandidate[], measure: (one: JudgedCandidate) => number): number[] {
  const sorted = candidates.map(measure).sort((a, b) => b - a);
  const first = new Map<number, number>();
  for (const [place, value] of sorted.entries()) if (!first.has(value)) first.set(value, place + 1);
  return candidates.map((one) => first.get(measure(one))!);
}

/** Fits weights by logistic regression: one for each column, the intercept last. */
export function fitEvidence(rows: readonly (readonly number[])[], isRight: readonly boolean[]): number[] {
  const width = rows[0]?.length ?? 0;
  const matrix = {
    rows: rows.length,
    width,
    rowStarts: Int32Array.from({ length: rows.length + 1 }, (_, row) => row * width),
    columns: Int32Array.from({ length: rows.length * width }, (_, k) => k % width),
    values: Float32Array.from(rows.flat()),
  };
  const signs = Int8Array.from(isRight, (right) => (right ? 1 : -1));
  const problem = { matrix, signs, costs: new Float64Array(rows.length).fill(C) };
  const random = new RandomStream({ seed: 0, purpose: 'evidence' });
  return [...solveBinary(problem, 'logistic', { random, tolerance: 0.1, maxPasses: 200 })];
}

/** Returns the log odds of a row of evidence. */
export const oddsOf = (row: readonly number[], weights: readonly number[]): number =>
  row.reduce((sum, value, column) => sum + value * weights[column]!, weights[row.length]!);
