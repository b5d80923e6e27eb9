/**
 * AdamW (Loshchilov & Hutter, arXiv:1711.05101) in one pass over memory, updating in place. A graph of ONNX operators
 * needs about ten passes and second copies of parameters and moments.
 */
import {
  add,
  addF64x2,
  addI32,
  assemble,
  type Code,
  countDown,
  div,
  highHalf,
  i32,
  load,
  local,
  lowHalf,
  mul,
  type SharedWasmMemory,
  setLocal,
  splat,
  sqrt,
  store,
  sub,
  sumF64x2,
  type WasmFunction,
  type WasmType,
  wasm,
} from './wasm-assembler.ts';

const LANES = 4;
/** Elements a pass of the longest loop takes: counts are multiples of it. */
export const UNROLLED = 16;
const VECTOR_BYTES = 16;

/** Named locals: parameters first. */
function locals<N extends string>(...names: N[]): Record<N, number> {
  return Object.fromEntries(names.map((name, index) => [name, index])) as Record<N, number>; // safe: every name is set
}
const advance = (...pointers: number[]): Code =>
  pointers.flatMap((pointer) => setLocal(pointer, addI32(local(pointer), i32(VECTOR_BYTES))));
const many = (type: WasmType, count: number): WasmType[] => Array<WasmType>(count).fill(type);

/**
 * update(parameter, moment1, moment2, gradient, count, scale, beta1, one − beta1, beta2, one − beta2, correction,
 * epsilon, rate, decay), as PyTorch computes it: g = scale · gradient; m = β₁m + (1−β₁)g; v = β₂v + (1−β₂)g²;
 * p = decay · p − rate · m / (correction · √v + ε), with rate = lr / (1−β₁ᵗ), correction = 1 / √(1−β₂ᵗ),
 * decay = 1 − lr · λ.
 */
function update(): WasmFunction {
  const at = locals(
    ...(['p', 'm', 'v', 'g', 'count'] as const),
    ...(['scale', 'beta1', 'rest1', 'beta2', 'rest2', 'correction', 'epsilon', 'rate', 'decay'] as const),
    ...(['gradient', 'first', 'second'] as const),
  );
  const scalar = (name: keyof typeof at): Code => splat(local(at[name]));
  const kept = (name: keyof typeof at): Code => local(at[name]);
  const body = [
    ...setLocal(at.gradient, mul(load(kept('g')), scalar('scale'))),
    ...setLocal(at.first, add(mul(load(kept('m')), scalar('beta1')), mul(kept('gradient'), scalar('rest1')))),
    ...setLocal(
      at.second,
      add(
        mul(load(kept('v')), scalar('beta2')),
        mul(mul(kept('gradient'), kept('gradient')), scalar('rest2')),
      ),
    ),
    ...store(kept('m'), kept('first')),
    ...store(kept('v'), kept('second')),
    ...store(
      kept('p'),
      sub(
        mul(load(kept('p')), scalar('decay')),
        mul(
          scalar('rate'),
          div(kept('first'), add(mul(sqrt(kept('second')), scalar('correction')), scalar('epsilon'))),
        ),
      ),
    ),
    ...advance(at.p, at.m, at.v, at.g),
  ];
  return {
    name: 'update',
    parameters: [...many('i32', 5), ...many('f32', 9)],
    locals: many('v128', 3),
    body: countDown(at.count, LANES, body),
  };
}

/** sumOfSquares(x, count): four squares at a time in float32, those sums in float64. */
function sumOfSquares(): WasmFunction {
  const [x, count, value, squares, low, high] = [0, 1, 2, 3, 4, 5];
  const squared = (vector: number): Code => [
    ...setLocal(value, load(local(x), vector * VECTOR_BYTES)),
    ...mul(local(value), local(value)),
  ];
  const body = [
    ...setLocal(squares, add(add(squared(0), squared(1)), add(squared(2), squared(3)))),
    ...setLocal(low, addF64x2(local(low), lowHalf(local(squares)))),
    ...setLocal(high, addF64x2(local(high), highHalf(local(squares)))),
    ...setLocal(x, addI32(local(x), i32(4 * VECTOR_BYTES))),
  ];
  return {
    name: 'sumOfSquares',
    parameters: many('i32', 2),
    locals: many('v128', 4),
    result: 'f64',
    body: [
      ...countDown(count, UNROLLED, body),
      ...setLocal(low, addF64x2(local(low), local(high))),
      ...sumF64x2(local(low)),
    ],
  };
}

/** blend(x, y, count, a, b): x = a · x + b · y. */
function blend(): WasmFunction {
  const at = locals('x', 'y', 'count', 'a', 'b');
  const sum = add(mul(load(local(at.x)), splat(local(at.a))), mul(load(local(at.y)), splat(local(at.b))));
  return {
    name: 'blend',
    parameters: [...many('i32', 3), ...many('f32', 2)],
    locals: [],
    body: countDown(at.count, LANES, [...store(local(at.x), sum), ...advance(at.x, at.y)]),
  };
}

/** Counts are multiples of `UNROLLED`; addresses of 16 bytes. */
export interface AdamWKernel {
  update(
    parameter: number,
    moment1: number,
    moment2: number,
    gradient: number,
    count: number,
    scale: number,
    beta1: number,
    rest1: number,
    beta2: number,
    rest2: number,
    correction: number,
    epsilon: number,
    rate: number,
    decay: number,
  ): void;
  /** Infinite when a square is beyond float32. */
  sumOfSquares(x: number, count: number): number;
  blend(x: number, y: number, count: number, a: number, b: number): void;
}

let compiled: object | undefined;

/** The kernel over `memory`. */
export function adamWKernel(memory: SharedWasmMemory): AdamWKernel {
  compiled ??= new wasm.Module(assemble([update(), sumOfSquares(), blend()], 'shared'));
  const { exports } = new wasm.Instance(compiled, { env: { memory } });
  return exports as unknown as AdamWKernel; // safe: the three functions assembled above
}
