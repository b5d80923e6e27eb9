/** Next-sentence prediction (Devlin et al. 2019): does the second text follow the first, or come from elsewhere? */
import { invariant } from '../../../shared/assert.ts';
import type { RandomStream } from '../layers/random.ts';
import type { LabelledPair } from './pair.ts';

/**
 * Returns the pair that begins with segment `index` of a document: followed by the next segment (0) or, half of the time,
 * by a random segment of another document (1). A document alone gives another segment of its own, as in BERT's code.
 * Without a next segment the random one is taken, without a random one the next; `undefined` when there is neither.
 */
export function nextSentencePair<Text>(
  documents: readonly (readonly Text[])[],
  { document, index }: { readonly document: number; readonly index: number },
  random: RandomStream,
): LabelledPair<Text> | undefined {
  const segments = documents[document];
  const first = segments?.[index];
  invariant(
    segments !== undefined && first !== undefined,
    `nextSentencePair: no segment ${index} in ${document}`,
  );
  const next = segments[index + 1];
  const others = documents.length - 1;
  const own = others === 0 ? segments.filter((_, i) => i !== index && i !== index + 1) : [];
  const follow = next !== undefined && (others + own.length === 0 || random.uniform() < 0.5);
  if (follow) return { first, second: next, label: 0 };
  const drawn = random.below(Math.max(1, others));
  const elsewhere = others === 0 ? own : documents[drawn < document ? drawn : drawn + 1]!;
  if (elsewhere.length === 0) return undefined;
  return { first, second: elsewhere[random.below(elsewhere.length)]!, label: 1 };
}
