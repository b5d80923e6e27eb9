/**
 * The LSTM as ONNX nodes. Forward is ONNX's `LSTM`; the gradient recomputes all gates in one product, the cells in an
 * elementwise `Scan`, and leaves only the recurrence of dh and dc to a `Scan` backwards.
 */
import type { Graph, Value } from '../runtime/custom-op.ts';
import type { LstmInputs } from './lstm.ts';
import {
  biasGradient,
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

/** ONNX stacks i, o, f, c where PyTorch has i, f, g, o. */
const ONNX_ORDER = [0, 3, 1, 2];

/** Hidden states [B, T, H]. */
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
  const y = graph.op(
    'LSTM',
    [swapTime(graph, x), weight(ih), weight(hh), bias, sequenceLengths(graph, mask)],
    [length, 1, batch, width],
    'float32',
    { attributes: { hidden_size: { int: width }, direction: { string: reverse ? 'reverse' : 'forward' } } },
  );
  return swapTime(graph, graph.reshape(y, [length, batch, width])); // [B, T, H]
}

export function emitLstmGradient(
  graph: Graph,
  dy: Value,
  {
    inputs: [x, ih, hh, biasIh, biasHh, mask],
    hidden,
    reverse,
  }: { readonly inputs: LstmInputs<Value>; readonly hidden: Value; readonly reverse: boolean },
): (Value | null)[] {
  const mul = (...factors: readonly [Value, ...Value[]]) => product(graph, ...factors);
  const [batch = 0] = x.shape;
  const width = hh.shape[1]!;
  const steps = swapTime(graph, x); // [T, B, in]
  const before = statesBefore(graph, swapTime(graph, hidden), reverse); // [T, B, H]
  const pre = graph.binary(
    'Add',
    graph.binary('Add', projected(graph, steps, ih), projected(graph, before, hh)),
    graph.binary('Add', biasIh, biasHh),
  ); // [T, B, 4H]
  const [preI, preF, preG, preO] = gates(graph, pre, 4) as [Value, Value, Value, Value]; // safe: four gates
  const [i, f, o] = [preI, preF, preO].map((gate) => graph.unary('Sigmoid', gate)) as [Value, Value, Value]; // safe: of three
  const g = graph.unary('Tanh', preG);
  const real = timeMask(graph, mask); // [T, B, 1]
  const carry = mul(f, real); // [T, B, H]
  const none = zerosValue(graph, [batch, width]); // [B, H]
  const added = mul(i, g, real); // [T, B, H]
  const { outputs: cellStates } = graph.scan(
    { state: [none], scanned: [carry, added], reverse },
    (body, [c], [keep, add]) => {
      const cell = body.binary('Add', body.binary('Mul', keep!, c!), add!); // [B, H]
      return { state: [cell], outputs: [cell] };
    },
  );
  const cells = cellStates[0]!; // [T, B, H]
  const squashed = graph.unary('Tanh', cells);
  // What a unit of dc (first three) or of dh (last) adds to each pre-activation; and of dh to dc.
  const factors = graph.concat(
    [
      mul(g, sigmoidSlope(graph, i), real),
      mul(statesBefore(graph, cells, reverse), sigmoidSlope(graph, f), real),
      mul(i, tanhSlope(graph, g), real),
      mul(squashed, sigmoidSlope(graph, o), real),
    ],
    2,
  ); // [T, B, 4H]
  const toCell = mul(o, tanhSlope(graph, squashed), real); // [T, B, H]
  const { outputs } = graph.scan(
    {
      state: [none, none],
      scanned: [swapTime(graph, dy), factors, toCell, carry],
      reverse: !reverse,
    },
    (body, [dhLater, dcLater], [upstream, factor, cellFactor, keep]) => {
      const dh = body.binary('Add', dhLater!, upstream!); // [B, H]
      const dc = body.binary('Add', dcLater!, body.binary('Mul', dh, cellFactor!)); // [B, H]
      const d = body.binary('Mul', body.concat([dc, dc, dc, dh], 1), factor!); // [B, 4H]
      return { state: [body.matMul(d, hh), body.binary('Mul', dc, keep!)], outputs: [d] };
    },
  );
  const d = outputs[0]!; // [T, B, 4H]
  const bias = biasGradient(graph, d);
  return [
    swapTime(graph, graph.matMul(d, ih)), // [B, T, in]
    weightGradient(graph, d, steps), // [4H, in]
    weightGradient(graph, d, before), // [4H, H]
    bias,
    bias,
    null,
  ];
}
