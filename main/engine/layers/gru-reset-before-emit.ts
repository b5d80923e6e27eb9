/**
 * The GRU that resets before the recurrent product, as ONNX nodes: forward ONNX's `GRU`, the gradient all gates in two
 * products and a `Scan` for the recurrence of dh.
 */
import type { Graph, Value } from '../runtime/custom-op.ts';
import type { ResetBeforeInputs } from './gru-reset-before.ts';
import {
  biasGradient,
  complement,
  gates,
  product,
  projected,
  sequenceLengths,
  sigmoidSlope,
  statesBefore,
  swapTime,
  tanhSlope,
  timeMask,
  weightGradient,
  zerosValue,
} from './recurrent-emit.ts';

/**
 * Gates stacked r, z, n as ONNX stacks them, z, r, h. Its z weighs the old state, ours the new one: σ(−a) = 1 − σ(a)
 * makes one out of the other.
 */
function onnxGates(graph: Graph, x: Value): Value {
  const third = x.shape[0]! / 3;
  const [r, z, n] = graph.split(x, [third, third, third], 0) as [Value, Value, Value]; // safe: three parts
  return graph.concat([graph.unary('Neg', z), r, n], 0);
}

/** Hidden states [B, T, H]. */
export function emitResetBefore(
  graph: Graph,
  [x, ih, hh, bias, mask]: ResetBeforeInputs<Value>,
  reverse: boolean,
): Value {
  const [batch = 0, length = 0] = x.shape;
  const width = hh.shape[1]!;
  const weight = (w: Value) => graph.reshape(onnxGates(graph, w), [1, ...w.shape]);
  const biases = graph.concat([onnxGates(graph, bias), zerosValue(graph, [3 * width])], 0);
  const y = graph.op(
    'GRU',
    [
      swapTime(graph, x),
      weight(ih),
      weight(hh),
      graph.reshape(biases, [1, 6 * width]),
      sequenceLengths(graph, mask),
    ],
    [length, 1, batch, width],
    'float32',
    {
      attributes: {
        hidden_size: { int: width },
        direction: { string: reverse ? 'reverse' : 'forward' },
        linear_before_reset: { int: 0 },
      },
    },
  );
  return swapTime(graph, graph.reshape(y, [length, batch, width])); // [B, T, H]
}

export function emitResetBeforeGradient(
  graph: Graph,
  dy: Value,
  {
    inputs: [x, ih, hh, bias, mask],
    hidden,
    reverse,
  }: { readonly inputs: ResetBeforeInputs<Value>; readonly hidden: Value; readonly reverse: boolean },
): (Value | null)[] {
  const mul = (...factors: readonly [Value, ...Value[]]) => product(graph, ...factors);
  const [batch = 0] = x.shape;
  const width = hh.shape[1]!;
  const gateWeight = graph.slice(hh, [0, 0], [2 * width, width]); // [2H, H]
  const candidateWeight = graph.slice(hh, [2 * width, 0], [width, width]); // [H, H]
  const steps = swapTime(graph, x); // [T, B, in]
  const before = statesBefore(graph, swapTime(graph, hidden), reverse); // [T, B, H]
  const input = graph.binary('Add', projected(graph, steps, ih), bias); // [T, B, 3H]
  const [inputGates, inputCandidate] = graph.split(input, [2 * width, width], 2) as [Value, Value]; // safe: two parts
  const rz = graph.unary('Sigmoid', graph.binary('Add', inputGates, projected(graph, before, gateWeight))); // [T, B, 2H]
  const [r, z] = gates(graph, rz, 2) as [Value, Value]; // safe: two parts
  const reset = mul(r, before); // [T, B, H]
  const n = graph.unary(
    'Tanh',
    graph.binary('Add', inputCandidate, projected(graph, reset, candidateWeight)),
  ); // [T, B, H]
  const toCandidate = mul(z, tanhSlope(graph, n)); // [T, B, H]
  const toUpdate = mul(graph.binary('Sub', n, before), sigmoidSlope(graph, z)); // [T, B, H]
  const toReset = mul(before, sigmoidSlope(graph, r)); // [T, B, H]
  const { outputs } = graph.scan(
    {
      state: [zerosValue(graph, [batch, width])],
      scanned: [
        swapTime(graph, dy),
        timeMask(graph, mask),
        toCandidate,
        toUpdate,
        toReset,
        complement(graph, z),
        r,
      ],
      reverse: !reverse,
    },
    (body, [later], [upstream, real, candidate, update, resetFactor, keep, resetGate]) => {
      const dh = body.binary('Mul', body.binary('Add', later!, upstream!), real!); // [B, H]
      const dn = body.binary('Mul', dh, candidate!); // [B, H]
      const dReset = body.matMul(dn, candidateWeight); // [B, H], of r h
      const dGates = body.concat(
        [body.binary('Mul', dReset, resetFactor!), body.binary('Mul', dh, update!)],
        1,
      ); // [B, 2H]
      const direct = body.binary(
        'Add',
        body.binary('Mul', dh, keep!),
        body.binary('Mul', dReset, resetGate!),
      ); // [B, H]
      const earlier = body.binary('Add', direct, body.matMul(dGates, gateWeight)); // [B, H]
      return { state: [earlier], outputs: [body.concat([dGates, dn], 1)] };
    },
  );
  const d = outputs[0]!; // [T, B, 3H]
  const [dGates, dCandidate] = graph.split(d, [2 * width, width], 2) as [Value, Value]; // safe: two parts
  const dHh = graph.concat(
    [weightGradient(graph, dGates, before), weightGradient(graph, dCandidate, reset)],
    0,
  ); // [3H, H]
  return [
    swapTime(graph, graph.matMul(d, ih)), // [B, T, in]
    weightGradient(graph, d, steps), // [3H, in]
    dHh,
    biasGradient(graph, d),
    null,
  ];
}
