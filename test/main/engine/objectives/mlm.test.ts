/** Masked language modelling: places of a batch, and the mean cross entropy at those in use. */
import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { statesAt } from '../../../../main/engine/layers/mention-tokens.ts';
import { RandomStream } from '../../../../main/engine/layers/random.ts';
import { mlm } from '../../../../main/engine/objectives/mlm.ts';
import { classGuesses, meanLoss } from '../../../../main/engine/objectives/objective.ts';
import { joinPair } from '../../../../main/text/encoding.ts';
import { createVocabulary } from '../../../../main/text/vocabulary.ts';
import { wordPieceTokenizer } from '../../../../main/text/wordpiece.ts';
import { logSum } from '../layers/naive.ts';
import { difference, expectLayer, onReferenceBackend, randomArray, toTensor } from '../layers/tensors.ts';

onReferenceBackend();

describe('guesses of tokens', () => {
  const labels = [1, 0, 3, 2];
  const weights = [1, 0, 1, 1];
  const guesses = (logits: tf.Tensor) =>
    classGuesses(logits, tf.tensor(labels, [2, 2], 'int32'), tf.tensor(weights, [2, 2]));

  it('have the mean cross entropy over the used places as their loss', () => {
    expectLayer(
      (logits) => meanLoss(guesses(logits!)),
      (logits) => {
        const losses = labels.map(
          (label, n) => logSum(logits!.slice(n * 5, n * 5 + 5)) - logits![n * 5 + label]!,
        );
        return [losses.reduce((sum, loss, n) => sum + loss * weights[n]!, 0) / 3];
      },
      [randomArray('logits', [4, 5])],
    );
  });

  it('are right where the label scores best', () => {
    tf.tidy(() => {
      const logits = tf.tensor2d([0, 2, 1, 1, 0, 3, 0, 1, 2, 9, 8, 1], [4, 3]);
      const labelled = classGuesses(logits, tf.tensor1d([1, 1, 2, 0], 'int32'), tf.ones([4]));
      expect([...labelled.right().dataSync()]).toEqual([1, 0, 1, 1]);
    });
  });

  it('have a loss of 0 when nothing is to be guessed', () => {
    tf.tidy(() => {
      const none = classGuesses(tf.ones([2, 5]), tf.zeros([1, 2], 'int32'), tf.zeros([1, 2]));
      expect(meanLoss(none).dataSync()[0]).toBe(0);
    });
  });
});

describe('statesAt', () => {
  it('takes rows by their place in the batch', () => {
    tf.tidy(() => {
      const hidden = randomArray('h', [2, 3, 4]);
      const rows = statesAt(toTensor(hidden), tf.tensor1d([2, 0, 4, 4], 'int32'));
      const expected = [2, 0, 4, 4].flatMap((row) => hidden.values.slice(row * 4, row * 4 + 4));
      expect(rows.shape).toEqual([4, 4]);
      expect(difference(rows.dataSync(), expected)).toBe(0);
    });
  });
});

describe('the writer of masked tokens', () => {
  const vocabulary = createVocabulary(['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]', ...'无胸痛咳嗽']);
  const encoding = joinPair(vocabulary, wordPieceTokenizer(vocabulary)('无胸痛咳嗽'));
  const size = { batch: 2, length: 8 };
  const write = mlm.writer({ vocabulary, guess: { share: 0.4, most: 9 }, wholeWords: false });
  const written = (isReal: boolean) => {
    const arrays = {
      ids: new Int32Array(16),
      mlmPositions: new Int32Array(4),
      mlmLabels: new Int32Array(4),
      mlmWeights: new Float32Array(4),
    };
    const row = { encoding, pairLabel: 0, number: 1, isReal } as const;
    write(arrays, row, size, new RandomStream({ seed: 1, purpose: 'test' }));
    return arrays;
  };

  it('puts labels at their places in the batch', () => {
    const { ids, mlmPositions, mlmLabels, mlmWeights } = written(true);
    expect([...mlmWeights]).toEqual([0, 0, 1, 1]);
    const shown = [...ids.subarray(8)];
    mlmPositions.subarray(2).forEach((place, i) => {
      shown[place - 8] = mlmLabels[2 + i]!;
    });
    expect(shown.slice(0, 7)).toEqual([...encoding.ids]);
  });

  it('leaves nothing to guess in rows that repeat others', () => {
    expect([...written(false).mlmWeights]).toEqual([0, 0, 0, 0]);
    expect(written(false).ids).toEqual(written(true).ids);
  });
});
