/** Vectors of texts against versions written with loops, and which texts are set against each other. */
import * as tf from '@tensorflow/tfjs-core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrastLoss, gradeLogits } from '../../../../main/engine/models/text-classifier/text-vectors.ts';
import { Contrast, requireGrades } from '../../../../main/engine/tasks/classify/contrast.ts';
import { joinTexts } from '../../../../shared/domain/pairs.ts';
import { onReferenceBackend } from '../layers/tensors.ts';

onReferenceBackend();

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);

/** −log of each right answer's share in the softmax over what it is set against. */
function naiveLoss(
  a: readonly number[][],
  b: readonly number[][],
  rows: { right: readonly number[]; contrasted: readonly number[][]; texts: readonly number[] },
  temperature: number,
): number {
  let [loss, texts] = [0, 0];
  for (const [i, first] of a.entries()) {
    texts += rows.texts[i]!;
    if (rows.right[i] === 0 || rows.texts[i] === 0) continue;
    let all = 0;
    for (const [j, second] of b.entries())
      if (rows.contrasted[i]![j] === 1) all += Math.exp(dot(first, second) / temperature);
    loss -= Math.log(Math.exp(dot(first, b[i]!) / temperature) / all);
  }
  return loss / texts;
}

const number = fc.double({ min: -1, max: 1, noNaN: true }).map(Math.fround);
const flag = fc.constantFrom(0, 1);

describe('vectors of texts', () => {
  it('are scored and contrasted as by loops', () => {
    const batches = fc.integer({ min: 1, max: 5 }).chain((batch) => {
      const of = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: batch, maxLength: batch });
      const vector = fc.array(number, { minLength: 3, maxLength: 3 });
      return fc.record({
        a: of(vector),
        b: of(vector),
        right: of(flag),
        texts: of(flag).map(([_, ...rest]) => [1, ...rest]),
        contrasted: of(of(flag)).map((rows) =>
          rows.map((row, i) => row.map((one, j) => (i === j ? 1 : one))),
        ),
      });
    });
    fc.assert(
      fc.property(
        batches,
        fc.constantFrom(0.1, 0.5, 1),
        ({ a, b, right, texts, contrasted }, temperature) => {
          tf.tidy(() => {
            const vectors = tf.tensor2d([...a, ...b]);
            const rows = {
              right: tf.tensor1d(right),
              contrasted: tf.tensor2d(contrasted),
              texts: tf.tensor1d(texts),
            };
            const found = contrastLoss(vectors, rows, temperature).dataSync()[0]!;
            expect(found).toBeCloseTo(naiveLoss(a, b, { right, texts, contrasted }, temperature), 3);
            const head = { weight: tf.tensor1d([0.7]), bias: tf.tensor1d([0.1, -0.2, 0.3]) };
            const config = { labels: ['0', '2', '1'], temperature };
            const logits = [...gradeLogits(head, vectors, config).dataSync()];
            const expected = a.flatMap((first, i) =>
              [0, 2, 1].map(
                (grade, l) => (0.35 * grade * dot(first, b[i]!) + [0.1, -0.2, 0.3][l]!) / temperature,
              ),
            );
            for (const [i, logit] of expected.entries()) expect(logits[i]).toBeCloseTo(logit, 3);
          });
        },
      ),
    );
  });

  const pair = (first: string, second: string, label: string) => ({
    text: joinTexts({ first, second }),
    labels: [label],
  });

  it('are not set against other right answers of their question, nor twice against equal ones', () => {
    const contrast = new Contrast([
      pair('咳嗽', '止咳', '1'),
      pair('咳嗽', '化痰', '2'),
      pair('腹泻', '止咳', '0'),
      pair('腹泻', '补液', '1'),
      pair('头痛', '补液', '0'),
    ]);
    const { right, contrasted } = contrast.targets(Int32Array.of(0, 1, 2, 3, 4), 6);
    expect([...right]).toEqual([1, 1, 0, 1, 0, 0]);
    const rowOf = (row: number) => [...contrasted.subarray(6 * row, 6 * row + 6)];
    expect(rowOf(0)).toEqual([1, 0, 0, 1, 0, 0]);
    expect(rowOf(1)).toEqual([0, 1, 0, 1, 0, 0]);
    expect(rowOf(3)).toEqual([1, 1, 0, 1, 0, 0]);
    expect(rowOf(5)).toEqual([0, 0, 0, 0, 0, 1]);
  });

  it('are refused where labels are no grades', () => {
    expect(() => requireGrades(['0', 'neutral'])).toThrow(/neutral/);
  });
});
