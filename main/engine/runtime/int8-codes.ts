/** Finds out which eight-bit codes of weights this processor multiplies exactly. */
import { Graph } from './graph.ts';
import type { Int8Codes } from './graph-core.ts';
import { openSession, tensorOver } from './onnx-session.ts';

let known: Promise<Int8Codes> | undefined;

/**
 * Returns `signed` where products with them are exact, which is the faster of both with VNNI or AMX. Processors with AVX2
 * alone add two products of uint8 and int8 in 16 bits, which saturate: with 255 · 127 + 255 · 127 = 64,770 as 32,767 a
 * result can be a fifth off. Products of unsigned codes have no such limit.
 */
export function exactCodes(): Promise<Int8Codes> {
  known ??= areSignedExact().then((exact) => (exact ? 'signed' : 'unsigned'));
  return known;
}

/** Enough columns and rows for the kernels of large matrices. */
const SIZE = 64;

async function areSignedExact(): Promise<boolean> {
  const graph = new Graph();
  const codes = graph.input('codes', [SIZE, SIZE], 'uint8');
  const weight = graph.constant(new Int8Array(SIZE * SIZE).fill(127), [SIZE, SIZE], 'int8');
  const product = graph.op('MatMulInteger', [codes, weight], [SIZE, SIZE], 'int32');
  const { model, outputNames } = graph.toModel([product]);
  const session = await openSession(model, { provider: 'cpu', threads: 1 });
  try {
    const ones = new Uint8Array(SIZE * SIZE).fill(255);
    const results = await session.run({ codes: tensorOver(ones, [SIZE, SIZE], 'uint8') });
    const data = (await results[outputNames[0]!]!.getData()) as Int32Array; // safe: declared int32
    return data.every((value) => value === SIZE * 255 * 127);
  } finally {
    await session.release();
  }
}
