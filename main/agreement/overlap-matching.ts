/** Counts spans of two annotators that can be paired one to one so that each pair shares a character. */
import type { Span } from '../../shared/domain/span.ts';

export interface Fragmented {
  readonly fragments: readonly Span[];
}

interface Node extends Span {
  readonly side: 0 | 1;
  readonly span: Fragmented;
  done: boolean;
}

/**
 * Returns the size of a maximum matching. O(n log n) for spans of one fragment. Clusters with spans of several
 * fragments are searched with augmenting paths (Kuhn 1955).
 */
export function countOverlapping(left: readonly Fragmented[], right: readonly Fragmented[]): number {
  const nodes = [...left.map((span) => node(span, 0)), ...right.map((span) => node(span, 1))];
  let count = 0;
  for (const stretch of stretches(nodes))
    count += stretch.every(({ span }) => span.fragments.length === 1)
      ? matchIntervals(stretch)
      : matchFragmented(stretch);
  return count;
}

function node(span: Fragmented, side: 0 | 1): Node {
  const { fragments } = span;
  return { start: fragments[0]?.start ?? 0, end: fragments.at(-1)?.end ?? 0, side, span, done: false };
}

/** Yields groups of spans that overlap no span outside the group. */
function* stretches(nodes: readonly Node[]): Generator<Node[]> {
  let stretch: Node[] = [];
  let reach = 0;
  for (const next of nodes.toSorted((a, b) => a.start - b.start)) {
    if (stretch.length > 0 && next.start >= reach) {
      yield stretch;
      stretch = [];
      reach = 0;
    }
    stretch.push(next);
    reach = Math.max(reach, next.end);
  }
  if (stretch.length > 0) yield stretch;
}

/**
 * Returns the size of a maximum matching of intervals, found greedily: takes the interval that ends first and pairs
 * it with the overlapping one of the other side that ends first. Optimal by exchange: all candidates reach over the
 * end of the first, so any later use of the chosen partner could use another candidate instead.
 */
function matchIntervals(byStart: readonly Node[]): number {
  const waiting = [new EndQueue(), new EndQueue()] as const;
  let begun = 0;
  let count = 0;
  for (const first of byStart.toSorted((a, b) => a.end - b.end)) {
    if (first.done) continue;
    for (; begun < byStart.length && byStart[begun]!.start < first.end; begun++)
      waiting[byStart[begun]!.side].push(byStart[begun]!);
    first.done = true;
    const partner = waiting[first.side === 0 ? 1 : 0].first();
    if (partner === undefined) continue;
    partner.done = true;
    count++;
  }
  return count;
}

/** Binary heap by end of interval; skips nodes already done. */
class EndQueue {
  readonly #heap: Node[] = [];

  push(added: Node): void {
    let at = this.#heap.push(added) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#heap[parent]!.end <= added.end) break;
      this.#heap[at] = this.#heap[parent]!;
      at = parent;
    }
    this.#heap[at] = added;
  }

  first(): Node | undefined {
    while (this.#heap[0]?.done === true) this.#pop();
    return this.#heap[0];
  }

  #pop(): void {
    const last = this.#heap.pop()!;
    if (this.#heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#heap.length) break;
      if ((this.#heap[child + 1]?.end ?? Number.POSITIVE_INFINITY) < this.#heap[child]!.end) child++;
      if (this.#heap[child]!.end >= last.end) break;
      this.#heap[at] = this.#heap[child]!;
      at = child;
    }
    this.#heap[at] = last;
  }
}

function matchFragmented(stretch: readonly Node[]): number {
  const left = stretch.filter(({ side }) => side === 0);
  const right = stretch.filter(({ side }) => side === 1);
  const edges = left.map(({ span }) =>
    [...right.keys()].filter((j) => sharedCharacters(span, right[j]!.span) > 0),
  );
  const partner = new Array<number>(right.length).fill(-1);
  let count = 0;
  for (const i of left.keys()) if (augment(i, edges, partner)) count++;
  return count;
}

/** Searches an augmenting path breadth first, so that long chains need no deep recursion. */
function augment(free: number, edges: readonly (readonly number[])[], partner: number[]): boolean {
  const cameFrom = new Map<number, number>(); // right node → the left node it was reached from
  const queue = [free];
  for (const i of queue) {
    for (const j of edges[i]!) {
      if (cameFrom.has(j)) continue;
      cameFrom.set(j, i);
      if (partner[j]! >= 0) queue.push(partner[j]!);
      else return flip(j, free, cameFrom, partner);
    }
  }
  return false;
}

function flip(end: number, free: number, cameFrom: ReadonlyMap<number, number>, partner: number[]): true {
  let j = end;
  for (;;) {
    const i = cameFrom.get(j)!;
    const before = partner.indexOf(i);
    partner[j] = i;
    if (i === free) return true;
    j = before;
  }
}

/** Returns the number of characters that both spans cover. */
export function sharedCharacters(a: Fragmented, b: Fragmented): number {
  let shared = 0;
  for (const x of a.fragments)
    for (const y of b.fragments) shared += Math.max(0, Math.min(x.end, y.end) - Math.max(x.start, y.start));
  return shared;
}
