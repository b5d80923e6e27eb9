/** crf*.json: a linear-chain CRF with masks, by brute force. */
import * as tf from '@tensorflow/tfjs-core';
import { expect } from 'vitest';
import { z } from 'zod';
import { crfNegativeLogLikelihood } from '../../main/engine/layers/crf.ts';
import { crfMarginals, viterbi } from '../../main/engine/layers/viterbi.ts';
import { input } from '../../main/engine/models/model.ts';
import {
  ArrayJson,
  expectGradient,
  expectLoss,
  expectOutput,
  integers,
  Matrix,
  withGradients,
} from './arrays.ts';
import { compute, type ParityExecutor } from './executors.ts';

const CrfFile = z.object({
  emissions: ArrayJson,
  transitions: ArrayJson,
  start: ArrayJson,
  end: ArrayJson,
  mask: Matrix,
  tags: Matrix,
  nll_per_sequence: ArrayJson,
  loss: z.number(),
  grad_emissions: ArrayJson,
  grad_transitions: ArrayJson,
  grad_start: ArrayJson,
  grad_end: ArrayJson,
  marginals: ArrayJson,
  viterbi: Matrix,
  viterbi_score: z.array(z.number()),
});

export async function checkCrf(json: unknown, executor: ParityExecutor): Promise<void> {
  const file = CrfFile.parse(json);
  const result = await compute(executor, {
    params: {
      emissions: file.emissions,
      transitions: file.transitions,
      start: file.start,
      end: file.end,
    },
    inputs: { tags: integers(file.tags), mask: { ...integers(file.mask), dtype: 'float32' } },
    build(params, inputs) {
      const target = { tags: input(inputs, 'tags'), mask: input(inputs, 'mask') };
      const losses = (named: typeof params) =>
        crfNegativeLogLikelihood(
          {
            transitions: input(named, 'transitions'),
            start: input(named, 'start'),
            end: input(named, 'end'),
          },
          input(named, 'emissions'),
          target,
        );
      const { value, gradients } = withGradients(params, (named) => tf.mean(losses(named)));
      return { losses: losses(params), loss: value, ...gradients };
    },
  });
  expectOutput('nll', result.losses!, file.nll_per_sequence.data);
  expectLoss('loss', result.loss![0]!, file.loss);
  expectGradient('grad_emissions', result['d emissions']!, file.grad_emissions.data);
  expectGradient('grad_transitions', result['d transitions']!, file.grad_transitions.data);
  expectGradient('grad_start', result['d start']!, file.grad_start.data);
  expectGradient('grad_end', result['d end']!, file.grad_end.data);
  checkDecoding(file);
}

function checkDecoding(file: z.infer<typeof CrfFile>): void {
  const [, length = 0, count = 0] = file.emissions.shape;
  const scores = {
    transitions: Float32Array.from(file.transitions.data),
    start: Float32Array.from(file.start.data),
    end: Float32Array.from(file.end.data),
  };
  for (const [b, mask] of file.mask.entries()) {
    const real = mask.filter((kept) => kept === 1).length;
    const slice = (data: readonly number[]) =>
      Float32Array.from(data.slice(b * length * count, (b * length + real) * count));
    const emissions = slice(file.emissions.data);
    const best = viterbi(emissions, scores);
    expect([...best.tags], `Viterbi path ${b}`).toEqual(file.viterbi[b]!.slice(0, real));
    expectOutput(`Viterbi score ${b}`, [best.score], [file.viterbi_score[b]!]);
    expectOutput(`marginals ${b}`, crfMarginals(emissions, scores), slice(file.marginals.data));
  }
}
