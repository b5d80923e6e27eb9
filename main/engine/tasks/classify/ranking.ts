/**
 * Ranking of candidates by a model of pairs: pairs with the same first text are candidates for one question, and labels
 * that are numbers are grades of relevance, 0 for none.
 */
import type { ClassifiedDocument, RankingReport } from '../../../../shared/domain/classification.ts';
import { splitTexts } from '../../../../shared/domain/pairs.ts';

/** A candidate for a question with its grade and its score. */
export interface Candidate {
  readonly grade: number;
  readonly score: number;
}

/**
 * Returns how well expected grades order the candidates of each question; `undefined` where labels are no grades, no
 * question has a relevant candidate beside another one, or most pairs are the only ones of their first text.
 * @param probabilities [L] of each pair, in the order of `labels`
 */
export function rankingOf(
  documents: readonly Pick<ClassifiedDocument, 'text' | 'labels'>[],
  probabilities: readonly Float32Array[],
  labels: readonly string[],
): RankingReport | undefined {
  const grades = labels.map(Number);
  if (!labels.every((label) => /^\d{1,2}$/.test(label))) return undefined;
  const questions = new Map<string, Candidate[]>();
  for (const [i, { text, labels: own }] of documents.entries()) {
    const { first } = splitTexts(text);
    const score = probabilities[i]!.reduce((sum, share, label) => sum + share * grades[label]!, 0);
    const candidates = questions.get(first) ?? [];
    candidates.push({ grade: Number(own[0]), score });
    questions.set(first, candidates);
  }
  const several = [...questions.values()].filter((candidates) => candidates.length > 1);
  const ranked = several.filter((candidates) => candidates.some(({ grade }) => grade > 0));
  // Paraphrases of which a few share their first text are no lists of candidates.
  if (ranked.length === 0 || 2 * several.flat().length < documents.length) return undefined;
  const mean = (score: (ordered: readonly Candidate[]) => number): number =>
    ranked.reduce((sum, candidates) => sum + score(inOrder(candidates)), 0) / ranked.length;
  return {
    questions: ranked.length,
    precisionAt1: mean(([best]) => (best!.grade > 0 ? 1 : 0)),
    mrr: mean((ordered) => 1 / (1 + ordered.findIndex(({ grade }) => grade > 0))),
    ndcg: mean(ndcg),
  };
}

/** Returns candidates by falling score; of equal ones the less relevant first, so that a constant score earns nothing. */
const inOrder = (candidates: readonly Candidate[]): Candidate[] =>
  candidates.toSorted((a, b) => b.score - a.score || a.grade - b.grade);

/** Normalised discounted cumulative gain over all candidates, with gain 2^grade − 1 (Burges et al. 2005). */
export function ndcg(ordered: readonly Candidate[]): number {
  const ideal = gainOf(ordered.toSorted((a, b) => b.grade - a.grade));
  return ideal === 0 ? 0 : gainOf(ordered) / ideal;
}

const gainOf = (ordered: readonly Candidate[]): number =>
  ordered.reduce((sum, { grade }, rank) => sum + (2 ** grade - 1) / Math.log2(rank + 2), 0);
