/** Arrays filled from streams of random words, a part at a time through a small WebAssembly memory. */
import { sharedMemory, type WasmExports } from '../runtime/wasm-assembler.ts';
import type { Words4 } from './threefry.ts';
import { GROUP_ELEMENTS, GROUP_WORDS, threefryKernel } from './threefry-kernel.ts';

/** The words of the counters (0, 0, step), (1, 0, step) … under a key. */
export interface WordStream {
  readonly step: readonly [low: number, high: number];
  readonly key: Words4;
}

/** Parameters of a mask: its stream, the 16-bit threshold below which an element is 0, and the value of the others. */
export interface MaskStream {
  readonly stream: WordStream;
  /** Below 2¹⁶. */
  readonly threshold: number;
  readonly kept: number;
}

const CHUNK_WORDS = 4096;
/** Masks and numbers lie behind the words. */
const FLOAT_ADDRESS = 4 * CHUNK_WORDS;
/** Elements of a mask that share a block of four words. */
const BLOCK_ELEMENTS = 8;

interface Chunk {
  readonly loops: WasmExports;
  readonly words: Uint32Array;
  readonly floats: Float32Array;
}

let made: Chunk | undefined;

function chunk(): Chunk {
  if (made) return made;
  const memory = sharedMemory(1);
  made = {
    loops: threefryKernel(memory),
    words: new Uint32Array(memory.buffer, 0, CHUNK_WORDS),
    floats: new Float32Array(memory.buffer, FLOAT_ADDRESS, 2 * CHUNK_WORDS),
  };
  return made;
}

const roundUp = (count: number, group: number): number => group * Math.ceil(count / group);

/** Computes `count` ≤ CHUNK_WORDS words of a stream from number `first` on, a multiple of four. */
function computeWords(first: number, count: number, { step, key }: WordStream): void {
  chunk().loops.words!(0, roundUp(count, GROUP_WORDS), first / 4, ...step, ...key);
}

/** Fills `out` with the words of a stream from number `first` on, a multiple of four. */
export function fillWords(out: Uint32Array, stream: WordStream, first = 0): void {
  const { words } = chunk();
  for (let at = 0; at < out.length; at += CHUNK_WORDS) {
    const count = Math.min(CHUNK_WORDS, out.length - at);
    computeWords(first + at, count, stream);
    out.set(words.subarray(0, count), at);
  }
}

/** Arguments of the loop that writes elements `first` … `first` + `count` of a mask, a multiple of GROUP_ELEMENTS each. */
export function maskArguments(
  address: number,
  first: number,
  count: number,
  { stream: { step, key }, threshold, kept }: MaskStream,
): number[] {
  return [address, roundUp(count, GROUP_ELEMENTS), first / BLOCK_ELEMENTS, ...step, ...key, threshold, kept];
}

/** Fills `out` with a mask. */
export function fillMask(out: Float32Array, mask: MaskStream): void {
  const { loops, floats } = chunk();
  for (let from = 0; from < out.length; from += floats.length) {
    const count = Math.min(floats.length, out.length - from);
    loops.mask!(...maskArguments(FLOAT_ADDRESS, from, count, mask));
    out.set(floats.subarray(0, count), from);
  }
}

/** Fills `out` with normal numbers of deviation `std`, cut off at two of them; one word each. */
export function fillTruncatedNormal(out: Float32Array, std: number, stream: WordStream): void {
  const { loops, floats } = chunk();
  for (let from = 0; from < out.length; from += CHUNK_WORDS) {
    const count = Math.min(CHUNK_WORDS, out.length - from);
    computeWords(from, count, stream);
    loops.truncated!(0, FLOAT_ADDRESS, roundUp(count, 4), std);
    out.set(floats.subarray(0, count), from);
  }
}
