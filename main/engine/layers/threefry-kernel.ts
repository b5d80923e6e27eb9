/**
 * Threefry4x32-20 as WebAssembly loops, four blocks at a time, and dropout masks and initial values out of its words.
 * The words are those of `threefry4x32`; plain JavaScript takes several times as long, which every training step feels.
 */
import {
  add,
  addI32x4,
  advance,
  and,
  assemble,
  atLeastU16,
  type Code,
  countDown,
  div,
  f32,
  i32,
  lanesI32,
  load,
  local,
  many,
  mul,
  rotateLeft,
  type SharedWasmMemory,
  setLocal,
  shiftRight,
  shuffle,
  splat,
  splatI32,
  splatU16,
  store,
  toF32x4,
  type WasmExports,
  type WasmFunction,
  wasm,
  widenHigh,
  widenLow,
  xor,
} from '../runtime/wasm-assembler.ts';
import { PARITY, ROTATIONS_A, ROTATIONS_B, ROUNDS } from './threefry.ts';

/** Blocks of four words that are computed side by side. */
const BLOCKS = 4;
/** Words, and elements of a mask, that come together. */
export const GROUP_WORDS = 4 * BLOCKS;
export const GROUP_ELEMENTS = 2 * GROUP_WORDS;
const VECTOR_BYTES = 16;

/** Locals of both generators: parameters, then vectors. */
const [OUT, COUNT, FIRST, STEP_LOW, STEP_HIGH, KEY] = [0, 1, 2, 3, 4, 5];
const STREAM_PARAMETERS = 9;

/**
 * Passes over groups of words until COUNT, which each lessens by `step`, is 0: the words of the counters
 * (FIRST, 0, STEP_LOW, STEP_HIGH), (FIRST + 1, 0 …) under KEY. `take` gets each block of four. Takes ten vector locals
 * from `vectors` on.
 */
function generate(vectors: number, step: number, take: (block: Code) => Code): Code {
  const schedule = vectors; // five of them
  const x = [vectors + 5, vectors + 6, vectors + 7, vectors + 8] as const;
  const counters = vectors + 9;
  const scheduled = (index: number): Code => local(schedule + (index % 5));
  const addTo = (target: number, ...terms: Code[]): Code =>
    setLocal(target, terms.reduce(addI32x4, local(target)));
  const mix = (a: number, b: number, bits: number): Code => [
    ...addTo(a, local(b)),
    ...setLocal(b, xor(rotateLeft(local(b), bits), local(a))),
  ];
  const round = (index: number): Code => {
    const [a, b] = [ROTATIONS_A[index & 7]!, ROTATIONS_B[index & 7]!];
    return (index & 1) === 0
      ? [...mix(x[0], x[1], a), ...mix(x[2], x[3], b)]
      : [...mix(x[0], x[3], a), ...mix(x[2], x[1], b)];
  };
  const injection = (count: number): Code => [
    ...addTo(x[0], scheduled(count)),
    ...addTo(x[1], scheduled(count + 1)),
    ...addTo(x[2], scheduled(count + 2)),
    ...addTo(x[3], scheduled(count + 3), splatI32(i32(count))),
  ];
  const rounds = Array.from({ length: ROUNDS }, (_, index) => [
    ...round(index),
    ...((index & 3) === 3 ? injection((index + 1) >> 2) : []),
  ]).flat();
  const parity = lanesI32([PARITY, PARITY, PARITY, PARITY]);
  return [
    ...[0, 1, 2, 3].flatMap((word) => setLocal(schedule + word, splatI32(local(KEY + word)))),
    ...setLocal(schedule + 4, [0, 1, 2, 3].map(scheduled).reduce(xor, parity)),
    ...setLocal(counters, addI32x4(splatI32(local(FIRST)), lanesI32([0, 1, 2, 3]))),
    ...countDown(COUNT, step, [
      ...setLocal(x[0], addI32x4(local(counters), scheduled(0))),
      ...setLocal(x[1], scheduled(1)),
      ...setLocal(x[2], addI32x4(splatI32(local(STEP_LOW)), scheduled(2))),
      ...setLocal(x[3], addI32x4(splatI32(local(STEP_HIGH)), scheduled(3))),
      ...rounds,
      ...[0, 1, 2, 3].flatMap((block) => take(blockOf(x, block))),
      ...setLocal(counters, addI32x4(local(counters), splatI32(i32(BLOCKS)))),
    ]),
  ];
}

