/** The residual GRU as ONNX nodes: a `Scan` each way, with all that does not recur outside of it. */
import type { Graph, Value } from '../runtime/custom-op.ts';
import {
  biasGradient,
  complement,
  gates,
  product,
  projected,
  sigmoidSlope,
  statesBefore,
  swapTime,
  tanhSlope,
  timeMask,
  weightGradient,
  zerosValue,
} from './recurrent-emit.ts';
import type { ResidualGruInputs } from './residual-gru.ts';

/** U, the recurrent weights, in its two parts. */
function splitRecurrent(graph: Graph, hh: Value): { gateWeight: Value; candidateWeight: Value } {
  const width = hh.shape[1]!;
  return {
    gateWeight: graph.slice(hh, [0, 0], [2 * width, width]), // [2H, H]
    candidateWeight: graph.slice(hh, [2 * width, 0], [width, width]), // [H, H]
  };
}

/** W x + b of the gates [T, B, 2H] and of the candidate [T, B, H]. */
function inputParts(graph: Graph, steps: Value, ih: Value, bias: Value): readonly [Value, Value] {
  const width = bias.shape[0]! / 3;
  const input = graph.binary('Add', projected(graph, steps, ih), bias); // [T, B, 3H]
  return graph.split(input, [2 * width, width], 2) as [Value, Value]; // safe: two parts
}

/** Hidden states [B, T, H]. */
export function emitResidualGru(
  graph: Graph,
  [x, ih, hh, bias, carry, mask]: ResidualGruInputs<Value>,
  reverse: boolean,
): Value {
  const [batch = 0] = x.shape;
  const width = hh.shape[1]!;
  const { gateWeight, candidateWeight } = splitRecurrent(graph, hh);
  const scanned = [...inputParts(graph, swapTime(graph, x), ih, bias), timeMask(graph, mask)];
  const { outputs } = graph.scan(
    { state: [zerosValue(graph, [batch, width])], scanned, reverse },
    (body, [h], [gateInput, candidateInput, real]) => {
      const times = (a: Value, b: Value) => body.matMul(a, b, { transposeB: true });
      const rz = body.unary('Sigmoid', body.binary('Add', gateInput!, times(h!, gateWeight))); // [B, 2H]
      const [r, z] = gates(body, rz, 2) as [Value, Value]; // safe: two parts
      const recurrent = times(body.binary('Mul', r, h!), candidateWeight); // [B, H]
      const n = body.unary('Tanh', body.binary('Add', candidateInput!, recurrent)); // [B, H]
      const gated = body.binary('Add', h!, body.binary('Mul', z, body.binary('Sub', n, h!))); // [B, H]
      const next = body.binary('Mul', body.binary('Add', gated, times(h!, carry)), real!); // [B, H]
      return { state: [next], outputs: [next] };
    },
  );
  return swapTime(graph, outputs[0]!); // [B, T, H]
}

export function emitResidualGruGradient(
  graph: Graph,
  dy: Value,
  {
    inputs: [x, ih, hh, bias, carry, mask],
    hidden,
    reverse,
  }: { readonly inputs: ResidualGruInputs<Value>; readonly hidden: Value; readonly reverse: boolean },
): (Value | null)[] {
  const mul = (...factors: readonly [Value, ...Value[]]) => product(graph, ...factors);
  const [batch = 0] = x.shape;
  const width = hh.shape[1]!;
  const { gateWeight, candidateWeight } = splitRecurrent(graph, hh);
  const steps = swapTime(graph, x); // [T, B, in]
  const before = statesBefore(graph, swapTime(graph, hidden), reverse); // [T, B, H]
  const [inputGates, inputCandidate] = inputParts(graph, steps, ih, bias);
  const rz = graph.unary('Sigmoid', graph.binary('Add', inputGates, projected(graph, before, gateWeight))); // [T, B, 2H]
  const [r, z] = gates(graph, rz, 2) as [Value, Value]; // safe: two parts
  const reset = mul(r, before); // [T, B, H]
  const candidate = graph.binary('Add', inputCandidate, projected(graph, reset, candidateWeight)); // [T, B, H]
  const n = graph.unary('Tanh', candidate); // [T, B, H]
  const scanned = [
    swapTime(graph, dy),
    timeMask(graph, mask),
    mul(z, tanhSlope(graph, n)),
    mul(graph.binary('Sub', n, before), sigmoidSlope(graph, z)),
    mul(before, sigmoidSlope(graph, r)),
    complement(graph, z),
    r,
  ]; // [T, B, H] each, the mask [T, B, 1]
  const { outputs } = graph.scan(
    { state: [zerosValue(graph, [batch, width])], scanned, reverse: !reverse },
    (body, [later], [upstream, real, toCandidate, toUpdate, toReset, keep, resetGate]) => {
      const times = (a: Value, b: Value) => body.binary('Mul', a, b);
      const plus = (a: Value, b: Value) => body.binary('Add', a, b);
      const dh = times(plus(later!, upstream!), real!); // [B, H]
      const dn = times(dh, toCandidate!); // [B, H]
      const dReset = body.matMul(dn, candidateWeight); // [B, H], of r h
      const dGates = body.concat([times(dReset, toReset!), times(dh, toUpdate!)], 1); // [B, 2H]
      const direct = plus(times(dh, keep!), times(dReset, resetGate!)); // [B, H]
      const earlier = plus(plus(direct, body.matMul(dGates, gateWeight)), body.matMul(dh, carry)); // [B, H]
      return { state: [earlier], outputs: [body.concat([dGates, dn], 1), dh] };
    },
  );
  const [d, dStates] = outputs as [Value, Value]; // [T, B, 3H], [T, B, H]; safe: two outputs
  const [dGates, dCandidate] = graph.split(d, [2 * width, width], 2) as [Value, Value]; // safe: two parts
  const dHh = [weightGradient(graph, dGates, before), weightGradient(graph, dCandidate, reset)];
  return [
    swapTime(graph, graph.matMul(d, ih)), // [B, T, in]
    weightGradient(graph, d, steps), // [3H, in]
    graph.concat(dHh, 0), // [3H, H]
    biasGradient(graph, d),
    weightGradient(graph, dStates, before), // [H, H]
    null,
  ];
}
