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

/** Of numbers from 0 on: one more zero bit than `leb128`. */
function signedLeb128(value: number): number[] {
  const bytes = leb128(value);
  const last = bytes.length - 1;
  return bytes[last]! < 0x40 ? bytes : [...bytes.slice(0, last), bytes[last]! | 0x80, 0];
}

const SIMD = 0xfd;
const simd = (opcode: number, ...operands: Code[]): Code => [...operands.flat(), SIMD, ...leb128(opcode)];
const plain = (opcode: number, ...operands: Code[]): Code => [...operands.flat(), opcode];
/** Alignment 2⁴ bytes, offset 0. */
const ALIGNED = [4, 0];

export const TYPE = { i32: 0x7f, f32: 0x7d, f64: 0x7c, v128: 0x7b } as const;
export type WasmType = keyof typeof TYPE;

export const local = (index: number): Code => [0x20, ...leb128(index)];
export const setLocal = (index: number, value: Code): Code => [...value, 0x21, ...leb128(index)];
/** Constants from 0 on. */
export const i32 = (value: number): Code => [0x41, ...signedLeb128(value)];
export const addI32 = (a: Code, b: Code): Code => plain(0x6a, a, b);
const subI32 = (a: Code, b: Code): Code => plain(0x6b, a, b);

export const load = (address: Code): Code => [...address, SIMD, 0x00, ...ALIGNED];
export const store = (address: Code, value: Code): Code => [...address, ...value, SIMD, 0x0b, ...ALIGNED];
export const splat = (scalar: Code): Code => simd(0x13, scalar);
export const add = (a: Code, b: Code): Code => simd(0xe4, a, b);
export const sub = (a: Code, b: Code): Code => simd(0xe5, a, b);
export const mul = (a: Code, b: Code): Code => simd(0xe6, a, b);
export const div = (a: Code, b: Code): Code => simd(0xe7, a, b);
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
const or = (a: Code, b: Code): Code => simd(0x50, a, b);
export const xor = (a: Code, b: Code): Code => simd(0x51, a, b);
/** int32 lanes turned left by `bits`, 1 to 31; x is computed twice. */
export const rotateLeft = (x: Code, bits: number): Code =>
  or(simd(0xab, x, i32(bits)), simd(0xad, x, i32(32 - bits)));
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
export const mulF64x2 = (a: Code, b: Code): Code => simd(0xf2, a, b);
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

/** A module of `functions` over one memory imported as `env.memory`. */
export function assemble(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const signatures = functions.map(({ parameters, result }) => [
    0x60,
    ...vector(parameters.map((type) => [TYPE[type]])),
    ...vector(result ? [[TYPE[result]]] : []),
  ]);
  const memory = [...text('env'), ...text('memory'), 0x02, 0x00, ...leb128(1)];
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

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

/** The part of the WebAssembly JavaScript interface in use; type libraries without DOM leave it out. */
interface WasmApi {
  readonly Memory: new (size: { initial: number; maximum: number }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (
    module: object,
    imports: { env: { memory: WasmMemory } },
  ) => { readonly exports: Readonly<Record<string, (...args: number[]) => number>> };
}
export const wasm = (globalThis as unknown as { WebAssembly: WasmApi }).WebAssembly; // safe: every Node has it
