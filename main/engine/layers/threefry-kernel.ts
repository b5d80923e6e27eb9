/**
 * Threefry4x32-20 in bulk, four blocks at a time, and dropout masks and initial values out of its words. The words are those of
 * `threefry4x32`; plain JavaScript takes several times as long, which every training step would feel.
 */
import {
  add,
  addI32,
  addI32x4,
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
  mul,
  rotateLeft,
  setLocal,
  shiftRight,
  shuffle,
  splat,
  splatI32,
  splatU16,
  store,
  toF32x4,
  type WasmFunction,
  wasm,
  widenHigh,
  widenLow,
  xor,
} from '../runtime/wasm-assembler.ts';
import { PARITY, ROTATIONS_A, ROTATIONS_B, ROUNDS, type Words4 } from './threefry.ts';

/** Words that the kernel holds at once. */
const CHUNK_WORDS = 4096;
/** Blocks of four words that are computed side by side: words come in groups of sixteen. */
const BLOCKS = 4;
/** Elements of a mask that are computed side by side. */
const MASK_GROUP = 8;
const VECTOR_BYTES = 16;
const PAGE_BYTES = 65536;
/** Masks and numbers lie behind the words. */
const FLOAT_ADDRESS = 4 * CHUNK_WORDS;

const advance = (pointer: number, bytes: number): Code =>
  setLocal(pointer, addI32(local(pointer), i32(bytes)));

/** words(out, blocks, c0, c2, c3, k0, k1, k2, k3): the words of counters (c0, 0, c2, c3), (c0 + 1, 0, c2, c3) … */
function words(): WasmFunction {
  const [out, blocks, c0, c2, c3, key] = [0, 1, 2, 3, 4, 5];
  const schedule = 9; // five locals
  const x = [14, 15, 16, 17] as const;
  const counters = 18;
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
  return {
    name: 'words',
    parameters: Array(9).fill('i32'),
    locals: Array(10).fill('v128'),
    body: [
      ...[0, 1, 2, 3].flatMap((word) => setLocal(schedule + word, splatI32(local(key + word)))),
      ...setLocal(schedule + 4, [0, 1, 2, 3].map(scheduled).reduce(xor, parity)),
      ...setLocal(counters, addI32x4(splatI32(local(c0)), lanesI32([0, 1, 2, 3]))),
      ...countDown(blocks, BLOCKS, [
        ...setLocal(x[0], addI32x4(local(counters), scheduled(0))),
        ...setLocal(x[1], scheduled(1)),
        ...setLocal(x[2], addI32x4(splatI32(local(c2)), scheduled(2))),
        ...setLocal(x[3], addI32x4(splatI32(local(c3)), scheduled(3))),
        ...rounds,
        ...[0, 1, 2, 3].flatMap((block) => [
          ...store(local(out), blockOf(x, block)),
          ...advance(out, VECTOR_BYTES),
        ]),
        ...setLocal(counters, addI32x4(local(counters), splatI32(i32(BLOCKS)))),
      ]),
    ],
  };
}

/** The four words of one block, from vectors that hold one word of all blocks. */
function blockOf([x0, x1, x2, x3]: readonly [number, number, number, number], block: number): Code {
  const lane = (from: number) => Array.from({ length: 4 }, (_, byte) => 4 * from + byte);
  const pair = (a: number, b: number) =>
    shuffle(local(a), local(b), [...lane(block), ...lane(4 + block), ...lane(0), ...lane(0)]);
  return shuffle(pair(x0, x1), pair(x2, x3), [...lane(0), ...lane(1), ...lane(4), ...lane(5)]);
}

