/** Recorded graphs and the files they become. */
import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { capture } from '../../../../main/engine/runtime/capture-backend.ts';
import { Graph } from '../../../../main/engine/runtime/graph.ts';
import { encodeModel, ModelProto, type OnnxModel } from '../../../../main/engine/runtime/onnx-model.ts';
import { difference, generator, runCaptured, runEager, type Sample } from './run-captured.ts';

const ops = ({ graph }: OnnxModel): string[] => graph.nodes.map(({ op }) => op);

describe('recorded graphs', () => {
  it('hold equal nodes and equal small constants once', () => {
    const graph = new Graph();
    const x = graph.input('x', [2, 3], 'float32');
    const first = graph.withScalar('Mul', graph.unary('Exp', x), 2);
    const second = graph.withScalar('Mul', graph.unary('Exp', x), 2);
    const negativeZero = graph.withScalar('Mul', x, -0);
    const zero = graph.withScalar('Mul', x, 0);
    const { model } = graph.toModel([graph.binary('Add', first, second), zero, negativeZero]);
    expect(ops(model)).toEqual(['Exp', 'Mul', 'Mul', 'Mul', 'Add']);
    expect(model.graph.initializers).toHaveLength(3); // 2, 0 and −0
  });

  it('leave out what no output needs', () => {
    const graph = new Graph();
    const x = graph.input('x', [2], 'float32');
    graph.input('unused', [2], 'float32');
    graph.withScalar('Add', x, 7);
    const { model } = graph.toModel([graph.unary('Neg', x)]);
    expect(ops(model)).toEqual(['Neg']);
    expect(model.graph.inputs.map(({ name }) => name)).toEqual(['x']);
    expect(model.graph.initializers).toEqual([]);
  });

  it('give repeated, constant and input outputs names of their own', () => {
    const graph = new Graph();
    const x = graph.input('x', [2], 'float32');
    const y = graph.unary('Neg', x);
    const { model, outputNames } = graph.toModel([y, y, x, graph.scalar(3)]);
    expect(new Set(outputNames).size).toBe(4);
    expect(ops(model)).toEqual(['Neg', 'Identity', 'Identity', 'Identity']);
  });

  it('keep repeated axes short until somebody needs them', () => {
    const { graph, outputs } = capture(({ input }) => {
      const x = input('x', [4, 6], 'float32');
      const rows = tf.broadcastTo(tf.sum(x, 1, true), [4, 6]); // [4, 6], stored [4, 1]
      return { y: tf.add(tf.mul(tf.exp(rows), tf.ones([4, 6])), x) };
    });
    const { model } = graph.toModel([outputs.y!]);
    expect(ops(model)).toEqual(['ReduceSum', 'Exp', 'Add']);
  });

  it('take large fills in as one element', () => {
    const { graph, outputs } = capture(({ input }) => ({
      y: tf.concat([input('x', [1, 1000], 'float32'), tf.mul(tf.ones([999, 1000]), 3)], 0),
    }));
    const bytes = encodeModel(graph.toModel([outputs.y!]).model);
    expect(bytes.length).toBeLessThan(2000);
  });

  it('estimate the fullest moment of a run', () => {
    const graph = new Graph();
    const x = graph.input('x', [100], 'float32');
    const chain = graph.unary('Exp', graph.unary('Tanh', graph.unary('Neg', x)));
    const sum = graph.reduce('ReduceSum', chain, [0]);
    expect(graph.peakBytes([sum])).toBe(800); // two results of the chain at a time; the output counts elsewhere
    expect(graph.peakBytes([chain])).toBe(800);
    const all = graph.binary('Add', graph.unary('Neg', x), chain); // Neg lives until the end now
    expect(graph.peakBytes([graph.reduce('ReduceSum', all, [0])])).toBe(1200);
  });

  it('refuse shapes that do not fit', () => {
    const graph = new Graph();
    const a = graph.input('a', [2, 3], 'float32');
    const b = graph.input('b', [4, 5], 'float32');
    expect(() => graph.binary('Add', a, b)).toThrow('[2,3] and [4,5] do not broadcast');
    expect(() => graph.matMul(a, b)).toThrow('inner sizes differ');
    expect(() => graph.reshape(a, [7])).toThrow('[2,3] cannot become [7]');
  });

  it('may not be mixed', () => {
    let stray: tf.Tensor | undefined;
    capture(({ input }) => {
      stray = tf.keep(input('x', [2], 'float32'));
      return { y: tf.neg(stray) };
    });
    expect(() => capture(() => ({ y: tf.neg(stray!) }))).toThrow('earlier capture');
  });
});

