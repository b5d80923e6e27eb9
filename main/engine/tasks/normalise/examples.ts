/** Pairs of a part and a candidate as texts with labels, and what simple rules answer for comparison. */
import type { ClassifiedDocument } from '../../../../shared/domain/classification.ts';
import type { NormalisationRules, NormalisationSettings } from '../../../../shared/domain/normalisation.ts';
import { RandomStream } from '../../layers/random.ts';
import { partsOf, type TermFinder } from './candidates.ts';
import { PAIR_LABELS, pairOf } from './normaliser.ts';

/** Returns the terms of the training texts and the listed ones, each once. */
export const termsOf = (train: readonly ClassifiedDocument[], listed: readonly string[] = []): string[] => [
  ...new Set([...train.flatMap(({ labels }) => labels), ...listed]),
];

/** Returns the rules of a run without the weights of the evidence, which are fitted later. */
export function rulesOf(
  { candidates, nearest }: NormalisationSettings,
  terms: readonly string[],
  train: readonly ClassifiedDocument[],
): NormalisationRules {
  const numbers = new Map(terms.map((term, number) => [term, number]));
  const known = train.map(({ text, labels }) => ({ text, terms: labels.map((term) => numbers.get(term)!) }));
  return { candidates, nearest, known, weights: [] };
}

interface ExampleOptions {
  /** Whether the documents are those that the finder knows, so that none may answer for itself. */
  readonly areKnown: boolean;
  readonly settings: Pick<NormalisationSettings, 'negatives' | 'seed'>;
  readonly turn: () => Promise<void>;
}

/** Texts between two turns. */
const GROUP = 32;

/** Returns each right candidate and `negatives` times as many wrong ones, drawn by seed, in their order; 0: all. */
export async function pairExamples(
  documents: readonly ClassifiedDocument[],
  finder: TermFinder,
  { areKnown, settings: { negatives, seed }, turn }: ExampleOptions,
): Promise<ClassifiedDocument[]> {
  const examples: ClassifiedDocument[] = [];
  for (const [number, { id, text, labels }] of documents.entries()) {
    if (number % GROUP === 0) await turn();
    const gold = new Set(labels);
    for (const { part, term } of finder.candidates(text, areKnown ? number : undefined)) {
      const label = gold.has(finder.terms[term]!) ? PAIR_LABELS.right : PAIR_LABELS.wrong;
      examples.push({ id, text: pairOf(part, finder.terms[term]!), labels: [label] });
    }
  }
  const isWrong = ({ labels: [label] }: ClassifiedDocument): boolean => label === PAIR_LABELS.wrong;
  const wrong = [...examples.keys()].filter((i) => isWrong(examples[i]!));
  const wanted = Math.round(negatives * (examples.length - wrong.length));
  if (negatives === 0 || wanted >= wrong.length) return examples;
  const kept = new Set(new RandomStream({ seed, purpose: 'negatives' }).shuffle(wrong).slice(0, wanted));
  return examples.filter((example, i) => kept.has(i) || !isWrong(example));
}

/** Returns the terms that simple rules give a text: its words as a term, the most similar term, those of the most similar training text. */
export function baselineTerms(
  text: string,
  finder: TermFinder,
): Readonly<Record<'exact' | 'tfidf' | 'nearest', readonly string[]>> {
  const [whole = '', ...parts] = partsOf(text);
  return {
    exact: finder.named([whole, ...parts]),
    tfidf: finder.like(whole),
    nearest: finder.ofNearest(whole),
  };
}
