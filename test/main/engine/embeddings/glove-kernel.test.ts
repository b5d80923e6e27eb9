/** GloVe's kernel against a plain version in float64. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cooccurrences } from '../../../../main/engine/embeddings/cooccurrence.ts';
import { prepareGlove } from '../../../../main/engine/embeddings/glove.ts';
import { BLOCK_ENTRIES, GloveTrainer } from '../../../../main/engine/embeddings/glove-trainer.ts';
import { tableValues } from '../../../../main/engine/embeddings/row-memory.ts';
import { GloveSettings } from '../../../../shared/domain/embeddings.ts';
import { encode } from './corpora.ts';
import { type GloveRow, gloveCost, gloveWeight, trainEntry } from './naive.ts';

/** A corpus of a few tokens, prepared. */
function prepared(dimension: number, seed: number, xMax = 100) {
  const sentences = Array.from({ length: 12 }, (_, line) =>
    Array.from({ length: 9 }, (_, i) => 'abcdefg'[(line * (i + seed) + i * i) % 7]!).join(''),
  );
  return encode(sentences.join('\n'), 1).then((corpus) => {
    const settings = GloveSettings.parse({ method: 'glove', dimension, seed, xMax });
    const steps = prepareGlove(corpus, settings, 1);
    for (;;) {
      const step = steps.next();
      if (step.done !== true) continue;
      const { task } = step.value;
      if (task.method !== 'glove') throw new Error('prepareGlove made another task');
      return { task, vectors: step.value.vectors };
    }
  });
}
type Task = Awaited<ReturnType<typeof prepared>>['task'];

/** Row `row` of tokens (table 0) or contexts (1): where the bias stands, see the kernel. */
function rowOf({ memory, settings }: Task, table: 0 | 1, row: number): GloveRow {
  const { dimension } = settings;
  const start = row * memory.rowFloats;
  const bias = start + dimension + table;
  const [values, squares] = [tableValues(memory, table), tableValues(memory, table + 2)];
  return {
    vector: [...values.subarray(start, start + dimension)],
    bias: values[bias]!,
    squares: [...squares.subarray(start, start + dimension)],
    biasSquare: squares[bias]!,
  };
}

describe('the GloVe kernel', () => {
  it('computes what the plain version does, epoch after epoch', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 50 }),
        fc.constantFrom(2, 100),
        async (dimension, seed, xMax) => {
          const { task, vectors } = await prepared(dimension, seed, xMax);
          const { rows, columns, counts } = task.cooccurrences;
          const tokens = task.memory.rows;
          const [words, contexts] = ([0, 1] as const).map((table) =>
            Array.from({ length: tokens }, (_, row) => rowOf(task, table, row)),
          );
          const trainer = new GloveTrainer(task, 0);
          for (let epoch = 0; epoch < 4; epoch++) {
            let cost = 0;
            rows.forEach((row, at) => {
              const count = counts[at]!;
              const weight = gloveWeight(count, xMax, 0.75);
              cost += trainEntry(words![row]!, contexts![columns[at]!]!, { count, weight, rate: 0.05 });
            });
            const { loss, examples } = trainer.train(epoch);
            expect(examples).toBe(rows.length);
            expect(Math.abs(loss - cost)).toBeLessThan(1e-4 * Math.max(1, cost));
          }
          for (let row = 0; row < tokens; row++) {
            for (const [table, naive] of [words!, contexts!].entries()) {
              const found = rowOf(task, table === 0 ? 0 : 1, row);
              expect(found.bias).toBeCloseTo(naive[row]!.bias, 4);
              expect(found.biasSquare).toBeCloseTo(naive[row]!.biasSquare, 4);
              found.vector.forEach((value, i) => {
                expect(value).toBeCloseTo(naive[row]!.vector[i]!, 4);
                expect(found.squares[i]!).toBeCloseTo(naive[row]!.squares[i]!, 4);
              });
            }
            const sum = vectors().subarray(row * dimension, (row + 1) * dimension);
            sum.forEach((value, i) => {
              expect(value).toBeCloseTo(words![row]!.vector[i]! + contexts![row]!.vector[i]!, 4);
            });
          }
        },
      ),
      { numRuns: 15 },
    );
  });

  it('follows the gradient of the cost, biases included', async () => {
    const { task } = await prepared(6, 3);
    const one: Cooccurrences = {
      rows: Int32Array.of(2),
      columns: Int32Array.of(4),
      counts: Float32Array.of(7),
    };
    const [word, context] = [rowOf(task, 0, 2), rowOf(task, 1, 4)];
    new GloveTrainer({ ...task, cooccurrences: one }, 0).train(0);
    const [wordAfter, contextAfter] = [rowOf(task, 0, 2), rowOf(task, 1, 4)];
    const weight = gloveWeight(7, 100, 0.75);
    const slope = (change: (h: number) => [GloveRow, GloveRow]) => {
      const at = (h: number) => gloveCost(...change(h), 7, weight);
      return (at(1e-4) - at(-1e-4)) / 2e-4;
    };
    const moved = (row: GloveRow, i: number, h: number): GloveRow => ({
      ...row,
      vector: row.vector.map((value, j) => (i === j ? value + h : value)),
    });
    for (let i = 0; i < 6; i++) {
      const [forWord, forContext] = [
        wordAfter.vector[i]! - word.vector[i]!,
        contextAfter.vector[i]! - context.vector[i]!,
      ];
      expect(forWord / 0.05).toBeCloseTo(-slope((h) => [moved(word, i, h), context]), 3);
      expect(forContext / 0.05).toBeCloseTo(-slope((h) => [word, moved(context, i, h)]), 3);
    }
    const forBias = slope((h) => [{ ...word, bias: word.bias + h }, context]);
    expect((wordAfter.bias - word.bias) / 0.05).toBeCloseTo(-forBias, 3);
    expect((contextAfter.bias - context.bias) / 0.05).toBeCloseTo(-forBias, 3);
  });

  it('takes the last block as long as it is', async () => {
    const { task } = await prepared(4, 1);
    const entries = BLOCK_ENTRIES + 3;
    const cooccurrences: Cooccurrences = {
      rows: new Int32Array(entries),
      columns: new Int32Array(entries).fill(1),
      counts: new Float32Array(entries).fill(2),
    };
    const trainer = new GloveTrainer({ ...task, cooccurrences }, 0);
    expect([0, 1, 2, 3].map((block) => trainer.train(block).examples)).toEqual([
      BLOCK_ENTRIES,
      3,
      BLOCK_ENTRIES,
      3,
    ]);
  });
});
