import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  readSafetensors,
  safetensorsChunks,
  writeSafetensors,
} from '../../../../main/engine/io/safetensors.ts';
import type { TensorData } from '../../../../main/engine/io/tensor-data.ts';

/** A file with this header text and so many bytes of data. */
function file(header: string, dataBytes: number, announced = Buffer.byteLength(header)): Uint8Array {
  const out = Buffer.alloc(8 + Buffer.byteLength(header) + dataBytes);
  out.writeBigUInt64LE(BigInt(announced), 0);
  out.write(header, 8);
  return out;
}

const entry = (dtype: string, shape: readonly number[], begin: number, end: number) =>
  JSON.stringify({ dtype, shape, data_offsets: [begin, end] });

const finite = fc.float({ noNaN: true, noDefaultInfinity: true });
const shape = fc.array(fc.nat(3), { maxLength: 3 });
const tensor: fc.Arbitrary<TensorData> = shape.chain((dimensions) => {
  const length = dimensions.reduce((product, d) => product * d, 1);
  const sized = { minLength: length, maxLength: length };
  return fc.oneof(
    fc
      .array(finite, sized)
      .map((v): TensorData => ({ type: 'F32', shape: dimensions, data: Float32Array.from(v) })),
    fc
      .array(fc.constantFrom(0, -1.5, 0.25, 100, -0.125), sized)
      .chain((v) =>
        fc
          .constantFrom('F16', 'BF16')
          .map((type): TensorData => ({ type, shape: dimensions, data: Float32Array.from(v) })),
      ),
    fc
      .array(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), sized)
      .map((v): TensorData => ({ type: 'I64', shape: dimensions, data: BigInt64Array.from(v) })),
  );
});

