/**
 * The LSTM as ONNX nodes. For inference ONNX's `LSTM`; for training a `Scan` that also gives the gates, and a `Scan`
 * backwards. What a step needs is computed inside the loops, where it stays in the cache: one pass over all steps costs
 * more than the same operation on every step.
 */
import type { Attributes, Graph, Value } from '../../../runtime/custom-op.ts';
import {
  biasGradient,
  product,
  reorderGates,
  sequenceLengths,
  swapTime,
  timeMask,
  weightGradient,
  zerosValue,
} from '../onnx.ts';
import type { LstmInputs } from './eager.ts';

/** ONNX stacks i, o, f, c where PyTorch has i, f, g, o. */
const ONNX_ORDER = [0, 3, 1, 2];

/** Hidden states [B, T, H], and nothing for a gradient. */
export function emitLstm(
  graph: Graph,
  [x, ih, hh, biasIh, biasHh, mask]: LstmInputs<Value>,
  reverse: boolean,
): Value {
  const [batch = 0, length = 0] = x.shape;
  const width = hh.shape[1]!;
  const weight = (w: Value) => graph.reshape(reorderGates(graph, w, ONNX_ORDER, 0), [1, ...w.shape]);
  const biases = [biasIh, biasHh].map((bias) => reorderGates(graph, bias, ONNX_ORDER, 0));
  const bias = graph.reshape(graph.concat(biases, 0), [1, 8 * width]);
  const attributes: Attributes = {
    hidden_size: { int: width },
    direction: { string: reverse ? 'reverse' : 'forward' },
  };
  const shape = [length, 1, batch, width];
  const [steps, lengths] = [swapTime(graph, x), sequenceLengths(graph, mask)];
  const [input, recurrent] = [ih, hh].map((matrix) => quantizedGates(graph, matrix));
  const y =
    input === undefined || recurrent === undefined
      ? graph.op('LSTM', [steps, weight(ih), weight(hh), bias, lengths], shape, 'float32', { attributes })
      : graph.op(
          'DynamicQuantizeLSTM',
          [
            ...[steps, input.codes, recurrent.codes, bias, lengths, undefined, undefined, undefined],
            ...[input.scales, input.zeros, recurrent.scales, recurrent.zeros],
          ],
          shape,
          'float32',
          { attributes, domain: 'com.microsoft' },
        );
  return swapTime(graph, graph.reshape(y, [length, batch, width])); // [B, T, H]
}

/**
 * Returns weights [4H, in] in eight bits as `DynamicQuantizeLSTM` takes them, [1, in, 4H] with a scale for each unit of a
 * gate; `undefined` where the graph is not to have them or they are no constants.
 */
function quantizedGates(graph: Graph, matrix: Value): ReturnType<Graph['eightBits']> | undefined {
  const values = graph.options.int8 && graph.constantOf(matrix);
  if (!(values instanceof Float32Array)) return undefined;
  const [rows = 0, columns = 0] = matrix.shape;
  const gate = values.length / ONNX_ORDER.length;
  const ordered = new Float32Array(values.length);
  for (const [place, from] of ONNX_ORDER.entries())
    ordered.set(values.subarray(from * gate, (from + 1) * gate), place * gate);
  return graph.eightBits(ordered, [1, columns, rows], true);
}

/** Values of every step, [T, B, H] each: gates, tanh of the cell, and the states that it starts from. */
type LstmSteps = readonly [
  i: Value,
  f: Value,
  g: Value,
  o: Value,
  squashed: Value,
  before: Value,
  cellBefore: Value,
];

