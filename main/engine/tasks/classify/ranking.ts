/**
 * Ranking of candidates by a model of pairs: pairs with the same first text are candidates for one question, and labels
 * that are numbers are grades of relevance, 0 for none.
 */
import type {
  BaselineReport,
  ClassifiedDocument,
  RankingReport,
} from '../../../../shared/domain/classification.ts';
import { isGrade, splitTexts } from '../../../../shared/domain/pairs.ts';
import { message } from '../../../../shared/messages/message.ts';
import { AppError } from '../../../../shared/result.ts';
import { fold } from '../../../text/folding.ts';

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
  if (!labels.every(isGrade)) return undefined;
  return orderOf(documents, (i) =>
    probabilities[i]!.reduce((sum, share, label) => sum + share * grades[label]!, 0),
  );
}

/** Returns how well scores order the candidates of each question, whose labels are grades. */
function orderOf(
  documents: readonly Pick<ClassifiedDocument, 'text' | 'labels'>[],
  scoreOf: (number: number) => number,
): RankingReport | undefined {
  const questions = new Map<string, Candidate[]>();
  for (const [i, { text, labels: own }] of documents.entries()) {
    const { first } = splitTexts(text);
    const candidates = questions.get(first) ?? [];
    candidates.push({ grade: Number(own[0]), score: scoreOf(i) });
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

/** @throws AppError when no question of a set has several candidates, one of them relevant */
export function requireQuestions(
  name: string,
  documents: readonly Pick<ClassifiedDocument, 'text' | 'labels'>[],
): void {
  if (orderOf(documents, () => 0) !== undefined) return;
  throw new AppError(
    'bad-input',
    'training.no-questions',
    { name },
    { hint: message('hint.pair-form', { label: 'label' }) },
  );
}

/** BM25's saturation of counts and correction for length, as usual (Robertson and Zaragoza 2009); a pair that the question repeats counts each time. */
const [K1, B] = [1.5, 0.75];

/** Returns how BM25 over pairs of characters orders the candidates; frequencies are those of the different second texts. */
export function rankingBaseline(
  documents: readonly Pick<ClassifiedDocument, 'text' | 'labels'>[],
): BaselineReport {
  const counted = new Map<string, Map<string, number>>();
  for (const { text } of documents) {
    const { second } = splitTexts(text);
    if (!counted.has(second)) counted.set(second, bigramsOf(second));
  }
  const frequencies = new Map<string, number>();
  let total = 0;
  for (const grams of counted.values())
    for (const [gram, count] of grams) {
      frequencies.set(gram, (frequencies.get(gram) ?? 0) + 1);
      total += count;
    }
  const meanLength = Math.max(1, total / counted.size);
  const scores = documents.map(({ text }) => {
    const { first, second } = splitTexts(text);
    const grams = counted.get(second)!;
    const length = [...grams.values()].reduce((sum, count) => sum + count, 0);
    return [...bigramsOf(first)].reduce((sum, [gram, times]) => {
      const count = grams.get(gram) ?? 0;
      const df = frequencies.get(gram) ?? 0;
      const idf = Math.log(1 + (counted.size - df + 0.5) / (df + 0.5));
      return sum + (times * idf * count * (K1 + 1)) / (count + K1 * (1 - B + (B * length) / meanLength));
    }, 0);
  });
  const ranking = orderOf(documents, (i) => scores[i]!);
  const { precisionAt1 = 0, mrr = 0, ndcg: gain = 0 } = ranking ?? {};
  return { name: 'bm25', scores: { precisionAt1, mrr, ndcg: gain } };
}

/** Returns the pairs of neighbouring characters of a text with their counts. */
function bigramsOf(text: string): Map<string, number> {
  const grams = new Map<string, number>();
  const characters = [...fold(text.toWellFormed())];
  for (const [i, character] of characters.entries()) {
    if (i === 0) continue;
    const gram = characters[i - 1]! + character;
    grams.set(gram, (grams.get(gram) ?? 0) + 1);
  }
  return grams;
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
