/** Attention of an encoder's layers, summed over heads (EMBERT's attention analysis; heat maps of a layer). */
import { stack, sum } from '@tensorflow/tfjs-core';
import type { ModelFiles } from '../../io/model-files.ts';
import { BERT, bertEncode, bertEncoderSpec, bertInputs } from '../../models/bert/model.ts';
import type { Executor } from '../../runtime/program.ts';
import { BatchedForward } from '../batched-forward.ts';
import type { TokenInput } from '../token-inputs.ts';
import { openStore, type StoredEncoder } from './encoder.ts';

/** Most tokens of a text, special ones included. */
export const MOST_TOKENS = 128;

/** Attention of a layer by attending token and attended token; each row sums to the number of heads. */
export type AttentionMatrix = readonly (readonly number[])[];

/** Returns the attention of every layer, summed over heads, for each input of at most `MOST_TOKENS` tokens. */
export async function summedAttention(
  executor: Executor,
  { bert, reader }: StoredEncoder,
  weights: ModelFiles['weights'],
  inputs: readonly TokenInput[],
): Promise<AttentionMatrix[][]> {
  const store = await openStore(executor, bertEncoderSpec(bert), weights);
  const layers = bert.num_hidden_layers;
  const forward = new BatchedForward<TokenInput>(store, {
    model: {
      inputs: bertInputs,
      forward: (params, given) => {
        const { attentions } = bertEncode(params, given, bert, { attentions: true });
        return {
          attention: stack(
            attentions.map((layer) => sum(layer, 1)),
            1,
          ),
        }; // [B, layers, T, T]
      },
    },
    reader,
    task: `${BERT}/attention`,
    output: 'attention',
    longest: MOST_TOKENS,
    split: (attention, rows, { length }) =>
      rows.map((_, row) => attention.slice(row * layers * length ** 2, (row + 1) * layers * length ** 2)),
  });
  try {
    const found = await forward.run(inputs);
    return found.map((attention, i) => {
      const padded = Math.sqrt(attention.length / layers);
      const tokens = Array.from({ length: inputs[i]!.ids.length }, (_, token) => token);
      return Array.from({ length: layers }, (_, layer) =>
        tokens.map((from) => tokens.map((to) => attention[(layer * padded + from) * padded + to]!)),
      );
    });
  } finally {
    await forward.dispose();
    await store.dispose();
  }
}

/**
 * Returns the attention of the tokens `from` … `to` (exclusive) to every other token but [CLS] and [SEP], summed over
 * them; in the order of the tokens.
 */
export const attentionOf = (matrix: AttentionMatrix, from: number, to: number): number[] =>
  matrix.flatMap((_, other) =>
    other === 0 || other === matrix.length - 1 || (from <= other && other < to)
      ? []
      : [matrix.slice(from, to).reduce((total, row) => total + row[other]!, 0)],
  );
