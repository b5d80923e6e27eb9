/** Unpickling rules of PyTorch weight files: storages, tensors over them, ordered dictionaries. */
import { message } from '../../../shared/messages/message.ts';
import { badFile, type PlainElementType, sizeOfShape } from './tensor-data.ts';
import { PickleDict, PickleGlobal, type PickleRules, PickleTuple } from './unpickler.ts';

/** Run of elements stored outside the pickle under `key`. */
export class TorchStorage {
  readonly key: string;
  readonly type: PlainElementType;
  readonly length: number;

  constructor(key: string, type: PlainElementType, length: number) {
    this.key = key;
    this.type = type;
    this.length = length;
  }
}

/** Strided view of a storage: element [i, j, …] is at `offset + i · strides[0] + j · strides[1] + …`. */
export class TorchTensor {
  readonly storage: TorchStorage;
  readonly offset: number;
  readonly shape: readonly number[];
  readonly strides: readonly number[];

  constructor(storage: TorchStorage, offset: number, shape: readonly number[], strides: readonly number[]) {
    this.storage = storage;
    this.offset = offset;
    this.shape = shape;
    this.strides = strides;
  }
}

const FORMAT = 'pytorch_model.bin';
/** PyTorch's limit on dimensions. */
const MAX_RANK = 64;

const STORAGES: Readonly<Record<string, PlainElementType>> = {
  'torch.FloatStorage': 'F32',
  'torch.HalfStorage': 'F16',
  'torch.BFloat16Storage': 'BF16',
  'torch.LongStorage': 'I64',
};
const OTHER_STORAGE = /^torch\.(?:[A-Z]\w*Storage|storage\.\w*Storage)$/;

const REBUILD_TENSOR = 'torch._utils._rebuild_tensor';
const REBUILD_TENSOR_2 = 'torch._utils._rebuild_tensor_v2';
const REBUILD_PARAMETER = 'torch._utils._rebuild_parameter';
const ORDERED_DICT = 'collections.OrderedDict';
const CALLABLE: ReadonlySet<string> = new Set([
  REBUILD_TENSOR,
  REBUILD_TENSOR_2,
  REBUILD_PARAMETER,
  ORDERED_DICT,
]);

/** Returns the rules for one file. A storage named twice must have equal descriptions. */
export function torchRules(): PickleRules & { readonly storages: ReadonlyMap<string, TorchStorage> } {
  const storages = new Map<string, TorchStorage>();
  return {
    storages,
    checkGlobal(name) {
      if (CALLABLE.has(name) || Object.hasOwn(STORAGES, name)) return;
      if (OTHER_STORAGE.test(name)) {
        const known = Object.keys(STORAGES).join(', ');
        throw badFile(FORMAT, `holds numbers as ${name}; ${known} can be read`);
      }
      throw refusal(name);
    },
    call(name, args) {
      switch (name) {
        case ORDERED_DICT:
          if (args.length > 0) throw refusal(`${name} with arguments`);
          return new PickleDict(true);
        case REBUILD_TENSOR:
        case REBUILD_TENSOR_2: // further arguments: requires_grad, hooks, metadata
          return tensorOf(args);
        case REBUILD_PARAMETER: // (tensor, requires_grad, hooks)
          if (!(args[0] instanceof TorchTensor)) throw badFile(FORMAT, 'damaged: a parameter of no tensor');
          return args[0];
        default:
          throw refusal(`a call of ${name}`);
      }
    },
    persistent(id) {
      const storage = storageOf(id);
      const known = storages.get(storage.key);
      if (known === undefined) {
        storages.set(storage.key, storage);
        return storage;
      }
      if (known.type !== storage.type || known.length !== storage.length) {
        throw badFile(FORMAT, `damaged: storage ${storage.key} is described in two ways`);
      }
      return known;
    },
  };
}

function refusal(what: string): Error {
  return badFile(FORMAT, message('models.pickle-refused', { what }), 'hint.ask-for-safetensors');
}

/** Reads ('storage', type, key, device, length); older files append a view of another storage. */
function storageOf(id: unknown): TorchStorage {
  const [kind, type, key, , length, view] = id instanceof PickleTuple ? id.items : [];
  if (kind !== 'storage' || !(type instanceof PickleGlobal) || typeof key !== 'string') {
    throw refusal(`something kept outside the pickle that is no storage (${String(kind)})`);
  }
  const element = STORAGES[type.name];
  if (element === undefined) throw refusal(`a storage of ${type.name}`);
  if (!isCount(length)) throw badFile(FORMAT, `damaged: storage ${key} has a length of ${String(length)}`);
  if (view !== undefined && view !== null) throw badFile(FORMAT, `storage ${key} is a view of another one`);
  return new TorchStorage(key, element, length);
}

/** (storage, offset, size, stride, …) */
function tensorOf([storage, offset, size, stride]: readonly unknown[]): TorchTensor {
  const shape = countsOf(size);
  const strides = countsOf(stride);
  if (
    !(storage instanceof TorchStorage) ||
    !isCount(offset) ||
    shape === undefined ||
    strides === undefined
  ) {
    throw badFile(
      FORMAT,
      'damaged: a tensor is described by something else than storage, offset, size and stride',
    );
  }
  const elements = sizeOfShape(shape);
  if (elements === undefined || shape.length !== strides.length) {
    throw badFile(FORMAT, `damaged: a tensor of size (${shape}) and stride (${strides})`);
  }
  const last = shape.reduce((at, dimension, i) => at + (dimension - 1) * strides[i]!, offset);
  if (elements > 0 && !(last < storage.length)) {
    throw badFile(
      FORMAT,
      `damaged: a tensor of size (${shape}) and stride (${strides}) at ${offset} leaves its storage of ${storage.length}`,
    );
  }
  if (elements > storage.length) {
    throw badFile(
      FORMAT,
      `a tensor of size (${shape}) repeats the ${storage.length} elements of its storage; such views are refused`,
    );
  }
  return new TorchTensor(storage, offset, shape, strides);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function countsOf(value: unknown): number[] | undefined {
  if (!(value instanceof PickleTuple) || value.items.length > MAX_RANK) return undefined;
  return value.items.every(isCount) ? value.items.filter(isCount) : undefined;
}
