/** Steps through time for recurrent layers, all tensors [B, T, …]. */
import { concat, matMul, reshape, slice, stack, type Tensor, unstack, zeros } from '@tensorflow/tfjs-core';

/** The steps 0 … T − 1, or T − 1 … 0. */
export const timeOrder = (length: number, reverse: boolean): readonly number[] =>
  Array.from({ length }, (_, step) => (reverse ? length - 1 - step : step));

/** The state each step starts from: x one step later (earlier when reversed), zeros first. */
export function previousStates(x: Tensor, reverse: boolean): Tensor {
  const [batch = 0, length = 0, width = 0] = x.shape;
  const first = zeros([batch, 1, width]); // [B, 1, H]
  if (length === 1) return first;
  const rest = slice(x, [0, reverse ? 1 : 0, 0], [batch, length - 1, width]); // [B, T − 1, H]
  return reverse ? concat([rest, first], 1) : concat([first, rest], 1); // [B, T, H]
}

/** T tensors [B, H]. */
export const perStep = (x: Tensor): Tensor[] => unstack(x, 1);

/** [B, H] a step, by step number → [B, T, H]. */
export const fromSteps = (steps: readonly Tensor[]): Tensor => stack([...steps], 1);

/** [B, T, H] → [B T, H]. */
export const rowsOf = (x: Tensor): Tensor => reshape(x, [-1, x.shape.at(-1) ?? 0]);

/** x [B, T, in] · Wᵀ with W [out, in] → [B, T, out], one product for all steps. */
export function project(x: Tensor, weight: Tensor): Tensor {
  const [batch = 0, length = 0] = x.shape;
  return reshape(matMul(rowsOf(x), weight, false, true), [batch, length, weight.shape[0] ?? 0]);
}

/** Columns [from, from + size) of the last axis of x [B, T, H] or [B, H]. */
export function columns(x: Tensor, from: number, size: number): Tensor {
  const lead = x.shape.slice(0, -1);
  return slice(x, [...lead.map(() => 0), from], [...lead, size]);
}