describe('safetensors', () => {
  it('reads a file written by hand', () => {
    const header = `{"__metadata__":{"format":"pt"},"b":${entry('I64', [1], 4, 12)},"a":${entry('F16', [2, 1], 0, 4)}}  `;
    const bytes = Buffer.from(file(header, 12));
    const start = bytes.length - 12;
    bytes.writeUInt16LE(0x3c00, start);
    bytes.writeUInt16LE(0xc000, start + 2);
    bytes.writeBigInt64LE(-5n, start + 4);
    const { tensors, metadata } = readSafetensors(bytes);
    expect(metadata).toEqual({ format: 'pt' });
    expect(tensors.get('a')).toEqual({ type: 'F16', shape: [2, 1], data: Float32Array.of(1, -2) });
    expect(tensors.get('b')).toEqual({ type: 'I64', shape: [1], data: BigInt64Array.of(-5n) });
  });

  it('survives a round trip, aligned to 8 bytes, at any place in memory', () => {
    const name = fc
      .oneof(fc.constantFrom('7', 'a"b\\', 'x.weight', '病'), fc.string({ minLength: 1 }))
      .filter((n) => n !== '__proto__'); // refused by the reader: no object can hold it
    fc.assert(
      fc.property(
        fc.dictionary(name, tensor),
        fc.dictionary(name, fc.string()),
        fc.nat(9),
        (given, metadata, shift) => {
          const tensors = new Map(Object.entries(given).filter(([key]) => key !== '__metadata__'));
          const written = writeSafetensors(tensors, metadata);
          expect(new DataView(written.buffer, written.byteOffset).getBigUint64(0, true) % 8n).toBe(0n);
          const moved = new Uint8Array(written.byteLength + shift).subarray(shift);
          moved.set(written);
          const read = readSafetensors(moved);
          expect(new Map([...read.tensors].sort())).toEqual(new Map([...tensors].sort()));
          expect({ ...read.metadata }).toEqual({ ...metadata });
          for (const { type, data } of readSafetensors(written).tensors.values()) {
            if (type === 'F32' || type === 'I64') expect(data.buffer).toBe(written.buffer); // no copy was needed
          }
        },
      ),
    );
  });

  it('hands out the tensors themselves as chunks', () => {
    const data = Float32Array.of(1, 2);
    const chunks = safetensorsChunks(new Map([['a', { type: 'F32', shape: [2], data }]]));
    expect(chunks.at(-1)?.buffer).toBe(data.buffer);
  });

  it('refuses tensors that do not fit their shape, and the reserved name', () => {
    const data = new Float32Array(3);
    expect(() => writeSafetensors(new Map([['a', { type: 'F32', shape: [2], data }]]))).toThrow(
      'has 3 values',
    );
    expect(() => writeSafetensors(new Map([['a', { type: 'F32', shape: [-3], data }]]))).toThrow(
      'has 3 values',
    );
    expect(() => writeSafetensors(new Map([['__metadata__', { type: 'F32', shape: [3], data }]]))).toThrow(
      'named',
    );
  });

  const f32 = (begin: number, end: number) => entry('F32', [(end - begin) / 4], begin, end);
  const bad: [what: string, file: Uint8Array, message: string][] = [
    ['an empty file', new Uint8Array(0), 'too few'],
    ['a file cut off in its header', file('{"a":', 0, 500), 'ends inside its header'],
    ['a huge header', file('{}', 0, 2 ** 40), 'more than the 100000000'],
    ['a header that is no object', file('[1]', 0), 'begin with {'],
    ['a header that is no JSON', file('{"a":}', 0), 'no JSON'],
    ['a header that is no UTF-8', Buffer.concat([file('{"', 0, 4), Buffer.from([0xff, 0xfe])]), 'not UTF-8'],
    ['a bottomless header', file(`{"a":${'['.repeat(50_000)}`, 0), 'too deeply'],
    ['a tensor named twice', file(`{"a":${f32(0, 4)},"a":${f32(4, 8)}}`, 8), '"a" twice'],
    ['the same name in escapes', file(`{"a":${f32(0, 4)},"\\u0061":${f32(4, 8)}}`, 8), '"a" twice'],
    [
      'a field given twice',
      file('{"a":{"dtype":"F32","shape":[1],"shape":[2],"data_offsets":[0,8]}}', 8),
      '"shape" twice',
    ],
    ['overlapping tensors', file(`{"a":${f32(0, 8)},"b":${f32(4, 12)}}`, 12), 'overlaps'],
    ['equal offsets', file(`{"a":${f32(0, 8)},"b":${f32(0, 8)}}`, 8), 'overlaps'],
    ['a gap', file(`{"a":${f32(0, 4)},"b":${f32(8, 12)}}`, 12), '4 bytes before tensor "b"'],
    ['bytes left over', file(`{"a":${f32(0, 4)}}`, 12), '8 bytes at the end'],
    ['offsets outside', file(`{"a":${f32(0, 400)}}`, 12), 'ends at 400'],
    ['a shape that lies', file(`{"a":${entry('F32', [3], 0, 8)}}`, 8), 'takes 12 bytes'],
    ['offsets backwards', file(`{"a":${entry('F32', [1], 8, 4)}}`, 8), 'takes 4 bytes'],
    [
      'a shape that overflows',
      file(`{"a":${entry('F32', [2 ** 40, 2 ** 40], 0, 8)}}`, 8),
      'impossible shape',
    ],
    ['a negative dimension', file(`{"a":${entry('F32', [-1, -2], 0, 8)}}`, 8), 'tensor "a"'],
    ['a fraction', file(`{"a":${entry('F32', [1.5], 0, 6)}}`, 6), 'tensor "a"'],
    ['an unknown type', file(`{"a":${entry('F64', [1], 0, 8)}}`, 8), 'type F64'],
    ['a type of JavaScript', file(`{"a":${entry('toString', [1], 0, 8)}}`, 8), 'type toString'],
    [
      'an unknown field',
      file('{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4],"x":1}}', 4),
      'tensor "a"',
    ],
    ['metadata that are no texts', file('{"__metadata__":{"a":1}}', 0), '__metadata__'],
  ];
  for (const [what, bytes, message] of bad) {
    it(`refuses ${what}`, () => expect(() => readSafetensors(bytes)).toThrow(message));
  }

  it('answers any damage to a good file with an error or a reading, never a crash', () => {
    const good = writeSafetensors(new Map([['a', { type: 'F32', shape: [2], data: Float32Array.of(1, 2) }]]));
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(255), fc.nat(good.length), (at, value, length) => {
        const damaged = good.slice(0, length);
        damaged[at] = value;
        try {
          readSafetensors(damaged);
        } catch (error) {
          expect(error).toHaveProperty('code', 'bad-input');
        }
      }),
      { numRuns: 1000 },
    );
  });
});
