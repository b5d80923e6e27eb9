/** lstm*.json: stacked, perhaps bidirectional LSTMs in PyTorch's layout, variable lengths. */
import { z } from 'zod';
import { type RecurrentConfig, recurrent } from '../../main/engine/layers/recurrent/stack.ts';
import { input } from '../../main/engine/models/model.ts';
import { ArrayJson, expectGradient, expectOutput, integers, withGradients } from './arrays.ts';
import { compute, type ParityExecutor } from './executors.ts';

const LstmFile = z.object({
  sizes: z.object({ B: z.number(), T: z.number(), D: z.number(), H: z.number(), layers: z.number() }),
  lengths: z.array(z.number()),
  x: ArrayJson,
  params: z.record(z.string(), ArrayJson),
  y: ArrayJson,
  grad_output: ArrayJson,
  grad_x: ArrayJson,
  grad_params: z.record(z.string(), ArrayJson),
});

export async function checkLstm(json: unknown, executor: ParityExecutor): Promise<void> {
  const file = LstmFile.parse(json);
  const { T, D, H, layers } = file.sizes;
  const config: RecurrentConfig = {
    cell: 'lstm',
    inputSize: D,
    hiddenSize: H,
    layers,
    bidirectional: 'weight_ih_l0_reverse' in file.params,
    dropout: 0,
  };
  const mask = file.lengths.map((length) => Array.from({ length: T }, (_, t) => (t < length ? 1 : 0)));
  const named = Object.fromEntries(
    Object.entries(file.params).map(([name, array]) => [`lstm.${name}`, array]),
  );
  const result = await compute(executor, {
    params: { x: file.x, ...named },
    inputs: { mask: integers(mask), dy: file.grad_output },
    build(params, inputs) {
      const options = { config, prefix: 'lstm', source: undefined };
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
  for (const [name, { data }] of Object.entries(file.grad_params))
    expectGradient(name, result[`d lstm.${name}`]!, data);
}
