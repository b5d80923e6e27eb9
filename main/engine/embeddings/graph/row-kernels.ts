/**
 * WebAssembly primitives over float32 rows of one width, from which graph embeddings are computed. All arguments but
 * `scale` are addresses. Complex rows hold the real parts, then the imaginary parts.
 */
import {
  abs,
  add,
  assemble,
  type Code,
  div,
  f32,
  load,
  local,
  max,
  mul,
  type SharedWasmMemory,
  setLocal,
  splat,
  sqrt,
  store,
  sub,
  sumF32x4,
  toF64,
  type WasmFunction,
  wasm,
} from '../../runtime/wasm-assembler.ts';
import { eachVector, LANES, VECTOR_BYTES } from '../row-code.ts';

export interface RowKernels {
  /** into = a + scale · b. */
  sum(into: number, a: number, b: number, scale: number): void;
  clear(row: number): void;
  /** into += a ⊙ b. */
  multiply(into: number, a: number, b: number): void;
  /** into += a ∘ b, complex. */
  rotate(into: number, a: number, b: number): void;
  /** into += a ∘ b̄, complex. */
  rotateBack(into: number, a: number, b: number): void;
  /** Σ a ⊙ b. */
  dot(a: number, b: number): number;
  /** Σ |a − b|. */
  distanceL1(a: number, b: number): number;
  /** Σ (a − b)². */
  squaredDistance(a: number, b: number): number;
  /** Σ |a − b| over complex values. */
  modulusDistance(a: number, b: number): number;
  /** toA += scale · (a − b), toB −= scale · (a − b). */
  pull(toA: number, toB: number, a: number, b: number, scale: number): void;
  /** toA += scale · sign(a − b), toB −= scale · sign(a − b). */
  pullL1(toA: number, toB: number, a: number, b: number, scale: number): void;
  /** toA += scale · (a − b) / |a − b| of each complex value, toB −= the same. */
  pullModulus(toA: number, toB: number, a: number, b: number, scale: number): void;
  /**
   * One step of Adam (Kingma & Ba 2015, algorithm 1) on a row, whose gradient it sets to 0.
   * @param rate learning rate / (1 − β₁ᵗ)
   * @param correction 1 / √(1 − β₂ᵗ)
   */
  adam(row: number, mean: number, square: number, gradient: number, rate: number, correction: number): void;
}

const [BETA1, BETA2, EPSILON] = [0.9, 0.999, 1e-8];
/** Least divisor of a difference by its absolute value. */
const TINY = 1e-30;

/**
 * Returns the primitives for rows of `rowFloats`, a multiple of four, in `memory`; the complex ones need a multiple of
 * eight.
 */
export function rowKernels(memory: SharedWasmMemory, rowFloats: number): RowKernels {
  const vectors = rowFloats / LANES;
  const functions = [
    sum(vectors),
    clear(vectors),
    multiply(vectors),
    reduce('dot', vectors, (a, b) => mul(a, b)),
    reduce('distanceL1', vectors, (a, b) => abs(sub(a, b))),
    reduce('squaredDistance', vectors, (a, b) => mul(sub(a, b), sub(a, b))),
    pull('pull', vectors, (difference) => difference),
    pull('pullL1', vectors, (difference) => div(difference, max(abs(difference), splat(f32(TINY))))),
    adam(vectors),
    ...(vectors % 2 === 0 ? complexKernels(vectors / 2) : []),
  ];
  const { exports } = new wasm.Instance(new wasm.Module(assemble(functions)), { env: { memory } });
  return exports as unknown as RowKernels; // safe: the functions assembled above, by their names
}

function sum(vectors: number): WasmFunction {
  const [into, a, b, scale, factor] = [0, 1, 2, 3, 4];
  return {
    name: 'sum',
    parameters: ['i32', 'i32', 'i32', 'f32'],
    locals: ['v128'],
    body: [
      ...setLocal(factor, splat(local(scale))),
      ...eachVector(vectors, (_, at) =>
        store(local(into), add(load(local(a), at), mul(local(factor), load(local(b), at))), at),
      ),
    ],
  };
}

function clear(vectors: number): WasmFunction {
  return {
    name: 'clear',
    parameters: ['i32'],
    locals: [],
    body: eachVector(vectors, (_, at) => store(local(0), splat(f32(0)), at)),
  };
}

function multiply(vectors: number): WasmFunction {
  const [into, a, b] = [0, 1, 2];
  return {
    name: 'multiply',
    parameters: ['i32', 'i32', 'i32'],
    locals: [],
    body: eachVector(vectors, (_, at) =>
      store(local(into), add(load(local(into), at), mul(load(local(a), at), load(local(b), at))), at),
    ),
  };
}

/** Sums a term over two rows, in float32. */
function reduce(name: keyof RowKernels, vectors: number, term: (a: Code, b: Code) => Code): WasmFunction {
  const [a, b, even, odd] = [0, 1, 2, 3];
  return {
    name,
    parameters: ['i32', 'i32'],
    locals: ['v128', 'v128'],
    result: 'f64',
    body: [
      ...eachVector(vectors, (vector, at) => {
        const chain = vector % 2 === 0 ? even : odd; // two chains of additions, which the processor overlaps
        return setLocal(chain, add(local(chain), term(load(local(a), at), load(local(b), at))));
      }),
      ...setLocal(even, add(local(even), local(odd))),
      ...toF64(sumF32x4(even)),
    ],
  };
}