/** mask(words, out, count, threshold, kept): 0 for each 16 random bits below the threshold, `kept` for the others. */
function mask(): WasmFunction {
  const [from, out, count, threshold, kept, limit, value, bits] = [0, 1, 2, 3, 4, 5, 6, 7];
  return {
    name: 'mask',
    parameters: ['i32', 'i32', 'i32', 'i32', 'f32'],
    locals: Array(3).fill('v128'),
    body: [
      ...setLocal(limit, splatU16(local(threshold))),
      ...setLocal(value, splat(local(kept))),
      ...countDown(count, MASK_GROUP, [
        ...setLocal(bits, atLeastU16(load(local(from)), local(limit))),
        ...advance(from, VECTOR_BYTES),
        ...[widenLow, widenHigh].flatMap((half) => [
          ...store(local(out), and(half(local(bits)), local(value))),
          ...advance(out, VECTOR_BYTES),
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

/** The words of the counters (0, 0, step), (1, 0, step) … under a key. */
export interface WordStream {
  readonly step: readonly [low: number, high: number];
  readonly key: Words4;
}

/** What the fills below work with: the functions and their memory. */
interface Kernel {
  readonly words: (...args: number[]) => number;
  readonly mask: (...args: number[]) => number;
  readonly truncated: (...args: number[]) => number;
  readonly wordView: Uint32Array;
  /** What `mask` and `truncated` make. */
  readonly floatView: Float32Array;
}

let kernel: Kernel | undefined;

function threefryKernel(): Kernel {
  if (kernel) return kernel;
  const pages = Math.ceil((FLOAT_ADDRESS + 8 * CHUNK_WORDS) / PAGE_BYTES);
  const memory = new wasm.Memory({ initial: pages, maximum: pages });
  const module = new wasm.Module(assemble([words(), mask(), truncated()]));
  const { exports } = new wasm.Instance(module, { env: { memory } });
  kernel = {
    words: exports.words!,
    mask: exports.mask!,
    truncated: exports.truncated!,
    wordView: new Uint32Array(memory.buffer, 0, CHUNK_WORDS),
    floatView: new Float32Array(memory.buffer, FLOAT_ADDRESS, 2 * CHUNK_WORDS),
  };
  return kernel;
}

/** Computes `count` ≤ CHUNK_WORDS words of a stream from number `first` on, a multiple of four. */
function computeWords(first: number, count: number, { step: [low, high], key }: WordStream): void {
  const blocks = BLOCKS * Math.ceil(count / (4 * BLOCKS));
  threefryKernel().words(0, blocks, first / 4, low, high, ...key);
}

/** Fills `out` with the words of a stream from number `first` on, a multiple of four. */
export function fillWords(out: Uint32Array, stream: WordStream, first = 0): void {
  const { wordView } = threefryKernel();
  for (let at = 0; at < out.length; at += CHUNK_WORDS) {
    const count = Math.min(CHUNK_WORDS, out.length - at);
    computeWords(first + at, count, stream);
    out.set(wordView.subarray(0, count), at);
  }
}

/**
 * Fills `out` with 0 and `kept`, two elements a word, the low half first: 0 where the half is below `threshold`, which
 * is below 2¹⁶.
 */
export function fillMask(out: Float32Array, threshold: number, kept: number, stream: WordStream): void {
  const { mask, floatView } = threefryKernel();
  for (let from = 0; from < out.length; from += floatView.length) {
    const count = Math.min(floatView.length, out.length - from);
    computeWords(from / 2, Math.ceil(count / 2), stream);
    mask(0, FLOAT_ADDRESS, MASK_GROUP * Math.ceil(count / MASK_GROUP), threshold, kept);
    out.set(floatView.subarray(0, count), from);
  }
}

/** Fills `out` with normal numbers of deviation `std`, cut off at two of them; one word each. */
export function fillTruncatedNormal(out: Float32Array, std: number, stream: WordStream): void {
  const { truncated, floatView } = threefryKernel();
  for (let from = 0; from < out.length; from += CHUNK_WORDS) {
    const count = Math.min(CHUNK_WORDS, out.length - from);
    computeWords(from, count, stream);
    truncated(0, FLOAT_ADDRESS, 4 * Math.ceil(count / 4), std);
    out.set(floatView.subarray(0, count), from);
  }
}
