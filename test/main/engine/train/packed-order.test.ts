/** Texts that share rows: every text once an epoch, rows full, and the losses and gradients of texts in rows of their own. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trainingInputs, trainingLoss } from '../../../../main/engine/models/model.ts';
import { openExecutor } from '../../../../main/engine/runtime/executors.ts';
import type { Executor, Feeds } from '../../../../main/engine/runtime/program.ts';
import { prepareClassify } from '../../../../main/engine/tasks/classify/run.ts';
import { prepareNer } from '../../../../main/engine/tasks/ner/run.ts';
import type { PlannedBatch } from '../../../../main/engine/train/data-order.ts';
import { PackedOrder, type Packing } from '../../../../main/engine/train/packed-order.ts';
import { packedRows, rowSizes } from '../../../../main/engine/train/rows.ts';
import type { ClassifyTrainInput } from '../../../../main/engine/train/run-types.ts';
import type { TaskRun } from '../../../../main/engine/train/task-run.ts';
import { joinTexts, PairSettings } from '../../../../shared/domain/pairs.ts';
import { pairRows } from '../../../helpers/pair-documents.ts';
import { smallClassifier } from './classify-runs.ts';
import { smallRun } from './runs.ts';

const PACKING: Packing = { batchSize: 6, batchTokens: 512, width: 64 };
const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);
const epochOf = (order: PackedOrder, epoch: number): PlannedBatch[] =>
  Array.from({ length: order.batchesPerEpoch }, (_, position) => order.batch({ epoch, position }));

/** Lengths of texts as data sets have them: most are short. */
const skewed = (count: number): Int32Array =>
  Int32Array.from({ length: count }, (_, i) => 5 + Math.floor(95 * ((i * 0.618034) % 1) ** 3));

describe('packed order', () => {
  it('gives every text once an epoch, within its row and beside no other', () => {
    const lengthsArbitrary = fc.array(fc.integer({ min: 2, max: 100 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(lengthsArbitrary, fc.nat(), fc.nat(3), (all, seed, epoch) => {
        const lengths = Int32Array.from(all);
        const order = new PackedOrder(lengths, PACKING, seed);
        const batches = epochOf(order, epoch);
        const examples = batches.flatMap((batch) => [...batch.examples]);
        expect(examples.toSorted((a, b) => a - b)).toEqual([...lengths.keys()]);
        const sizes = new Set(order.sizes.map((size) => JSON.stringify(size)));
        for (const { size, examples: texts, starts } of batches) {
          expect(sizes).toContain(JSON.stringify(size));
          expect(texts.length).toBeLessThanOrEqual(size.batch);
          const { count, length } = size.rows!;
          expect(count * length).toBeLessThanOrEqual(Math.max(length, PACKING.batchTokens));
          const taken = new Uint8Array(count * length);
          for (const [i, text] of texts.entries()) {
            const place = taken.subarray(starts![i], starts![i]! + lengths[text]!);
            expect(place.length).toBe(lengths[text]);
            expect(place).not.toContain(1);
            expect(Math.floor(starts![i]! / length)).toBe(
              Math.floor((starts![i]! + lengths[text]! - 1) / length),
            );
            place.fill(1);
          }
        }
      }),
    );
  });

  it('fills rows above 95 % with nearly as many texts in each batch', () => {
    const lengths = skewed(2000);
    const batches = epochOf(new PackedOrder(lengths, PACKING, 1), 0);
    const room = sum(batches.map(({ size }) => size.rows!.count * size.rows!.length));
    expect(sum(lengths) / room).toBeGreaterThan(0.95);
    const texts = batches.map(({ examples }) => examples.length);
    expect(sum(texts) / texts.length).toBeGreaterThan(5);
    expect(sum(texts) / texts.length).toBeLessThan(7);
  });

  it('follows from seed and epoch, and differs by both', () => {
    const lengths = skewed(200);
    const straight = new PackedOrder(lengths, PACKING, 5);
    const all = [0, 1].map((epoch) => epochOf(straight, epoch));
    expect(new PackedOrder(lengths, PACKING, 5).batch({ epoch: 1, position: 3 })).toEqual(all[1]![3]);
    expect(all[0]).not.toEqual(all[1]);
    expect(epochOf(new PackedOrder(lengths, PACKING, 6), 0)).not.toEqual(all[0]);
  });
});

describe('sizes of rows', () => {
  it('hold every text, in longer rows where texts would leave much empty', () => {
    expect(
      rowSizes(
        Int32Array.from({ length: 100 }, () => 32),
        64,
      ),
    ).toEqual([32]);
    const uneven = Int32Array.from({ length: 100 }, () => 70);
    expect(rowSizes(uneven, 768)).toEqual([70]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 40 }), (all) => {
        const lengths = Int32Array.from(all);
        const { sizes, members, starts } = packedRows(lengths, rowSizes(lengths, 256), () => 3);
        expect(members).toHaveLength(lengths.length);
        for (const [row, size] of sizes.entries()) {
          const texts = [...members.subarray(starts[row], starts[row + 1])];
          expect(texts.length).toBeLessThanOrEqual(3);
          expect(sum(texts.map((text) => lengths[text]!))).toBeLessThanOrEqual(size);
        }
      }),
    );
  });
});

