/** Assembles pickles instruction by instruction, honest and malicious ones. */

type Piece = number | readonly number[] | Uint8Array | string;

/** Bytes one after another; texts as UTF-8. */
export function bytes(...pieces: readonly Piece[]): Uint8Array {
  return Buffer.concat(
    pieces.map((piece) =>
      typeof piece === 'number'
        ? Buffer.from([piece])
        : typeof piece === 'string'
          ? Buffer.from(piece)
          : Buffer.from(piece),
    ),
  );
}

const int32 = (value: number) => {
  const out = Buffer.alloc(4);
  out.writeInt32LE(value);
  return out;
};

/** Instructions by their names in Python's pickletools. */
export const op = {
  proto: (version = 2) => bytes(0x80, version),
  stop: bytes('.'),
  mark: bytes('('),
  none: bytes('N'),
  no: bytes(0x89),
  int: (value: number) => bytes('J', int32(value)),
  long: (little: readonly number[]) => bytes(0x8a, little.length, little),
  text: (value: string) => bytes('X', int32(Buffer.byteLength(value)), value),
  global: (module: string, name: string) => bytes('c', module, '\n', name, '\n'),
  reduce: bytes('R'),
  build: bytes('b'),
  emptyTuple: bytes(')'),
  tuple: (...items: readonly Uint8Array[]) => bytes('(', ...items, 't'),
  emptyDict: bytes('}'),
  emptyList: bytes(']'),
  list: (...items: readonly Uint8Array[]) => bytes('](', ...items, 'e'),
  setItems: (...items: readonly Uint8Array[]) => bytes('(', ...items, 'u'),
  put: (index: number) => bytes('q', index),
  get: (index: number) => bytes('h', index),
  persid: bytes('Q'),
} as const;

export function dict(entries: Readonly<Record<string, Uint8Array>>): Uint8Array {
  return bytes(
    op.emptyDict,
    op.setItems(...Object.entries(entries).flatMap(([key, value]) => [op.text(key), value])),
  );
}

export const orderedDict = bytes(op.global('collections', 'OrderedDict'), op.emptyTuple, op.reduce);

export function storage(
  key: string,
  length: number,
  type = 'FloatStorage',
  view: readonly Uint8Array[] = [],
): Uint8Array {
  return bytes(
    op.tuple(
      op.text('storage'),
      op.global('torch', type),
      op.text(key),
      op.text('cpu'),
      op.int(length),
      ...view,
    ),
    op.persid,
  );
}

const counts = (values: readonly number[]) => op.tuple(...values.map(op.int));

export interface TensorOptions {
  readonly offset?: number;
  readonly rebuild?: string;
}

/** A call of torch._utils._rebuild_tensor_v2. */
export function tensor(
  from: Uint8Array,
  shape: readonly number[],
  strides: readonly number[],
  { offset = 0, rebuild = '_rebuild_tensor_v2' }: TensorOptions = {},
): Uint8Array {
  const args = op.tuple(from, op.int(offset), counts(shape), counts(strides), op.no, orderedDict);
  return bytes(op.global('torch._utils', rebuild), args, op.reduce);
}

/** A whole pickle. */
export function pickle(content: Uint8Array): Uint8Array {
  return bytes(op.proto(), content, op.stop);
}
