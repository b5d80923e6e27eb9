/**
 * WebAssembly step of negative sampling (Mikolov et al. 2013) on float32 rows: JavaScript samples the examples, the
 * kernel computes them. Several times as fast as plain JavaScript, which has no SIMD.
 */
import {
  add,
  addF32,
  addF64,
  addI32,
  assemble,
  type Code,
  countDown,
  f32,
  floorF32,
  i32,
  load,
  loadF32,
  loadI32,
  local,
  locals,
  many,
  maxF32,
  minF32,
  mul,
  mulF32,
  type SharedWasmMemory,
  selectWithin,
  setLocal,
  splat,
  store,
  subF32,
  sumF32x4,
  timesPowerOf2,
  toF64,
  truncateF32,
  type WasmFunction,
  wasm,
} from '../runtime/wasm-assembler.ts';
import { eachGroup, eachVector, GROUP, LANES, updateAt, VECTOR_BYTES } from './row-code.ts';

const WORD_BYTES = 4;
/** Products beyond ± this are clamped, as in gensim. */
const LIMIT = 6;
const STEPS = 1024;
/** Pairs of float32: 1 − σ(y) and −log σ(y) for y from −LIMIT to LIMIT. */
const TABLE_VALUES = 2 * (STEPS + 2);
export const TABLE_BYTES = TABLE_VALUES * WORD_BYTES;

/**
 * Returns the lookup table of losses and gradients, which the kernel interpolates instead of computing exponentials.
 */
export function lossTable(): Float32Array {
  const table = new Float32Array(TABLE_VALUES);
  for (let step = 0; 2 * step < TABLE_VALUES; step++) {
    const y = (step / STEPS) * 2 * LIMIT - LIMIT;
    table[2 * step] = 1 / (1 + Math.exp(y));
    table[2 * step + 1] = Math.log1p(Math.exp(-y));
  }
  return table;
}

const at = locals(
  ...(['plan', 'examples', 'alpha', 'scratch', 'table'] as const),
  ...(['count', 'row', 'contexts', 'rest', 'entry'] as const),
  ...(['inverse', 'sign', 'product', 'place'] as const),
  ...(['loss', 'vector', 'even', 'odd', 'sums'] as const),
);
const get = (name: keyof typeof at): Code => local(at[name]);
const set = (name: keyof typeof at, value: Code): Code => setLocal(at[name], value);
const nextWord = set('plan', addI32(get('plan'), i32(WORD_BYTES)));
const takeI32 = (name: keyof typeof at): Code => [...set(name, loadI32(get('plan'))), ...nextWord];
/**
 * train(plan, examples, alpha, scratch, table): returns the summed loss of the examples, float64. An example is
 * int32s: number of contexts c, 1 / c as float32, c row addresses, number of targets t, t row addresses, the
 * observed target first, then negatives. Changes of targets are immediately visible; contexts change at the end.
 * `scratch` holds two rows.
 */
const train = (vectors: number): WasmFunction => ({
  name: 'train',
  parameters: ['i32', 'i32', 'f32', 'i32', 'i32'],
  locals: [...many('i32', 5), ...many('f32', 4), 'f64', ...many('v128', 3 + GROUP)],
  result: 'f64',
  body: [
    ...countDown(at.examples, 1, [
      ...takeI32('count'),
      ...set('inverse', loadF32(get('plan'))),
      ...nextWord,
      ...set('contexts', get('plan')),
      ...meanOfContexts(vectors),
      ...set('plan', addI32(get('contexts'), timesPowerOf2(get('count'), 2))),
      ...takeI32('rest'),
      ...set('sign', f32(1)),
      ...countDown(at.rest, 1, [...takeI32('row'), ...oneTarget(vectors), ...set('sign', f32(-1))]),
      ...changeContexts(vectors),
    ]),
    ...get('loss'),
  ],
});

/** Emits a loop over the contexts with the address of each in `row`. */
const eachContext = (body: Code): Code => [
  ...set('plan', get('contexts')),
  ...set('rest', get('count')),
  ...countDown(at.rest, 1, [...takeI32('row'), ...body]),
];

/** Emits code for each vector of a group: its register and offset in a row. */
const eachOfGroup = (first: number, count: number, body: (register: number, offset: number) => Code): Code =>
  eachVector(count, (index, offset) => body(at.sums + index, first * VECTOR_BYTES + offset));

