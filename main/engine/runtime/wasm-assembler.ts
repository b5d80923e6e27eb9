/**
 * Just enough of a WebAssembly assembler for loops over float32 vectors: four lanes at a time, which plain JavaScript
 * cannot do. Code is built as expressions; https://webassembly.github.io/spec/core/binary/.
 */

/** Bytes of an instruction sequence that leaves one value on the stack. */
export type Code = readonly number[];

function leb128(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest & 0x7f;
    rest >>>= 7;
    bytes.push(rest === 0 ? low : low | 0x80);
  } while (rest !== 0);
  return bytes;
}

/** Encodes a non-negative number as signed LEB128: the sign bit of the last byte stays 0. */
function signedLeb128(value: number): number[] {
  const bytes = leb128(value);
  const last = bytes.length - 1;
  return bytes[last]! < 0x40 ? bytes : [...bytes.slice(0, last), bytes[last]! | 0x80, 0];
}

const SIMD = 0xfd;
const simd = (opcode: number, ...operands: Code[]): Code => [...operands.flat(), SIMD, ...leb128(opcode)];
const plain = (opcode: number, ...operands: Code[]): Code => [...operands.flat(), opcode];
/** Operands of an access: alignment 2ⁿ bytes, and bytes added to the address. */
const memory = (alignment: number, offset: number): number[] => [alignment, ...leb128(offset)];

const TYPE = { i32: 0x7f, f32: 0x7d, f64: 0x7c, v128: 0x7b } as const;
export type WasmType = keyof typeof TYPE;

export const local = (index: number): Code => [0x20, ...leb128(index)];
export const setLocal = (index: number, value: Code): Code => [...value, 0x21, ...leb128(index)];
/** Constants from 0 on. */
export const i32 = (value: number): Code => [0x41, ...signedLeb128(value)];
export const addI32 = (a: Code, b: Code): Code => plain(0x6a, a, b);
const subI32 = (a: Code, b: Code): Code => plain(0x6b, a, b);
export const timesPowerOf2 = (x: Code, power: number): Code => plain(0x74, x, i32(power));
export const loadI32 = (address: Code, offset = 0): Code => [...address, 0x28, ...memory(2, offset)];

export const f32 = (value: number): Code => [0x43, ...new Uint8Array(Float32Array.of(value).buffer)];
export const loadF32 = (address: Code, offset = 0): Code => [...address, 0x2a, ...memory(2, offset)];
export const addF32 = (a: Code, b: Code): Code => plain(0x92, a, b);
export const subF32 = (a: Code, b: Code): Code => plain(0x93, a, b);
export const mulF32 = (a: Code, b: Code): Code => plain(0x94, a, b);
export const minF32 = (a: Code, b: Code): Code => plain(0x96, a, b);
export const maxF32 = (a: Code, b: Code): Code => plain(0x97, a, b);
const absF32 = (x: Code): Code => plain(0x8b, x);
export const floorF32 = (x: Code): Code => plain(0x8e, x);
/** The whole number in x, which is not negative; 0 if x is no number. */
export const truncateF32 = (x: Code): Code => [...x, 0xfc, 0x01];
/** a where |x| < limit, else b. */
export const selectWithin = (x: Code, limit: number, a: Code, b: Code): Code =>
  plain(0x1b, a, b, plain(0x5d, absF32(x), f32(limit)));
export const addF64 = (a: Code, b: Code): Code => plain(0xa0, a, b);
export const toF64 = (x: Code): Code => plain(0xbb, x);

/** Addresses of vectors, with their offsets, are multiples of 16. */
export const load = (address: Code, offset = 0): Code => [...address, SIMD, 0x00, ...memory(4, offset)];
export const store = (address: Code, value: Code, offset = 0): Code => [
  ...address,
  ...value,
  SIMD,
  0x0b,
  ...memory(4, offset),
];
export const splat = (scalar: Code): Code => simd(0x13, scalar);
export const add = (a: Code, b: Code): Code => simd(0xe4, a, b);
export const sub = (a: Code, b: Code): Code => simd(0xe5, a, b);
export const mul = (a: Code, b: Code): Code => simd(0xe6, a, b);
export const div = (a: Code, b: Code): Code => simd(0xe7, a, b);
export const abs = (x: Code): Code => simd(0xe0, x);
export const max = (a: Code, b: Code): Code => simd(0xe9, a, b);
export const sqrt = (x: Code): Code => simd(0xe3, x);

/** Four int32 lanes. */
export const lanesI32 = (lanes: readonly [number, number, number, number]): Code => [
  SIMD,
  0x0c,
  ...new Uint8Array(Int32Array.from(lanes).buffer),
];
export const splatI32 = (scalar: Code): Code => simd(0x11, scalar);
export const addI32x4 = (a: Code, b: Code): Code => simd(0xae, a, b);
export const and = (a: Code, b: Code): Code => simd(0x4e, a, b);
export const or = (a: Code, b: Code): Code => simd(0x50, a, b);
export const xor = (a: Code, b: Code): Code => simd(0x51, a, b);
/** 1 if any bit is set, else 0. */
export const anyBit = (x: Code): Code => simd(0x53, x);
/** int32 lanes turned left by `bits`, 1 to 31; x is computed twice. */
export const rotateLeft = (x: Code, bits: number): Code =>
  or(simd(0xab, x, i32(bits)), shiftRight(x, 32 - bits));
