/** Next-sentence prediction (Devlin et al. 2019): does the second text follow the first, or come from elsewhere? */
import { invariant } from '../../../shared/assert.ts';
import type { RandomStream } from '../layers/random.ts';
import type { LabelledPair } from './pair.ts';

/**
 * The pair that begins with segment `index` of a document: followed by the next segment (0) or, half of the time, by
 * a random segment of another document (1). Without a next segment the random one is taken, without other documents
 * the next; `undefined` when there is neither.
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
  const follow = next !== undefined && (others === 0 || random.uniform() < 0.5);
  if (follow) return { first, second: next, label: 0 };
  if (others === 0) return undefined;
  const drawn = random.below(others);
  const other = documents[drawn < document ? drawn : drawn + 1]!;
  return other.length === 0 ? undefined : { first, second: other[random.below(other.length)]!, label: 1 };
}
