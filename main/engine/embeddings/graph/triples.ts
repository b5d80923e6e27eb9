/** Triples of a knowledge graph as columns in shared memory, and the set of them. */

/** Triple i is (heads[i], relations[i], tails[i]). */
export interface Triples {
  readonly heads: Int32Array;
  readonly relations: Int32Array;
  readonly tails: Int32Array;
}

/** Number of entities and relations. */
export interface GraphSize {
  readonly entities: number;
  readonly relations: number;
}

const sharedInts = (count: number): Int32Array =>
  new Int32Array(new SharedArrayBuffer(count * Int32Array.BYTES_PER_ELEMENT));

/** Returns the triples at these places, copied. */
export function selectTriples({ heads, relations, tails }: Triples, places: ArrayLike<number>): Triples {
  const select = (column: Int32Array) => {
    const chosen = sharedInts(places.length);
    for (let i = 0; i < places.length; i++) chosen[i] = column[places[i]!]!;
    return chosen;
  };
  return { heads: select(heads), relations: select(relations), tails: select(tails) };
}

/** Returns the triples of both, in order. */
export function joinTriples(first: Triples, second: Triples): Triples {
  const join = (column: keyof Triples) => {
    const joined = sharedInts(first.heads.length + second.heads.length);
    joined.set(first[column]);
    joined.set(second[column], first.heads.length);
    return joined;
  };
  return { heads: join('heads'), relations: join('relations'), tails: join('tails') };
}

/** Hash table of triples in shared memory, with open addressing. Its plain fields can be posted to threads. */
export interface TripleTable extends GraphSize {
  /** Keys, −1 where empty; the length is a power of two. */
  readonly keys: Float64Array;
}

const HASH = 0x9e3779b1;

/** Returns the key of a triple: exact, since graphs have fewer than 2⁵³ possible triples. */
const keyOf = ({ entities, relations }: GraphSize, head: number, relation: number, tail: number): number =>
  (head * relations + relation) * entities + tail;

const placeOf = (key: number, length: number): number =>
  Math.imul((key % 0x7fffffff) ^ Math.floor(key / 0x7fffffff), HASH) >>> (32 - Math.log2(length));

export function tripleTable({ heads, relations, tails }: Triples, size: GraphSize): TripleTable {
  const length = 2 ** Math.max(1, Math.ceil(Math.log2(2 * heads.length + 1)));
  const keys = new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT)).fill(-1);
  for (let i = 0; i < heads.length; i++) {
    const key = keyOf(size, heads[i]!, relations[i]!, tails[i]!);
    keys[slotOf(keys, key)] = key;
  }
  return { entities: size.entities, relations: size.relations, keys };
}

export function hasTriple(table: TripleTable, head: number, relation: number, tail: number): boolean {
  const key = keyOf(table, head, relation, tail);
  return table.keys[slotOf(table.keys, key)] === key;
}

/** Returns the place of a key, or the empty place where it belongs. */
function slotOf(keys: Float64Array, key: number): number {
  let place = placeOf(key, keys.length);
  while (keys[place] !== key && keys[place] !== -1) place = (place + 1) & (keys.length - 1);
  return place;
}

/** Returns distinct triples in order of first appearance. */
export function distinctTriples(triples: Triples, size: GraphSize): Triples {
  const seen = new Set<number>();
  const places: number[] = [];
  for (let i = 0; i < triples.heads.length; i++) {
    const key = keyOf(size, triples.heads[i]!, triples.relations[i]!, triples.tails[i]!);
    if (seen.has(key)) continue;
    seen.add(key);
    places.push(i);
  }
  return selectTriples(triples, places);
}
