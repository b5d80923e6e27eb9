/** Named numeric arrays of files, independent of any tensor library. */
import type { Message, PlainId } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';

/** Element types by safetensors name, but for int8 codes. */
export type PlainElementType = TensorData['type'];
export type ElementType = PlainElementType | 'I8';

/** Row-major values; `type` is the stored type. Values of F16 and BF16 are widened to float32. */
export type TensorData =
  | { readonly type: 'F32' | 'F16' | 'BF16'; readonly shape: readonly number[]; readonly data: Float32Array }
  | { readonly type: 'I64'; readonly shape: readonly number[]; readonly data: BigInt64Array };

/** Tensor as it is stored: int8 codes become float32 on reading, see `int8-tensors.ts`. */
export type StoredTensorData =
  | TensorData
  | { readonly type: 'I8'; readonly shape: readonly number[]; readonly data: Int8Array };

export type FloatTensorData = Extract<TensorData, { readonly data: Float32Array }>;

export const BYTES_OF: Readonly<Record<ElementType, number>> = { F32: 4, F16: 2, BF16: 2, I64: 8, I8: 1 };

/** Returns the number of elements, or `undefined` for an invalid dimension or an unsafe product. */
export function sizeOfShape(shape: readonly number[]): number | undefined {
  if (!shape.every((dimension) => Number.isSafeInteger(dimension) && dimension >= 0)) return undefined;
  if (shape.includes(0)) return 0;
  const size = shape.reduce((product, dimension) => product * dimension, 1);
  return Number.isSafeInteger(size) ? size : undefined;
}

export function sameShape(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((dimension, i) => dimension === b[i]);
}

/** `160 × 32`, or `one number` for a scalar. */
export function formatShape(shape: readonly number[]): string {
  return shape.length === 0 ? 'one number' : shape.join(' × ');
}

/**
 * Returns the error for an invalid file. `file` is its format or name.
 * @param problem a message, or the technical detail of damage, which stays English as that of libraries does
 */
export function badFile(file: string, problem: Message | string, hint?: PlainId): AppError {
  const id = typeof problem === 'string' ? 'files.damaged' : 'system.about';
  return new AppError('bad-input', id, { what: file, problem }, { hint });
}

/** Concatenates chunks; returns the chunk itself when there is one. */
export function joinChunks(chunks: readonly Uint8Array[]): Uint8Array {
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}
