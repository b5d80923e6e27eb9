import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readPytorchBin } from '../../../../main/engine/io/pytorch-bin.ts';
import { appRoot } from '../../../../main/resources.ts';
import { bytes, dict, op, orderedDict, pickle, storage, tensor } from '../../../helpers/pickle.ts';
import { saying } from '../../../helpers/words.ts';
import { writeZip, type ZipPart } from '../../../helpers/zip.ts';

const fixture = (name: string) => readFileSync(join(appRoot, 'test', 'fixtures', 'pytorch', name));
const Expected = z.record(z.string(), z.object({ shape: z.array(z.number()), data: z.array(z.number()) }));

const floats = (...values: number[]) => new Uint8Array(Float32Array.from(values).buffer);

/** A file in PyTorch's zip format. */
function file(
  content: Uint8Array,
  storages: Readonly<Record<string, Uint8Array>> = {},
  more: readonly ZipPart[] = [],
) {
  return writeZip([
    { name: 'model/data.pkl', content: pickle(content) },
    ...Object.entries(storages).map(([key, data]) => ({ name: `model/data/${key}`, content: data })),
    ...more,
  ]);
}

const one = tensor(storage('0', 1), [1], [1]);
const oneFloat = { 0: floats(7) };

describe('files that torch.save wrote', () => {
  const expected = Expected.parse(JSON.parse(fixture('tensors.json').toString()));

  for (const name of ['tensors-zip.bin', 'tensors-legacy.bin']) {
    it(`reads strided, transposed, shared, half, bfloat16 and int64 tensors (${name})`, () => {
      const { tensors, ignored } = readPytorchBin(fixture(name));
      expect([...tensors.keys()]).toEqual(Object.keys(expected));
      expect(ignored).toEqual([]);
      for (const [key, { shape, data }] of Object.entries(expected)) {
        expect(tensors.get(key)?.shape, key).toEqual(shape);
        expect(Array.from(tensors.get(key)?.data ?? [], Number), key).toEqual(data);
      }
      const types = ['f32', 'half', 'bf16', 'i64'].map((key) => tensors.get(key)?.type);
      expect(types).toEqual(['F32', 'F16', 'BF16', 'I64']);
    });
  }

  it('reads the state of a module with its metadata, and finds it inside a checkpoint', () => {
    const state = readPytorchBin(fixture('module-state.bin'));
    expect([...state.tensors.keys()]).toEqual(['0.weight', '0.bias', '1.weight', '1.bias']);
    expect(readPytorchBin(fixture('checkpoint.bin')).tensors).toEqual(state.tensors);
  });

  it('refuses a whole module, naming its class', () => {
    expect(() => readPytorchBin(fixture('whole-module.bin'))).toThrow(
      'torch.nn.modules.container.Sequential',
    );
  });
});

