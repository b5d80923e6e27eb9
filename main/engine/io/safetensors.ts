/**
 * The safetensors format (github.com/huggingface/safetensors): 8 bytes with the header's length, the JSON header,
 * then the tensors' bytes. The header is fully validated before use.
 */
import { z } from 'zod';
import { AppError } from '../../../shared/result.ts';
import { decodeElements, encodeElements } from './elements.ts';
import { dequantized } from './int8-tensors.ts';
import { inspectJson } from './json-keys.ts';
import {
  BYTES_OF,
  badFile,
  type ElementType,
  formatShape,
  joinChunks,
  type StoredTensorData,
  sizeOfShape,
  type TensorData,
} from './tensor-data.ts';

export interface SafetensorsFile {
  /** Tensors by name, in header order. F32 and I64 share memory with the file when aligned; int8 becomes F32. */
  readonly tensors: ReadonlyMap<string, TensorData>;
  /** The header's `__metadata__`. */
  readonly metadata: Readonly<Record<string, string>>;
}

const FORMAT = 'safetensors';
const METADATA = '__metadata__';
/** Limit of the reference implementation. */
const MAX_HEADER_BYTES = 100_000_000;
/** Depth of header, tensor and shape. */
const MAX_DEPTH = 3;

const Offset = z.number().int().nonnegative();
const Entry = z.strictObject({
  dtype: z.string(),
  shape: z.array(Offset),
  data_offsets: z.tuple([Offset, Offset]),
});
const Header = z.record(z.string(), z.unknown());
const Metadata = z.record(z.string(), z.string());

export function readSafetensors(bytes: Uint8Array): SafetensorsFile {
  const { text, dataStart } = readHeaderText(bytes);
  const header = parseHeader(text);
  const data = bytes.subarray(dataStart);
  const places = Object.entries(header)
    .filter(([name]) => name !== METADATA)
    .map(([name, entry]) => placeOf(name, entry));
  checkCoverage(places, data.byteLength);
  const tensors = new Map(
    places.map(({ name, type, shape, begin, end }) => [
      name,
      decodeElements(type, shape, data.subarray(begin, end)),
    ]),
  );
  const metadata = Metadata.safeParse(header[METADATA] ?? {});
  if (!metadata.success) throw badFile(FORMAT, `${METADATA} holds something else than texts`);
  return { tensors: dequantized(tensors), metadata: metadata.data };
}

function readHeaderText(bytes: Uint8Array): { text: string; dataStart: number } {
  if (bytes.byteLength < 8) throw badFile(FORMAT, `${bytes.byteLength} bytes are too few for a header`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getBigUint64(0, true);
  if (length > MAX_HEADER_BYTES) {
    throw badFile(
      FORMAT,
      `a header of ${length} bytes is more than the ${MAX_HEADER_BYTES} allowed; this is no safetensors file`,
    );
  }
  const dataStart = 8 + Number(length);
  if (dataStart > bytes.byteLength) {
    throw badFile(FORMAT, `the file ends inside its header (${bytes.byteLength} of ${dataStart} bytes)`);
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(8, dataStart));
    return { text, dataStart };
  } catch {
    throw badFile(FORMAT, 'the header is not UTF-8 text');
  }
}

function parseHeader(text: string): Readonly<Record<string, unknown>> {
  if (!text.startsWith('{')) throw badFile(FORMAT, 'the header does not begin with {');
  const { duplicate, tooDeep } = inspectJson(text, MAX_DEPTH);
  if (tooDeep) throw badFile(FORMAT, 'the header is nested too deeply');
  if (duplicate !== undefined) throw badFile(FORMAT, `the header names "${duplicate}" twice`);
  try {
    return Header.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError('bad-input', 'models.no-json-text', { name: FORMAT }, { cause });
  }
}

interface Place {
  readonly name: string;
  readonly type: ElementType;
  readonly shape: readonly number[];
  readonly begin: number;
  readonly end: number;
}

