/**
 * The GRU as ONNX nodes. For inference ONNX's `GRU`; for training a `Scan`
 * that also gives the gates, and a `Scan` backwards (see ../lstm/onnx.ts).
 */
import type { Graph, Value } from '../../../runtime/custom-op.ts';
import {
  biasGradient,
  product,
  sequenceLengths,
  swapTime,
  timeMask,
  weightGradient,
  zerosValue,
} from '../onnx.ts';
import type { GruInputs } from './eager.ts';

/**
 * Gates stacked r, z, n as ONNX stacks them, z, r, h. Its z weighs the old state, ours the new one: σ(−a) = 1 − σ(a)
 * makes one out of the other.
 */
function onnxGates(graph: Graph, x: Value): Value {
  const third = x.shape[0]! / 3;
  const [r, z, n] = graph.split(x, [third, third, third], 0) as [Value, Value, Value]; // safe: three parts
  return graph.concat([graph.unary('Neg', z), r, n], 0);
}

/** Hidden states [B, T, H], and nothing for a gradient. */
export function emitGru(graph: Graph, [x, ih, hh, bias, mask]: GruInputs<Value>, reverse: boolean): Value {
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

/** Values of every step, [T, B, H] each: gates, candidate, the state it starts from, and that state reset. */
type GruSteps = readonly [r: Value, z: Value, n: Value, before: Value, reset: Value];

/** U of the gates r and z [2H, H] and of the candidate n [H, H]. */
function splitRecurrent(graph: Graph, hh: Value): { gates: Value; candidate: Value } {
  const width = hh.shape[1]!;
  return {
    gates: graph.slice(hh, [0, 0], [2 * width, width]),
    candidate: graph.slice(hh, [2 * width, 0], [width, width]),
  };
}

/** Hidden states [B, T, H]; saved: `GruSteps`. */
export function emitGruSteps(
  graph: Graph,
  [x, ih, hh, bias, mask]: GruInputs<Value>,
  reverse: boolean,
): { output: Value; saved: GruSteps } {
  const [batch = 0] = x.shape;
  const width = hh.shape[1]!;
  const input = graph.matMul(swapTime(graph, x), ih, { transposeB: true, bias }); // [T, B, 3H]
  const { gates, candidate } = splitRecurrent(graph, hh);
  const [toGates, toCandidate] = [gates, candidate].map((weight) => graph.transpose(weight, [1, 0]));
  const { outputs } = graph.scan(
    {
      state: [zerosValue(graph, [batch, width])],
      scanned: [input, timeMask(graph, mask)],
      reverse,
    },
    (body, [before], [fromInput, real]) => {
      const [inputGates, inputCandidate] = body.split(fromInput!, [2 * width, width], 1);
      const preGates = body.op('Gemm', [before, toGates, inputGates], [batch, 2 * width], 'float32');
      const [r, z] = body.split(body.unary('Sigmoid', preGates), [width, width], 1); // [B, H] each
      const reset = product(body, r!, before!);
      const preN = body.op('Gemm', [reset, toCandidate, inputCandidate], [batch, width], 'float32');
      const n = body.unary('Tanh', preN); // [B, H]
      const moved = body.binary('Add', before!, product(body, z!, body.binary('Sub', n, before!)));
      const hidden = product(body, moved, real!); // [B, H]
      return { state: [hidden], outputs: [hidden, r!, z!, n, before!, reset] };
    },
  );
  const [hidden, ...saved] = outputs;
  // safe: the outputs above, without the first
  return { output: swapTime(graph, hidden!), saved: saved as unknown as GruSteps };
}

export function emitGruGradient(
  graph: Graph,
  dy: Value,
  { inputs, saved, reverse }: { inputs: GruInputs<Value>; saved: readonly Value[]; reverse: boolean },
): (Value | null)[] {
  const [x, ih, hh, , mask] = inputs;
  const width = hh.shape[1]!;
  const kept = saved.length > 0 ? saved : emitGruSteps(graph, inputs, reverse).saved;
  const [r, z, n, before, reset] = kept as GruSteps; // safe: what emitGruSteps saved
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
      const { dGates, dCandidate, earlier } = stepGradient(body, dh, gates, weights);
      return { state: [earlier], outputs: [dGates, dCandidate] };
    },
  );
  const [dGates, dCandidate] = outputs as [Value, Value]; // safe: the outputs above, [T, B, 2H] and [T, B, H]
  const d = graph.concat([dGates, dCandidate], 2); // [T, B, 3H]
  const dHh = graph.concat(
    [weightGradient(graph, dGates, before), weightGradient(graph, dCandidate, reset)],
    0,
  ); // [3H, H]
  return [
    swapTime(graph, graph.matMul(d, ih)), // [B, T, in]
    weightGradient(graph, d, swapTime(graph, x)), // [3H, in]
    dHh,
    biasGradient(graph, d),
    null,
  ];
}

/** One step back: gradients of the pre-activations, [B, 2H] and [B, H], and of the state before [B, H]. */
function stepGradient(
  body: Graph,
  dh: Value,
  [r, z, n, before]: readonly Value[],
  weights: { gates: Value; candidate: Value },
): { dGates: Value; dCandidate: Value; earlier: Value } {
  /** x · (1 − gate) */
  const leaving = (value: Value, gate: Value) => body.binary('Sub', value, product(body, value, gate));
  const dhIn = product(body, dh, z!); // [B, H]
  const dCandidate = leaving(dhIn, product(body, n!, n!)); // dh · z · tanh'
  const dReset = body.matMul(dCandidate, weights.candidate); // [B, H], of r h
  const dBefore = product(body, dReset, r!); // [B, H]
  const dR = leaving(product(body, dBefore, before!), r!);
  const dZ = leaving(product(body, dhIn, body.binary('Sub', n!, before!)), z!);
  const dGates = body.concat([dR, dZ], 1); // [B, 2H]
  const direct = body.binary('Add', body.binary('Sub', dh, dhIn), dBefore); // [B, H]
  return { dGates, dCandidate, earlier: body.binary('Add', direct, body.matMul(dGates, weights.gates)) };
}
