/** The kernel of negative sampling against a plain version in float64. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExamplePlan } from '../../../../main/engine/embeddings/example-plan.ts';
import { paddedTo4 } from '../../../../main/engine/embeddings/row-code.ts';
import { allocateRows, tableValues } from '../../../../main/engine/embeddings/row-memory.ts';
import { type Example, exampleLoss, type Rows, trainExample } from './naive.ts';

const ROWS = 9;

/** Trains on examples with the kernel, and gives back both tables and the mean loss. */
function withKernel(vectors: Rows, targets: Rows, examples: readonly Example[], alpha: number) {
  const dimension = vectors[0]!.length;
  const memory = allocateRows(vectors.length, paddedTo4(dimension), 2, 1);
  const views = [vectors, targets].map((rows, table) => {
    const view = tableValues(memory, table);
    rows.forEach((row, at) => {
      view.set(row, at * memory.rowFloats);
    });
    return view;
  });
  const plan = new ExamplePlan(memory, 0);
  for (const example of examples) {
    plan.begin(example.contexts.length);
    for (const context of example.contexts) plan.context(context);
    plan.beginTargets();
    for (const target of example.targets) plan.target(target);
  }
  plan.flush(alpha);
  const rowsOf = (view: Float32Array): Rows =>
    vectors.map((_, at) => [...view.subarray(at * memory.rowFloats, at * memory.rowFloats + dimension)]);
  const padding = views.flatMap((view) => [...view].filter((_, i) => i % memory.rowFloats >= dimension));
  return { vectors: rowsOf(views[0]!), targets: rowsOf(views[1]!), ...plan.takeLoss(), padding };
}

const id = fc.integer({ min: 0, max: ROWS - 1 });
const examplesOf = fc.array(
  fc.record({
    contexts: fc.array(id, { minLength: 1, maxLength: 12 }),
    targets: fc.array(id, { minLength: 1, maxLength: 7 }),
  }),
  { minLength: 1, maxLength: 6 },
);
const rowsOf = (dimension: number, bound: number) =>
  fc.array(
    fc.array(
      fc.integer({ min: -1000, max: 1000 }).map((n) => Math.fround((n / 1000) * bound)),
      {
        minLength: dimension,
        maxLength: dimension,
      },
    ),
    { minLength: ROWS, maxLength: ROWS },
  );
const setup = fc
  .tuple(fc.integer({ min: 1, max: 75 }), fc.constantFrom(0.01, 0.3, 2))
  .chain(([dimension, bound]) =>
    fc.record({ vectors: rowsOf(dimension, bound), targets: rowsOf(dimension, bound) }),
  );

function greatestDifference(a: Rows, b: Rows): number {
  return Math.max(...a.flatMap((row, at) => row.map((value, i) => Math.abs(value - b[at]![i]!))));
}

describe('the word2vec kernel', () => {
  it('computes what the plain version does, repeated contexts and targets included', () => {
    fc.assert(
      fc.property(setup, examplesOf, ({ vectors, targets }, examples) => {
        const alpha = 0.025;
        const kernel = withKernel(vectors, targets, examples, alpha);
        const naive = { vectors: structuredClone(vectors), targets: structuredClone(targets) };
        let loss = 0;
        for (const example of examples) loss += trainExample(naive.vectors, naive.targets, example, alpha);
        for (const table of ['vectors', 'targets'] as const)
          expect(greatestDifference(kernel[table], naive[table])).toBeLessThan(2e-5);
        expect(Math.abs(kernel.loss - loss)).toBeLessThan(1e-5 * (1 + loss));
        expect(kernel.examples).toBe(examples.length);
        expect(kernel.padding.every((value) => value === 0)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('follows the gradient of the loss', () => {
    const dimension = 5;
    const [vectors, targets] = [3, 11].map((shift) =>
      Array.from({ length: ROWS }, (_, row) =>
        Array.from({ length: dimension }, (_, i) => Math.fround(Math.sin(shift + 7 * row + i) * 0.7)),
      ),
    ) as [Rows, Rows]; // safe: two shifts give two tables
    const example = { contexts: [0, 4, 2], targets: [5, 1, 8] };
    const alpha = 1e-3;
    const after = withKernel(vectors, targets, [example], alpha);
    const slope = (table: Rows, row: number, i: number): number => {
      const h = 1e-5;
      const value = table[row]![i]!;
      const lossAt = (x: number) => {
        table[row]![i] = x;
        const loss = exampleLoss(vectors, targets, example);
        table[row]![i] = value;
        return loss;
      };
      return (lossAt(value + h) - lossAt(value - h)) / (2 * h);
    };
    for (const target of example.targets) {
      for (let i = 0; i < dimension; i++) {
        const step = (after.targets[target]![i]! - targets[target]![i]!) / alpha;
        expect(step).toBeCloseTo(-slope(targets, target, i), 3);
      }
    }
    for (const context of example.contexts) {
      for (let i = 0; i < dimension; i++) {
        const step = (after.vectors[context]![i]! - vectors[context]![i]!) / alpha;
        // As in word2vec each context takes the whole error of their mean, not its share of it.
        expect(step).toBeCloseTo(-example.contexts.length * slope(vectors, context, i), 2);
      }
    }
    expect(after.loss).toBeCloseTo(exampleLoss(vectors, targets, example), 4);
  });

  it('leaves rows alone whose product is beyond ±6', () => {
    const vectors = [[3, 3]];
    const targets = [
      [2, 2],
      [-3, -3],
    ];
    const after = withKernel([...vectors, [0, 0]], targets, [{ contexts: [0], targets: [0, 1] }], 0.5);
    expect(after.vectors[0]).toEqual([3, 3]);
    expect(after.targets).toEqual(targets);
    expect(after.loss).toBeCloseTo(2 * Math.log1p(Math.exp(-6)), 5);
  });
});