/** scratch[0] = mean of the context rows; scratch[1] = 0. */
function meanOfContexts(vectors: number): Code {
  return [
    ...set('vector', splat(f32(0))),
    ...eachVector(vectors, (vector) =>
      store(get('scratch'), get('vector'), (vectors + vector) * VECTOR_BYTES),
    ),
    ...eachGroup(vectors, (first, count) => {
      const each = (body: (register: number, offset: number) => Code) => eachOfGroup(first, count, body);
      return [
        ...each((sum) => setLocal(sum, get('vector'))),
        ...eachContext(each((sum, offset) => setLocal(sum, add(local(sum), load(get('row'), offset))))),
        ...each((sum, offset) => store(get('scratch'), mul(local(sum), splat(get('inverse'))), offset)),
      ];
    }),
  ];
}

/** Emits scratch[0] · row. */
function product(vectors: number): Code {
  const sum = (parity: number): Code =>
    eachVector(vectors, (vector, offset) => {
      const name = parity === 0 ? 'even' : 'odd'; // two chains of additions, which the processor overlaps
      const term = mul(load(get('scratch'), offset), load(get('row'), offset));
      return vector % 2 === parity ? set(name, add(get(name), term)) : [];
    });
  return [
    ...set('even', splat(f32(0))),
    ...set('odd', get('even')),
    ...sum(0),
    ...sum(1),
    ...set('even', add(get('even'), get('odd'))),
    ...set('product', sumF32x4(at.even)),
  ];
}

/** Emits one target at `row`: product with the mean, loss, and updates of both. */
function oneTarget(vectors: number): Code {
  const y = maxF32(minF32(mulF32(get('sign'), get('product')), f32(LIMIT)), f32(-LIMIT));
  const value = (number: number): Code => loadF32(get('entry'), number * WORD_BYTES);
  const interpolated = (number: number): Code =>
    addF32(value(number), mulF32(get('place'), subF32(value(number + 2), value(number))));
  const change = mulF32(mulF32(get('sign'), get('alpha')), interpolated(0));
  return [
    ...product(vectors),
    ...set('place', mulF32(addF32(y, f32(LIMIT)), f32(STEPS / (2 * LIMIT)))),
    ...set('entry', addI32(get('table'), timesPowerOf2(truncateF32(get('place')), 3))),
    ...set('place', subF32(get('place'), floorF32(get('place')))),
    ...set('loss', addF64(get('loss'), toF64(interpolated(1)))),
    ...set('vector', splat(selectWithin(get('product'), LIMIT, change, f32(0)))),
    ...eachVector(vectors, (_, offset) => [
      ...set('even', load(get('row'), offset)),
      ...updateAt(at.scratch, vectors * VECTOR_BYTES + offset, (error) =>
        add(error, mul(get('vector'), get('even'))),
      ),
      ...store(get('row'), add(get('even'), mul(get('vector'), load(get('scratch'), offset))), offset),
    ]),
  ];
}

/** Emits: each context row += scratch[1]. */
function changeContexts(vectors: number): Code {
  return [
    ...set('entry', get('plan')),
    ...eachGroup(vectors, (first, count) => {
      const each = (body: (register: number, offset: number) => Code) => eachOfGroup(first, count, body);
      return [
        ...each((error, offset) => setLocal(error, load(get('scratch'), vectors * VECTOR_BYTES + offset))),
        ...eachContext(each((error, offset) => updateAt(at.row, offset, (row) => add(row, local(error))))),
      ];
    }),
    ...set('plan', get('entry')),
  ];
}

/** Signature of `train`. */
export type Word2VecKernel = (
  plan: number,
  examples: number,
  alpha: number,
  scratch: number,
  table: number,
) => number;

/** Returns the kernel for rows of `rowFloats`, a multiple of four, in `memory`. */
export function word2vecKernel(memory: SharedWasmMemory, rowFloats: number): Word2VecKernel {
  const module = new wasm.Module(assemble([train(rowFloats / LANES)]));
  const { exports } = new wasm.Instance(module, { env: { memory } });
  return exports.train as unknown as Word2VecKernel; // safe: the function assembled above
}
