/**
 * AdamW (Loshchilov & Hutter, arXiv:1711.05101) in one pass over memory, updating in place. A graph of ONNX operators
 * needs about ten passes and second copies of parameters and moments.
 */
import {
  add,
  addF64x2,
  advance,
  anyBit,
  assemble,
  type Code,
  countDown,
  div,
  highHalf,
  ifElse,
  load,
  local,
  locals,
  lowHalf,
  many,
  mul,
  or,
  type SharedWasmMemory,
  setLocal,
  splat,
  sqrt,
  store,
  sub,
  sumF64x2,
  type WasmExports,
  type WasmFunction,
  wasm,
} from './wasm-assembler.ts';

const LANES = 4;
/** Elements per pass of the longest loop; counts are multiples of it. */
export const UNROLLED = 16;
const VECTOR_BYTES = 16;

const advanceAll = (...pointers: number[]): Code =>
  pointers.flatMap((pointer) => advance(pointer, VECTOR_BYTES));

/**
 * update(parameter, moment1, moment2, gradient, count, scale, beta1, one − beta1, beta2, one − beta2, correction,
 * epsilon, rate, decay), as PyTorch computes it: g = scale · gradient; m = β₁m + (1−β₁)g; v = β₂v + (1−β₂)g²;
 * p = decay · p − rate · m / (correction · √v + ε), with rate = lr / (1−β₁ᵗ), correction = 1 / √(1−β₂ᵗ),
 * decay = 1 − lr · λ. Where g, m and v are 0, as in unused rows of an embedding, only the decay is applied.
 */
function update(): WasmFunction {
  const at = locals(
    ...(['p', 'm', 'v', 'g', 'count'] as const),
    ...(['scale', 'beta1', 'rest1', 'beta2', 'rest2', 'correction', 'epsilon', 'rate', 'decay'] as const),
    ...(['gradient', 'first', 'second'] as const),
  );
  const scalar = (name: keyof typeof at): Code => splat(local(at[name]));
  const kept = (name: keyof typeof at): Code => local(at[name]);
  const decayed = mul(load(kept('p')), scalar('decay'));
  const moving = [
    ...setLocal(at.gradient, mul(kept('gradient'), scalar('scale'))),
    ...setLocal(at.first, add(mul(kept('first'), scalar('beta1')), mul(kept('gradient'), scalar('rest1')))),
    ...setLocal(
      at.second,
      add(
        mul(kept('second'), scalar('beta2')),
        mul(mul(kept('gradient'), kept('gradient')), scalar('rest2')),
      ),
    ),
    ...store(kept('m'), kept('first')),
    ...store(kept('v'), kept('second')),
    ...store(
      kept('p'),
      sub(
        decayed,
        mul(
          scalar('rate'),
          div(kept('first'), add(mul(sqrt(kept('second')), scalar('correction')), scalar('epsilon'))),
        ),
      ),
    ),
  ];
  const body = [
    ...setLocal(at.gradient, load(kept('g'))),
    ...setLocal(at.first, load(kept('m'))),
    ...setLocal(at.second, load(kept('v'))),
    ...ifElse(
      anyBit(or(kept('gradient'), or(kept('first'), kept('second')))),
      moving,
      store(kept('p'), decayed),
    ),
    ...advanceAll(at.p, at.m, at.v, at.g),
  ];
  return {
    name: 'update',
    parameters: [...many('i32', 5), ...many('f32', 9)],
    locals: many('v128', 3),
    body: countDown(at.count, LANES, body),
  };
}

/**
 * sumOfSquares(x, count): adds four squares in float32, and those sums in float64; infinite when a square overflows
 * float32.
 */
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
    ...advance(x, 4 * VECTOR_BYTES),
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
    body: countDown(at.count, LANES, [...store(local(at.x), sum), ...advanceAll(at.x, at.y)]),
  };
}

let compiled: object | undefined;

/** Returns the loops over `memory`. Counts are multiples of `UNROLLED`, addresses multiples of 16. */
export function adamWKernel(memory: SharedWasmMemory): WasmExports {
  compiled ??= new wasm.Module(assemble([update(), sumOfSquares(), blend()]));
  return new wasm.Instance(compiled, { env: { memory } }).exports;
}
