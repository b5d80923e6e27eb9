/** The residual GRU as ONNX nodes: a `Scan` each way, with all that does not recur outside of it. */
import type { Graph, Value } from '../../../runtime/custom-op.ts';
import {
  biasGradient,
  complement,
  product,
  sigmoidSlope,
  swapTime,
  tanhSlope,
  timeMask,
  weightGradient,
  zerosValue,
} from '../onnx.ts';
import type { ResidualGruInputs } from './eager.ts';

/** Values of every step, [T, B, H] each: gates, candidate, the state it starts from, and that state reset. */
type Steps = readonly [r: Value, z: Value, n: Value, before: Value, reset: Value];

/** U of the gates r and z [2H, H] and of the candidate n [H, H]. */
function splitRecurrent(graph: Graph, hh: Value): { gates: Value; candidate: Value } {
  const width = hh.shape[1]!;
  return {
    gates: graph.slice(hh, [0, 0], [2 * width, width]),
    candidate: graph.slice(hh, [2 * width, 0], [width, width]),
  };
}

/** Hidden states [B, T, H]; saved: `Steps`, nothing in graphs without a gradient. */
export function emitResidualGru(
  graph: Graph,
  [x, ih, hh, bias, carry, mask]: ResidualGruInputs<Value>,
  reverse: boolean,
): { output: Value; saved: readonly Value[] } {
  const [batch = 0] = x.shape;
  const width = hh.shape[1]!;
  const input = graph.matMul(swapTime(graph, x), ih, { transposeB: true, bias }); // [T, B, 3H]
  const { gates, candidate } = splitRecurrent(graph, hh);
  const [toGates, toCandidate, toNext] = [gates, candidate, carry].map((weight) =>
    graph.transpose(weight, [1, 0]),
  );
  const { outputs } = graph.scan(
    { state: [zerosValue(graph, [batch, width])], scanned: [input, timeMask(graph, mask)], reverse },
    (body, [before], [fromInput, real]) => {
      const [inputGates, inputCandidate] = body.split(fromInput!, [2 * width, width], 1);
      const preGates = body.op('Gemm', [before, toGates, inputGates], [batch, 2 * width], 'float32');
      const [r, z] = body.split(body.unary('Sigmoid', preGates), [width, width], 1); // [B, H] each
      const reset = product(body, r!, before!);
      const preN = body.op('Gemm', [reset, toCandidate, inputCandidate], [batch, width], 'float32');
      const n = body.unary('Tanh', preN); // [B, H]
      const gated = body.binary('Add', before!, product(body, z!, body.binary('Sub', n, before!)));
      const next = body.op('Gemm', [before, toNext, gated], [batch, width], 'float32'); // eq. 7
      const hidden = product(body, next, real!); // [B, H]
      const saved = graph.options.inference ? [] : [r!, z!, n, before!, reset];
      return { state: [hidden], outputs: [hidden, ...saved] };
    },
  );
  const [hidden, ...saved] = outputs;
  return { output: swapTime(graph, hidden!), saved };
}

export function emitResidualGruGradient(
  graph: Graph,
  dy: Value,
  { inputs, saved, reverse }: { inputs: ResidualGruInputs<Value>; saved: readonly Value[]; reverse: boolean },
): (Value | null)[] {
  const [x, ih, hh, , carry, mask] = inputs;
  const width = hh.shape[1]!;
  const [r, z, n, before, reset] = saved as Steps; // safe: what emitResidualGru saved
  const weights = splitRecurrent(graph, hh);
  const { outputs } = graph.scan(
    {
      state: [zerosValue(graph, [x.shape[0]!, width])],
      scanned: [swapTime(graph, dy), timeMask(graph, mask), r, z, n, before],
      reverse: !reverse,
    },
    (body, [later], step) => {
      const [upstream, real, ...gates] = step as [Value, Value, ...Value[]]; // safe: scanned above
      const dh = product(body, body.binary('Add', later!, upstream), real); // [B, H]
      const { dGates, dCandidate, earlier } = stepGradient(body, dh, gates, { ...weights, carry });
      return { state: [earlier], outputs: [dGates, dCandidate, dh] };
    },
  );
  // safe: the outputs above, [T, B, 2H], [T, B, H] and [T, B, H]
  const [dGates, dCandidate, dStates] = outputs as [Value, Value, Value];
  const d = graph.concat([dGates, dCandidate], 2); // [T, B, 3H]
  const dHh = [weightGradient(graph, dGates, before), weightGradient(graph, dCandidate, reset)];
  return [
    swapTime(graph, graph.matMul(d, ih)), // [B, T, in]
    weightGradient(graph, d, swapTime(graph, x)), // [3H, in]
    graph.concat(dHh, 0), // [3H, H]
    biasGradient(graph, d),
    weightGradient(graph, dStates, before), // [H, H]
    null,
  ];
}

/** One step back: gradients of the pre-activations, [B, 2H] and [B, H], and of the state before [B, H]. */
function stepGradient(
  body: Graph,
  dh: Value,
  [r, z, n, before]: readonly Value[],
  weights: { gates: Value; candidate: Value; carry: Value },
): { dGates: Value; dCandidate: Value; earlier: Value } {
  const plus = (a: Value, b: Value) => body.binary('Add', a, b);
  const dCandidate = product(body, dh, z!, tanhSlope(body, n!)); // [B, H]
  const dReset = body.matMul(dCandidate, weights.candidate); // [B, H], of r h
  const dR = product(body, dReset, before!, sigmoidSlope(body, r!));
  const dZ = product(body, dh, body.binary('Sub', n!, before!), sigmoidSlope(body, z!));
  const dGates = body.concat([dR, dZ], 1); // [B, 2H]
  const direct = plus(product(body, dh, complement(body, z!)), product(body, dReset, r!)); // [B, H]
  const recurrent = plus(body.matMul(dGates, weights.gates), body.matMul(dh, weights.carry)); // [B, H]
  return { dGates, dCandidate, earlier: plus(direct, recurrent) };
}