describe('files assembled by hand', () => {
  it('reads parameters, both rebuild functions, ordered dictionaries and what is no tensor', () => {
    const parameter = bytes(
      op.global('torch._utils', '_rebuild_parameter'),
      op.tuple(one, op.no, orderedDict),
      op.reduce,
    );
    const old = tensor(storage('0', 1), [], [], { rebuild: '_rebuild_tensor' });
    const content = bytes(
      orderedDict,
      op.setItems(
        op.text('a'),
        parameter,
        op.text('b'),
        old,
        op.text('epoch'),
        op.int(3),
        op.text('l'),
        op.list(op.none),
      ),
      dict({ _metadata: orderedDict }),
      op.build,
    );
    const { tensors, ignored } = readPytorchBin(file(content, oneFloat));
    expect([...tensors]).toEqual([
      ['a', { type: 'F32', shape: [1], data: Float32Array.of(7) }],
      ['b', { type: 'F32', shape: [], data: Float32Array.of(7) }],
    ]);
    expect(ignored).toEqual(['epoch', 'l']);
  });

  it('reads zip64 archives, deflated entries and archives with a comment', () => {
    const data = floats(...Array.from({ length: 50 }, (_, i) => i));
    const content = pickle(dict({ a: tensor(storage('0', 50), [50], [1]) }));
    for (const part of [{ zip64: true }, { deflate: true }, { deflate: true, zip64: true }]) {
      const parts = [
        { name: 'm/data.pkl', content, ...part },
        { name: 'm/data/0', content: data, ...part },
      ];
      for (const options of [{}, { zip64: true }, { comment: 'PK\x05\x06 here' }]) {
        const { tensors } = readPytorchBin(writeZip(parts, options));
        expect(Array.from(tensors.get('a')?.data ?? [], Number)).toEqual(
          Array.from({ length: 50 }, (_, i) => i),
        );
      }
    }
  });

  it('gathers strided tensors as nested loops over their indices would', () => {
    const dimension = fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 5 }));
    fc.assert(
      fc.property(fc.array(dimension, { maxLength: 3 }), fc.nat(3), (dimensions, offset) => {
        const shape = dimensions.map(([size]) => size);
        const strides = dimensions.map(([, stride]) => stride);
        const numbers = Array.from({ length: 64 }, (_, i) => i);
        const view = tensor(storage('0', 64), shape, strides, { offset });
        const { tensors } = readPytorchBin(file(dict({ a: view }), { 0: floats(...numbers) }));
        let places = [offset];
        for (const [size, stride] of dimensions) {
          places = places.flatMap((place) => Array.from({ length: size }, (_, i) => place + i * stride));
        }
        expect(tensors.get('a')?.shape).toEqual(shape);
        expect(Array.from(tensors.get('a')?.data ?? [], Number)).toEqual(places);
      }),
    );
  });

  it('gives tensors of one storage without copying it', () => {
    const shared = { a: tensor(storage('0', 4), [2], [1]), b: tensor(storage('0', 4), [2, 2], [2, 1]) };
    const { tensors } = readPytorchBin(file(dict(shared), { 0: floats(1, 2, 3, 4) }, []));
    expect(Array.from(tensors.get('b')?.data ?? [], Number)).toEqual([1, 2, 3, 4]);
    expect(Array.from(tensors.get('a')?.data ?? [], Number)).toEqual([1, 2]);
  });
});

