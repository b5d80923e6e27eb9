/**
 * Aho-Corasick automaton over folded names (Aho & Corasick 1975), in typed arrays. States are numbered breadth first
 * over the sorted names, so that children of a state are contiguous: state s owns the slots `firstChild[s] ..
 * firstChild[s + 1]`, and slot, unit and child state share one number. About 18 bytes a state.
 */
import { foldUnit, isWordUnit } from './folding.ts';

/** Shortest linkable name; a single character is hardly ever a name. */
const MIN_NAME_UNITS = 2;

/** Matches in the order of their ends, longest first among equal ends; offsets end exclusive. */
export interface Matches {
  readonly count: number;
  readonly name: Int32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
}

export interface Automaton {
  readonly states: number;
  /** Memory of the tables in bytes. */
  readonly bytes: number;
  /**
   * Returns all occurrences of all names, overlapping ones included. A name that begins or ends with a letter or
   * digit of an alphabetic script needs a word border there: `ALT` does not match in `SALT`.
   * @param units folded text, from `foldUnits`
   */
  scan(units: Uint16Array): Matches;
}

/** Plain data, so that an automaton can be kept in a file. */
export interface AutomatonTables {
  /** Code unit on the edge into each state. */
  readonly unit: Uint16Array;
  readonly firstChild: Int32Array;
  readonly fail: Int32Array;
  /** Name that ends in a state, or -1. */
  readonly nameAt: Int32Array;
  /** Next state on the failure chain at which a name ends, or 0. */
  readonly outLink: Int32Array;
  /** Child of the root per unit, or 0. */
  readonly root: Int32Array;
  readonly length: Int32Array;
  /** Bit 1: needs a word border before; bit 2: after. */
  readonly border: Uint8Array;
}

/** Concatenated names: name i is `units[offset[i]] .. units[offset[i + 1]]`. */
interface NameTable {
  readonly units: Uint16Array;
  readonly offset: Int32Array;
}

export interface AutomatonOptions {
  /** Shortest name in code units; default 2. */
  readonly minUnits?: number;
  /** Whether names of letters and digits need word borders; default true. */
  readonly wordBorders?: boolean;
}

/** Builds an automaton from names in any order. Folds them; of names equal after folding, the first is reported. */
export function buildAutomaton(names: readonly string[], options: AutomatonOptions = {}): Automaton {
  return openAutomaton(buildAutomatonTables(names, options));
}

/** Builds the tables of `buildAutomaton`. */
export function buildAutomatonTables(
  names: readonly string[],
  options: AutomatonOptions = {},
): AutomatonTables {
  const tables = buildTables(foldNames(names), Math.max(1, options.minUnits ?? MIN_NAME_UNITS));
  if (options.wordBorders === false) tables.border.fill(0);
  return tables;
}

export function openAutomaton(tables: AutomatonTables): Automaton {
  const bytes = Object.values(tables).reduce((sum, table) => sum + table.byteLength, 0);
  return { states: tables.unit.length, bytes, scan: (units) => scan(tables, units) };
}

function foldNames(names: readonly string[]): NameTable {
  const offset = new Int32Array(names.length + 1);
  for (let i = 0; i < names.length; i++) offset[i + 1] = offset[i]! + names[i]!.length;
  const units = new Uint16Array(offset[names.length]!);
  for (let i = 0; i < names.length; i++) {
    const name = names[i]!;
    const base = offset[i]!;
    for (let k = 0; k < name.length; k++) units[base + k] = foldUnit(name.charCodeAt(k));
  }
  return { units, offset };
}

function buildTables(names: NameTable, minUnits: number): AutomatonTables {
  const order = sortNames(names, minUnits);
  const trie = buildTrie(names, order, 1 + countNewUnits(names, order));
  const root = new Int32Array(0x10000);
  for (let c = trie.firstChild[0]!; c < trie.firstChild[1]!; c++) root[trie.unit[c]!] = c;
  const { fail, outLink } = linkFailures({ ...trie, root });
  const count = names.offset.length - 1;
  const length = new Int32Array(count);
  const border = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const start = names.offset[i]!;
    const end = names.offset[i + 1]!;
    length[i] = end - start;
    border[i] = (isWordUnit(names.units[start]) ? 1 : 0) | (isWordUnit(names.units[end - 1]) ? 2 : 0);
  }
  return { ...trie, fail, outLink, root, length, border };
}

/** Returns the indices of sufficiently long names, sorted by code units, then index. Radix sort, first unit first. */
function sortNames({ units, offset }: NameTable, minUnits: number): Int32Array {
  const kept: number[] = [];
  for (let i = 0; i + 1 < offset.length; i++) if (offset[i + 1]! - offset[i]! >= minUnits) kept.push(i);
  const order = Int32Array.from(kept);
  const pending: [from: number, to: number, depth: number][] = [[0, order.length, 0]];
  for (let range = pending.pop(); range; range = pending.pop()) {
    const [from, to, depth] = range;
    const keys = new Float64Array(to - from); // (unit + 1) · 2^32 + name; unit is -1 at the end of a name
    for (let i = from; i < to; i++) {
      const at = offset[order[i]!]! + depth;
      const unit = at < offset[order[i]! + 1]! ? units[at]! : -1;
      keys[i - from] = (unit + 1) * 2 ** 32 + order[i]!;
    }
    keys.sort();
    let runStart = from;
    for (let i = from; i < to; i++) {
      const key = keys[i - from]!;
      order[i] = key % 2 ** 32;
      const following = i + 1 < to ? Math.floor(keys[i + 1 - from]! / 2 ** 32) : -1;
      const head = Math.floor(key / 2 ** 32);
      if (following === head) continue;
      if (head > 0 && i > runStart) pending.push([runStart, i + 1, depth + 1]);
      runStart = i + 1;
    }
  }
  return order;
}