describe('ONNX files', () => {
  it('hold inputs, constants, attributes and the bodies of loops', () => {
    const graph = new Graph();
    const x = graph.input('x', [5, 2], 'float32');
    const { outputs } = graph.scan(
      { state: [graph.constant(new Float32Array(2), [2], 'float32')], scanned: [x] },
      (body, [s], [step]) => {
        const next = body.withScalar('Mul', body.binary('Add', s!, step!), 0.5);
        return { state: [next], outputs: [next] };
      },
    );
    const bytes = encodeModel(graph.toModel(outputs).model);
    const read = ModelProto.toObject(ModelProto.decode(bytes), { longs: Number });
    const tensorType = { elemType: 1, shape: { dim: [{ dimValue: 5 }, { dimValue: 2 }] } };
    expect(read).toMatchObject({
      irVersion: 10,
      graph: {
        node: [{ opType: 'Scan', attribute: expect.arrayContaining([LOOP_BODY]) }],
        input: [{ name: 'x', type: { tensorType } }],
        initializer: expect.arrayContaining([
          expect.objectContaining({ dims: [2], dataType: 1, rawData: Buffer.alloc(8) }),
          expect.objectContaining({ dataType: 1, rawData: Buffer.from([0, 0, 0, 0x3f]) }), // 0.5
        ]),
      },
    });
    expect(outputs[0]!.shape).toEqual([5, 2]);
  });
});

const LOOP_BODY = expect.objectContaining({
  name: 'body',
  type: 5,
  g: expect.objectContaining({
    node: [
      expect.objectContaining({ opType: 'Add' }),
      expect.objectContaining({ opType: 'Mul' }),
      expect.anything(),
    ],
  }),
});

describe('products in eight bits while training', () => {
  const codesOf = (row: readonly number[]) => {
    const scale = Math.max(...row.map(Math.abs), 1e-30) / 127;
    return { scale, codes: row.map((value) => Math.round(value / scale)) };
  };
  const matrix = (rows: number, columns: number, seed: number): number[][] => {
    const next = generator(seed);
    return Array.from({ length: rows }, () => Array.from({ length: columns }, () => next() - 0.5));
  };
  const sample = (values: readonly number[][]): Sample => ({
    shape: [values.length, values[0]!.length],
    dtype: 'float32',
    data: Float32Array.from(values.flat()),
  });
  /** Codes of each row times those of the whole weight. */
  function naive(rows: readonly number[][], weight: readonly number[][]): number[] {
    const { scale, codes } = codesOf(weight.flat());
    const columns = weight[0]!.length;
    return rows.flatMap((row) => {
      const own = codesOf(row);
      return Array.from(
        { length: columns },
        (_, column) =>
          own.codes.reduce((sum, code, i) => sum + code * codes[i * columns + column]!, 0) *
          own.scale *
          scale,
      );
    });
  }

  it.each(['signed', 'unsigned'] as const)('are those of a naive version, with %s codes', async (mixed) => {
    // rows of zeros have results too; gradients are as much smaller than activations as in training
    const x = [...matrix(6, 64, 1), Array<number>(64).fill(0)];
    const weight = matrix(64, 80, 2);
    const dy = matrix(7, 80, 3).map((row) => row.map((value) => value * 1e-6));
    const graph = { mixed, parameters: new Set(['x1']) };
    const build = ([a, w, d]: tf.Tensor[]) => [
      tf.matMul(a!, w!),
      tf.matMul(d!, w!, false, true),
      tf.matMul(a!, d!, true, false),
    ];
    const samples = [x, weight, dy].map(sample);
    const { results, ops } = await runCaptured(samples, build, { graph });
    expect(ops.filter((op) => op === 'MatMulIntegerToFloat')).toHaveLength(2);
    // weight, activations and gradients are quantised once each
    expect(ops.filter((op) => op === 'QuantizeLinear')).toHaveLength(3);
    const turned = weight[0]!.map((_, column) => weight.map((row) => row[column]!));
    for (const [found, wanted] of [
      [results[0]!, naive(x, weight)],
      [results[1]!, naive(dy, turned)],
    ] as const) {
      const largest = Math.max(...wanted.map(Math.abs));
      // a value halfway between two codes may be rounded either way
      for (const [i, value] of wanted.entries())
        expect(Math.abs(found.data[i]! - value)).toBeLessThan(0.005 * largest);
    }
    const [, , exact] = await runEager(samples, build);
    expect(difference(results[2]!, exact!)).toBeLessThan(1e-6);
  });

  it('leave small weights and tables of a vocabulary as they are', async () => {
    const graph = { mixed: 'signed', parameters: new Set(['x1']) } as const;
    for (const columns of [17, 2000]) {
      const samples = [matrix(4, 64, 1), matrix(64, columns, 2)].map(sample);
      const { ops } = await runCaptured(samples, ([a, w]) => [tf.matMul(a!, w!)], { graph });
      expect(ops).not.toContain('QuantizeLinear');
    }
  });
});
