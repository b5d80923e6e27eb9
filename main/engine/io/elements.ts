/** Converts stored little-endian elements to typed arrays and back; widens half precision to float32. */
import { assertNever } from '../../../shared/assert.ts';
import {
  BYTES_OF,
  type ElementType,
  type PlainElementType,
  type StoredTensorData,
  type TensorData,
} from './tensor-data.ts';

/**
 * Decodes bytes to elements. The result shares memory with `bytes` when the type needs no widening and the offset is
 * aligned, which keeps the file's memory alive.
 */
export function decodeElements(
  type: PlainElementType,
  shape: readonly number[],
  bytes: Uint8Array,
): TensorData;
export function decodeElements(
  type: ElementType,
  shape: readonly number[],
  bytes: Uint8Array,
): StoredTensorData;
export function decodeElements(
  type: ElementType,
  shape: readonly number[],
  bytes: Uint8Array,
): StoredTensorData {
  const width = BYTES_OF[type];
  const aligned = bytes.byteOffset % width === 0 ? bytes : new Uint8Array(bytes); // Buffer's slice copies nothing
  const { buffer, byteOffset } = aligned;
  const length = bytes.byteLength / width;
  switch (type) {
    case 'F32':
      return { type, shape, data: new Float32Array(buffer, byteOffset, length) };
    case 'I64':
      return { type, shape, data: new BigInt64Array(buffer, byteOffset, length) };
    case 'I8':
      return { type, shape, data: new Int8Array(buffer, byteOffset, length) };
    case 'F16':
      return { type, shape, data: widen(new Uint16Array(buffer, byteOffset, length), halfToFloat()) };
    case 'BF16':
      return { type, shape, data: widenBrain(new Uint16Array(buffer, byteOffset, length)) };
    default:
      return assertNever(type);
  }
}

/** Encodes elements; shares memory unless they are narrowed to half precision. */
export function encodeElements(tensor: StoredTensorData): Uint8Array {
  const { data } = tensor;
  switch (tensor.type) {
    case 'F32':
    case 'I64':
    case 'I8':
      return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    case 'F16':
      return narrow(tensor.data, floatToHalf);
    case 'BF16':
      return narrow(tensor.data, floatToBrain);
    default:
      return assertNever(tensor);
  }
}

/** `Uint16Array.from` with a function would hold all values as an array of objects first. */
function narrow(values: Float32Array, bitsOf: (value: number) => number): Uint8Array {
  const halves = new Uint16Array(values.length);
  for (let i = 0; i < halves.length; i++) halves[i] = bitsOf(values[i]!);
  return new Uint8Array(halves.buffer);
}

let halfTable: Float32Array | undefined;

/** Returns the value of each of the 65,536 half-precision numbers (IEEE 754-2008 binary16). */
function halfToFloat(): Float32Array {
  halfTable ??= Float32Array.from({ length: 0x10000 }, (_, bits) => {
    const sign = (bits & 0x8000) !== 0 ? -1 : 1;
    const exponent = (bits >> 10) & 0x1f;
    const fraction = bits & 0x3ff;
    if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
    return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
  });
  return halfTable;
}

function widen(halves: Uint16Array, table: Float32Array): Float32Array {
  const values = new Float32Array(halves.length);
  for (let i = 0; i < halves.length; i++) values[i] = table[halves[i]!]!;
  return values;
}

/** bfloat16 is the upper half of a float32. */
function widenBrain(halves: Uint16Array): Float32Array {
  const bits = new Uint32Array(halves.length);
  for (let i = 0; i < halves.length; i++) bits[i] = halves[i]! << 16;
  return new Float32Array(bits.buffer);
}

const oneFloat = new Float32Array(1);
const oneWord = new Uint32Array(oneFloat.buffer);

/** Rounds to nearest, ties to even; overflow becomes infinite. */
function floatToBrain(value: number): number {
  oneFloat[0] = value;
  const bits = oneWord[0]!;
  if (Number.isNaN(value)) return (bits >>> 16) | 0x40; // stays a NaN whatever bits are cut
  return (bits + 0x7fff + ((bits >>> 16) & 1)) >>> 16;
}

/** Rounds to nearest, ties to even; overflow becomes infinite. */
function floatToHalf(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const magnitude = Math.abs(value);
  if (Number.isNaN(value)) return 0x7e00;
  if (magnitude >= 65520) return sign | 0x7c00; // halfway between the largest half and the next power of two
  const exponent = Math.max(-14, Math.floor(Math.log2(magnitude)));
  // In units of the last place. A carry into the exponent is correct, since the bits are adjacent.
  const units = roundToEven(magnitude / 2 ** (exponent - 10));
  return sign | (units < 1024 ? units : units + ((exponent + 14) << 10));
}

function roundToEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  return rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor;
}
