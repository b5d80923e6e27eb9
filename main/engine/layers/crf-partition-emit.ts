/**
 * The CRF's log partition function as ONNX nodes, by the scaled forward-backward algorithm (Rabiner 1989, section
 * V.A): messages are probabilities, normalised at every token, in float64. A `Scan` each way holds little more than a
 * matrix product; everything else is computed for all tokens at once. Messages are [T, B, K].
 */
import type { Graph, Value } from '../runtime/custom-op.ts';
import type { PartitionInputs } from './crf-partition-eager.ts';
import { product, swapTime, timeMask } from './recurrent/onnx.ts';

type Inputs = PartitionInputs<Value>;

/**
 * Largest distance of a score below the best of its kind; greater distances count as this one. The product of a
 * transition's and an emission's weight then stays above float64's smallest number, no sum is 0, and what a constraint
 * forbids keeps a weight of 10⁻¹³⁰.
 */
const LOWEST = -300;

/** exp(x − offset), `offset` being the largest element of each row; no constraint makes it 0. */
function weights(graph: Graph, x: Value, axes: readonly number[]): { weights: Value; offset: Value } {
  const offset = graph.reduce('ReduceMax', x, axes, true);
  const shifted = graph.binary('Max', graph.binary('Sub', x, offset), graph.scalarLike(x, LOWEST));
  return { weights: graph.unary('Exp', shifted), offset };
}

const sumOver = (graph: Graph, x: Value, axis: number): Value => graph.reduce('ReduceSum', x, [axis], true);

/** Saved: normalised forward messages [T, B, K], and what the way back needs; see `Saved`. */
export function emitPartition(
  graph: Graph,
  [emissions, transitions, start, end, mask]: Inputs,
): { output: Value; saved: Value[] } {
  const [batch = 0, length = 0, count = 0] = emissions.shape;
  const double = (x: Value) => graph.cast(x, 'float64');
  const steps = swapTime(graph, double(emissions)); // [T, B, K]
  const first = weights(graph, graph.binary('Add', tokenAt(graph, steps, 0), double(start)), [1]); // [B, K]
  const firstSum = sumOver(graph, first.weights, 1); // [B, 1]
  const firstMessage = graph.binary('Div', first.weights, firstSum); // [B, K]
  const moves = weights(graph, double(transitions), [0, 1]); // [K, K]
  const closing = weights(graph, graph.reshape(double(end), [1, count]), [1]); // [1, K]
  const logs = [graph.binary('Add', graph.unary('Log', firstSum), first.offset), closing.offset]; // [B, 1], [1, 1]

  let last = firstMessage;
  const messages = [graph.reshape(firstMessage, [1, batch, count])];
  const scaled: Value[] = [];
  if (length > 1) {
    const real = tokensAfterFirst(graph, timeMask(graph, mask)); // [T − 1, B, 1]
    const scores = weights(graph, tokensAfterFirst(graph, steps), [2]); // [T − 1, B, K]
    const { state, outputs } = graph.scan(
      { state: [firstMessage], scanned: [scores.weights, graph.cast(real, 'bool')] },
      (body, [message], [weight, isReal]) => {
        const paths = body.binary('Mul', body.matMul(message!, moves.weights), weight!); // [B, K]
        const sum = sumOver(body, paths, 1); // [B, 1]
        const next = body.where(isReal!, body.binary('Div', paths, sum), message!); // [B, K]
        return { state: [next], outputs: [next, sum] };
      },
    );
    const [later, sums] = outputs as [Value, Value]; // safe: the two outputs above
    const logSums = product(
      graph,
      double(real),
      graph.binary('Add', graph.unary('Log', sums), graph.binary('Add', scores.offset, moves.offset)),
    ); // [T − 1, B, 1]
    logs.push(graph.reduce('ReduceSum', logSums, [0])); // [B, 1]
    messages.push(later);
    scaled.push(product(graph, graph.binary('Div', scores.weights, sums), double(real))); // [T − 1, B, K]
    last = state[0]!;
  }
  const lastSum = sumOver(graph, graph.binary('Mul', last, closing.weights), 1); // [B, 1]
  const total = logs.reduce((sum, log) => graph.binary('Add', sum, log), graph.unary('Log', lastSum)); // [B, 1]
  const ending = graph.binary('Div', closing.weights, lastSum); // [B, K]
  return {
    output: graph.cast(graph.reshape(total, [batch]), 'float32'),
    saved: [graph.concat(messages, 0), ending, moves.weights, ...scaled],
  };
}