function placeOf(name: string, entry: unknown): Place {
  const parsed = Entry.safeParse(entry);
  if (!parsed.success) throw badFile(FORMAT, `tensor "${name}": ${z.prettifyError(parsed.error)}`);
  const { dtype, shape, data_offsets } = parsed.data;
  const [begin, end] = data_offsets;
  if (!isElementType(dtype)) {
    const known = Object.keys(BYTES_OF).join(', ');
    throw badFile(FORMAT, `tensor "${name}" has elements of type ${dtype}; ${known} can be read`);
  }
  const size = sizeOfShape(shape);
  if (size === undefined)
    throw badFile(FORMAT, `tensor "${name}" has an impossible shape ${formatShape(shape)}`);
  if (end - begin !== size * BYTES_OF[dtype]) {
    throw badFile(
      FORMAT,
      `tensor "${name}" (${dtype}, ${formatShape(shape)}) takes ${size * BYTES_OF[dtype]} bytes, its offsets ${begin} to ${end} say otherwise`,
    );
  }
  return { name, type: dtype, shape, begin, end };
}

function isElementType(name: string): name is ElementType {
  return Object.hasOwn(BYTES_OF, name);
}

/** Requires contiguous tensors that fill the file, as the format demands. */
function checkCoverage(places: readonly Place[], dataBytes: number): void {
  let at = 0;
  for (const { name, begin, end } of places.toSorted((a, b) => a.begin - b.begin || a.end - b.end)) {
    if (begin < at)
      throw badFile(
        FORMAT,
        `tensor "${name}" overlaps the one before it (begins at ${begin}, ${at} is taken)`,
      );
    if (begin > at) throw badFile(FORMAT, `${begin - at} bytes before tensor "${name}" belong to no tensor`);
    if (end > dataBytes)
      throw badFile(FORMAT, `tensor "${name}" ends at ${end}, but the file holds ${dataBytes} bytes of data`);
    at = end;
  }
  if (at < dataBytes) throw badFile(FORMAT, `${dataBytes - at} bytes at the end belong to no tensor`);
}

/**
 * Returns the file as chunks in order, without a second copy: F32 and I64 chunks share memory with the tensors. Data
 * begin at a multiple of 8 bytes, wider elements first, so that every tensor is aligned.
 */
export function safetensorsChunks(
  tensors: ReadonlyMap<string, StoredTensorData>,
  metadata: Readonly<Record<string, string>> = {},
): Uint8Array[] {
  const ordered = [...tensors].sort(([a, left], [b, right]) => {
    return BYTES_OF[right.type] - BYTES_OF[left.type] || (a < b ? -1 : 1);
  });
  const header: [string, unknown][] = Object.keys(metadata).length > 0 ? [[METADATA, metadata]] : [];
  let at = 0;
  for (const [name, { type, shape, data }] of ordered) {
    if (name === METADATA) throw badFile(FORMAT, `no tensor may be named ${METADATA}`);
    if (data.length !== sizeOfShape(shape)) {
      throw badFile(FORMAT, `tensor "${name}" of shape ${formatShape(shape)} has ${data.length} values`);
    }
    const end = at + data.length * BYTES_OF[type];
    header.push([name, { dtype: type, shape, data_offsets: [at, end] }]);
    at = end;
  }
  // Written entry by entry: an object would reorder names such as "__proto__" or "7".
  const entries = header.map(([name, entry]) => `${JSON.stringify(name)}:${JSON.stringify(entry)}`);
  const json = new TextEncoder().encode(`{${entries.join(',')}}`);
  const head = new Uint8Array(8 + Math.ceil(json.byteLength / 8) * 8).fill(0x20, 8 + json.byteLength);
  new DataView(head.buffer).setBigUint64(0, BigInt(head.byteLength - 8), true);
  head.set(json, 8);
  return [head, ...ordered.map(([, tensor]) => encodeElements(tensor))];
}

/** Returns the whole file; see `safetensorsChunks`. */
export function writeSafetensors(
  tensors: ReadonlyMap<string, StoredTensorData>,
  metadata: Readonly<Record<string, string>> = {},
): Uint8Array {
  return joinChunks(safetensorsChunks(tensors, metadata));
}
