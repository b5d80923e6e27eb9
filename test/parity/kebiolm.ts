/** kebiolm*.json: detection, linking, and fusion of the nearest entities between two groups of layers. */
import * as tf from '@tensorflow/tfjs-core';
import { expect } from 'vitest';
import { z } from 'zod';
import { softmaxCrossEntropy } from '../../main/engine/layers/cross-entropy.ts';
import {
  bioLogits,
  entityChange,
  nearestEntities,
  projectedMention,
} from '../../main/engine/layers/entity-linking.ts';
import { addChanges } from '../../main/engine/layers/gated-infusion.ts';
import { input, type Tensors } from '../../main/engine/models/model.ts';
import { ArrayJson, expectGradient, expectLoss, expectOutput, Matrix, withGradients } from './arrays.ts';
import { compute, type ParityExecutor } from './executors.ts';

const Arrays = z.record(z.string(), ArrayJson);
const KebiolmFile = z.object({
  inputs: z.object({
    h: ArrayJson,
    mentions_start_end_entity: z.array(z.tuple([z.number(), z.number(), z.number()])),
    k: z.number(),
    grad_output: ArrayJson,
  }),
  params: Arrays,
  outputs: z.object({
    bio_logits: ArrayJson,
    ed: z.number(),
    el: z.number(),
    nearest: Matrix,
    nearest_weights: Matrix,
    y: ArrayJson,
  }),
  loss: z.number(),
  grad_params: Arrays,
  grad_inputs: Arrays,
});

/** Names of parameters by those of the file. */
const NAMES: Readonly<Record<string, string>> = {
  W_l: 'detection.weight',
  b_l: 'detection.bias',
  W_m: 'projection.weight',
  b_m: 'projection.bias',
  W_e: 'fusion.weight',
  b_e: 'fusion.bias',
};
const nameOf = (name: string): string => (NAMES[name] === undefined ? name : `linking.${NAMES[name]}`);

export async function checkKebiolm(json: unknown, executor: ParityExecutor): Promise<void> {
  const file = KebiolmFile.parse(json);
  const { h, mentions_start_end_entity: mentions, k, grad_output } = file.inputs;
  const [length = 0] = h.shape;
  const places = Array.from({ length }, (_, i) => i);
  const mentionOf = places.map((i) => 1 + mentions.findIndex(([start, end]) => start <= i && i <= end));
  const labels = places.map((i) => (mentionOf[i] === 0 ? 0 : mentions[mentionOf[i]! - 1]![0] === i ? 1 : 2));
  const column = (at: 0 | 1 | 2) => ({
    shape: [mentions.length],
    data: mentions.map((mention) => mention[at]),
    dtype: 'int32' as const,
  });
  const params = Object.entries(file.params).map(([name, array]) => [nameOf(name), array]);
  const result = await compute(executor, {
    params: { ...Object.fromEntries(params), h },
    inputs: {
      starts: column(0),
      ends: column(1),
      entity: column(2),
      mentionOf: { shape: [length], data: mentionOf, dtype: 'int32' },
      labels: { shape: [length], data: labels, dtype: 'int32' },
      dy: grad_output,
    },
    build(all, inputs) {
      const run = (named: Tensors) => {
        const states = input(named, 'h');
        const spans = { starts: input(inputs, 'starts'), ends: input(inputs, 'ends') };
        const projected = projectedMention(named, 'linking', states, spans);
        const found = nearestEntities(projected, input(named, 'entities'), k, 5);
        const logits = bioLogits(named, 'linking', states);
        const scores = tf.matMul(projected, input(named, 'entities'), false, true);
        const y = addChanges(
          states,
          entityChange(named, 'linking', found.vector),
          input(inputs, 'mentionOf'),
        );
        const ed = tf.mean(softmaxCrossEntropy(logits, input(inputs, 'labels')));
        const el = tf.sum(softmaxCrossEntropy(scores, input(inputs, 'entity')));
        return { logits, ed, el, y, found };
      };
      const { logits, ed, el, y, found } = run(all);
      const { value, gradients } = withGradients(all, (named) => {
        const { ed, el, y } = run(named);
        return tf.addN([ed, el, tf.sum(tf.mul(y, input(inputs, 'dy')))]);
      });
      return { logits, ed, el, y, nearest: found.entities, shares: found.shares, loss: value, ...gradients };
    },
  });
  const { outputs } = file;
  expectOutput('logits', result.logits!, outputs.bio_logits.data);
  expectLoss('detection', result.ed![0]!, outputs.ed);
  expectLoss('linking', result.el![0]!, outputs.el);
  expect([...result.nearest!]).toEqual(outputs.nearest.flat());
  expectOutput('shares', result.shares!, outputs.nearest_weights.flat());
  expectOutput('y', result.y!, outputs.y.data);
  expectLoss('loss', result.loss![0]!, file.loss);
  for (const [name, { data }] of Object.entries(file.grad_params))
    expectGradient(name, result[`d ${nameOf(name)}`]!, data);
  expectGradient('h', result['d h']!, file.grad_inputs.h!.data);
}
