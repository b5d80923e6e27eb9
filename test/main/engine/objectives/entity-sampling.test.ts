/** Sampled softmax and the chances of drawn entities against plain loops. */
import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../../main/engine/layers/random.ts';
import {
  EntitySampler,
  sampledSoftmax,
  scoreCorrections,
} from '../../../../main/engine/objectives/entity-sampling.ts';
import { logSum } from '../layers/naive.ts';
import { expectLayer, onReferenceBackend, randomArray } from '../layers/tensors.ts';

onReferenceBackend();

describe('EntitySampler', () => {
  const types = Int32Array.of(1, 0, 1, 1, 3);
  const sampler = new EntitySampler(types, Int32Array.of(2, 0, 0, 4, 9));

  it('gives chances by frequency within the type', () => {
    const chances = [...types.keys()].map((entity) => Math.exp(sampler.logChance(entity)));
    for (const [entity, chance] of [3 / 9, 1, 1 / 9, 5 / 9, 1].entries())
      expect(chances[entity]).toBeCloseTo(chance, 12);
  });

  it('draws entities of the type as often as their chance', () => {
    const random = new RandomStream({ seed: 1, purpose: 'test' });
    const counts = [0, 0, 0, 0, 0];
    for (let i = 0; i < 9000; i++) counts[sampler.draw(2, random)]!++;
    for (const [entity, share] of [3 / 9, 0, 1 / 9, 5 / 9, 0].entries())
      expect(Math.abs(counts[entity]! / 9000 - share)).toBeLessThan(0.02);
    expect([sampler.draw(1, random), sampler.draw(4, random)]).toEqual([1, 4]);
  });
});

it('sampledSoftmax corrects scores by log Q and leaves out a drawn entity that is the answer', () => {
  const answers = [4, 2];
  const drawn = [1, 4, 3];
  const answerChances = [-0.5, -2];
  const drawnChances = [-1, -0.5, -3];
  expectLayer(
    (scores) =>
      sampledSoftmax(
        scores!,
        scoreCorrections({
          answers: tf.tensor1d(answers, 'int32'),
          answerChances: tf.tensor1d(answerChances),
          drawn: tf.tensor1d(drawn, 'int32'),
          drawnChances: tf.tensor1d(drawnChances),
        }),
      ),
    (scores) =>
      answers.map((answer, n) => {
        const own = scores![4 * n]! - answerChances[n]!;
        const others = drawn.flatMap((entity, c) =>
          entity === answer ? [] : [scores![4 * n + 1 + c]! - drawnChances[c]!],
        );
        return logSum([own, ...others]) - own;
      }),
    [randomArray('scores', [2, 4])],
  );
});