/** Adds scale · direction(a − b) to one gradient and takes it from the other. */
function pull(name: keyof RowKernels, vectors: number, direction: (difference: Code) => Code): WasmFunction {
  const [toA, toB, a, b, scale, factor, difference] = [0, 1, 2, 3, 4, 5, 6];
  return {
    name,
    parameters: ['i32', 'i32', 'i32', 'i32', 'f32'],
    locals: ['v128', 'v128'],
    body: [
      ...setLocal(factor, splat(local(scale))),
      ...eachVector(vectors, (_, at) => [
        ...setLocal(difference, sub(load(local(a), at), load(local(b), at))),
        ...setLocal(difference, mul(local(factor), direction(local(difference)))),
        ...store(local(toA), add(load(local(toA), at), local(difference)), at),
        ...store(local(toB), sub(load(local(toB), at), local(difference)), at),
      ]),
    ],
  };
}

function adam(vectors: number): WasmFunction {
  const [row, mean, square, gradient, rate, correction, slope] = [0, 1, 2, 3, 4, 5, 6];
  const constant = (value: number): Code => splat(f32(value));
  const mixed = (address: number, at: number, beta: number, value: Code): Code =>
    store(
      local(address),
      add(mul(constant(beta), load(local(address), at)), mul(constant(1 - beta), value)),
      at,
    );
  return {
    name: 'adam',
    parameters: ['i32', 'i32', 'i32', 'i32', 'f32', 'f32'],
    locals: ['v128'],
    body: eachVector(vectors, (_, at) => {
      const scaled = mul(splat(local(correction)), sqrt(load(local(square), at)));
      const step = div(load(local(mean), at), add(scaled, constant(EPSILON)));
      return [
        ...setLocal(slope, load(local(gradient), at)),
        ...store(local(gradient), constant(0), at),
        ...mixed(mean, at, BETA1, local(slope)),
        ...mixed(square, at, BETA2, mul(local(slope), local(slope))),
        ...store(local(row), sub(load(local(row), at), mul(splat(local(rate)), step)), at),
      ];
    }),
  };
}

/** Kernels over rows of `half` vectors of real parts and as many of imaginary parts. */
const complexKernels = (half: number): WasmFunction[] => [
  complexProduct('rotate', half, add, sub),
  complexProduct('rotateBack', half, sub, add),
  modulusDistance(half),
  pullModulus(half),
];

type Combine = (a: Code, b: Code) => Code;

/** into += (a.re b.re ∓ a.im b.im) + i (a.im b.re ± a.re b.im). */
function complexProduct(name: keyof RowKernels, half: number, plus: Combine, minus: Combine): WasmFunction {
  const [into, a, b] = [0, 1, 2];
  return {
    name,
    parameters: ['i32', 'i32', 'i32'],
    locals: [],
    body: eachVector(half, (_, re) => {
      const im = re + half * VECTOR_BYTES;
      const product = (x: number, y: number): Code => mul(load(local(a), x), load(local(b), y));
      const addAt = (at: number, value: Code): Code =>
        store(local(into), add(load(local(into), at), value), at);
      return [
        ...addAt(re, minus(product(re, re), product(im, im))),
        ...addAt(im, plus(product(im, re), product(re, im))),
      ];
    }),
  };
}

/** Squared moduli of the complex values of a difference, given in two locals. */
const squaredModulus = (re: number, im: number): Code =>
  add(mul(local(re), local(re)), mul(local(im), local(im)));

const difference = (a: number, b: number, at: number): Code => sub(load(local(a), at), load(local(b), at));

function modulusDistance(half: number): WasmFunction {
  const [a, b, sum, re, im] = [0, 1, 2, 3, 4];
  return {
    name: 'modulusDistance',
    parameters: ['i32', 'i32'],
    locals: ['v128', 'v128', 'v128'],
    result: 'f64',
    body: [
      ...eachVector(half, (_, at) => [
        ...setLocal(re, difference(a, b, at)),
        ...setLocal(im, difference(a, b, at + half * VECTOR_BYTES)),
        ...setLocal(sum, add(local(sum), sqrt(squaredModulus(re, im)))),
      ]),
      ...toF64(sumF32x4(sum)),
    ],
  };
}

function pullModulus(half: number): WasmFunction {
  const [toA, toB, a, b, scale, re, im, factor] = [0, 1, 2, 3, 4, 5, 6, 7];
  return {
    name: 'pullModulus',
    parameters: ['i32', 'i32', 'i32', 'i32', 'f32'],
    locals: ['v128', 'v128', 'v128'],
    body: eachVector(half, (_, at) => {
      const pulled = (part: number, offset: number): Code => [
        ...setLocal(part, mul(local(factor), local(part))),
        ...store(local(toA), add(load(local(toA), offset), local(part)), offset),
        ...store(local(toB), sub(load(local(toB), offset), local(part)), offset),
      ];
      return [
        ...setLocal(re, difference(a, b, at)),
        ...setLocal(im, difference(a, b, at + half * VECTOR_BYTES)),
        ...setLocal(factor, div(splat(local(scale)), max(sqrt(squaredModulus(re, im)), splat(f32(TINY))))),
        ...pulled(re, at),
        ...pulled(im, at + half * VECTOR_BYTES),
      ];
    }),
  };
}
