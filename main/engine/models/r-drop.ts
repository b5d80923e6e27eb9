/**
 * R-Drop (Liang et al. 2021): two passes over a batch with different dropout masks, whose predictions are drawn together.
 */
import { add, mul, sigmoid, softmax, sub, sum, type Tensor } from '@tensorflow/tfjs-core';
import { invariant } from '../../../shared/assert.ts';
import type { DropoutSource } from '../layers/dropout.ts';
import type { Model, Predicted } from './model.ts';

/** Site of the second pass. */
const second = (site: string): string => `second:${site}`;

const secondSource = (source: DropoutSource): DropoutSource => ({
  mask: (site, shape, rate) => source.mask(second(site), shape, rate),
});

/**
 * Returns the model with the loss (L₁ + L₂) ÷ 2 + α (KL(p₁ ‖ p₂) + KL(p₂ ‖ p₁)) ÷ 4, half of the paper's, so that its size
 * stays that of one pass. Without dropout both passes are equal.
 * @param alpha weight of the divergence, > 0
 */
export function withRDrop(model: Model, alpha: number): Model {
  return {
    ...model,
    dropout(size) {
      const sites = model.dropout(size);
      return [...sites, ...sites.map((one) => ({ ...one, site: second(one.site) }))];
    },
    loss(params, inputs, source) {
      const first = model.loss(params, inputs, source);
      const other = model.loss(params, inputs, source && secondSource(source));
      invariant(
        first.predicted !== undefined && other.predicted !== undefined,
        'R-Drop needs a model whose loss says what is predicted',
      );
      const drawn = mul(divergence(first.predicted(), other.predicted()), alpha / 4);
      return { ...first, loss: add(mul(add(first.loss, other.loss), 0.5), drawn) };
    },
  };
}

/** Weighted sum of KL(p ‖ q) + KL(q ‖ p), a scalar. */
export function divergence(one: Predicted, other: Predicted): Tensor {
  const probabilities = one.kind === 'classes' ? softmax : sigmoid;
  const apart = sub(probabilities(one.logits), probabilities(other.logits)); // [..., K]
  // (p − q) · (ln p − ln q): the logarithms' normalisers cancel out, since p − q sums to 0
  const terms = mul(apart, sub(one.logits, other.logits)); // [..., K]
  return sum(mul(one.kind === 'classes' ? sum(terms, -1) : terms, one.weights));
}
