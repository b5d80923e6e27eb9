/** Parts of AdamW (Loshchilov & Hutter, arXiv:1711.05101) that all executors share, computed as in PyTorch. */
import type { Tensor } from '@tensorflow/tfjs-core';
import * as tf from '@tensorflow/tfjs-core';
import type { AdamWSettings, ParameterSpec } from './program.ts';

/** Guard against division by zero, from PyTorch's clip_grad_norm_. */
const CLIP_GUARD = 1e-6;

/** Returns the factor that scales gradients of this norm down to `clipNorm`. */
const clipFactor = (norm: number, clipNorm: number | undefined): number =>
  clipNorm === undefined ? 1 : Math.min(1, clipNorm / (norm + CLIP_GUARD));

/** Factors of one update, the same for all parameters. */
export interface StepFactors {
  /** Factor on the gradient. */
  readonly clip: number;
  /** Learning rate without bias correction. */
  readonly rate: number;
  /** 1 / (1 − β₁ᵗ) */
  readonly correction1: number;
  /** 1 / √(1 − β₂ᵗ) */
  readonly correction2: number;
}

/** @param step number of the update, from 1 */
export const stepFactors = (
  { beta1, beta2, clipNorm }: AdamWSettings,
  step: number,
  rate: number,
  norm: number,
): StepFactors => ({
  clip: clipFactor(norm, clipNorm),
  rate,
  correction1: 1 / (1 - beta1 ** step),
  correction2: 1 / Math.sqrt(1 - beta2 ** step),
});

export const rateOf = ({ rate }: ParameterSpec): number => rate ?? 1;
export const decays = ({ decay }: ParameterSpec): boolean => decay ?? true;

export interface AdamWState {
  readonly parameter: Tensor;
  readonly first: Tensor;
  readonly second: Tensor;
}

/** Computes one update in tensor ops. Factors are numbers, or scalar tensors while recording. */
export function adamWUpdate(
  { parameter, first, second }: AdamWState,
  gradient: Tensor,
  factors: Readonly<Record<keyof StepFactors, number | Tensor>>,
  { beta1, beta2, epsilon, weightDecay }: AdamWSettings,
  spec: ParameterSpec,
): AdamWState {
  const clipped = tf.mul(gradient, factors.clip);
  const m = tf.add(tf.mul(first, beta1), tf.mul(clipped, 1 - beta1));
  const v = tf.add(tf.mul(second, beta2), tf.mul(tf.square(clipped), 1 - beta2));
  const rate = tf.mul(factors.rate, rateOf(spec));
  const root = tf.add(tf.mul(tf.sqrt(v), factors.correction2), epsilon);
  const moved = tf.mul(tf.div(m, root), tf.mul(rate, factors.correction1));
  const kept = decays(spec) ? tf.mul(parameter, tf.sub(1, tf.mul(rate, weightDecay))) : parameter;
  return { parameter: tf.sub(kept, moved), first: m, second: v };
}