describe('malicious pickles', () => {
  const command = op.tuple(op.text('echo'));
  const run = (module: string, name: string, args = command) =>
    bytes(op.global(module, name), args, op.reduce);
  const cases: [what: string, content: Uint8Array, message: string][] = [
    ['os.system', run('os', 'system'), 'os.system'],
    ['posix.system', run('posix', 'system'), 'posix.system'],
    ['builtins.eval', run('builtins', 'eval'), 'builtins.eval'],
    ['a call that is never used', bytes(run('os', 'system'), '0', one), 'os.system'],
    [
      'a name in the memo',
      bytes(op.global('nt', 'system'), op.put(1), op.get(1), command, op.reduce),
      'nt.system',
    ],
    [
      'a name with dots',
      run('torch._utils', '_rebuild_tensor_v2.__globals__'),
      '_rebuild_tensor_v2.__globals__',
    ],
    ['torch.load', run('torch', 'load'), 'torch.load'],
    ['another function of torch._utils', run('torch._utils', '_import_dotted_name'), '_import_dotted_name'],
    ['a call nested in arguments', tensor(run('os', 'system'), [1], [1]), 'os.system'],
    [
      'a call of what a call returned',
      bytes(orderedDict, op.emptyTuple, op.reduce),
      'something that is no name',
    ],
    ['a storage called', run('torch', 'FloatStorage'), 'a call of torch.FloatStorage'],
    ['an OrderedDict of given items', run('collections', 'OrderedDict'), 'OrderedDict with arguments'],
    ['STACK_GLOBAL', bytes(op.text('os'), op.text('system'), 0x93, command, op.reduce), 'os.system'],
    ['STACK_GLOBAL of numbers', bytes(op.int(1), op.int(2), 0x93), 'something else than texts'],
    ['NEWOBJ', bytes(op.global('collections', 'OrderedDict'), op.emptyTuple, 0x81), 'NEWOBJ'],
    ['NEWOBJ_EX', bytes(op.emptyTuple, 0x92), 'NEWOBJ_EX'],
    ['INST', bytes('(', 'ios\nsystem\n'), 'INST'],
    ['OBJ', bytes('(', op.global('collections', 'OrderedDict'), 'o'), 'OBJ'],
    ['EXT1', bytes(0x82, 1), 'EXT1'],
    ['EXT2', bytes(0x83, 1, 0), 'EXT2'],
    ['EXT4', bytes(0x84, 1, 0, 0, 0), 'EXT4'],
    ['PERSID', bytes('P0\n'), 'PERSID'],
    ['BUILD of a tensor', bytes(one, dict({ __class__: op.none }), op.build), 'BUILD'],
    ['BUILD of a plain dictionary', bytes(op.emptyDict, op.emptyDict, op.build), 'BUILD'],
    ['BUILD with something else than attributes', bytes(orderedDict, op.emptyTuple, op.build), 'BUILD'],
    [
      'a module as persistent id',
      bytes(op.tuple(op.text('module'), op.text('x')), op.persid),
      'no storage (module)',
    ],
    ['a storage of a class', storage('0', 1, 'load'), 'torch.load'],
    [
      'a storage of a function',
      bytes(
        op.tuple(
          op.text('storage'),
          op.global('collections', 'OrderedDict'),
          op.text('0'),
          op.text('cpu'),
          op.int(1),
        ),
        op.persid,
      ),
      'a storage of collections.OrderedDict',
    ],
    ['an unknown instruction', bytes(0xff), 'unknown instruction 0xff'],
    ['protocol 5', bytes(0x80, 5), 'protocol 5'],
    ['a text longer than the file', bytes('X', [0, 0, 15, 0], 'ab'), 'cut off'],
    ['a text of four gigabytes', bytes('X', [255, 255, 255, 255], 'ab'), 'too long'],
    ['a negative length', bytes(0x8a, 5, 1), 'cut off'],
    ['a line that never ends', bytes('cos'), 'does not end'],
    ['a memo that was never filled', op.get(9), 'nothing was remembered as 9'],
    ['a mark remembered', bytes('(', op.put(0)), 'nothing to remember'],
    ['an empty stack remembered', op.put(0), 'nothing to remember'],
    ['a tuple without mark', bytes('t'), 'no mark'],
    ['a mark taken for a value', bytes('(', 0x85), 'mark where a value'],
    ['items set on no dictionary', bytes(op.none, op.setItems(op.text('a'), op.none)), 'no dictionary'],
    ['an odd number of items', bytes(op.emptyDict, op.setItems(op.text('a'))), 'no dictionary'],
    [
      'a dictionary as key',
      bytes(op.emptyDict, op.setItems(op.emptyDict, op.none)),
      'neither text nor number',
    ],
    ['appending to a dictionary', bytes(op.emptyDict, op.none, 'a'), 'no list'],
    ['values left over', bytes(op.none, op.none), 'left over'],
    ['an endless program', bytes(new Uint8Array(2_100_000).fill(0x28)), '2000000 instructions'],
  ];
  for (const [what, content, message] of cases) {
    it(`refuses ${what}`, () => {
      expect(() => readPytorchBin(file(content, oneFloat))).toThrow(message);
      const error = caught(() => readPytorchBin(file(content, oneFloat)));
      expect(error).toHaveProperty('code', 'bad-input');
    });
  }

  it('says that nothing was run and what to ask for', () => {
    const error = caught(() => readPytorchBin(file(run('os', 'system'), oneFloat)));
    expect(error).toMatchObject({
      message: expect.stringContaining('asks for os.system'),
      hint: saying('model.safetensors'),
    });
  });

  it('survives values that hold themselves and shares what is remembered', () => {
    const knot = bytes(op.emptyList, op.put(0), op.get(0), 'a');
    const { tensors, ignored } = readPytorchBin(file(dict({ knot, a: one }), oneFloat));
    expect([[...tensors.keys()], ignored]).toEqual([['a'], ['knot']]);
  });
});

