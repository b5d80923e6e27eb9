/** Hiding tokens, sentence pairs, and their losses. */
import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../../main/engine/layers/random.ts';
import {
  mlmLoss,
  placesToGuess,
  selectPositions,
  tokenMasker,
} from '../../../../main/engine/objectives/mlm.ts';
import { nextSentencePair } from '../../../../main/engine/objectives/nsp.ts';
import { pairLoss } from '../../../../main/engine/objectives/pair-loss.ts';
import { sentenceOrderPair } from '../../../../main/engine/objectives/sop.ts';
import { joinPair, padEncoding } from '../../../../main/text/encoding.ts';
import { createVocabulary } from '../../../../main/text/vocabulary.ts';
import { wordPieceTokenizer } from '../../../../main/text/wordpiece.ts';
import { logSum } from '../layers/naive.ts';
import { difference, expectLayer, onReferenceBackend, randomArray, toTensor } from '../layers/tensors.ts';

onReferenceBackend();

const vocabulary = createVocabulary([
  '[PAD]',
  '[UNK]',
  '[CLS]',
  '[SEP]',
  '[MASK]',
  ...'患者无胸痛咳嗽发热三天',
  'ct',
  '##scan',
]);
const tokenize = wordPieceTokenizer(vocabulary);
const encoding = padEncoding(
  vocabulary,
  joinPair(vocabulary, tokenize('患者无胸痛ctscan'), tokenize('咳嗽发热三天')),
  24,
);
const stream = (seed: number) => new RandomStream({ seed, purpose: 'test' });

describe('tokenMasker', () => {
  const real = Array.from(encoding.starts, (start, token) => (start >= 0 ? token : -1)).filter((t) => t >= 0);

  it('hides the share asked for, never special tokens or padding, and says what was there', () => {
    const mask = tokenMasker(vocabulary, { share: 0.3, most: 20, wholeWords: false });
    for (let seed = 0; seed < 50; seed++) {
      const { ids, positions, labels } = mask(encoding, stream(seed));
      expect(positions).toHaveLength(Math.round(real.length * 0.3));
      expect([...positions]).toEqual([...positions].sort((a, b) => a - b));
      expect(new Set(positions).size).toBe(positions.length);
      positions.forEach((position, k) => {
        expect(real).toContain(position);
        expect(labels[k]).toBe(encoding.ids[position]);
      });
      ids.forEach((id, token) => {
        if (!positions.includes(token)) expect(id).toBe(encoding.ids[token]);
      });
    }
  });

  it('turns 80 % into [MASK], 10 % into ordinary tokens, leaves 10 %', () => {
    const mask = tokenMasker(vocabulary, { share: 1, most: 99, wholeWords: false });
    const counts = { masked: 0, same: 0, other: 0 };
    for (let seed = 0; seed < 200; seed++) {
      const { ids, positions, labels } = mask(encoding, stream(seed));
      positions.forEach((position, k) => {
        const id = ids[position]!;
        if (id === 4) counts.masked++;
        else if (id === labels[k]) counts.same++;
        else {
          counts.other++;
          expect(id).toBeGreaterThan(4);
        }
      });
    }
    const total = 200 * real.length;
    expect(Math.abs(counts.masked / total - 0.8)).toBeLessThan(0.03);
    expect(Math.abs(counts.other / total - 0.1 * (12 / 13))).toBeLessThan(0.025);
  });

  it('hides whole words together, within the limit', () => {
    const mask = tokenMasker(vocabulary, { share: 0.5, most: 4, wholeWords: true });
    const word = [6, 7]; // ct ##scan
    expect(encoding.words[6]).toBe(encoding.words[7]);
    let both = 0;
    for (let seed = 0; seed < 50; seed++) {
      const positions = [...mask(encoding, stream(seed)).positions];
      expect(positions.length).toBeLessThanOrEqual(4);
      const hidden = word.filter((token) => positions.includes(token)).length;
      expect(hidden).not.toBe(1);
      if (hidden === 2) both++;
    }
    expect(both).toBeGreaterThan(0);
  });

  it('repeats for the same stream, and guesses nothing in an empty text', () => {
    const mask = tokenMasker(vocabulary, { share: 0.15, most: 20, wholeWords: false });
    expect(mask(encoding, stream(1))).toEqual(mask(encoding, stream(1)));
    const empty = joinPair(vocabulary, tokenize(''));
    expect(mask(empty, stream(1))).toEqual({
      ids: empty.ids,
      positions: new Int32Array(0),
      labels: new Int32Array(0),
    });
  });
});

