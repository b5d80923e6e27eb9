/**
 * Restricted unpickler. A pickle is a program that may call any Python function; this interprets only the part that
 * builds plain data (protocol 2 to 4) and passes the few calls to allow-listing rules. Refuses everything else by
 * name; imports and runs nothing.
 */
import type { ByteCursor } from './byte-cursor.ts';
import { badFile } from './tensor-data.ts';

/** Name requested by the pickle, such as `collections.OrderedDict`; opaque until a rule is asked to call it. */
export class PickleGlobal {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

export class PickleTuple {
  readonly items: readonly unknown[];

  constructor(items: readonly unknown[]) {
    this.items = items;
  }
}

export class PickleList {
  readonly items: unknown[] = [];
}

/** Dictionary with text or number keys. */
export class PickleDict {
  readonly entries = new Map<string | number | bigint, unknown>();
  /** Whether it is an OrderedDict; only those may carry attributes (BUILD), which are ignored. */
  readonly ordered: boolean;

  constructor(ordered: boolean) {
    this.ordered = ordered;
  }
}

export interface PickleRules {
  /** Throws for a name that is not allowed. @param name module and attribute, `torch.FloatStorage` */
  checkGlobal(name: string): void;
  /** REDUCE: returns the result of an allowed call. */
  call(name: string, args: readonly unknown[]): unknown;
  /** BINPERSID: returns the object of an identifier outside the pickle. */
  persistent(id: unknown): unknown;
}

const FORMAT = 'pickle';
const MARK = Symbol('mark');
/** Limit on the objects a file can create; the largest BERT needs about ten thousand. */
const MAX_INSTRUCTIONS = 2_000_000;

/** Instructions that create class instances or run code; no weight file needs them. */
const REFUSED: Readonly<Record<number, string>> = {
  105: 'INST',
  111: 'OBJ',
  129: 'NEWOBJ',
  146: 'NEWOBJ_EX',
  130: 'EXT1',
  131: 'EXT2',
  132: 'EXT4',
  80: 'PERSID',
  151: 'NEXT_BUFFER',
};

/** Reads one pickle and leaves the cursor after its STOP. */
export const unpickle = (cursor: ByteCursor, rules: PickleRules): unknown => new Machine(cursor, rules).run();

class Machine {
  readonly #in: ByteCursor;
  readonly #rules: PickleRules;
  readonly #stack: unknown[] = [];
  readonly #memo = new Map<number, unknown>();

  constructor(cursor: ByteCursor, rules: PickleRules) {
    this.#in = cursor;
    this.#rules = rules;
  }

  run(): unknown {
    for (let instructions = 0; instructions < MAX_INSTRUCTIONS; instructions++) {
      const at = this.#in.at;
      const code = this.#in.byte();
      if (code === 0x2e) {
        const result = this.#pop();
        if (this.#stack.length > 0)
          throw badFile(FORMAT, `${this.#stack.length} values are left over at its end`);
        return result;
      }
      if (!this.#constant(code) && !this.#collection(code) && !this.#reference(code)) {
        const name = REFUSED[code];
        if (name !== undefined)
          throw badFile(
            FORMAT,
            `the instruction ${name} at ${at} makes an object of a class; it was refused`,
          );
        throw badFile(FORMAT, `unknown instruction 0x${code.toString(16)} at ${at}`);
      }
    }
    throw badFile(FORMAT, `more than ${MAX_INSTRUCTIONS} instructions; no file of weights needs so many`);
  }

  #pop(): unknown {
    if (this.#stack.length === 0) throw badFile(FORMAT, `damaged: nothing to take before ${this.#in.at}`);
    const value = this.#stack.pop();
    if (value === MARK)
      throw badFile(FORMAT, `damaged: a mark where a value should be, before ${this.#in.at}`);
    return value;
  }

  /** Pops values down to the last mark. */
  #popMarked(): unknown[] {
    const mark = this.#stack.lastIndexOf(MARK);
    if (mark < 0) throw badFile(FORMAT, `damaged: no mark before ${this.#in.at}`);
    const values = this.#stack.splice(mark + 1);
    this.#stack.pop();
    return values;
  }

  /** Handles instructions that push numbers, texts and booleans. */
  #constant(code: number): boolean {
    const source = this.#in;
    switch (code) {
      case 0x80: // PROTO
        this.#checkProtocol(source.byte());
        return true;
      case 0x95: // FRAME
        source.int64();
        return true;
      case 0x4e: // NONE
        return this.#push(null);
      case 0x88: // NEWTRUE
        return this.#push(true);
      case 0x89: // NEWFALSE
        return this.#push(false);
      case 0x4a: // BININT
        return this.#push(source.int32());
      case 0x4b: // BININT1
        return this.#push(source.byte());
      case 0x4d: // BININT2
        return this.#push(source.uint16());
      case 0x8a: // LONG1
        return this.#push(longOf(source.take(source.byte())));
      case 0x47: // BINFLOAT
        return this.#push(source.float64());
      case 0x58: // BINUNICODE
      case 0x54: // BINSTRING, from Python 2
        return this.#push(source.text(source.uint32()));
      case 0x8c: // SHORT_BINUNICODE
      case 0x55: // SHORT_BINSTRING, from Python 2
        return this.#push(source.text(source.byte()));
      default:
        return false;
    }
  }

