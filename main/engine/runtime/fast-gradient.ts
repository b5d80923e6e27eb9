/** The fast gradient method (Miyato, Dai and Goodfellow 2017): parameters moved to where the loss rises most. */
import { add, addN, div, maximum, mul, sqrt, square, sum } from '@tensorflow/tfjs-core';
import type { Adversary, Tensors } from './program.ts';

/** Norms are at least this, so that gradients of 0 move nothing. */
const SMALLEST = 1e-12;

/**
 * Returns p + ε g ÷ ‖g‖ of each of the adversary's parameters that has a gradient g, where ‖g‖ is the L2 norm of all
 * these gradients together.
 */
export function perturbed(params: Tensors, gradients: Tensors, { parameters, norm }: Adversary): Tensors {
  const moved = parameters.flatMap((name) => {
    const gradient = gradients[name];
    return gradient === undefined ? [] : [{ name, gradient }];
  });
  if (moved.length === 0) return {};
  const squares = addN(moved.map(({ gradient }) => sum(square(gradient))));
  const scale = div(norm, maximum(sqrt(squares), SMALLEST));
  return Object.fromEntries(
    moved.map(({ name, gradient }) => [name, add(params[name]!, mul(gradient, scale))]),
  );
}