/** uint32 lanes divided by 2ⁿ. */
export const shiftRight = (x: Code, bits: number): Code => simd(0xad, x, i32(bits));
/** int32 lanes as float32. */
export const toF32x4 = (x: Code): Code => simd(0xfa, x);
export const splatU16 = (scalar: Code): Code => simd(0x10, scalar);
/** All bits of a lane where a ≥ b, uint16 lanes. */
export const atLeastU16 = (a: Code, b: Code): Code => simd(0x36, a, b);
/** int16 lanes 0 … 3 as int32. */
export const widenLow = (x: Code): Code => simd(0xa7, x);
/** int16 lanes 4 … 7 as int32. */
export const widenHigh = (x: Code): Code => simd(0xa8, x);
/** Bytes of the two vectors one after another, by number. */
export const shuffle = (a: Code, b: Code, bytes: readonly number[]): Code => [
  ...a,
  ...b,
  SIMD,
  0x0d,
  ...bytes,
];

/** Lanes 0 and 1 as float64. */
export const lowHalf = (x: Code): Code => simd(0x5f, x);
/** Lanes 2 and 3 as float64. */
export const highHalf = (x: Code): Code =>
  lowHalf(shuffle(x, x, [8, 9, 10, 11, 12, 13, 14, 15, ...Array<number>(8).fill(0)]));
export const addF64x2 = (a: Code, b: Code): Code => simd(0xf0, a, b);
/** Sum of the four lanes of a local: (0 + 2) + (1 + 3). */
export const sumF32x4 = (index: number): Code => {
  const lane = (number: number): Code => [...local(index), SIMD, 0x1f, number];
  return addF32(addF32(lane(0), lane(2)), addF32(lane(1), lane(3)));
};
/** Sum of the two float64 lanes. */
export const sumF64x2 = (x: Code): Code => plain(0xa0, [...x, SIMD, 0x21, 0], [...x, SIMD, 0x21, 1]);

/** Repeats `body` while `counter` (a local, decreased by `step` each time) is not 0; at least once. */
export const countDown = (counter: number, step: number, body: Code): Code => [
  0x03, // loop
  0x40, // without result
  ...body,
  ...setLocal(counter, subI32(local(counter), i32(step))),
  ...local(counter),
  0x0d, // branch to the loop's start if not 0
  0x00,
  0x0b, // end
];

/** Neither branch leaves a value. */
export const ifElse = (condition: Code, then: Code, otherwise: Code): Code => [
  ...condition,
  0x04, // if
  0x40, // without result
  ...then,
  0x05, // else
  ...otherwise,
  0x0b, // end
];

/** Maps local names of a function to indices, parameters first. */
export function locals<N extends string>(...names: readonly N[]): Record<N, number> {
  return Object.fromEntries(names.map((name, index) => [name, index])) as Record<N, number>; // safe: every name is set
}

/** Returns `count` times the same type. */
export const many = (type: WasmType, count: number): WasmType[] => Array<WasmType>(count).fill(type);

/** Adds `bytes` to a local address. */
export const advance = (pointer: number, bytes: number): Code =>
  setLocal(pointer, addI32(local(pointer), i32(bytes)));

export interface WasmFunction {
  readonly name: string;
  readonly parameters: readonly WasmType[];
  readonly locals: readonly WasmType[];
  readonly result?: WasmType;
  readonly body: Code;
}

const vector = (items: readonly Code[]): Code => [...leb128(items.length), ...items.flat()];
const section = (id: number, content: Code): Code => [id, ...leb128(content.length), ...content];
const text = (value: string): Code => vector([...new TextEncoder().encode(value)].map((byte) => [byte]));

/** Limits of a shared memory: 32-bit addresses reach 2¹⁶ pages. */
const SHARED_LIMITS = [0x03, ...leb128(0), ...leb128(2 ** 16)];

/** Returns a module of `functions` over one shared memory imported as `env.memory`. */
export function assemble(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const signatures = functions.map(({ parameters, result }) => [
    0x60,
    ...vector(parameters.map((type) => [TYPE[type]])),
    ...vector(result ? [[TYPE[result]]] : []),
  ]);
  const memory = [...text('env'), ...text('memory'), 0x02, ...SHARED_LIMITS];
  const exports = functions.map(({ name }, index) => [...text(name), 0x00, ...leb128(index)]);
  const bodies = functions.map(({ locals, body }) => {
    const code = [...vector(locals.map((type) => [1, TYPE[type]])), ...body, 0x0b];
    return [...leb128(code.length), ...code];
  });
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, vector(signatures)),
    ...section(2, vector([memory])),
    ...section(3, vector(functions.map((_, index) => leb128(index)))),
    ...section(7, vector(exports)),
    ...section(10, vector(bodies)),
  ]);
}

/** Memory shared by several threads; can be posted to them. */
export interface SharedWasmMemory {
  readonly buffer: SharedArrayBuffer;
}

/** The functions of a module by name; those without a result give `undefined`. */
export type WasmExports = Readonly<Record<string, (...args: number[]) => number>>;

/** The part of the WebAssembly JavaScript interface in use; type libraries without DOM leave it out. */
interface WasmApi {
  readonly Memory: new (size: { initial: number; maximum: number; shared: true }) => SharedWasmMemory;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (
    module: object,
    imports: { env: { memory: SharedWasmMemory } },
  ) => { readonly exports: WasmExports };
}
export const wasm = (globalThis as unknown as { WebAssembly: WasmApi }).WebAssembly; // safe: every Node has it

/** Returns zeroed memory of `pages` of 64 KiB. @throws RangeError when it cannot be allocated */
export const sharedMemory = (pages: number): SharedWasmMemory =>
  new wasm.Memory({ initial: pages, maximum: pages, shared: true });
