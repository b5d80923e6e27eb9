/**
 * Reads the weights of a `pytorch_model.bin` (torch.save of a state dictionary): the zip format of PyTorch 1.6 and
 * later, and the legacy format of most older Chinese BERT models.
 */
import { looksLikeZip, openZip, type ZipEntry } from '../../reading/zip.ts';
import { ByteCursor } from './byte-cursor.ts';
import { decodeElements } from './elements.ts';
import { BYTES_OF, badFile, sizeOfShape, type TensorData } from './tensor-data.ts';
import { type TorchStorage, TorchTensor, torchRules } from './torch-pickle.ts';
import { PickleDict, PickleList, unpickle } from './unpickler.ts';

export interface PytorchFile {
  /** Tensors by name. Contiguous float32 and int64 tensors share memory with the file when aligned. */
  readonly tensors: ReadonlyMap<string, TensorData>;
  /** Entries that are no tensors: epoch numbers, settings. */
  readonly ignored: readonly string[];
}

const FORMAT = 'pytorch_model.bin';
const MAX_PICKLE_BYTES = 64 << 20;
/** Largest expansion of tensors relative to the file: widening, copies of strided views, shared storages. */
const MAX_GROWTH = 16;
const SMALL_FILE = 16 << 20;
/** First pickle of the legacy format. */
const LEGACY_MAGIC = 0x1950a86a20f9469cfc6cn;
const LEGACY_PROTOCOL = 1001;

type StorageBytes = (storage: TorchStorage) => Uint8Array;

export function readPytorchBin(bytes: Uint8Array): PytorchFile {
  const { root, bytesOf } = looksLikeZip(bytes) ? readZip(bytes) : readLegacy(bytes);
  const state = findState(root);
  const budget = new MemoryBudget(Math.max(SMALL_FILE, bytes.byteLength * MAX_GROWTH));
  const tensors = new Map<string, TensorData>();
  const ignored: string[] = [];
  for (const [key, value] of state.entries) {
    const name = String(key);
    if (value instanceof TorchTensor) tensors.set(name, materialise(name, value, bytesOf, budget));
    else ignored.push(name);
  }
  return { tensors, ignored };
}

interface Opened {
  readonly root: unknown;
  readonly bytesOf: StorageBytes;
}

function readZip(bytes: Uint8Array): Opened {
  const entries = openZip(bytes);
  const pickle = [...entries.values()].find(({ name }) => /^[^/]+\/data\.pkl$/.test(name));
  if (pickle === undefined)
    throw badFile(FORMAT, 'this zip archive holds no data.pkl; it is no file of PyTorch');
  if (pickle.size > MAX_PICKLE_BYTES)
    throw badFile(FORMAT, `its data.pkl of ${pickle.size} bytes is too large`);
  const folder = pickle.name.slice(0, -'data.pkl'.length);
  checkByteOrder(entries.get(`${folder}byteorder`));
  const root = unpickle(new ByteCursor(pickle.read()), torchRules());
  const cache = new Map<string, Uint8Array>();
  return {
    root,
    bytesOf(storage) {
      const entry = entries.get(`${folder}data/${storage.key}`);
      const expected = storage.length * BYTES_OF[storage.type];
      if (entry === undefined) throw badFile(FORMAT, `storage ${JSON.stringify(storage.key)} is missing`);
      if (entry.size !== expected) throw sizeError(storage, entry.size, expected);
      const content = cache.get(storage.key) ?? entry.read();
      cache.set(storage.key, content);
      return content;
    },
  };
}

function checkByteOrder(entry: ZipEntry | undefined): void {
  if (entry === undefined || entry.size > 16) return;
  const order = new TextDecoder().decode(entry.read());
  if (order !== 'little')
    throw badFile(FORMAT, `its numbers are ${order}-endian; only little-endian ones can be read`);
}

const sizeError = ({ key }: TorchStorage, found: number, expected: number): Error =>
  badFile(FORMAT, `damaged: storage ${key} takes ${found} bytes instead of ${expected}`);

/**
 * Reads five pickles (magic number, version, machine, object, order of storages), then the length and bytes of each
 * storage.
 */
