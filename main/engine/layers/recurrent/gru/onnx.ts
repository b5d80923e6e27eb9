/**
 * The GRU as ONNX nodes: ONNX's `GRU` for inference without a residual connection, otherwise a `Scan` that also outputs
 * the gates, and a `Scan` backwards (see ../lstm/onnx.ts).
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
 * Reorders gates from r, z, n to ONNX's z, r, h. ONNX's z weights the old state, ours the new one; σ(−a) = 1 − σ(a)
 * converts between them.
 */
function onnxGates(graph: Graph, x: Value): Value {
  const third = x.shape[0]! / 3;
  const [r, z, n] = graph.split(x, [third, third, third], 0) as [Value, Value, Value]; // safe: three parts
  return graph.concat([graph.unary('Neg', z), r, n], 0);
}

/** Emits the hidden states [B, T, H]; saves `GruSteps` unless the graph is for inference. */
export function emitGru(
  graph: Graph,
  inputs: GruInputs<Value>,
  reverse: boolean,
): { output: Value; saved?: readonly Value[] } {
  const { inference = false } = graph.options;
  const carry = inputs[5];
  return inference && !carry
    ? { output: emitOnnxGru(graph, inputs, reverse) }
    : emitGruSteps(graph, inputs, reverse, !inference);
}

function emitOnnxGru(graph: Graph, [x, ih, hh, bias, mask]: GruInputs<Value>, reverse: boolean): Value {
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

/** Values of every step, [T, B, H] each: gates, candidate, previous state, and previous state times r. */
type GruSteps = readonly [r: Value, z: Value, n: Value, before: Value, reset: Value];

/** Splits U into the rows of the gates r and z [2H, H] and of the candidate n [H, H]. */
function splitRecurrent(graph: Graph, hh: Value): { gates: Value; candidate: Value } {
  const width = hh.shape[1]!;
  return {
    gates: graph.slice(hh, [0, 0], [2 * width, width]),
    candidate: graph.slice(hh, [2 * width, 0], [width, width]),
  };
}

/** Emits the hidden states [B, T, H]; `keep` saves `GruSteps`. */
function emitGruSteps(
  graph: Graph,
  [x, ih, hh, bias, mask, carry]: GruInputs<Value>,
  reverse: boolean,
  keep: boolean,
): { output: Value; saved: readonly Value[] } {
  const [batch = 0] = x.shape;
  const width = hh.shape[1]!;
  const input = graph.matMul(swapTime(graph, x), ih, { transposeB: true, bias }); // [T, B, 3H]
  const { gates, candidate } = splitRecurrent(graph, hh);
  const turned = (weight: Value) => graph.transpose(weight, [1, 0]);
  const [toGates, toCandidate, toNext] = [turned(gates), turned(candidate), carry && turned(carry)];
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
      const next = toNext ? body.op('Gemm', [before, toNext, gated], [batch, width], 'float32') : gated;
      const hidden = product(body, next, real!); // [B, H]
      return { state: [hidden], outputs: [hidden, ...(keep ? [r!, z!, n, before!, reset] : [])] };
    },
  );
  const [hidden, ...saved] = outputs;
  return { output: swapTime(graph, hidden!), saved };
}

export function emitGruGradient(
  graph: Graph,
  dy: Value,
  { inputs, saved, reverse }: { inputs: GruInputs<Value>; saved: readonly Value[]; reverse: boolean },
): (Value | null)[] {
  const [x, ih, hh, , mask, carry] = inputs;
  const width = hh.shape[1]!;
  const kept = saved.length > 0 ? saved : emitGruSteps(graph, inputs, reverse, true).saved;
  const [r, z, n, before, reset] = kept as GruSteps; // safe: what emitGruSteps saved
  const weights = { ...splitRecurrent(graph, hh), carry };
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
      return { state: [earlier], outputs: [dGates, dCandidate, ...(carry ? [dh] : [])] };
    },
  );
  // safe: the outputs above, [T, B, 2H], [T, B, H] and [T, B, H]
  const [dGates, dCandidate, dStates] = outputs as [Value, Value, Value?];
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
    ...(dStates ? [weightGradient(graph, dStates, before)] : []), // [H, H]
  ];
}

/** Computes one step back: gradients of the pre-activations, [B, 2H] and [B, H], and of the previous state [B, H]. */
function stepGradient(
  body: Graph,
  dh: Value,
  [r, z, n, before]: readonly Value[],
  weights: { gates: Value; candidate: Value; carry: Value | undefined },
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
  const gated = body.binary('Add', direct, body.matMul(dGates, weights.gates)); // [B, H]
  const { carry } = weights;
  return { dGates, dCandidate, earlier: carry ? body.binary('Add', gated, body.matMul(dh, carry)) : gated };
}
