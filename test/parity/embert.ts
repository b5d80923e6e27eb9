/** embert*.json: the three heads of EMBERT on given states, with one nested entity. */
import * as tf from '@tensorflow/tfjs-core';
import { z } from 'zod';
import { softmaxCrossEntropy } from '../../main/engine/layers/cross-entropy.ts';
import { consistencyLogits, partLogits, segmentationLogits } from '../../main/engine/layers/embert-heads.ts';
import { input, type Tensors } from '../../main/engine/models/model.ts';
import { ArrayJson, expectGradient, expectLoss, withGradients } from './arrays.ts';
import { compute, type ParityExecutor } from './executors.ts';

const Arrays = z.record(z.string(), ArrayJson);
const Ends = z.tuple([z.number(), z.number()]);
const EmbertFile = z.object({
  inputs: z.object({
    x: ArrayJson,
    entity: Ends,
    adjective: Ends,
    atomic: Ends,
    targets: z.record(z.string(), z.number()),
  }),
  params: Arrays,
  outputs: z.object({ cecp: z.number(), est: z.number(), bem: z.number() }),
  loss: z.number(),
  grad_params: Arrays,
  grad_inputs: Arrays,
});

/** Names of parameters by those of the file. */
const NAMES: Readonly<Record<string, string>> = {
  W1: 'consistency.dense.weight',
  c_ln_g: 'consistency.LayerNorm.weight',
  c_ln_b: 'consistency.LayerNorm.bias',
  W2: 'consistency.output.weight',
  W4: 'segmentation.dense.weight',
  s_ln_g: 'segmentation.LayerNorm.weight',
  s_ln_b: 'segmentation.LayerNorm.bias',
  W3: 'segmentation.transform.weight',
  b3: 'segmentation.transform.bias',
  W5: 'segmentation.output.weight',
  pos: 'parts.positions.weight',
  W6: 'parts.0.dense.weight',
  b1_ln_g: 'parts.0.LayerNorm.weight',
  b1_ln_b: 'parts.0.LayerNorm.bias',
  W7: 'parts.1.dense.weight',
  b2_ln_g: 'parts.1.LayerNorm.weight',
  b2_ln_b: 'parts.1.LayerNorm.bias',
  emb: 'words',
};
const nameOf = (name: string): string => NAMES[name] ?? name;
/** LayerNorm of the file. */
const EPS = 1e-12;

export async function checkEmbert(json: unknown, executor: ParityExecutor): Promise<void> {
  const file = EmbertFile.parse(json);
  const { x, entity, adjective, atomic, targets } = file.inputs;
  const tokens = Array.from({ length: entity[1] - entity[0] + 1 }, (_, i) => entity[0] + i);
  const isAtomic = (token: number) => token >= atomic[0];
  const seen = tokens.map((token) => (isAtomic(token) ? adjective : atomic));
  const column = (data: readonly number[]) => ({ shape: [data.length], data, dtype: 'int32' as const });
  const params = Object.entries(file.params).map(([name, array]) => [nameOf(name), array]);
  const result = await compute(executor, {
    params: { ...Object.fromEntries(params), x },
    inputs: {
      tokens: column(tokens),
      firsts: column(seen.map(([first]) => first)),
      lasts: column(seen.map(([, last]) => last)),
      offsets: column(tokens.map((token) => token - (isAtomic(token) ? atomic[0] : adjective[0]))),
      targets: column(tokens.map((token) => targets[token]!)),
      ends: column(tokens.map((token) => (token === adjective[1] || token === atomic[1] ? 1 : 0))),
      consistent: column([1]),
      around: column([entity[0] - 1, entity[1] + 1]),
    },
    build(all, inputs) {
      const run = (named: Tensors) => {
        const states = input(named, 'x'); // [T, H]
        const at = (name: string) => tf.gather(states, input(inputs, name));
        const around = at('around');
        const context = {
          before: tf.slice(around, [0, 0], [1, -1]),
          after: tf.slice(around, [1, 0], [1, -1]),
        };
        const parts = { first: at('firsts'), last: at('lasts'), offsets: input(inputs, 'offsets') };
        const words = { words: input(named, 'words'), eps: EPS };
        const cecp = softmaxCrossEntropy(
          consistencyLogits(named, 'consistency', context, EPS),
          input(inputs, 'consistent'),
        );
        const cuts = segmentationLogits(named, 'segmentation', at('tokens'), EPS);
        const est = softmaxCrossEntropy(cuts, input(inputs, 'ends'));
        const bem = softmaxCrossEntropy(partLogits(named, 'parts', parts, words), input(inputs, 'targets'));
        return { cecp: tf.sum(cecp), est: tf.sum(est), bem: tf.sum(bem) };
      };
      const { value, gradients } = withGradients(all, (named) => {
        const { cecp, est, bem } = run(named);
        return tf.addN([tf.mul(cecp, 2), tf.mul(est, 2), tf.mul(bem, 0.5)]);
      });
      return { ...run(all), loss: value, ...gradients };
    },
  });
  for (const [name, loss] of Object.entries({ ...file.outputs, loss: file.loss }))
    expectLoss(name, result[name]![0]!, loss);
  for (const [name, { data }] of Object.entries(file.grad_params))
    expectGradient(name, result[`d ${nameOf(name)}`]!, data);
  expectGradient('x', result['d x']!, file.grad_inputs.x!.data);
}
