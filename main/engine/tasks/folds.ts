/** Texts dealt into folds, so that what is fitted on some can be measured on others. */
import { createHash } from 'node:crypto';
import { RandomStream } from '../layers/random.ts';

export const FOLDS = 5;
/** Minimum of distinct texts; with fewer none can be held out. */
const LEAST_TEXTS = 2 * FOLDS;

/** Fold of each text, 0 … `FOLDS` − 1; equal texts are in the same one. Undefined when there are too few. */
export function dealFolds(texts: readonly string[]): number[] | undefined {
  const different = [...new Set(texts)];
  if (different.length < LEAST_TEXTS) return undefined;
  const order = new RandomStream({ seed: 0, purpose: 'folds' }).shuffle([...different.keys()]);
  const foldOf = new Map(order.map((text, place) => [different[text]!, place % FOLDS]));
  return texts.map((text) => foldOf.get(text)!);
}

/** Tells whether texts are those that something was fitted on, in any order: sha256 of the different ones. */
export function textsHash(documents: readonly { readonly text: string }[]): string {
  const hash = createHash('sha256');
  for (const text of [...new Set(documents.map((document) => document.text))].sort())
    hash.update(JSON.stringify(text));
  return hash.digest('hex');
}
