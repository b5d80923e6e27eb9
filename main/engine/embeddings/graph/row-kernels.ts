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
import { eachVector, LANES } from '../row-code.ts';

export interface RowKernels {
  /** into = a + scale · b. */
  sum(into: number, a: number, b: number, scale: number): void;
  clear(row: number): void;
  /** into += a ⊙ b. */
  multiply(into: number, a: number, b: number): void;
  /** Σ a ⊙ b. */
  dot(a: number, b: number): number;
  /** Σ |a − b|. */
  distanceL1(a: number, b: number): number;
  /** Σ (a − b)². */
  squaredDistance(a: number, b: number): number;
  /** toA += scale · (a − b), toB −= scale · (a − b). */
  pull(toA: number, toB: number, a: number, b: number, scale: number): void;
  /** toA += scale · sign(a − b), toB −= scale · sign(a − b). */
  pullL1(toA: number, toB: number, a: number, b: number, scale: number): void;
  /**
   * One step of Adam (Kingma & Ba 2015, algorithm 1) on a row, whose gradient it sets to 0.
   * @param rate learning rate / (1 − β₁ᵗ)
   * @param correction 1 / √(1 − β₂ᵗ)
   */
  adam(row: number, mean: number, square: number, gradient: number, rate: number, correction: number): void;
}

const [BETA1, BETA2, EPSILON] = [0.9, 0.999, 1e-8];
/** Differences below are 0 to `sign`. */
const TINY = 1e-30;

/** Returns the primitives for rows of `rowFloats`, a multiple of four, in `memory`. */
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