/** Kept by `emitPartition`: messages, last backward message, exp of transitions, exp of emissions over sums (0 at padding). */
type Saved = readonly [messages: Value, ending: Value, moves: Value, scaled?: Value];

export function emitPartitionGradient(
  graph: Graph,
  dy: Value,
  { inputs: [emissions, , , , mask], saved }: { readonly inputs: Inputs; readonly saved: readonly Value[] },
): (Value | null)[] {
  const [messages, ending, moves, scaled] = saved as Saved; // safe: what emitPartition saved
  const [batch = 0, length = 0, count = 0] = emissions.shape;
  const single = (x: Value) => graph.cast(x, 'float32');
  const weight = graph.reshape(graph.cast(dy, 'float64'), [batch, 1]); // [B, 1]
  if (scaled === undefined) {
    const counts = single(product(graph, messages, ending, weight)); // [1, B, K]
    const perTag = graph.reduce('ReduceSum', counts, [0, 1]); // [K]
    return [swapTime(graph, counts), zeroPairs(graph, count), perTag, perTag, null];
  }
  const real = tokensAfterFirst(graph, timeMask(graph, mask)); // [T − 1, B, 1]
  const back = graph.transpose(moves, [1, 0]); // [K, K]
  const { outputs } = graph.scan(
    { state: [ending], scanned: [scaled, graph.cast(real, 'bool')], reverse: true },
    (body, [message], [factor, isReal]) => {
      const weighted = body.binary('Mul', message!, factor!); // [B, K]
      const next = body.where(isReal!, body.matMul(weighted, back), message!); // [B, K]
      return { state: [next], outputs: [next, weighted] };
    },
  );
  const [earlier, weighted] = outputs as [Value, Value]; // safe: the two outputs above
  const backward = graph.concat([earlier, graph.reshape(ending, [1, batch, count])], 0); // [T, B, K]
  const counts = single(product(graph, messages, backward, weight)); // [T, B, K]
  const tagCounts = graph.concat(
    [
      graph.slice(counts, [0, 0, 0], [1, batch, count]),
      product(graph, tokensAfterFirst(graph, counts), real),
    ],
    0,
  ); // [T, B, K]
  const before = graph.slice(messages, [0, 0, 0], [length - 1, batch, count]); // [T − 1, B, K]
  const rows = (x: Value) => graph.reshape(x, [(length - 1) * batch, count]);
  const pairs = graph.matMul(rows(graph.binary('Mul', before, weight)), rows(weighted), { transposeA: true });
  return [
    swapTime(graph, tagCounts), // [B, T, K]
    single(graph.binary('Mul', moves, pairs)), // [K, K]
    graph.reduce('ReduceSum', tokenAt(graph, counts, 0), [0]), // [K]
    graph.reduce('ReduceSum', tokenAt(graph, counts, length - 1), [0]), // [K]
    null,
  ];
}

const zeroPairs = (graph: Graph, count: number): Value =>
  graph.constant(new Float32Array(count * count), [count, count], 'float32');

/** x [T, B, K] at one token, [B, K]. */
function tokenAt(graph: Graph, x: Value, t: number): Value {
  const [, batch = 0, width = 0] = x.shape;
  return graph.reshape(graph.slice(x, [t, 0, 0], [1, batch, width]), [batch, width]);
}

/** x [T, B, K] without its first token, [T − 1, B, K]. */
function tokensAfterFirst(graph: Graph, x: Value): Value {
  const [length = 0, batch = 0, width = 0] = x.shape;
  return graph.slice(x, [1, 0, 0], [length - 1, batch, width]);
}
