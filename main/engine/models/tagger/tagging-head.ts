/** Interface of a tagger's head: a row of values for each token, and the loss. */
import type { Tensor } from '@tensorflow/tfjs-core';
import type { TagSet } from '../../../text/tag-set.ts';
import type { ParamSpec, Params } from '../../layers/params.ts';
import type { BatchSize, InputSpec, Predicted, Tensors } from '../model.ts';

/** Targets by name, and which tokens are real, float32 [B, N]. */
interface Target {
  readonly inputs: Tensors;
  readonly mask: Tensor;
}

export interface TaggingHead {
  /** Values of a token's row. */
  width(tagSet: TagSet): number;
  /** Parameters over features of `width` units. */
  params(width: number, tagSet: TagSet): readonly ParamSpec[];
  /** Rows [B, N, width of a row] from features x [B, N, width]. */
  emissions(params: Params, x: Tensor): Tensor;
  /** Inputs of the loss for N tagged tokens. */
  targets(size: BatchSize, tagSet: TagSet): readonly InputSpec[];
  /** Distributions over tags of tokens or classes of spans, from rows [B, N, …], weighted as the loss weights them. */
  predicted(emissions: Tensor, mask: Tensor, tagSet: TagSet): Predicted;
  /** A scalar, from rows [B, N, …]. */
  loss(
    emissions: Tensor,
    target: Target,
    model: { readonly params: Params; readonly tagSet: TagSet },
  ): Tensor;
}