  #checkProtocol(protocol: number): void {
    if (protocol < 2 || protocol > 4) throw badFile(FORMAT, `protocol ${protocol}; 2 to 4 can be read`);
  }

  #push(value: unknown): true {
    this.#stack.push(value);
    return true;
  }

  #collection(code: number): boolean {
    switch (code) {
      case 0x28: // MARK
        return this.#push(MARK);
      case 0x29: // EMPTY_TUPLE
        return this.#push(new PickleTuple([]));
      case 0x74: // TUPLE
        return this.#push(new PickleTuple(this.#popMarked()));
      case 0x85: // TUPLE1
      case 0x86: // TUPLE2
      case 0x87: {
        // TUPLE3
        const items = Array.from({ length: code - 0x84 }, () => this.#pop()).reverse();
        return this.#push(new PickleTuple(items));
      }
      case 0x5d: // EMPTY_LIST
        return this.#push(new PickleList());
      case 0x61: // APPEND
        return this.#append([this.#pop()]);
      case 0x65: // APPENDS
        return this.#append(this.#popMarked());
      case 0x7d: // EMPTY_DICT
        return this.#push(new PickleDict(false));
      case 0x73: // SETITEM
        return this.#setItems([this.#pop(), this.#pop()].reverse());
      case 0x75: // SETITEMS
        return this.#setItems(this.#popMarked());
      default:
        return false;
    }
  }

  #append(values: readonly unknown[]): true {
    const list = this.#stack.at(-1);
    if (!(list instanceof PickleList))
      throw badFile(FORMAT, `damaged: no list to append to before ${this.#in.at}`);
    for (const value of values) list.items.push(value);
    return true;
  }

  #setItems(values: readonly unknown[]): true {
    const dict = this.#stack.at(-1);
    if (!(dict instanceof PickleDict) || values.length % 2 !== 0)
      throw badFile(FORMAT, `damaged: no dictionary to fill before ${this.#in.at}`);
    for (let i = 0; i < values.length; i += 2) {
      const key = values[i];
      if (typeof key !== 'string' && typeof key !== 'number' && typeof key !== 'bigint')
        throw badFile(FORMAT, `a dictionary key before ${this.#in.at} is neither text nor number`);
      dict.entries.set(key, values[i + 1]);
    }
    return true;
  }

  /** Handles the memo, names, and calls subject to the rules. */
  #reference(code: number): boolean {
    const source = this.#in;
    switch (code) {
      case 0x71: // BINPUT
        return this.#remember(source.byte());
      case 0x72: // LONG_BINPUT
        return this.#remember(source.uint32());
      case 0x94: // MEMOIZE
        return this.#remember(this.#memo.size);
      case 0x68: // BINGET
        return this.#recall(source.byte());
      case 0x6a: // LONG_BINGET
        return this.#recall(source.uint32());
      case 0x63: // GLOBAL
        return this.#global(source.line(), source.line());
      case 0x93: {
        // STACK_GLOBAL
        const name = this.#pop();
        return this.#global(this.#pop(), name);
      }
      case 0x51: // BINPERSID
        return this.#push(this.#rules.persistent(this.#pop()));
      case 0x52: // REDUCE
        return this.#reduce(this.#pop(), this.#pop());
      case 0x62: // BUILD
        return this.#build(this.#pop());
      default:
        return false;
    }
  }

  #remember(index: number): true {
    const value = this.#stack.at(-1);
    if (value === undefined || value === MARK)
      throw badFile(FORMAT, `damaged: nothing to remember before ${this.#in.at}`);
    this.#memo.set(index, value);
    return true;
  }

  #recall(index: number): true {
    const value = this.#memo.get(index);
    if (value === undefined) throw badFile(FORMAT, `damaged: nothing was remembered as ${index}`);
    return this.#push(value);
  }

  #global(module: unknown, attribute: unknown): true {
    const name = `${String(module)}.${String(attribute)}`;
    if (typeof module !== 'string' || typeof attribute !== 'string')
      throw badFile(FORMAT, `damaged: a name made of something else than texts before ${this.#in.at}`);
    this.#rules.checkGlobal(name);
    return this.#push(new PickleGlobal(name));
  }

  #reduce(args: unknown, callee: unknown): true {
    if (!(callee instanceof PickleGlobal) || !(args instanceof PickleTuple))
      throw badFile(FORMAT, `a call before ${this.#in.at} of something that is no name; it was refused`);
    return this.#push(this.#rules.call(callee.name, args.items));
  }

  /** Handles BUILD, which carries `_metadata` of PyTorch state dictionaries. */
  #build(state: unknown): true {
    const target = this.#stack.at(-1);
    if (!(target instanceof PickleDict) || !target.ordered || !(state instanceof PickleDict))
      throw badFile(
        FORMAT,
        `the instruction BUILD before ${this.#in.at} sets up an object of a class; it was refused`,
      );
    return true;
  }
}

/** Decodes a little-endian two's complement integer. */
function longOf(bytes: Uint8Array): number | bigint {
  let value = 0n;
  for (const byte of bytes.toReversed()) value = (value << 8n) | BigInt(byte);
  const signed = BigInt.asIntN(bytes.byteLength * 8, value);
  return signed >= Number.MIN_SAFE_INTEGER && signed <= Number.MAX_SAFE_INTEGER ? Number(signed) : signed;
}
