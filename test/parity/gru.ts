/** gru*.json: one bidirectional GRU by the equations of StaResGRU-CNN, a matrix for each gate, y = x W. */
import { z } from 'zod';
import { type RecurrentConfig, recurrent } from '../../main/engine/layers/recurrent/stack.ts';
import { input } from '../../main/engine/models/model.ts';
import {
  ArrayJson,
  expectGradient,
  expectOutput,
  integers,
  Matrix,
  type NamedArray,
  stacked,
  transposed,
  withGradients,
} from './arrays.ts';
import { compute, type ParityExecutor } from './executors.ts';

const GruFile = z.object({
  sizes: z.object({ B: z.number(), T: z.number(), D: z.number(), H: z.number() }),
  x: ArrayJson,
  mask: Matrix,
  params: z.record(z.string(), ArrayJson),
  y: ArrayJson,
  grad_output: ArrayJson,
  grad_x: ArrayJson,
  grad_params: z.record(z.string(), ArrayJson),
});

/** Weights by Meridian's names, gates stacked r, z, n. */
function stackedWeights(
  arrays: Readonly<Record<string, z.infer<typeof ArrayJson>>>,
): Record<string, NamedArray> {
  const weights: Record<string, NamedArray> = {};
  for (const [direction, suffix] of [
    ['fwd', ''],
    ['bwd', '_reverse'],
  ] as const) {
    const gates = (kind: string) => ['r', 'z', 'h'].map((gate) => arrays[`${direction}_${kind}${gate}`]!);
    weights[`gru.weight_ih_l0${suffix}`] = stacked(gates('W').map(transposed));
    weights[`gru.weight_hh_l0${suffix}`] = stacked(gates('U').map(transposed));
    weights[`gru.bias_ih_l0${suffix}`] = stacked(gates('b'));
  }
  return weights;
}

export async function checkGru(json: unknown, executor: ParityExecutor): Promise<void> {
  const file = GruFile.parse(json);
  const config: RecurrentConfig = {
    cell: 'gru',
    inputSize: file.sizes.D,
    hiddenSize: file.sizes.H,
    layers: 1,
    bidirectional: true,
    dropout: 0,
  };
  const result = await compute(executor, {
    params: { x: file.x, ...stackedWeights(file.params) },
    inputs: { mask: integers(file.mask), dy: file.grad_output },
    build(params, inputs) {
      const options = { config, prefix: 'gru', source: undefined };
      const { value, gradients } = withGradients(
        params,
        (tensors) => recurrent(tensors, input(tensors, 'x'), input(inputs, 'mask'), options),
        input(inputs, 'dy'),
      );
      return { y: value, ...gradients };
    },
  });
  expectOutput('y', result.y!, file.y.data);
  expectGradient('grad_x', result['d x']!, file.grad_x.data);
  for (const [name, { data }] of Object.entries(stackedWeights(file.grad_params)))
    expectGradient(name, result[`d ${name}`]!, [...data]);
}
