/** First values of parameters, drawn from the stream of (seed, parameter name): no parameter depends on another. */
import { assertNever, invariant } from '../../../shared/assert.ts';
import { RandomStream, wordStream } from './random.ts';
import { fillTruncatedNormal } from './threefry-fill.ts';

export type Initialiser =
  | { readonly kind: 'constant'; readonly value: number }
  /** One value for each of the equal parts of the first axis: gate biases. */
  | { readonly kind: 'parts'; readonly values: readonly number[] }
  /** Normal, cut off at two standard deviations (BERT: 0.02). */
  | { readonly kind: 'truncated-normal'; readonly std: number }
  /** Normal, for embeddings trained from nothing. */
  | { readonly kind: 'normal'; readonly std: number }
  /** Uniform in ±√(6 / (fan in + fan out)) (Glorot and Bengio 2010). */
  | { readonly kind: 'xavier' }
  /** Orthonormal rows or columns (Saxe et al. 2014), separately in each of `parts` blocks of rows. */
  | { readonly kind: 'orthogonal'; readonly parts: number };

export const ZEROS: Initialiser = { kind: 'constant', value: 0 };
export const ONES: Initialiser = { kind: 'constant', value: 1 };
export const XAVIER: Initialiser = { kind: 'xavier' };
/** BERT's initializer_range. */
export const BERT_NORMAL: Initialiser = { kind: 'truncated-normal', std: 0.02 };

/** Values of the parameter `name`, row-major. */
export function initialise(
  init: Initialiser,
  shape: readonly number[],
  { seed, name }: { readonly seed: number; readonly name: string },
): Float32Array<ArrayBuffer> {
  const values = new Float32Array(shape.reduce((product, size) => product * size, 1));
  const stream = { seed, purpose: `init:${name}` };
  const random = new RandomStream(stream);
  switch (init.kind) {
    case 'constant':
      return values.fill(init.value);
    case 'parts': {
      const size = values.length / init.values.length;
      invariant(Number.isInteger(size), `initialiser of ${name}: ${init.values.length} equal parts`);
      return values.map((_, i) => init.values[Math.floor(i / size)]!);
    }
    case 'truncated-normal':
      fillTruncatedNormal(values, init.std, wordStream(stream));
      return values;
    case 'normal':
      return values.map(() => init.std * random.normal());
    case 'xavier': {
      const limit = Math.sqrt(6 / fanSum(shape));
      return values.map(() => (2 * random.uniform() - 1) * limit);
    }
    case 'orthogonal':
      return fillOrthogonal(values, shape, init.parts, random);
    default:
      return assertNever(init);
  }
}

/** Fan in plus fan out of a matrix, or of a convolution [width, in, out] (each counted over its width). */
function fanSum(shape: readonly number[]): number {
  const [into = 1, out = 1] = shape.slice(-2);
  return (into + out) * shape.slice(0, -2).reduce((product, size) => product * size, 1);
}

/** Gram-Schmidt on normal vectors along the shorter side of each block. */
function fillOrthogonal(
  values: Float32Array<ArrayBuffer>,
  shape: readonly number[],
  parts: number,
  random: RandomStream,
): Float32Array<ArrayBuffer> {
  const [rows = 1, columns = 1] = shape;
  const height = rows / parts;
  invariant(shape.length === 2 && Number.isInteger(height), `orthogonal: [${shape}] in ${parts} parts`);
  for (let part = 0; part < parts; part++) {
    const basis = orthonormal(Math.min(height, columns), Math.max(height, columns), random);
    const tall = height > columns;
    for (let r = 0; r < height; r++)
      for (let c = 0; c < columns; c++)
        values[(part * height + r) * columns + c] = tall ? basis[c]![r]! : basis[r]![c]!;
  }
  return values;
}

/** `count` orthonormal vectors of `length` ≥ `count`. */
function orthonormal(count: number, length: number, random: RandomStream): Float64Array[] {
  const basis: Float64Array[] = [];
  while (basis.length < count) {
    const vector = Float64Array.from({ length }, () => random.normal());
    for (let pass = 0; pass < 2; pass++) {
      // twice is enough (Giraud and Langou 2005)
      for (const earlier of basis) {
        let overlap = 0; // plain loops: a matrix of 512 takes half a billion of these steps
        for (let i = 0; i < length; i++) overlap += vector[i]! * earlier[i]!;
        for (let i = 0; i < length; i++) vector[i]! -= overlap * earlier[i]!;
      }
    }
    const norm = Math.hypot(...vector);
    if (norm > 1e-6) basis.push(vector.map((x) => x / norm));
  }
  return basis;
}
