/** Tensors in eight bits: symmetric codes with one float32 scale a row, in a tensor named after it. */
import { badFile, type StoredTensorData, type TensorData } from './tensor-data.ts';

const SCALES = '.int8_scales';
/** Largest code; codes are symmetric, so that 0 is exact. */
const LARGEST = 127;
/** Smaller tensors, such as biases, stay as they are. */
const LEAST_ELEMENTS = 1024;

/** Returns matrices [rows, …] of enough elements as int8 with their scales, other tensors unchanged. */
export function quantized(tensors: ReadonlyMap<string, TensorData>): Map<string, StoredTensorData> {
  const stored = new Map<string, StoredTensorData>();
  for (const [name, tensor] of tensors) {
    const { type, shape, data } = tensor;
    const [rows = 0, ...others] = shape;
    if (type === 'I64' || others.length === 0 || data.length < LEAST_ELEMENTS) {
      stored.set(name, tensor);
      continue;
    }
    const { codes, scales } = quantizeRows(data, rows);
    stored.set(name, { type: 'I8', shape, data: codes });
    stored.set(name + SCALES, { type: 'F32', shape: [rows], data: scales });
  }
  return stored;
}

/** Returns float32 tensors for int8 codes and their scales. @throws AppError when codes have no scales for each row */
export function dequantized(stored: ReadonlyMap<string, StoredTensorData>): Map<string, TensorData> {
  const tensors = new Map<string, TensorData>();
  for (const [name, tensor] of stored) {
    if (tensor.type === 'I8') {
      const { shape, data } = tensor;
      tensors.set(name, { type: 'F32', shape, data: multiplied(data, scalesOf(stored, name, shape)) });
    } else if (!name.endsWith(SCALES) || stored.get(name.slice(0, -SCALES.length))?.type !== 'I8')
      tensors.set(name, tensor);
  }
  return tensors;
}

function quantizeRows(values: Float32Array, rows: number) {
  const columns = values.length / rows;
  const codes = new Int8Array(values.length);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    const from = row * columns;
    let most = 0;
    for (let at = from; at < from + columns; at++) most = Math.max(most, Math.abs(values[at]!));
    scales[row] = most / LARGEST;
    const scale = scales[row]!; // as rounded to float32
    if (scale > 0) for (let at = from; at < from + columns; at++) codes[at] = Math.round(values[at]! / scale);
  }
  return { codes, scales };
}

function scalesOf(
  stored: ReadonlyMap<string, StoredTensorData>,
  name: string,
  [rows]: readonly number[],
): Float32Array {
  const scales = stored.get(name + SCALES);
  if (scales?.type === 'F32' && scales.data.length === rows) return scales.data;
  throw badFile('safetensors', `tensor "${name}" (I8) has no scale for each of its rows`);
}

function multiplied(codes: Int8Array, scales: Float32Array): Float32Array {
  const values = new Float32Array(codes.length);
  const columns = codes.length / scales.length;
  for (let row = 0, at = 0; row < scales.length; row++)
    for (let column = 0; column < columns; column++, at++) values[at] = codes[at]! * scales[row]!;
  return values;
}
