/**
 * WebAssembly step of GloVe (Pennington, Socher & Manning 2014) with AdaGrad on float32 rows. Token rows end with
 * (bias, 1), context rows with (1, bias), so that one product gives w · c + b + b̃. The squared-gradient sums of the
 * ones are infinite, which keeps the ones constant.
 */
import {
  add,
  addF64,
  addI32,
  assemble,
  type Code,
  countDown,
  div,
  f32,
  i32,
  load,
  loadF32,
  loadI32,
  local,
  locals,
  many,
  mul,
  mulF32,
  type SharedWasmMemory,
  setLocal,
  splat,
  sqrt,
  store,
  sub,
  subF32,
  sumF32x4,
  toF64,
  type WasmFunction,
  wasm,
} from '../runtime/wasm-assembler.ts';
import { eachVector, LANES, updateAt } from './row-code.ts';

const WORD_BYTES = 4;
/** 32-bit words of an entry: two addresses, log X, weight. */
export const ENTRY_WORDS = 4;

const at = locals(
  ...(['plan', 'entries', 'rate'] as const),
  ...(['word', 'context', 'error', 'step'] as const),
  ...(['cost', 'even', 'odd', 'gradient'] as const),
  ...(['values', 'others', 'squares'] as const),
);
const get = (name: keyof typeof at): Code => local(at[name]);
const set = (name: keyof typeof at, value: Code): Code => setLocal(at[name], value);

/**
 * train(plan, entries, rate): Σ ½ f(X) (w · c + b + b̃ − log X)², float64. An entry is four words: the address of the
 * token's row and of the context's, log X and f(X) as float32. Sums of squares lie `squares` bytes behind the values.
 */
function train(vectors: number, squares: number): WasmFunction {
  return {
    name: 'train',
    parameters: ['i32', 'i32', 'f32'],
    locals: [...many('i32', 2), ...many('f32', 2), 'f64', ...many('v128', 6)],
    result: 'f64',
    body: [
      ...countDown(at.entries, 1, [
        ...set('word', loadI32(get('plan'))),
        ...set('context', loadI32(get('plan'), WORD_BYTES)),
        ...product(vectors),
        ...set('error', subF32(get('error'), loadF32(get('plan'), 2 * WORD_BYTES))),
        ...set('step', mulF32(get('error'), loadF32(get('plan'), 3 * WORD_BYTES))), // f(X) · error
        ...set('cost', addF64(get('cost'), toF64(mulF32(f32(0.5), mulF32(get('step'), get('error')))))),
        ...set('gradient', splat(mulF32(get('step'), get('rate')))),
        ...eachVector(vectors, (_, offset) => changeBoth(offset, squares)),
        ...set('plan', addI32(get('plan'), i32(ENTRY_WORDS * WORD_BYTES))),
      ]),
      ...get('cost'),
    ],
  };
}

/** Sets error to the product of both rows. */
function product(vectors: number): Code {
  return [
    ...set('even', splat(f32(0))),
    ...set('odd', get('even')),
    ...eachVector(vectors, (vector, offset) => {
      const name = vector % 2 === 0 ? 'even' : 'odd'; // two chains of additions, which the processor overlaps
      return set(name, add(get(name), mul(load(get('word'), offset), load(get('context'), offset))));
    }),
    ...set('even', add(get('even'), get('odd'))),
    ...set('error', sumF32x4(at.even)),
  ];
}

/** AdaGrad on four values of both rows: each gradient is the other row's value times `gradient`. */
function changeBoth(offset: number, squares: number): Code {
  const change = (
    pointer: 'word' | 'context',
    before: 'values' | 'others',
    other: 'values' | 'others',
  ): Code => [
    ...set('even', mul(get('gradient'), get(other))),
    ...set('squares', load(get(pointer), squares + offset)),
    ...store(get(pointer), sub(get(before), div(get('even'), sqrt(get('squares')))), offset),
    ...updateAt(at[pointer], squares + offset, () => add(get('squares'), mul(get('even'), get('even')))),
  ];
  return [
    ...set('values', load(get('word'), offset)),
    ...set('others', load(get('context'), offset)),
    ...change('word', 'values', 'others'),
    ...change('context', 'others', 'values'),
  ];
}

/** Signature of `train`. */
export type GloveKernel = (plan: number, entries: number, rate: number) => number;

/**
 * Returns the kernel for rows of `rowFloats`, a multiple of four, in `memory`.
 * @param squares bytes from a row to its sums of squared gradients
 */
export function gloveKernel(memory: SharedWasmMemory, rowFloats: number, squares: number): GloveKernel {
  const module = new wasm.Module(assemble([train(rowFloats / LANES, squares)]));
  const { exports } = new wasm.Instance(module, { env: { memory } });
  return exports.train as unknown as GloveKernel; // safe: the function assembled above
}