/** Hidden states [B, T, H]; saved: `LstmSteps`. */
export function emitLstmSteps(
  graph: Graph,
  [x, ih, hh, biasIh, biasHh, mask]: LstmInputs<Value>,
  reverse: boolean,
): { output: Value; saved: LstmSteps } {
  const [batch = 0] = x.shape;
  const width = hh.shape[1]!;
  const bias = graph.binary('Add', biasIh, biasHh); // [4H]
  const input = graph.matMul(swapTime(graph, x), ih, { transposeB: true, bias }); // [T, B, 4H]
  const recurrent = graph.transpose(hh, [1, 0]); // [H, 4H]
  const none = zerosValue(graph, [batch, width]); // [B, H]
  const { outputs } = graph.scan(
    { state: [none, none], scanned: [input, timeMask(graph, mask)], reverse },
    (body, [before, cellBefore], [fromInput, real]) => {
      const pre = body.op('Gemm', [before, recurrent, fromInput], fromInput!.shape, 'float32'); // [B, 4H]
      const [preI, preF, preG, preO] = body.split(pre, [width, width, width, width], 1); // [B, H] each
      const [i, f, o] = [preI!, preF!, preO!].map((gate) => body.unary('Sigmoid', gate));
      const g = body.unary('Tanh', preG!);
      const moved = body.binary('Add', product(body, f!, cellBefore!), product(body, i!, g));
      const cell = product(body, moved, real!); // [B, H]
      const squashed = body.unary('Tanh', cell);
      const hidden = product(body, o!, squashed); // [B, H]; 0 at padding since the cell is
      return { state: [hidden, cell], outputs: [hidden, i!, f!, g, o!, squashed, before!, cellBefore!] };
    },
  );
  const [hidden, ...saved] = outputs;
  // safe: the outputs above, without the first
  return { output: swapTime(graph, hidden!), saved: saved as unknown as LstmSteps };
}

export function emitLstmGradient(
  graph: Graph,
  dy: Value,
  { inputs, saved, reverse }: { inputs: LstmInputs<Value>; saved: readonly Value[]; reverse: boolean },
): (Value | null)[] {
  const [x, ih, hh, , , mask] = inputs;
  const kept = saved.length > 0 ? saved : emitLstmSteps(graph, inputs, reverse).saved;
  const [i, f, g, o, squashed, before, cellBefore] = kept as LstmSteps; // safe: what emitLstmSteps saved
  const none = zerosValue(graph, [x.shape[0]!, hh.shape[1]!]); // [B, H]
  const { outputs } = graph.scan(
    {
      state: [none, none],
      scanned: [swapTime(graph, dy), timeMask(graph, mask), i, f, g, o, squashed, cellBefore],
      reverse: !reverse,
    },
    (body, [dhLater, dcLater], step) => {
      const [upstream, real, ...gates] = step as [Value, Value, ...Value[]]; // safe: scanned above
      const dh = product(body, body.binary('Add', dhLater!, upstream), real); // [B, H]
      const { d, dc } = stepGradient(body, { dh, dcLater: dcLater!, real }, gates);
      return { state: [body.matMul(d, hh), dc], outputs: [d] };
    },
  );
  const d = outputs[0]!; // [T, B, 4H]
  const bias = biasGradient(graph, d);
  return [
    swapTime(graph, graph.matMul(d, ih)), // [B, T, in]
    weightGradient(graph, d, swapTime(graph, x)), // [4H, in]
    weightGradient(graph, d, before), // [4H, H]
    bias,
    bias,
    null,
  ];
}

/** One step back: gradients of the pre-activations [B, 4H] and of the cell before [B, H]. */
function stepGradient(
  body: Graph,
  { dh, dcLater, real }: { dh: Value; dcLater: Value; real: Value },
  gates: readonly Value[],
): { d: Value; dc: Value } {
  const [i, f, g, o, squashed, cellBefore] = gates as LstmSteps; // safe: as far as named here
  /** x · (1 − gate) */
  const leaving = (value: Value, gate: Value) => body.binary('Sub', value, product(body, value, gate));
  const dhOut = product(body, dh, o);
  const dOut = product(body, dhOut, squashed);
  const dcHere = leaving(dhOut, product(body, squashed, squashed)); // dh · o · tanh'
  const dcell = product(body, body.binary('Add', dcLater, dcHere), real); // [B, H]
  const dcIn = product(body, dcell, i);
  const dIn = product(body, dcIn, g);
  const dc = product(body, dcell, f); // [B, H]
  const dForget = product(body, dc, cellBefore);
  const parts = [
    leaving(dIn, i),
    leaving(dForget, f),
    body.binary('Sub', dcIn, product(body, dIn, g)), // dc · i · (1 − g²)
    leaving(dOut, o),
  ];
  return { d: body.concat(parts, 1), dc };
}
