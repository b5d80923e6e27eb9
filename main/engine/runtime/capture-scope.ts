/** Active capture, which tells fused ops whether to compute or to record. */
import type { Tensor } from '@tensorflow/tfjs-core';
import type { Graph, Value } from './graph.ts';

export interface ActiveCapture {
  readonly graph: Graph;
  readonly toValue: (tensor: Tensor) => Value;
  readonly toTensor: (value: Value) => Tensor;
}

let active: ActiveCapture | undefined;

export const activeCapture = (): ActiveCapture | undefined => active;

/** Runs `body` while `capture` is the active one. */
export function withCapture<T>(capture: ActiveCapture, body: () => T): T {
  const outer = active;
  active = capture;
  try {
    return body();
  } finally {
    active = outer;
  }
}
