/** The CRF's log partition function as ONNX nodes: a `Scan` each way; messages are [T, B, K] inside. */
import type { Graph, Value } from '../runtime/custom-op.ts';
import type { PartitionInputs } from './crf-partition.ts';
import { product, swapTime, timeMask, zerosValue } from './recurrent-emit.ts';

type Inputs = PartitionInputs<Value>;

/** old + mask (new − old). */
function keepAtPadding(graph: Graph, old: Value, next: Value, real: Value): Value {
  return graph.binary('Add', old, graph.binary('Mul', graph.binary('Sub', next, old), real));
}

/** Saved: forward messages [T, B, K]. */
export function emitPartition(
  graph: Graph,
  [emissions, transitions, start, end, mask]: Inputs,
): { output: Value; saved: Value[] } {
  const [batch = 0, length = 0, count = 0] = emissions.shape;
  const steps = swapTime(graph, emissions); // [T, B, K]
  const first = graph.binary('Add', tokenAt(graph, steps, 0), start); // [B, K]
  const alphas = [graph.reshape(first, [1, batch, count])];
  let last = first;
  if (length > 1) {
    const { state, outputs } = graph.scan(
      {
        state: [first],
        scanned: [tokensAfterFirst(graph, steps), tokensAfterFirst(graph, timeMask(graph, mask))],
      },
      (body, [alpha], [scores, real]) => {
        const paths = body.binary('Add', body.reshape(alpha!, [batch, count, 1]), transitions); // [B, K, K]
        const next = body.binary('Add', body.reduce('ReduceLogSumExp', paths, [1]), scores!); // [B, K]
        const kept = keepAtPadding(body, alpha!, next, real!);
        return { state: [kept], outputs: [kept] };
      },
    );
    last = state[0]!;
    alphas.push(outputs[0]!);
  }
  const output = graph.reduce('ReduceLogSumExp', graph.binary('Add', last, end), [1]); // [B]
  return { output, saved: [graph.concat(alphas, 0)] };
}

export function emitPartitionGradient(
  graph: Graph,
  dy: Value,
  {
    inputs: [emissions, transitions, , end, mask],
    alphas,
    total,
  }: { readonly inputs: Inputs; readonly alphas: Value; readonly total: Value },
): (Value | null)[] {
  const [batch = 0, length = 0, count = 0] = emissions.shape;
  const steps = swapTime(graph, emissions); // [T, B, K]
  const real = timeMask(graph, mask); // [T, B, 1]
  const logTotal = graph.reshape(total, [batch, 1]); // [B, 1]
  const weight = graph.reshape(dy, [batch, 1]); // [B, 1]
  const ending = graph.expand(graph.reshape(end, [1, count]), [batch, count]); // [B, K]
  const betas = [graph.reshape(ending, [1, batch, count])];
  let pairCounts = zerosValue(graph, [count, count]); // [K, K]
  if (length > 1) {
    const earlier = graph.slice(alphas, [0, 0, 0], [length - 1, batch, count]); // [T − 1, B, K]
    const later = tokensAfterFirst(graph, real); // [T − 1, B, 1]
    const scanned = [
      tokensAfterFirst(graph, steps),
      later,
      graph.binary('Sub', earlier, logTotal),
      graph.binary('Mul', later, weight),
    ];
    const { state, outputs } = graph.scan(
      { state: [ending, pairCounts], scanned, reverse: true },
      (body, [beta, sums], [scores, kept, before, share]) => {
        const rest = body.reshape(body.binary('Add', scores!, beta!), [batch, 1, count]); // [B, 1, K]
        const onward = body.binary('Add', rest, transitions); // [B, K, K]
        const logPairs = body.binary('Add', onward, body.reshape(before!, [batch, count, 1])); // [B, K, K]
        const pairs = body.binary('Mul', body.unary('Exp', logPairs), body.reshape(share!, [batch, 1, 1]));
        const next = keepAtPadding(body, beta!, body.reduce('ReduceLogSumExp', onward, [2]), kept!); // [B, K]
        return {
          state: [next, body.binary('Add', sums!, body.reduce('ReduceSum', pairs, [0]))],
          outputs: [next],
        };
      },
    );
    pairCounts = state[1]!;
    betas.unshift(outputs[0]!);
  }
  const logMarginals = graph.binary('Sub', graph.binary('Add', alphas, graph.concat(betas, 0)), logTotal);
  const counts = product(graph, graph.unary('Exp', logMarginals), weight); // [T, B, K]
  const firstCounts = tokenAt(graph, counts, 0); // [B, K]
  const tagCounts =
    length === 1
      ? counts
      : graph.concat(
          [
            graph.reshape(firstCounts, [1, batch, count]),
            product(graph, tokensAfterFirst(graph, counts), tokensAfterFirst(graph, real)),
          ],
          0,
        ); // [T, B, K]
  return [
    swapTime(graph, tagCounts), // [B, T, K]
    pairCounts,
    graph.reduce('ReduceSum', firstCounts, [0]), // [K]
    graph.reduce('ReduceSum', tokenAt(graph, counts, length - 1), [0]), // [K]
    null,
  ];
}

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
