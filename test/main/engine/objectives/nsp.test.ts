/** Next-sentence prediction: which segments follow each other, and the guesses of pairs. */
import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../../main/engine/layers/random.ts';
import { nextSentencePair } from '../../../../main/engine/objectives/nsp.ts';
import { classGuesses, meanLoss } from '../../../../main/engine/objectives/objective.ts';
import { logSum } from '../layers/naive.ts';
import { expectLayer, onReferenceBackend, randomArray } from '../layers/tensors.ts';

onReferenceBackend();

const stream = (seed: number) => new RandomStream({ seed, purpose: 'test' });

describe('next-sentence prediction', () => {
  const documents = [['a0', 'a1', 'a2'], ['b0', 'b1'], ['c0']];

  it('takes half the next segment, half one of another document', () => {
    let next = 0;
    for (let seed = 0; seed < 200; seed++) {
      const pair = nextSentencePair(documents, { document: 0, index: 1 }, stream(seed))!;
      expect(pair.first).toBe('a1');
      if (pair.label === 0) expect(pair.second).toBe('a2');
      else expect(pair.second).toMatch(/^[bc]/);
      next += pair.label === 0 ? 1 : 0;
    }
    expect(Math.abs(next - 100)).toBeLessThan(35);
  });

  it('takes what there is', () => {
    expect(nextSentencePair(documents, { document: 0, index: 2 }, stream(1))?.label).toBe(1);
    expect(nextSentencePair([['a']], { document: 0, index: 0 }, stream(1))).toBeUndefined();
    expect(() => nextSentencePair(documents, { document: 2, index: 1 }, stream(1))).toThrow(/no segment 1/);
  });

  it('takes another segment of the only document half of the time, neither the same nor the next', () => {
    const alone = [['a0', 'a1', 'a2', 'a3']];
    const seen = new Set<string>();
    for (let seed = 0; seed < 200; seed++) {
      const pair = nextSentencePair(alone, { document: 0, index: 1 }, stream(seed))!;
      seen.add(`${pair.label} ${pair.second}`);
    }
    expect([...seen].sort()).toEqual(['0 a2', '1 a0', '1 a3']);
    const last = nextSentencePair(alone, { document: 0, index: 3 }, stream(1));
    expect(last).toMatchObject({ first: 'a3', label: 1, second: expect.stringMatching(/a[012]/) });
    expect(nextSentencePair([['a', 'b']], { document: 0, index: 0 }, stream(1))?.label).toBe(0);
  });

  it('has the mean cross entropy of the pairs as its loss', () => {
    expectLayer(
      (logits) => meanLoss(classGuesses(logits!, tf.tensor([1, 0, 1], [3], 'int32'), tf.ones([3]))),
      (l) => [
        (logSum([l![0]!, l![1]!]) -
          l![1]! +
          logSum([l![2]!, l![3]!]) -
          l![2]! +
          logSum([l![4]!, l![5]!]) -
          l![5]!) /
          3,
      ],
      [randomArray('pairs', [3, 2])],
    );
  });
});
