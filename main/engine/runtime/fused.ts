/** Transformer ops with fewer passes over memory than tfjs's; equal results on every executor. */
export { attention } from './fused/attention.ts';
export { crossEntropy } from './fused/cross-entropy.ts';
export { gelu } from './fused/gelu.ts';
export { layerNorm } from './fused/layer-norm.ts';
export { linear } from './fused/linear.ts';
