/** Masked and causal guesses: no state of a causal row depends on a later token, and targets stand one token before. */
import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../../main/engine/layers/random.ts';
import { BertConfig } from '../../../../main/engine/models/bert/config.ts';
import { bertEncode, bertEncoderSpec, lastHidden } from '../../../../main/engine/models/bert/model.ts';
import { BertPretrainingConfig, bertPretraining } from '../../../../main/engine/models/bert/pretraining.ts';
import { hybrid } from '../../../../main/engine/objectives/hybrid.ts';
import { joinPair } from '../../../../main/text/encoding.ts';
import { createVocabulary } from '../../../../main/text/vocabulary.ts';
import { wordPieceTokenizer } from '../../../../main/text/wordpiece.ts';
import { logSum } from '../layers/naive.ts';
import { difference, onReferenceBackend } from '../layers/tensors.ts';
import { initialValues, paramTensors } from '../models/eager.ts';

onReferenceBackend();

const bert = BertConfig.parse({
  vocab_size: 11,
  hidden_size: 8,
  num_hidden_layers: 2,
  num_attention_heads: 2,
  intermediate_size: 12,
  max_position_embeddings: 8,
});

describe('causal rows', () => {
  const values = paramsOf(bertEncoderSpec(bert));
  /** Hidden states of a causal and an ordinary row of the same tokens. */
  const states = (tokens: readonly number[]) =>
    tf.tidy(() => {
      const ids = tf.tensor2d([...tokens, ...tokens], [2, tokens.length], 'int32');
      const inputs = {
        ids,
        types: tf.zerosLike(ids),
        mask: tf.onesLike(ids),
        causal: tf.tensor1d([1, 0], 'int32'),
      };
      return lastHidden(bertEncode(paramTensors(bertEncoderSpec(bert), values), inputs, bert))
        .dataSync()
        .slice();
    });
  const row = (all: Float32Array | Int32Array | Uint8Array, number: number, from: number, to: number) =>
    [...all].slice((number * 5 + from) * 8, (number * 5 + to) * 8);

  it('see what a text that ends there gives, whatever follows', () => {
    const [one, other] = [states([2, 5, 6, 7, 3]), states([2, 5, 6, 9, 10])];
    expect(difference(row(one, 0, 0, 3), row(other, 0, 0, 3))).toBeLessThan(1e-6);
    expect(difference(row(one, 1, 0, 3), row(other, 1, 0, 3))).toBeGreaterThan(1e-3);
    expect(difference(row(one, 0, 3, 5), row(other, 0, 3, 5))).toBeGreaterThan(1e-3);
    const short = states([2, 5, 6]);
    expect(difference(row(one, 0, 0, 3), [...short].slice(0, 24))).toBeLessThan(1e-6);
  });
});

describe('hybrid targets', () => {
  const vocabulary = createVocabulary(['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]', ...'无胸痛咳嗽']);
  const encoding = joinPair(vocabulary, wordPieceTokenizer(vocabulary)('无胸痛咳'));
  const size = { batch: 8, length: 8 };
  const guess = { share: 0.5, most: 3 };
  const config = BertPretrainingConfig.parse({ bert, objective: 'hybrid', pair: 'none', guess });
  const model = bertPretraining(config);
  const arrays = Object.fromEntries(
    [...model.inputs(size), ...model.targets(size)].map(({ name, shape, dtype }) => {
      const length = shape.reduce((a, b) => a * b);
      return [name, dtype === 'int32' ? new Int32Array(length) : new Float32Array(length)];
    }),
  );
  const write = hybrid.writer({ vocabulary, guess, wholeWords: false });
  for (let number = 0; number < 8; number++) {
    arrays.ids!.set(encoding.ids, number * 8);
    arrays.mask!.fill(1, number * 8, number * 8 + 6);
    const row = { encoding, pairLabel: 0, number, isReal: number < 7 } as const;
    write(arrays, row, size, new RandomStream({ seed: 1, purpose: 'test', step: number }));
  }

  it('are every next token in the first row and masked ones in the others, read from the token before', () => {
    const { ids, causal, nextPositions, nextLabels, maskedWeights, causalWeights } = arrays;
    expect([...causal!]).toEqual([1, 0, 0, 0, 0, 0, 0, 0]);
    expect([...nextPositions!.subarray(0, 4)]).toEqual([0, 1, 2, 3]);
    expect([...nextLabels!.subarray(0, 4)]).toEqual([...encoding.ids.subarray(1, 5)]);
    expect([...causalWeights!]).toEqual(Array.from(causalWeights!, (_, i) => (i < 4 ? 1 : 0)));
    expect([...ids!.subarray(0, 8)]).toEqual([...encoding.ids, 0, 0]);
    expect([...maskedWeights!].reduce((sum, weight) => sum + weight, 0)).toBe(6 * 2); // half of four tokens in six rows
    for (const [place, weight] of maskedWeights!.entries())
      if (weight === 1) {
        const position = nextPositions![place]!;
        expect(encoding.ids[(position % 8) + 1]).toBe(nextLabels![place]);
        expect(Math.floor(position / 8)).toBe(1 + Math.floor((place - 8) / 3));
      }
  });

  it('have the loss of plain loops: the share of each kind times its mean', () => {
    const values = paramsOf(model.params);
    tf.tidy(() => {
      const params = paramTensors(model.params, values);
      const inputs = Object.fromEntries(
        [...model.inputs(size), ...model.targets(size)].map(({ name, shape, dtype }) => [
          name,
          tf.tensor(arrays[name]!, [...shape], dtype),
        ]),
      );
      const hidden = lastHidden(bertEncode(params, inputs, bert)); // [8, 8, H]
      const mean = (weights: 'maskedWeights' | 'causalWeights') => {
        const places = [...arrays[weights]!].flatMap((weight, place) => (weight === 1 ? [place] : []));
        const losses = places.map((place) => {
          const state = tf.slice(tf.reshape(hidden, [64, 8]), [arrays.nextPositions![place]!, 0], [1, 8]);
          const scores = [...headLogits(params, state).dataSync()];
          return logSum(scores) - scores[arrays.nextLabels![place]!]!;
        });
        return losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
      };
      const expected = (7 * mean('maskedWeights') + mean('causalWeights')) / 8;
      expect(model.loss(params, inputs).loss.dataSync()[0]).toBeCloseTo(expected, 4);
    });
  });
});

function paramsOf(specs: Parameters<typeof initialValues>[0]) {
  const wide = specs.map((spec) => ({ ...spec, init: { kind: 'normal', std: 0.5 } as const }));
  return initialValues(wide);
}

/** The head by tfjs's own operations. */
function headLogits(params: Readonly<Record<string, tf.Tensor>>, state: tf.Tensor): tf.Tensor {
  const named = (name: string) => params[`cls.next_predictions.${name}`]!;
  const dense = tf.add(
    tf.matMul(state, named('transform.dense.weight') as tf.Tensor2D),
    named('transform.dense.bias'),
  );
  const active = tf.mul(dense, tf.mul(0.5, tf.add(1, tf.erf(tf.div(dense, Math.SQRT2)))));
  const { mean, variance } = tf.moments(active, -1, true);
  const normal = tf.add(
    tf.mul(
      tf.div(tf.sub(active, mean), tf.sqrt(tf.add(variance, bert.layer_norm_eps))),
      named('transform.LayerNorm.weight'),
    ),
    named('transform.LayerNorm.bias'),
  );
  const words = params['bert.embeddings.word_embeddings.weight'] as tf.Tensor2D;
  return tf.add(tf.matMul(normal as tf.Tensor2D, words, false, true), named('bias'));
}