/** The four words of one block, from vectors that hold one word of all blocks. */
function blockOf([x0, x1, x2, x3]: readonly [number, number, number, number], block: number): Code {
  const lane = (from: number) => Array.from({ length: 4 }, (_, byte) => 4 * from + byte);
  const pair = (a: number, b: number) =>
    shuffle(local(a), local(b), [...lane(block), ...lane(4 + block), ...lane(0), ...lane(0)]);
  return shuffle(pair(x0, x1), pair(x2, x3), [...lane(0), ...lane(1), ...lane(4), ...lane(5)]);
}

/** words(out, count, first block, step low, high, k0, k1, k2, k3): `count` words, a multiple of GROUP_WORDS. */
const words = (): WasmFunction => ({
  name: 'words',
  parameters: many('i32', STREAM_PARAMETERS),
  locals: many('v128', 10),
  body: generate(STREAM_PARAMETERS, GROUP_WORDS, (block) => [
    ...store(local(OUT), block),
    ...advance(OUT, VECTOR_BYTES),
  ]),
});

/**
 * mask(as words, threshold, kept): `count` elements, a multiple of GROUP_ELEMENTS, two a word, the low half first: 0
 * where the half is below the threshold, `kept` elsewhere.
 */
function mask(): WasmFunction {
  const [threshold, kept, limit, value, bits] = [9, 10, 11, 12, 13];
  return {
    name: 'mask',
    parameters: [...many('i32', STREAM_PARAMETERS + 1), 'f32'],
    locals: many('v128', 13),
    body: [
      ...setLocal(limit, splatU16(local(threshold))),
      ...setLocal(value, splat(local(kept))),
      ...generate(14, GROUP_ELEMENTS, (block) => [
        ...setLocal(bits, atLeastU16(block, local(limit))),
        ...[widenLow, widenHigh].flatMap((half) => [
          ...store(local(OUT), and(half(local(bits)), local(value))),
          ...advance(OUT, VECTOR_BYTES),
        ]),
      ]),
    ],
  };
}

/** Standard normal's share between 0 and 2. */
const SHARE_TO_TWO = 0.4772498680518208;
/**
 * The normal number x below which lies the share ½ + p, for |x| ≤ 2: x = p · P(p²) / Q(p²), coefficients from the
 * highest power down. A least-squares fit; within 2 · 10⁻⁵ in float32.
 */
const QUANTILE = {
  P: [-15.674591995781332, 36.26080647032435, -17.98556487570045, 2.5066360719609233],
  Q: [-15.137507693012767, 20.7572558756973, -8.2218760070691, 1],
};

/** truncated(words, out, count, std): normal numbers cut off at two standard deviations, one from each word's 24 high bits. */
function truncated(): WasmFunction {
  const [from, out, count, std, p, r] = [0, 1, 2, 3, 4, 5];
  const constant = (value: number) => splat(f32(value));
  const polynomial = (coefficients: readonly number[]): Code =>
    coefficients.map(constant).reduce((sum, next) => add(mul(sum, local(r)), next));
  // the middle of one of 2²⁴ equal parts of (−½, ½)
  const uniform = mul(
    add(toF32x4(shiftRight(load(local(from)), 8)), constant(0.5 - 2 ** 23)),
    constant(2 ** -24),
  );
  return {
    name: 'truncated',
    parameters: ['i32', 'i32', 'i32', 'f32'],
    locals: ['v128', 'v128'],
    body: countDown(count, 4, [
      ...setLocal(p, mul(uniform, constant(2 * SHARE_TO_TWO))),
      ...setLocal(r, mul(local(p), local(p))),
      ...store(
        local(out),
        mul(splat(local(std)), div(mul(local(p), polynomial(QUANTILE.P)), polynomial(QUANTILE.Q))),
      ),
      ...advance(from, VECTOR_BYTES),
      ...advance(out, VECTOR_BYTES),
    ]),
  };
}

let compiled: object | undefined;

/** The loops over `memory`; addresses are multiples of 16. */
export function threefryKernel(memory: SharedWasmMemory): WasmExports {
  compiled ??= new wasm.Module(assemble([words(), mask(), truncated()]));
  return new wasm.Instance(compiled, { env: { memory } }).exports;
}
