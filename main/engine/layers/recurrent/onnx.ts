/** ONNX nodes that the recurrent layers share; sequences are [T, B, …] inside. */
import type { Graph, Value } from '../../runtime/custom-op.ts';

/** [B, T, …] ⇄ [T, B, …]. */
export const swapTime = (graph: Graph, x: Value): Value =>
  graph.transpose(
    x,
    x.shape.map((_, axis) => (axis === 0 ? 1 : axis === 1 ? 0 : axis)),
  );

/** Tokens of each sequence as ONNX wants them, int32 [B], from a mask [B, T]. */
export const sequenceLengths = (graph: Graph, mask: Value): Value =>
  graph.cast(graph.reduce('ReduceSum', mask, [1]), 'int32');

/** Mask [B, T] → [T, B, 1]. */
export function timeMask(graph: Graph, mask: Value): Value {
  const [batch = 0, length = 0] = mask.shape;
  return graph.reshape(graph.transpose(mask, [1, 0]), [length, batch, 1]);
}

/** The gates of x stacked along `axis`, in the order given. */
export function reorderGates(graph: Graph, x: Value, order: readonly number[], axis: number): Value {
  const size = x.shape[axis]! / order.length;
  const gates = graph.split(x, new Array<number>(order.length).fill(size), axis);
  return graph.concat(
    order.map((gate) => gates[gate]!),
    axis,
  );
}

export function zerosValue(graph: Graph, shape: readonly number[]): Value {
  const size = shape.reduce((product, n) => product * n, 1);
  return graph.constant(new Float32Array(size), shape, 'float32');
}

/** Product of all factors. */
export const product = (graph: Graph, ...[first, ...rest]: readonly [Value, ...Value[]]): Value =>
  rest.reduce((sofar, factor) => graph.binary('Mul', sofar, factor), first);

/** [T, B, N] → [T B, N]. */
function flatRows(graph: Graph, x: Value): Value {
  const [length = 0, batch = 0, width = 0] = x.shape;
  return graph.reshape(x, [length * batch, width]);
}

/** dᵀ x over all steps: d [T, B, M], x [T, B, N] → [M, N]. */
export const weightGradient = (graph: Graph, d: Value, x: Value): Value =>
  graph.matMul(flatRows(graph, d), flatRows(graph, x), { transposeA: true });

/** Σ over all steps: [T, B, N] → [N]. */
export const biasGradient = (graph: Graph, d: Value): Value =>
  graph.reduce('ReduceSum', flatRows(graph, d), [0]);
