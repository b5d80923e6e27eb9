import { describe, expect, test } from 'vitest';
import { quantized } from '../../../../main/engine/io/int8-tensors.ts';
import { readSafetensors, writeSafetensors } from '../../../../main/engine/io/safetensors.ts';
import type { StoredTensorData, TensorData } from '../../../../main/engine/io/tensor-data.ts';

const ROWS = 40;
const COLUMNS = 50;

function matrix(): TensorData {
  const data = Float32Array.from({ length: ROWS * COLUMNS }, (_, i) =>
    i < COLUMNS ? 0 : Math.sin(7 * i) * 10 ** (Math.floor(i / COLUMNS) % 5),
  );
  return { type: 'F32', shape: [ROWS, COLUMNS], data };
}

describe('int8 tensors', () => {
  test('come back within half a step of each row', () => {
    const tensor = matrix();
    const bytes = writeSafetensors(quantized(new Map([['table', tensor]])));
    const found = readSafetensors(bytes).tensors;
    expect([...found.keys()]).toEqual(['table']);
    const { type, shape, data } = found.get('table')!;
    expect({ type, shape }).toEqual({ type: 'F32', shape: [ROWS, COLUMNS] });
    for (let row = 0; row < ROWS; row++) {
      const before = Array.from(tensor.data.slice(row * COLUMNS, (row + 1) * COLUMNS), Number);
      const step = Math.max(...before.map(Math.abs)) / 127;
      before.forEach((value, i) => {
        expect(Math.abs(Number(data[row * COLUMNS + i]) - value)).toBeLessThanOrEqual(0.5001 * step);
      });
    }
    expect(data.slice(0, COLUMNS).every((value) => value === 0)).toBe(true);
  });

  test('take a quarter of the bytes', () => {
    const tensors = new Map([['table', matrix()]]);
    const ratio = writeSafetensors(quantized(tensors)).byteLength / writeSafetensors(tensors).byteLength;
    expect(ratio).toBeLessThan(0.32);
  });

  test('biases and small tensors stay exact', () => {
    const bias: TensorData = { type: 'F32', shape: [2000], data: new Float32Array(2000).fill(0.1) };
    const small: TensorData = { type: 'F32', shape: [2, 2], data: Float32Array.of(1, 2, 3, 0.3) };
    const tensors = new Map<string, TensorData>([
      ['bias', bias],
      ['small', small],
    ]);
    expect(readSafetensors(writeSafetensors(quantized(tensors))).tensors).toEqual(tensors);
  });

  test('codes without a scale for each row are refused', () => {
    const codes = { type: 'I8' as const, shape: [2, 3], data: Int8Array.of(1, 2, 3, 4, 5, 6) };
    const bytes = writeSafetensors(new Map([['table', codes]]));
    expect(() => readSafetensors(bytes)).toThrow(/no scale for each of its rows/);
    const scales: TensorData = { type: 'F32', shape: [3], data: Float32Array.of(1, 1, 1) };
    const wrong = new Map<string, StoredTensorData>([
      ['table', codes],
      ['table.int8_scales', scales],
    ]);
    expect(() => readSafetensors(writeSafetensors(wrong))).toThrow(/no scale for each of its rows/);
  });
});
