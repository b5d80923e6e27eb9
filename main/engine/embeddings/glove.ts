/** CMed-GloVe: GloVe on a medical corpus. */
import type { GloveSettings } from '../../../shared/domain/embeddings.ts';
import { countCooccurrences, shuffleCooccurrences } from './cooccurrence.ts';
import type { EncodedCorpus } from './encoded-corpus.ts';
import { BLOCK_ENTRIES, gloveBlocks } from './glove-trainer.ts';
import { fillUniform } from './initial-rows.ts';
import type { Preparation } from './preparation.ts';
import { paddedTo4 } from './row-code.ts';
import { allocateRows, type RowMemory, tableValues } from './row-memory.ts';

const [TOKENS, CONTEXTS] = [0, 1];
/** Tokens and contexts, each with a table of squares. */
const TABLES = 4;
/** Bias and constant 1 at the end of each row. */
const EXTRA = 2;

/** Counts co-occurrences, yielding the share done, and prepares training. A token's vector is w + w̃. */
export function* prepareGlove(
  { tokens, blocks: corpus }: EncodedCorpus,
  settings: GloveSettings,
  workers: number,
): Generator<number, Preparation> {
  const { dimension, window, seed, epochs } = settings;
  const cooccurrences = yield* countCooccurrences(corpus.ids, tokens.length, window);
  yield* shuffleCooccurrences(cooccurrences, seed);
  const memory = allocateRows(tokens.length, paddedTo4(dimension + EXTRA), TABLES, workers);
  initialise(memory, settings);
  const entries = cooccurrences.rows.length;
  const blocksPerEpoch = gloveBlocks(cooccurrences);
  return {
    task: { method: 'glove', settings, memory, cooccurrences },
    memory,
    blocksPerEpoch,
    blocks: blocksPerEpoch * epochs,
    doneBefore: (block) =>
      Math.floor(block / blocksPerEpoch) * entries + (block % blocksPerEpoch) * BLOCK_ENTRIES,
    vectors: () => {
      const [words, contexts] = [tableValues(memory, TOKENS!), tableValues(memory, CONTEXTS!)];
      return Float32Array.from({ length: tokens.length * dimension }, (_, i) => {
        const at = Math.floor(i / dimension) * memory.rowFloats + (i % dimension);
        return words[at]! + contexts[at]!;
      });
    },
  };
}

/**
 * Initialises vectors and biases uniformly in ±0.5 / (dimension + 1) and squares to 1, as in the authors' program,
 * and the constant ones (see the kernel).
 */
function initialise(memory: RowMemory, { dimension, seed }: GloveSettings): void {
  for (const table of [TOKENS!, CONTEXTS!]) {
    const stream = { seed, purpose: `glove/${table}` };
    const values = tableValues(memory, table);
    fillUniform({ ...memory, values }, dimension + EXTRA, 0.5 / (dimension + 1), stream);
    const squares = tableValues(memory, table + 2).fill(1);
    const one = table === TOKENS ? dimension + 1 : dimension;
    for (let row = 0; row < memory.rows; row++) {
      values[row * memory.rowFloats + one] = 1;
      squares[row * memory.rowFloats + one] = Number.POSITIVE_INFINITY;
    }
  }
}
