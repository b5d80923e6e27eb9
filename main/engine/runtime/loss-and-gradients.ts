/** Loss, metrics and gradients of one batch: the part of a training step that eager and captured runs share. */
import { clone, engine, keep, type Tensor } from '@tensorflow/tfjs-core';
import './gradients/index.ts';
import { AppError } from '../../../shared/result.ts';
import type { StepSpec, Tensors } from './program.ts';

export interface LossAndGradients {
  readonly loss: Tensor;
  readonly metrics: Readonly<Record<string, Tensor>>;
  /** By parameter; those that the loss does not depend on are missing. */
  readonly gradients: Readonly<Record<string, Tensor>>;
}

/** Computes on (or records to) the current backend. The caller disposes of all results. */
export function lossAndGradients(
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
      throw new AppError('internal', `the loss must be a scalar, got [${result.loss.shape}]`);
    }
    // copies outlive the forward pass, whose tensors tfjs disposes of
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
