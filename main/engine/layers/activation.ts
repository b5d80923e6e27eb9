/** Activations of feed-forward networks by their names in Hugging Face's config.json. */
import { add, mul, relu, square, type Tensor, tanh } from '@tensorflow/tfjs-core';
import { gelu } from '../runtime/fused.ts';
import type { Activation } from './activation-names.ts';

/** Elementwise. */
export function activate(name: Activation, x: Tensor): Tensor {
  if (name === 'gelu') return gelu(x);
  return name === 'relu' ? relu(x) : tanhGelu(x);
}

/** x (1 + tanh(√(2/π) (x + 0.044715 x³))) / 2 (Hendrycks and Gimpel 2016). */
function tanhGelu(x: Tensor): Tensor {
  const inner = mul(mul(x, add(mul(square(x), 0.044715), 1)), Math.sqrt(2 / Math.PI));
  return mul(mul(x, 0.5), add(tanh(inner), 1));
}