/** Counts states below the root: units of each name after the prefix shared with its predecessor. */
function countNewUnits({ units, offset }: NameTable, order: Int32Array): number {
  let count = 0;
  let previousStart = 0;
  let previousLength = 0;
  for (const index of order) {
    const start = offset[index]!;
    const length = offset[index + 1]! - start;
    const n = Math.min(length, previousLength);
    let shared = 0;
    while (shared < n && units[start + shared] === units[previousStart + shared]) shared++;
    count += length - shared;
    previousStart = start;
    previousLength = length;
  }
  return count;
}

/** Builds the trie breadth first; `from[s]..to[s]` are the sorted names below state s. */
function buildTrie({ units, offset }: NameTable, order: Int32Array, size: number) {
  const unit = new Uint16Array(size);
  const firstChild = new Int32Array(size + 1);
  const nameAt = new Int32Array(size).fill(-1);
  const from = new Int32Array(size);
  const to = new Int32Array(size);
  to[0] = order.length;
  let next = 1;
  let depth = 0;
  let levelEnd = 1;
  for (let state = 0; state < size; state++) {
    if (state === levelEnd) {
      depth++;
      levelEnd = next;
    }
    firstChild[state] = next;
    let i = from[state]!;
    const last = to[state]!;
    const endsHere = (at: number) => offset[order[at]! + 1]! - offset[order[at]!]! === depth;
    if (i < last && endsHere(i)) nameAt[state] = order[i]!;
    while (i < last && endsHere(i)) i++;
    while (i < last) {
      const u = units[offset[order[i]!]! + depth]!;
      from[next] = i;
      while (i < last && units[offset[order[i]!]! + depth] === u) i++;
      to[next] = i;
      unit[next++] = u;
    }
  }
  firstChild[size] = next;
  return { unit, firstChild, nameAt };
}

function linkFailures(trie: Pick<AutomatonTables, 'unit' | 'firstChild' | 'nameAt' | 'root'>) {
  const { unit, firstChild, nameAt, root } = trie;
  const fail = new Int32Array(unit.length);
  const outLink = new Int32Array(unit.length);
  for (let state = 1; state < unit.length; state++) {
    for (let child = firstChild[state]!; child < firstChild[state + 1]!; child++) {
      const u = unit[child]!;
      let f = fail[state]!;
      let target = 0;
      while (f !== 0) {
        target = findChild(unit, firstChild[f]!, firstChild[f + 1]!, u);
        if (target !== 0) break;
        f = fail[f]!;
      }
      if (f === 0) target = root[u]!;
      fail[child] = target;
      outLink[child] = nameAt[target]! >= 0 ? target : outLink[target]!;
    }
  }
  return { fail, outLink };
}

/** Finds a unit among the sorted children low..high by binary search; returns 0 when absent. */
function findChild(unit: Uint16Array, low: number, high: number, wanted: number): number {
  while (low < high) {
    const middle = (low + high) >> 1;
    const u = unit[middle]!;
    if (u === wanted) return middle;
    if (u < wanted) low = middle + 1;
    else high = middle;
  }
  return 0;
}

function scan(tables: AutomatonTables, units: Uint16Array): Matches {
  const { unit, firstChild, fail, nameAt, outLink, root, length, border } = tables;
  const out = new MatchList();
  let state = 0;
  for (let i = 0; i < units.length; i++) {
    const u = units[i]!;
    let next = 0;
    while (state !== 0) {
      next = findChild(unit, firstChild[state]!, firstChild[state + 1]!, u);
      if (next !== 0) break;
      state = fail[state]!;
    }
    state = state === 0 ? root[u]! : next;
    for (let s = nameAt[state]! >= 0 ? state : outLink[state]!; s !== 0; s = outLink[s]!) {
      const name = nameAt[s]!;
      const start = i + 1 - length[name]!;
      const need = border[name]!;
      if ((need & 1) !== 0 && start > 0 && isWordUnit(units[start - 1])) continue;
      if ((need & 2) !== 0 && isWordUnit(units[i + 1])) continue;
      out.push(name, start, i + 1);
    }
  }
  return out;
}

/** Growing columns of matches. */
class MatchList implements Matches {
  count = 0;
  name = new Int32Array(256);
  start = new Int32Array(256);
  end = new Int32Array(256);

  push(name: number, start: number, end: number): void {
    if (this.count === this.name.length) {
      this.name = doubled(this.name);
      this.start = doubled(this.start);
      this.end = doubled(this.end);
    }
    this.name[this.count] = name;
    this.start[this.count] = start;
    this.end[this.count++] = end;
  }
}

function doubled(column: Int32Array): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(column.length * 2);
  wider.set(column);
  return wider;
}
