/** Runs the same tensor code eagerly on tfjs's cpu backend and captured on onnxruntime, on the same inputs. */
import '@tensorflow/tfjs-backend-cpu';
import '../../../../main/engine/runtime/gradients/index.ts';
import { engine, type Tensor, tensor, tidy } from '@tensorflow/tfjs-core';
import { withBackend } from '../../../../main/engine/runtime/backend-scope.ts';
import { capture } from '../../../../main/engine/runtime/capture-backend.ts';
import { type OnnxProvider, parseExecutor } from '../../../../main/engine/runtime/executor-name.ts';
import type { GraphOptions, ModelOptions } from '../../../../main/engine/runtime/graph.ts';
import {
  loadOnnxRuntime,
  type OrtTensor,
  openSession,
  tensorOver,
} from '../../../../main/engine/runtime/onnx-session.ts';
import { PARITY_EXECUTOR } from '../../../parity/executors.ts';

/** The parity runs name another provider of onnxruntime than the processor. */
export const CAPTURED_ON: OnnxProvider =
  parseExecutor(process.env[PARITY_EXECUTOR] ?? 'onnx').provider ?? 'cpu';

type Dtype = 'float32' | 'int32' | 'bool';
export interface Sample {
  readonly shape: readonly number[];
  readonly dtype: Dtype;
  readonly data: Float32Array | Int32Array | Uint8Array;
}
export type Build = (inputs: Tensor[]) => Tensor[];

/** Results of tfjs's cpu backend. */
export async function runEager(samples: readonly Sample[], build: Build): Promise<Sample[]> {
  await engine().setBackend('cpu');
  return withBackend('cpu', () =>
    tidy(() => build(samples.map(eagerTensor))).map((result) => {
      const sample = { shape: result.shape, dtype: result.dtype as Dtype, data: result.dataSync().slice() };
      result.dispose();
      return sample;
    }),
  );
}

const eagerTensor = ({ data, shape, dtype }: Sample): Tensor => tensor(data, [...shape], dtype);

export interface CapturedRun {
  readonly results: Sample[];
  readonly kernels: ReadonlySet<string>;
  /** ONNX operators of the recorded graph. */
  readonly ops: readonly string[];
}

export interface CaptureSettings {
  /** Inputs enter as constants, so that folding is tested. */
  readonly known?: boolean;
  readonly graph?: GraphOptions;
  readonly model?: ModelOptions;
}

/** Results of the captured graph. */
export async function runCaptured(
  samples: readonly Sample[],
  build: Build,
  { known = false, graph: graphOptions, model: modelOptions }: CaptureSettings = {},
): Promise<CapturedRun> {
  const { graph, outputs, kernels } = capture(({ input }) => {
    const inputs = samples.map((sample, index) =>
      known ? eagerTensor(sample) : input(`x${index}`, sample.shape, sample.dtype),
    );
    return Object.fromEntries(build(inputs).map((result, index) => [`y${index}`, result]));
  }, graphOptions);
  const values = Object.values(outputs);
  await loadOnnxRuntime();
  const { model, outputNames } = graph.toModel(values, modelOptions);
  const session = await openSession(model, { provider: CAPTURED_ON, threads: 1 });
  const feeds = Object.fromEntries(
    known
      ? []
      : samples.map(({ data, shape, dtype }, index) => [`x${index}`, tensorOver(data, shape, dtype)]),
  );
  const fetched = await session.run(feeds);
  const results = outputNames.map((name, index): Sample => {
    const { data, dims, type } = fetched[name] as OrtTensor;
    const declared = values[index]!;
    if (dims.join() !== declared.shape.join() || type !== declared.dtype) {
      throw new Error(`declared ${declared.dtype}[${declared.shape}], onnxruntime gave ${type}[${dims}]`);
    }
    return { shape: dims, dtype: type as Dtype, data: data as Float32Array };
  });
  await session.release();
  return { results, kernels, ops: model.graph.nodes.map(({ op }) => op) };
}

/** Largest difference relative to the size of the reference's elements; Infinity where one of them is not finite. */
export function difference(actual: Sample, expected: Sample): number {
  if (actual.dtype !== expected.dtype || actual.shape.join() !== expected.shape.join()) {
    throw new Error(`${actual.dtype}[${actual.shape}] instead of ${expected.dtype}[${expected.shape}]`);
  }
  let worst = 0;
  expected.data.forEach((reference, index) => {
    const found = actual.data[index]!;
    if (Object.is(found, reference) || found === reference) return;
    const error = Math.abs(found - reference) / Math.max(1, Math.abs(reference));
    worst = Number.isNaN(error) ? Number.POSITIVE_INFINITY : Math.max(worst, error);
  });
  return worst;
}

/** mulberry32: repeatable numbers in [0, 1). */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