function readLegacy(bytes: Uint8Array): Opened {
  const cursor = new ByteCursor(bytes);
  const rules = torchRules();
  if (bytes[0] !== 0x80 || unpickle(cursor, rules) !== LEGACY_MAGIC)
    throw badFile(
      FORMAT,
      'this is no file that torch.save wrote (neither a zip archive nor the format before it)',
    );
  const version = unpickle(cursor, rules);
  if (version !== LEGACY_PROTOCOL) throw badFile(FORMAT, `format version ${String(version)} is unknown`);
  checkMachine(unpickle(cursor, rules));
  const root = unpickle(cursor, rules);
  const keys = unpickle(cursor, rules);
  if (!(keys instanceof PickleList)) throw badFile(FORMAT, 'damaged: the order of its storages is missing');
  const contents = new Map<string, Uint8Array>();
  for (const key of keys.items) {
    const storage = typeof key === 'string' ? rules.storages.get(key) : undefined;
    if (storage === undefined) throw badFile(FORMAT, `damaged: no tensor uses storage ${String(key)}`);
    const length = cursor.int64();
    if (length !== BigInt(storage.length))
      throw badFile(
        FORMAT,
        `damaged: storage ${storage.key} has ${length} elements instead of ${storage.length}`,
      );
    contents.set(storage.key, cursor.take(storage.length * BYTES_OF[storage.type]));
  }
  return {
    root,
    bytesOf({ key }) {
      const content = contents.get(key);
      if (content === undefined) throw badFile(FORMAT, `storage ${JSON.stringify(key)} is missing`);
      return content;
    },
  };
}

function checkMachine(machine: unknown): void {
  if (machine instanceof PickleDict && machine.entries.get('little_endian') === false)
    throw badFile(FORMAT, 'its numbers are big-endian; only little-endian ones can be read');
}

/** Returns the dictionary of tensors: the whole content, or the only one inside a training checkpoint. */
function findState(root: unknown): PickleDict {
  if (!(root instanceof PickleDict)) throw badFile(FORMAT, 'its content is no dictionary of tensors');
  const holdsTensors = (dict: PickleDict) =>
    [...dict.entries.values()].some((value) => value instanceof TorchTensor);
  if (holdsTensors(root)) return root;
  const inner = [...root.entries.values()]
    .filter((value) => value instanceof PickleDict)
    .filter(holdsTensors);
  if (inner.length === 1) return inner[0]!;
  const names = [...root.entries.keys()].slice(0, 8).join(', ');
  throw badFile(
    FORMAT,
    `${inner.length} dictionaries of tensors among its entries (${names}); one is expected`,
  );
}

/** Limits the memory that a small file can allocate. */
class MemoryBudget {
  #left: number;
  readonly #opened = new Set<TorchStorage>();

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** @param bytes bytes of the tensor; its storage counts once */
  spend(name: string, bytes: number, storage: TorchStorage): void {
    this.#left -= bytes;
    if (!this.#opened.has(storage)) this.#left -= storage.length * BYTES_OF[storage.type];
    this.#opened.add(storage);
    if (this.#left < 0)
      throw badFile(FORMAT, `up to "${name}" its tensors take far more memory than the file; refused`);
  }
}

function materialise(
  name: string,
  { storage, offset, shape, strides }: TorchTensor,
  bytesOf: StorageBytes,
  budget: MemoryBudget,
): TensorData {
  const width = BYTES_OF[storage.type];
  const size = sizeOfShape(shape) ?? 0;
  budget.spend(name, size * Math.max(width, 4), storage); // half precision becomes float32
  if (size === 0) return decodeElements(storage.type, shape, new Uint8Array(0));
  const all = bytesOf(storage);
  if (isContiguous(shape, strides))
    return decodeElements(storage.type, shape, all.subarray(offset * width, (offset + size) * width));
  const gathered = new Uint8Array(size * width);
  let to = 0;
  for (const element of stridedOrder(shape, strides, offset)) {
    gathered.set(all.subarray(element * width, (element + 1) * width), to);
    to += width;
  }
  return decodeElements(storage.type, shape, gathered);
}

/** Returns whether the layout is row-major without gaps; ignores strides of dimensions of size 1. */
function isContiguous(shape: readonly number[], strides: readonly number[]): boolean {
  let expected = 1;
  for (let i = shape.length - 1; i >= 0; i--) {
    if (shape[i] !== 1 && strides[i] !== expected) return false;
    expected *= shape[i]!;
  }
  return true;
}

/** Yields storage offsets of the elements in row-major order of the tensor. */
function* stridedOrder(
  shape: readonly number[],
  strides: readonly number[],
  offset: number,
): Generator<number> {
  const index = shape.map(() => 0);
  for (let at = offset; ; ) {
    yield at;
    let i = shape.length - 1;
    for (; i >= 0; i--) {
      at += strides[i]!;
      index[i]!++;
      if (index[i]! < shape[i]!) break;
      at -= shape[i]! * strides[i]!;
      index[i] = 0;
    }
    if (i < 0) return;
  }
}
