/**
 * Broader and narrower findings, by IsA edges and by name. Chinese names of findings end in their head (右下腹痛 is a
 * 腹痛), so a name that ends in another finding's name is narrower.
 */
import { type Csr, distinctLists, listOf, transpose } from './sparse-rows.ts';

/** Shortest suffix that counts as a name, in code units. */
const MIN_SUFFIX = 2;
/** Prefixes that negate: 非凹陷性水肿 is no 凹陷性水肿. */
const NEGATING = /[非无不未]$/;

export interface Nearness {
  /** Concept → directly broader concepts. */
  readonly broader: Csr;
  /** Concept → directly narrower concepts. */
  readonly narrower: Csr;
}

/**
 * @param norms folded name per concept
 * @param isFinding per concept: 1 where it is a symptom, sign or finding
 * @param isA pairs (narrower, broader) of concepts
 */
export function findNearness(
  norms: readonly string[],
  isFinding: Uint8Array,
  isA: { readonly narrower: Int32Array; readonly broader: Int32Array },
): Nearness {
  const from: number[] = [];
  const to: number[] = [];
  for (let i = 0; i < isA.narrower.length; i++) {
    if (isA.narrower[i] === isA.broader[i]) continue;
    from.push(isA.narrower[i]!);
    to.push(isA.broader[i]!);
  }
  const byNorm = new Map<string, number>();
  for (let c = 0; c < norms.length; c++) if (isFinding[c] === 1) byNorm.set(norms[c]!, c);
  for (const [norm, concept] of byNorm) {
    const parent = longestSuffix(norm, byNorm);
    if (parent === undefined) continue;
    from.push(concept);
    to.push(parent);
  }
  const broader = distinctLists(from, to, norms.length);
  return { broader, narrower: transpose(broader, norms.length) };
}

function longestSuffix(norm: string, byNorm: ReadonlyMap<string, number>): number | undefined {
  for (let cut = 1; norm.length - cut >= MIN_SUFFIX; cut++) {
    const found = byNorm.get(norm.slice(cut));
    if (found !== undefined && !NEGATING.test(norm.slice(0, cut))) return found;
  }
  return undefined;
}

/** Returns the concepts reachable within `maxSteps`, with their distance; `concept` itself has 0. Handles cycles. */
export function conceptsWithin(lists: Csr, concept: number, maxSteps: number): Map<number, number> {
  const steps = new Map([[concept, 0]]);
  for (const [at, distance] of steps) {
    if (distance === maxSteps) continue;
    for (const next of listOf(lists, at)) if (!steps.has(next)) steps.set(next, distance + 1);
  }
  return steps;
}
