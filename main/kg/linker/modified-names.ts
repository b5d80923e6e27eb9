/** Finds names that a word of degree or course interrupts: 面色|稍|苍白, 皮肤|轻度|黄染. */
import { type Automaton, buildAutomaton, type Matches } from '../../text/automaton.ts';

/** Most code units of a name on either side of the word. */
const REACH = 8;
const HAN = '一'.charCodeAt(0);
/** First characters of negations, which deny what follows the word: 无|反复|感染 is no name 无感染. */
const NEGATIONS: ReadonlySet<number> = new Set(Array.from('无未没不非否', (char) => char.charCodeAt(0)));

/** Returns a scan for names that also finds those with one of the words inside, unless a name covers the word. */
export function buildModifiedScan(
  names: Automaton,
  modifiers: readonly string[],
): (units: Uint16Array) => Matches {
  const words = buildAutomaton(modifiers, { minUnits: 1, wordBorders: false });
  return (units) => {
    const exact = names.scan(units);
    const found = words.scan(units);
    const extra: Match[] = [];
    for (let i = 0; i < found.count; i++) {
      const start = found.start[i]!;
      const end = found.end[i]!;
      if (!(units[start - 1]! >= HAN && units[end]! >= HAN) || isCovered(exact, start, end)) continue;
      const across = matchesAcross(names, units, start, end);
      extra.push(...across.filter((match) => !cutsName(exact, match.start, start)));
    }
    return extra.length === 0 ? exact : merge(exact, extra);
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

function merge({ count, name, start, end }: Matches, extra: readonly Match[]): Matches {
  const all: Match[] = [...extra];
  for (let i = 0; i < count; i++) all.push({ name: name[i]!, start: start[i]!, end: end[i]! });
  all.sort((a, b) => a.end - b.end || a.start - b.start);
  return {
    count: all.length,
    name: Int32Array.from(all, (match) => match.name),
    start: Int32Array.from(all, (match) => match.start),
    end: Int32Array.from(all, (match) => match.end),
  };
}
