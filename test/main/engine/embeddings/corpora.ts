/** Texts for tests of word vectors. */
import { type EncodedCorpus, encodeCorpus } from '../../../../main/engine/embeddings/encoded-corpus.ts';
import { type LineSplitter, lineSplitter } from '../../../../main/engine/embeddings/vector-tokens.ts';
import { RandomStream } from '../../../../main/engine/layers/random.ts';
import { EmbeddingSettings } from '../../../../shared/domain/embeddings.ts';

export async function* textsOf(...texts: readonly string[]): AsyncGenerator<string> {
  yield* texts;
}

/** Encodes a corpus, by default in characters; tokens rarer than `minCount` are left out. */
export async function encode(
  text: string | readonly string[],
  minCount: number,
  split: LineSplitter = lineSplitter('character', true, []),
): Promise<EncodedCorpus> {
  const texts = typeof text === 'string' ? [text] : text;
  const steps = encodeCorpus(textsOf(...texts), split, minCount, new AbortController().signal);
  for (;;) {
    const step = await steps.next();
    if (step.done !== true) continue;
    if (step.value === undefined) throw new Error('reading was not aborted');
    return step.value;
  }
}

/** Characters that stand in the same places, and those that stand around them. */
export const CLASSES = [
  { members: '糖尿病压血', contexts: '患者诊断为有史年余' },
  { members: '阿司匹林片', contexts: '口服每日一次用药量' },
  { members: '头痛咳嗽热', contexts: '自觉伴反复发作加重' },
] as const;

/** Lines of characters: members of a class among the contexts of that class. */
export function classCorpus(lines: number, seed = 1): string {
  const random = new RandomStream({ seed, purpose: 'test corpus' });
  const pick = (from: string): string => from[random.below(from.length)]!;
  return Array.from({ length: lines }, () => {
    const { members, contexts } = CLASSES[random.below(CLASSES.length)]!;
    return Array.from({ length: 12 }, (_, i) => pick(i % 3 === 1 ? members : contexts)).join('');
  }).join('\n');
}

/** A training of some seconds. */
export function killedInput() {
  const settings = EmbeddingSettings.parse({
    method: 'word2vec',
    dimension: 12,
    minCount: 1,
    threads: 1,
    sample: 0,
    epochs: 30,
  });
  return { settings, texts: textsOf(classCorpus(5000)) };
}
