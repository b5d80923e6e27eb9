/** Finds names that a word of degree or course interrupts: 面色|稍|苍白, 皮肤|轻度|黄染. */
import type { Automaton, AutomatonTables, Matches } from '../../text/automaton.ts';
import { foldUnits } from '../../text/folding.ts';

/** Most code units of a name on either side of the word. */
const REACH = 8;
const HAN = '一'.charCodeAt(0);
/** First characters of negations, which deny what follows the word: 无|反复|感染 is no name 无感染. */
const NEGATIONS: ReadonlySet<number> = new Set(Array.from('无未没不非否', (char) => char.charCodeAt(0)));

/**
 * Returns a scan for names that also finds those with one of the words inside, unless a name covers the word.
 * @param tables those of the automaton of the names
 */
export function buildModifiedScan(
  names: Automaton,
  tables: AutomatonTables,
  modifiers: readonly string[],
): (units: Uint16Array) => Matches {
  const words = wordsByUnit(modifiers);
  const meet = neighbours(tables);
  return (units) => {
    const exact = names.scan(units);
    const extra: Match[] = [];
    for (let start = 1; start < units.length; start++) {
      for (const word of words[units[start]!] ?? []) {
        const end = start + word.length;
        if (end >= units.length || !word.every((unit, i) => units[start + i] === unit)) continue;
        if (!meet(units[start - 1]!, units[end]!) || isCovered(exact, start, end)) continue;
        const across = matchesAcross(names, units, start, end);
        extra.push(...across.filter((match) => !cutsName(exact, match.start, start)));
      }
    }
    return extra.length === 0 ? exact : merge(exact, extra);
  };
}

/** Returns words by their first code unit. */
function wordsByUnit(list: readonly string[]): readonly (readonly Uint16Array[] | undefined)[] {
  const words: Uint16Array[][] = new Array(0x10000);
  for (const word of list.map(foldUnits)) words[word[0]!] = [...(words[word[0]!] ?? []), word];
  return words;
}

/** Bits of the table of neighbours, a power of two. */
const PAIRS = 1 << 20;

/** Returns a test of whether two Chinese characters stand side by side in a name; it may err towards yes. */
function neighbours({ unit, firstChild }: AutomatonTables): (a: number, b: number) => boolean {
  const bits = new Uint8Array(PAIRS >> 3);
  const slotOf = (a: number, b: number): number =>
    (Math.imul(a, 0x9e3b) ^ Math.imul(b, 0x85eb)) & (PAIRS - 1);
  for (let state = 1; state < firstChild.length - 1; state++) {
    for (let child = firstChild[state]!; child < firstChild[state + 1]!; child++) {
      const slot = slotOf(unit[state]!, unit[child]!);
      bits[slot >> 3]! |= 1 << (slot & 7);
    }
  }
  return (a, b) => {
    if (a < HAN || b < HAN) return false;
    const slot = slotOf(a, b);
    return (bits[slot >> 3]! & (1 << (slot & 7))) !== 0;
  };
}

interface Match {
  readonly name: number;
  readonly start: number;
  readonly end: number;
}

/** Returns the names of the text without start..end that stand on both sides of it. */
function matchesAcross(names: Automaton, units: Uint16Array, start: number, end: number): Match[] {
  const from = Math.max(0, start - REACH);
  const window = Uint16Array.of(...units.subarray(from, start), ...units.subarray(end, end + REACH));
  const cut = start - from;
  const matches = names.scan(window);
  const found: Match[] = [];
  for (let i = 0; i < matches.count; i++) {
    if (matches.start[i]! >= cut || matches.end[i]! <= cut) continue;
    if (NEGATIONS.has(window[matches.start[i]!]!)) continue;
    found.push({ name: matches.name[i]!, start: from + matches.start[i]!, end: end - cut + matches.end[i]! });
  }
  return found;
}

/** Returns whether a match holds start..end and more on both sides. */
function isCovered({ count, start: starts, end: ends }: Matches, start: number, end: number): boolean {
  for (let i = firstEndingAfter(ends, count, end); i < count && ends[i]! <= end + 2 * REACH; i++)
    if (starts[i]! < start) return true;
  return false;
}

/** Returns whether a name before the word reaches back beyond the start: 右下肺|少许|炎症 is no 肺炎症. */
function cutsName({ count, start: starts, end: ends }: Matches, start: number, word: number): boolean {
  for (let i = firstEndingAfter(ends, count, start); i < count && ends[i]! <= word; i++)
    if (starts[i]! < start) return true;
  return false;
}

/** Returns the index of the first match that ends after the offset; matches are in the order of their ends. */
function firstEndingAfter(ends: Int32Array, count: number, offset: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ends[middle]! <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Puts the extra matches between the others, in the order of their ends, longest first. */
function merge({ count, name, start, end }: Matches, extra: Match[]): Matches {
  extra.sort((a, b) => a.end - b.end || a.start - b.start);
  const total = count + extra.length;
  const merged = {
    count: total,
    name: new Int32Array(total),
    start: new Int32Array(total),
    end: new Int32Array(total),
  };
  let from = 0;
  let at = 0;
  const copyTo = (to: number): void => {
    merged.name.set(name.subarray(from, to), at);
    merged.start.set(start.subarray(from, to), at);
    merged.end.set(end.subarray(from, to), at);
    at += to - from;
    from = to;
  };
  for (const match of extra) {
    let to = from;
    while (to < count && (end[to]! < match.end || (end[to] === match.end && start[to]! < match.start))) to++;
    copyTo(to);
    merged.name[at] = match.name;
    merged.start[at] = match.start;
    merged.end[at++] = match.end;
  }
  copyTo(count);
  return merged;
}
