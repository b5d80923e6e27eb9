/** CMed-Word2Vec: word2vec's CBOW or skip-gram with negative sampling on a medical corpus. */
import type { Word2VecSettings } from '../../../shared/domain/embeddings.ts';
import type { EncodedCorpus } from './encoded-corpus.ts';
import { fillUniform } from './initial-rows.ts';
import type { Preparation } from './preparation.ts';
import { paddedTo4 } from './row-code.ts';
import { allocateRows, tableValues } from './row-memory.ts';

const VECTORS = 0;
const TABLES = 2;

/** Prepares training. Vectors start uniform in ±1 / dimension, targets at 0, as in gensim. */
export function prepareWord2Vec(
  { tokens, counts, blocks: corpus }: EncodedCorpus,
  settings: Word2VecSettings,
  workers: number,
): Preparation {
  const { dimension, epochs, seed } = settings;
  const memory = allocateRows(tokens.length, paddedTo4(dimension), TABLES, workers);
  const initial = { ...memory, values: tableValues(memory, VECTORS) };
  fillUniform(initial, dimension, 1 / dimension, { seed, purpose: 'word2vec/vectors' });
  const blocksPerEpoch = corpus.starts.length - 1;
  const perEpoch = corpus.tokensBefore[blocksPerEpoch]!;
  return {
    task: { method: 'word2vec', settings, memory, corpus, counts },
    memory,
    blocksPerEpoch,
    blocks: blocksPerEpoch * epochs,
    doneBefore: (block) =>
      Math.floor(block / blocksPerEpoch) * perEpoch + corpus.tokensBefore[block % blocksPerEpoch]!,
    vectors: () => {
      const values = tableValues(memory, VECTORS);
      const vectors = new Float32Array(tokens.length * dimension);
      for (let row = 0; row < tokens.length; row++) {
        const start = row * memory.rowFloats;
        vectors.set(values.subarray(start, start + dimension), row * dimension);
      }
      return vectors;
    },
  };
}
