/** Computes loss, metrics and gradients of one batch, for eager and captured training steps. */
import { add, clone, engine, keep, type Tensor } from '@tensorflow/tfjs-core';
import { plainText } from '../../../shared/messages/message.ts';
import './gradients/index.ts';
import { AppError } from '../../../shared/result.ts';
import { perturbed } from './fast-gradient.ts';
import type { StepSpec, Tensors } from './program.ts';

export interface LossAndGradients {
  readonly loss: Tensor;
  readonly metrics: Readonly<Record<string, Tensor>>;
  /** Gradients by parameter, without parameters that the loss does not depend on. */
  readonly gradients: Readonly<Record<string, Tensor>>;
}

/**
 * Computes on, or records to, the current backend. The caller disposes of all results. With an adversary, gradients are
 * the sum of those at the parameters and at the perturbed ones; loss and metrics are those of the parameters.
 */
export function lossAndGradients(
  spec: StepSpec,
  params: Tensors,
  trainable: readonly string[],
  inputs: Tensors,
): LossAndGradients {
  const clean = gradientsAt(spec, params, trainable, inputs);
  if (spec.adversary === undefined) return clean;
  const moved = { ...params, ...perturbed(params, clean.gradients, spec.adversary) };
  const { gradients } = gradientsAt(spec, moved, trainable, inputs);
  return { ...clean, gradients: summed(clean.gradients, gradients) };
}

function gradientsAt(
  spec: StepSpec,
  params: Tensors,
  trainable: readonly string[],
  inputs: Tensors,
): LossAndGradients {
  let metrics: Record<string, Tensor> = {};
  const wanted = trainable.map((name) => params[name]!);
  const forward = () => {
    const result = spec.loss(params, inputs);
    if (result.loss.rank !== 0) {
      throw new AppError('internal', plainText(`the loss must be a scalar, got [${result.loss.shape}]`));
    }
    // copies, since tfjs disposes of the tensors of the forward pass
    metrics = Object.fromEntries(
      Object.entries(result.metrics ?? {}).map(([name, metric]) => [name, keep(clone(metric))]),
    );
    return result.loss;
  };
  const { value, grads } = engine().gradients(forward, wanted, undefined, true);
  const gradients = Object.fromEntries(
    trainable.flatMap((name, index) => (grads[index] ? [[name, grads[index]]] : [])),
  );
  return { loss: value, metrics, gradients };
}

/** Sums by name, of what either has. */
function summed(one: LossAndGradients['gradients'], other: LossAndGradients['gradients']): Tensors {
  const sums = Object.entries(one).map(([name, gradient]) => {
    const more = other[name];
    return [name, more === undefined ? gradient : add(gradient, more)] as const;
  });
  return { ...other, ...Object.fromEntries(sums) };
}
