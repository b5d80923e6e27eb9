/** Several texts in a row give the logits that each gives alone. */

import { reshape } from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { initialise } from '../../../../main/engine/layers/initialisers.ts';
import { RandomStream } from '../../../../main/engine/layers/random.ts';
import { BertConfig } from '../../../../main/engine/models/bert/config.ts';
import { mlmHeadSpec, mlmLogits } from '../../../../main/engine/models/bert/heads.ts';
import {
  bertEncode,
  bertEncoderSpec,
  bertInputs,
  lastHidden,
  packedBertInputs,
} from '../../../../main/engine/models/bert/model.ts';
import type { BatchSize } from '../../../../main/engine/models/model.ts';
import { parseExecutor } from '../../../../main/engine/runtime/executor-name.ts';
import { openExecutor } from '../../../../main/engine/runtime/executors.ts';
import type { Feeds } from '../../../../main/engine/runtime/program.ts';

const config = BertConfig.parse({
  vocab_size: 50,
  hidden_size: 32,
  num_hidden_layers: 3,
  num_attention_heads: 4,
  intermediate_size: 64,
  max_position_embeddings: 40,
});
const params = [...bertEncoderSpec(config), ...mlmHeadSpec(config)];
const random = new RandomStream({ seed: 4, purpose: 'packed' });
/** Texts of two rows of 32 tokens. */
const ROWS = [
  [7, 12, 9],
  [20, 5],
].map((lengths) => lengths.map((length) => Array.from({ length }, () => 1 + random.below(49))));
const size = { batch: ROWS.length, length: 32 };

const padded = (values: readonly number[]) => [...values, ...Array<number>(32 - values.length).fill(0)];
const inRows = (value: (text: readonly number[], i: number) => readonly number[]) =>
  Int32Array.from(ROWS.flatMap((texts) => padded(texts.flatMap(value))));

/** Logits of every token [B T, V] under random weights. */
async function logitsOf(
  name: string,
  { batch, length }: BatchSize,
  feeds: Feeds,
): Promise<ArrayLike<number>> {
  const executor = await openExecutor({ ...parseExecutor(name), threads: 1 });
  const store = executor.createStore(params);
  try {
    for (const { name: parameter, shape } of params) {
      const init = { kind: 'normal', std: 0.3 } as const;
      await store.write({ [parameter]: initialise(init, shape, { seed: 2, name: parameter }) });
    }
    const specs = 'texts' in feeds ? packedBertInputs : bertInputs;
    const program = await store.compile({
      inputs: specs({ batch, length }),
      build: (values, inputs) => {
        const hidden = lastHidden(bertEncode(values, inputs, config)); // [B, T, H]
        return { logits: mlmLogits(values, reshape(hidden, [batch * length, -1]), config) };
      },
    });
    return (await program.run(feeds)).logits!.data;
  } finally {
    await store.dispose();
    await executor.dispose();
  }
}

describe.each(['onnx:cpu', 'cpu'])('texts that share a row on %s', (executor) => {
  it('have the logits that they have alone, within 1e-5', async () => {
    const packed = await logitsOf(executor, size, {
      ids: inRows((text) => text),
      types: new Int32Array(64),
      mask: inRows((text) => text.map(() => 1)),
      texts: inRows((text, i) => text.map(() => i + 1)),
      positions: inRows((text) => text.map((_, at) => at)),
    });
    const vocabulary = config.vocab_size;
    for (const [row, texts] of ROWS.entries()) {
      let at = row * 32;
      for (const text of texts) {
        const alone = await logitsOf(
          executor,
          { batch: 1, length: text.length },
          {
            ids: Int32Array.from(text),
            types: new Int32Array(text.length),
            mask: Int32Array.from(text, () => 1),
          },
        );
        for (let i = 0; i < alone.length; i++)
          expect(Math.abs(packed[at * vocabulary + i]! - alone[i]!)).toBeLessThan(1e-5);
        at += text.length;
      }
    }
  });
});