function caught(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('tensors that do not fit', () => {
  const view = (shape: number[], strides: number[], offset = 0) =>
    dict({ a: tensor(storage('0', 4), shape, strides, { offset }) });
  const four = { 0: floats(1, 2, 3, 4) };
  const cases: [what: string, file: Uint8Array, message: string][] = [
    ['leaving its storage', file(view([5], [1]), four), 'leaves its storage'],
    ['beginning behind its storage', file(view([1], [1], 4), four), 'leaves its storage'],
    ['striding out of it', file(view([2, 2], [3, 1]), four), 'leaves its storage'],
    ['striding very far', file(view([2], [2 ** 31 - 1]), four), 'leaves its storage'],
    ['a negative stride', file(view([2], [-1], 1), four), 'something else than'],
    ['a negative size', file(view([-2], [1]), four), 'something else than'],
    ['a negative offset', file(view([1], [1], -1), four), 'something else than'],
    ['repeating one number', file(view([1000], [0]), four), 'repeats the 4 elements'],
    ['a size that overflows', file(view([2 ** 30, 2 ** 30, 2 ** 30], [0, 0, 0]), four), 'a tensor of size'],
    ['more strides than dimensions', file(view([2], [1, 1]), four), 'a tensor of size'],
    ['too many dimensions', file(view(Array(65).fill(1), Array(65).fill(1)), four), 'something else than'],
    ['a storage that is missing', file(view([2], [1])), 'storage "0" is missing'],
    ['a storage that is too short', file(view([2], [1]), { 0: floats(1, 2) }), 'takes 8 bytes instead of 16'],
    [
      'a storage that is too long',
      file(view([2], [1]), { 0: floats(1, 2, 3, 4, 5) }),
      'takes 20 bytes instead of 16',
    ],
    [
      'a storage described in two ways',
      file(dict({ a: tensor(storage('0', 4), [1], [1]), b: tensor(storage('0', 2), [1], [1]) }), four),
      'in two ways',
    ],
    [
      'a storage of doubles',
      file(dict({ a: tensor(storage('0', 4, 'DoubleStorage'), [1], [1]) }), four),
      'torch.DoubleStorage',
    ],
    [
      'a storage of negative length',
      file(dict({ a: tensor(storage('0', -4), [0], [1]) }), four),
      'length of -4',
    ],
    [
      'a view of a storage',
      file(dict({ a: tensor(storage('0', 4, 'FloatStorage', [op.text('1')]), [1], [1]) }), four),
      'view of another',
    ],
    [
      'a key that climbs',
      file(dict({ a: tensor(storage('../../etc/passwd', 4), [1], [1]) }), four),
      'is missing',
    ],
    ['no dictionary', file(one, oneFloat), 'no dictionary of tensors'],
    [
      'a dictionary without tensors',
      file(dict({ epoch: op.int(3) })),
      '0 dictionaries of tensors among its entries (epoch)',
    ],
    [
      'two models in one file',
      file(dict({ a: dict({ w: one }), b: dict({ w: one }) }), oneFloat),
      '2 dictionaries',
    ],
    [
      'big-endian numbers',
      file(dict({ a: one }), oneFloat, [{ name: 'model/byteorder', content: bytes('big') }]),
      'big-endian',
    ],
  ];
  for (const [what, content, message] of cases) {
    it(`refuses ${what}`, () => expect(() => readPytorchBin(content)).toThrow(message));
  }

  it('refuses a small file whose tensors take far more memory', () => {
    // A transposed view must be copied; a thousand of them over one storage add up.
    const length = 1 << 16;
    const shared = storage('0', length);
    const entries = Array.from({ length: 1000 }, (_, i): [string, Uint8Array] => [
      `${i}`,
      tensor(shared, [256, 256], [1, 256]),
    ]);
    const content = file(dict(Object.fromEntries(entries)), { 0: new Uint8Array(length * 4) });
    expect(() => readPytorchBin(content)).toThrow('far more memory');
  });
});

describe('zip archives that do not fit', () => {
  const part = { name: 'm/data.pkl', content: pickle(dict({ a: one })) };
  const data = { name: 'm/data/0', content: floats(7) };
  const zeros = new Uint8Array(20 << 20);
  const cases: [what: string, file: Uint8Array, message: string][] = [
    ['a name that climbs', writeZip([part, data, { name: 'm/../../x', content: data.content }]), 'leads out'],
    ['an absolute name', writeZip([part, data, { name: '/etc/passwd', content: data.content }]), 'leads out'],
    ['a name of Windows', writeZip([part, data, { name: 'C:\\x', content: data.content }]), 'leads out'],
    ['a name twice', writeZip([part, data, data]), 'two entries'],
    ['a wrong checksum', writeZip([part, { ...data, crc: 5 }]), 'checksum'],
    ['an encrypted entry', writeZip([part, { ...data, flags: 1 }]), 'encrypted'],
    ['an unknown method', writeZip([part, { ...data, method: 12 }]), 'method 12'],
    [
      'a size that lies, stored',
      writeZip([part, { ...data, content: floats(7, 8), size: 4 }]),
      'has 8 bytes, announces 4',
    ],
    [
      'a size that lies, deflated',
      writeZip([part, { ...data, content: floats(7, 8), size: 4, deflate: true }]),
      'cannot be unpacked to its 4',
    ],
    [
      'a size too large, deflated',
      writeZip([{ ...part, size: part.content.length + 1, deflate: true }, data]),
      'announces',
    ],
    [
      'a bomb',
      writeZip([{ name: 'm/data.pkl', content: zeros, deflate: true }, data]),
      'never shrink so much',
    ],
    ['a huge pickle', writeZip([{ ...part, size: 2 ** 31 }, data]), 'too large'],
    ['no data.pkl', writeZip([data]), 'no data.pkl'],
    ['no end', writeZip([part, data]).subarray(0, -1), 'no directory'],
    ['no beginning', writeZip([part, data]).subarray(10), 'torch.save'],
  ];
  for (const [what, content, message] of cases) {
    it(`refuses ${what}`, () => expect(() => readPytorchBin(content)).toThrow(message));
  }

  it('refuses entries that share bytes', () => {
    const archive = Buffer.from(writeZip([part, data, { name: 'm/data/1', content: floats(8) }]));
    const directory = archive.readUInt32LE(archive.length - 6);
    const second = directory + 46 + part.name.length;
    archive.copy(archive, second + 46 + data.name.length + 42, second + 42, second + 46);
    expect(() => readPytorchBin(archive)).toThrow('overlaps');
  });
});

describe('damage', () => {
  it('answers any change and any cut with an error or a reading, never a crash', () => {
    for (const name of ['tensors-zip.bin', 'tensors-legacy.bin']) {
      const good = fixture(name);
      fc.assert(
        fc.property(
          fc.nat(good.length - 1),
          fc.nat(255),
          fc.integer({ min: 1, max: good.length }),
          (at, value, length) => {
            for (const damaged of [new Uint8Array(good), new Uint8Array(good.subarray(0, length))]) {
              damaged[at] = value;
              const error = caught(() => readPytorchBin(damaged));
              if (error !== undefined) expect(error).toHaveProperty('code', 'bad-input');
            }
          },
        ),
        { numRuns: 400 },
      );
    }
  });

  it('says what a file is not', () => {
    expect(() => readPytorchBin(new Uint8Array(0))).toThrow('no file that torch.save wrote');
    expect(() => readPytorchBin(bytes('hello, world'))).toThrow('no file that torch.save wrote');
    expect(() => readPytorchBin(pickle(op.int(5)))).toThrow('no file that torch.save wrote');
    const legacy = fixture('tensors-legacy.bin');
    expect(() => readPytorchBin(legacy.subarray(0, legacy.length - 3))).toThrow('cut off');
  });
});
