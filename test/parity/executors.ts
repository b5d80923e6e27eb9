/** Where the reference computations are run. Add an executor here and every file is checked on it. */
import '@tensorflow/tfjs-backend-cpu';
import '../../main/engine/runtime/gradients/index.ts';
import * as tf from '@tensorflow/tfjs-core';
import type { Tensors } from '../../main/engine/models/model.ts';
import { capture } from '../../main/engine/runtime/capture-backend.ts';
import { openSession, tensorOver } from '../../main/engine/runtime/onnx-session.ts';
import type { NamedArray, NamedArrays } from './arrays.ts';

/** Tensors of tensors, fixed shapes; gradients are taken inside. */
export type Build = (params: Tensors, inputs: Tensors) => Tensors;

export interface Computation {
  /** float32 */
  readonly params: NamedArrays;
  readonly inputs: NamedArrays;
  readonly build: Build;
}

export interface ParityExecutor {
  readonly id: string;
  run(computation: Computation): Promise<Record<string, Float32Array>>;
}

/** tfjs's plain JavaScript backend, operation by operation. */
const cpu: ParityExecutor = {
  id: 'tfjs cpu',
  async run({ params, inputs, build }) {
    tf.env().set('IS_NODE', false); // no advertisement for tfjs-node
    await tf.setBackend('cpu');
    const results: Record<string, Float32Array> = {};
    tf.tidy(() => {
      for (const [name, tensor] of Object.entries(build(toTensors(params), toTensors(inputs))))
        results[name] = Float32Array.from(tensor.dataSync());
    });
    return results;
  },
};

function toTensors(arrays: NamedArrays): Tensors {
  return Object.fromEntries(
    Object.entries(arrays).map(([name, { shape, data, dtype }]) => [
      name,
      tf.tensor([...data], [...shape], dtype ?? 'float32'),
    ]),
  );
}

/** The computation recorded as one ONNX graph, run by onnxruntime on the processor. */
const onnxCpu: ParityExecutor = {
  id: 'onnx cpu, captured',
  async run({ params, inputs, build }) {
    const { graph, outputs } = capture((tools) => {
      const symbols = (arrays: NamedArrays, prefix: string) =>
        Object.fromEntries(
          Object.entries(arrays).map(([name, { shape, dtype = 'float32' }]) => [
            name,
            tools.input(`${prefix}${name}`, shape, dtype),
          ]),
        );
      return { ...build(symbols(params, 'param:'), symbols(inputs, 'input:')) };
    });
    const names = Object.keys(outputs);
    const { model, outputNames } = graph.toModel(Object.values(outputs));
    const session = await openSession(model, { provider: 'cpu', threads: 1, spinning: false });
    const read = new Set(graph.inputs.map(({ name }) => name));
    const feeds = [
      ...Object.entries(params).map(([name, array]) => [`param:${name}`, array] as const),
      ...Object.entries(inputs).map(([name, array]) => [`input:${name}`, array] as const),
    ].filter(([name]) => read.has(name));
    const fetched = await session.run(
      Object.fromEntries(feeds.map(([name, array]) => [name, ortTensor(array)])),
    );
    await session.release();
    return Object.fromEntries(
      names.map((name, i) => [name, Float32Array.from(fetched[outputNames[i]!]!.data as Float32Array)]), // safe: all float32
    );
  },
};

function ortTensor({ data, shape, dtype = 'float32' }: NamedArray) {
  const values = dtype === 'int32' ? Int32Array.from(data) : Float32Array.from(data);
  return tensorOver(values, shape, dtype);
}

export const PARITY_EXECUTORS: readonly ParityExecutor[] = [cpu, onnxCpu];
