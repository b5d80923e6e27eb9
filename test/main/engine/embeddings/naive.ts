/** The methods written down plainly, in float64: what the kernels must agree with. */

export type Rows = number[][];

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + value * b[i]!, 0);
const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

export interface Example {
  readonly contexts: readonly number[];
  /** The first occurred, the others were drawn. */
  readonly targets: readonly number[];
}

function meanOf(vectors: Rows, contexts: readonly number[]): number[] {
  return vectors[0]!.map(
    (_, i) => contexts.reduce((sum, context) => sum + vectors[context]![i]!, 0) / contexts.length,
  );
}

/** −log σ(h · t₀) − Σ log σ(−h · tᵢ), h the mean of the contexts. */
export function exampleLoss(vectors: Rows, targets: Rows, example: Example): number {
  const hidden = meanOf(vectors, example.contexts);
  return example.targets.reduce((sum, target, place) => {
    const product = dot(hidden, targets[target]!);
    return sum - Math.log(sigmoid(place === 0 ? product : -product));
  }, 0);
}

/**
 * One example of negative sampling, in place, as gensim computes it: targets change one after another, each context
 * by the whole sum of errors. Returns the loss, in which products count for no more than ±6.
 */
export function trainExample(vectors: Rows, targets: Rows, example: Example, alpha: number): number {
  const hidden = meanOf(vectors, example.contexts);
  const errors = hidden.map(() => 0);
  let loss = 0;
  example.targets.forEach((target, place) => {
    const row = targets[target]!;
    const product = dot(hidden, row);
    const label = place === 0 ? 1 : 0;
    loss -= Math.log(sigmoid(Math.max(-6, Math.min(6, label === 1 ? product : -product))));
    if (Math.abs(product) >= 6) return;
    const step = alpha * (label - sigmoid(product));
    row.forEach((value, i) => {
      errors[i]! += step * value;
      row[i] = value + step * hidden[i]!;
    });
  });
  for (const context of example.contexts) {
    errors.forEach((error, i) => {
      vectors[context]![i]! += error;
    });
  }
  return loss;
}

/** Row of a token or a context: vector, bias, and the sums of squared gradients of both. */
export interface GloveRow {
  readonly vector: number[];
  bias: number;
  readonly squares: number[];
  biasSquare: number;
}

export const gloveWeight = (count: number, xMax: number, exponent: number): number =>
  Math.min(1, (count / xMax) ** exponent);

/** ½ f(X) (w · c + b + b̃ − log X)². */
export function gloveCost(word: GloveRow, context: GloveRow, count: number, weight: number): number {
  const error = dot(word.vector, context.vector) + word.bias + context.bias - Math.log(count);
  return 0.5 * weight * error * error;
}

/** One entry, in place, as the authors' program computes it. Returns the cost before. */
export function trainEntry(
  word: GloveRow,
  context: GloveRow,
  { count, weight, rate }: { count: number; weight: number; rate: number },
): number {
  const cost = gloveCost(word, context, count, weight);
  const error = dot(word.vector, context.vector) + word.bias + context.bias - Math.log(count);
  const step = rate * weight * error;
  const [before, beforeContext] = [[...word.vector], [...context.vector]];
  const change = (row: GloveRow, other: readonly number[]) => {
    row.vector.forEach((value, i) => {
      const gradient = step * other[i]!;
      row.vector[i] = value - gradient / Math.sqrt(row.squares[i]!);
      row.squares[i]! += gradient ** 2;
    });
    row.bias -= step / Math.sqrt(row.biasSquare);
    row.biasSquare += step ** 2;
  };
  change(word, beforeContext);
  change(context, before);
  return cost;
}
