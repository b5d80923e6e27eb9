/**
 * PyTorch's GRU as ONNX nodes: forward ONNX's `GRU` with `linear_before_reset`, the gradient all gates in two products
 * and a `Scan` for the recurrence of dh.
 */
import type { Graph, Value } from '../runtime/custom-op.ts';
import type { ResetAfterInputs } from './gru-reset-after.ts';
import {
  biasGradient,
  complement,
  gates,
  product,
  projected,
  reorderGates,
  sequenceLengths,
  sigmoidSlope,
  statesBefore,
  swapTime,
  tanhSlope,
  timeMask,
  weightGradient,
  zerosValue,
} from './recurrent-emit.ts';

/** ONNX stacks z, r, h where PyTorch has r, z, n. */
const ONNX_ORDER = [1, 0, 2];

/** Hidden states [B, T, H]. */
export function emitResetAfter(
  graph: Graph,
  [x, ih, hh, biasIh, biasHh, mask]: ResetAfterInputs<Value>,
  reverse: boolean,
): Value {
  const [batch = 0, length = 0] = x.shape;
  const width = hh.shape[1]!;
  const weight = (w: Value) => graph.reshape(reorderGates(graph, w, ONNX_ORDER, 0), [1, ...w.shape]);
  const biases = [biasIh, biasHh].map((bias) => reorderGates(graph, bias, ONNX_ORDER, 0));
  const y = graph.op(
    'GRU',
    [
      swapTime(graph, x),
      weight(ih),
      weight(hh),
      graph.reshape(graph.concat(biases, 0), [1, 6 * width]),
      sequenceLengths(graph, mask),
    ],
    [length, 1, batch, width],
    'float32',
    {
      attributes: {
        hidden_size: { int: width },
        direction: { string: reverse ? 'reverse' : 'forward' },
        linear_before_reset: { int: 1 },
      },
    },
  );
  return swapTime(graph, graph.reshape(y, [length, batch, width])); // [B, T, H]
}

export function emitResetAfterGradient(
  graph: Graph,
  dy: Value,
  {
    inputs: [x, ih, hh, biasIh, biasHh, mask],
    hidden,
    reverse,
  }: { readonly inputs: ResetAfterInputs<Value>; readonly hidden: Value; readonly reverse: boolean },
): (Value | null)[] {
  const mul = (...factors: readonly [Value, ...Value[]]) => product(graph, ...factors);
  const [batch = 0] = x.shape;
  const width = hh.shape[1]!;
  const steps = swapTime(graph, x); // [T, B, in]
  const before = statesBefore(graph, swapTime(graph, hidden), reverse); // [T, B, H]
  const input = graph.binary('Add', projected(graph, steps, ih), biasIh); // [T, B, 3H]
  const back = graph.binary('Add', projected(graph, before, hh), biasHh); // [T, B, 3H]
  const [inputGates, inputCandidate] = graph.split(input, [2 * width, width], 2) as [Value, Value]; // safe: two parts
  const [backGates, q] = graph.split(back, [2 * width, width], 2) as [Value, Value]; // safe: two parts
  const rz = graph.unary('Sigmoid', graph.binary('Add', inputGates, backGates)); // [T, B, 2H]
  const [r, z] = gates(graph, rz, 2) as [Value, Value]; // safe: two parts
  const n = graph.unary('Tanh', graph.binary('Add', inputCandidate, mul(r, q))); // [T, B, H]
  const toCandidate = mul(complement(graph, z), tanhSlope(graph, n)); // [T, B, H]
  const factors = graph.concat(
    [
      mul(toCandidate, q, sigmoidSlope(graph, r)), // of r
      mul(graph.binary('Sub', before, n), sigmoidSlope(graph, z)), // of z
      mul(toCandidate, r), // of U h + b' of the candidate
    ],
    2,
  ); // [T, B, 3H]
  const { outputs } = graph.scan(
    {
      state: [zerosValue(graph, [batch, width])],
      scanned: [swapTime(graph, dy), timeMask(graph, mask), factors, z],
      reverse: !reverse,
    },
    (body, [later], [upstream, real, factor, keep]) => {
      const dh = body.binary('Mul', body.binary('Add', later!, upstream!), real!); // [B, H]
      const d = body.binary('Mul', body.concat([dh, dh, dh], 1), factor!); // [B, 3H]
      const earlier = body.binary('Add', body.binary('Mul', dh, keep!), body.matMul(d, hh)); // [B, H]
      return { state: [earlier], outputs: [d, dh] };
    },
  );
  const [dBack, dh] = outputs as [Value, Value]; // safe: the two outputs above, [T, B, 3H] and [T, B, H]
  const [dGates] = graph.split(dBack, [2 * width, width], 2) as [Value, Value]; // safe: two parts
  const dInput = graph.concat([dGates, mul(dh, toCandidate)], 2); // [T, B, 3H]
  return [
    swapTime(graph, graph.matMul(dInput, ih)), // [B, T, in]
    weightGradient(graph, dInput, steps), // [3H, in]
    weightGradient(graph, dBack, before), // [3H, H]
    biasGradient(graph, dInput),
    biasGradient(graph, dBack),
    null,
  ];
}