describe('mlmLoss', () => {
  it('is the mean over the used places', () => {
    const labels = [1, 0, 3, 2];
    const weights = [1, 0, 1, 1];
    expectLayer(
      (logits) => mlmLoss(logits!, tf.tensor(labels, [2, 2], 'int32'), tf.tensor(weights, [2, 2])),
      (logits) => {
        const losses = labels.map(
          (label, n) => logSum(logits!.slice(n * 5, n * 5 + 5)) - logits![n * 5 + label]!,
        );
        return [losses.reduce((sum, loss, n) => sum + loss * weights[n]!, 0) / 3];
      },
      [randomArray('logits', [4, 5])],
    );
  });

  it('is 0 when nothing is to be guessed', () => {
    tf.tidy(() => {
      const loss = mlmLoss(tf.ones([2, 5]), tf.zeros([1, 2], 'int32'), tf.zeros([1, 2]));
      expect(loss.dataSync()[0]).toBe(0);
    });
  });

  it('reserves 77 places of 384 tokens and at least one', () => {
    expect([placesToGuess(384), placesToGuess(128), placesToGuess(2)]).toEqual([77, 26, 1]);
  });
});

describe('selectPositions', () => {
  it('takes the rows of each sequence', () => {
    tf.tidy(() => {
      const hidden = randomArray('h', [2, 3, 4]);
      const rows = selectPositions(toTensor(hidden), tf.tensor([2, 0, 1, 1], [2, 2], 'int32'));
      const expected = [2, 0, 4, 4].flatMap((row) => hidden.values.slice(row * 4, row * 4 + 4));
      expect(rows.shape).toEqual([4, 4]);
      expect(difference(rows.dataSync(), expected)).toBe(0);
    });
  });
});

describe('pairLoss', () => {
  it('is the mean cross entropy', () => {
    expectLayer(
      (logits) => pairLoss(logits!, tf.tensor([1, 0, 1], [3], 'int32')),
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

describe('sentence pairs', () => {
  const documents = [['a0', 'a1', 'a2'], ['b0', 'b1'], ['c0']];

  it('nsp: half the next segment, half one of another document', () => {
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

  it('nsp: takes what there is', () => {
    expect(nextSentencePair(documents, { document: 0, index: 2 }, stream(1))?.label).toBe(1);
    expect(nextSentencePair([['a', 'b']], { document: 0, index: 0 }, stream(1))).toEqual({
      first: 'a',
      second: 'b',
      label: 0,
    });
    expect(nextSentencePair([['a']], { document: 0, index: 0 }, stream(1))).toBeUndefined();
    expect(() => nextSentencePair(documents, { document: 2, index: 1 }, stream(1))).toThrow(/no segment 1/);
  });

  it('sop: half in order, half swapped', () => {
    let swapped = 0;
    for (let seed = 0; seed < 200; seed++) {
      const pair = sentenceOrderPair('x', 'y', stream(seed));
      expect(pair).toEqual(
        pair.label === 0 ? { first: 'x', second: 'y', label: 0 } : { first: 'y', second: 'x', label: 1 },
      );
      swapped += pair.label;
    }
    expect(Math.abs(swapped - 100)).toBeLessThan(35);
  });
});
