/** The capture going on, if any: what fused ops ask to know whether to compute or to record. */
import type { Tensor } from '@tensorflow/tfjs-core';
import type { Graph, Value } from './graph.ts';

export interface ActiveCapture {
  readonly graph: Graph;
  /** The graph value behind a tensor of this capture. */
  readonly toValue: (tensor: Tensor) => Value;
  /** A tensor standing for a graph value. */
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