/** Loss and gradients of a batch without dropout. */
async function learnt(executor: Executor, task: TaskRun, batch: PlannedBatch) {
  const { model } = task;
  const store = executor.createStore(task.parameters);
  await store.write(task.initial);
  const optimizer = store.createOptimizer({ beta1: 0, beta2: 0.999, epsilon: 1e-8, weightDecay: 0 });
  const step = await store.compileTrainingStep({
    inputs: trainingInputs(model, batch.size),
    loss: (params, inputs) => trainingLoss(model, params, inputs),
  });
  const given: Feeds = await task.feeds(batch, 0, store);
  const feeds = Object.fromEntries(
    trainingInputs(model, batch.size).map(({ name, shape }) => [
      name,
      given[name] ?? new Float32Array(shape.reduce((product, n) => product * n, 1)).fill(1),
    ]),
  );
  const { loss } = await step.accumulate(feeds);
  await optimizer.apply({ learningRate: 0 });
  const { first } = await optimizer.read(); // without momentum the gradients
  await step.dispose();
  optimizer.dispose();
  await store.dispose();
  return { loss, gradients: first };
}

const jointPairs = (): ClassifyTrainInput => ({
  ...smallClassifier(),
  settings: PairSettings.parse({
    task: 'pair',
    network: 'bert',
    encoder: 'tiny',
    pairReading: 'joint',
    batchSize: 8,
  }),
  train: pairRows(40, 0).map(({ id, text1, text2, label }, i) => ({
    id,
    text: joinTexts({ first: text1, second: i % 3 === 0 ? `${text2}，请问怎么办` : text2.slice(0, 4) }),
    labels: [label],
  })),
});

const TASKS: Readonly<Record<string, () => TaskRun>> = {
  'bert-crf': () => prepareNer(smallRun({ network: 'bert-crf', encoder: 'tiny' })),
  'bert-fc': () => prepareNer(smallRun({ network: 'bert-fc', encoder: 'tiny' })),
  'a classifier': () => prepareClassify(smallClassifier({ network: 'bert', encoder: 'tiny' })),
  'a classifier of pairs': () => prepareClassify(jointPairs()),
};

describe.each(Object.entries(TASKS))('packed texts of %s', (_, prepare) => {
  it('have the loss and the gradients of texts in rows of their own, within 1e-5', async () => {
    const task = prepare();
    const packed = new PackedOrder(task.lengths, { ...task.packing!, width: 1e6 }, 1).batch({
      epoch: 0,
      position: 0,
    });
    expect(packed.examples.length).toBeGreaterThan(packed.size.rows!.count);
    const { examples } = packed;
    const length = Math.max(...Array.from(examples, (i) => task.lengths[i]!));
    const alone = { size: { batch: examples.length, length }, examples };
    const executor = await openExecutor({ id: 'onnx', provider: 'cpu', threads: 1 });
    try {
      const found = await learnt(executor, task, packed);
      const wanted = await learnt(executor, task, alone);
      expect(Math.abs(found.loss - wanted.loss)).toBeLessThan(1e-5);
      for (const [name, values] of Object.entries(wanted.gradients)) {
        const apart = values.map((value, i) => Math.abs(value - found.gradients[name]![i]!));
        expect(
          apart.reduce((most, one) => Math.max(most, one), 0),
          name,
        ).toBeLessThan(1e-5);
      }
    } finally {
      await executor.dispose();
    }
  });
});
