/** Which of the scored diseases to list: the same thing under another or a broader name must not crowd the list. */
import type { EvidenceGraph } from './evidence.ts';
import { listOf } from './rank-csr.ts';
import type { RankingRules } from './rank-rules.ts';
import type { Fit } from './rank-score.ts';

export interface Scored {
  readonly disease: number;
  readonly fit: Fit;
  /** Points after everything; decides the order. */
  readonly points: number;
  readonly named: boolean;
}

/** Best first; equal points by entity, so that the order never depends on the order of mentions. */
export function byPoints(a: Scored, b: Scored): number {
  return b.points - a.points || a.disease - b.disease;
}

/**
 * Takes `top` from the sorted list. A relative (shared name, IsA, or one name the ending of the other) of a
 * disease taken already needs evidence of its own, or the record to name it.
 */
export function select<S extends Scored>(
  graph: EvidenceGraph,
  sorted: readonly S[],
  top: number,
  rules: RankingRules,
): S[] {
  const taken: S[] = [];
  for (const scored of sorted) {
    if (taken.length === top) break;
    const relatives = taken.filter((other) => related(graph, scored.disease, other.disease, rules));
    const crowds = relatives.some((other) => ownPoints(scored, other) < rules.crowding.ownPoints);
    if (
      !crowds ||
      (scored.named && !relatives.some((other) => sameName(graph, scored.disease, other.disease)))
    ) {
      taken.push(scored);
    }
  }
  return taken;
}

/** Points of findings that speak for `a` and not for `b`. */
function ownPoints(a: Scored, b: Scored): number {
  const explained = new Set(b.fit.found.map(({ observation }) => observation));
  let points = 0;
  for (const { observation, weight } of a.fit.found) if (!explained.has(observation)) points += weight;
  return points;
}

function related(graph: EvidenceGraph, a: number, b: number, rules: RankingRules): boolean {
  if (listOf(graph.broaderDiseases, a).includes(b) || listOf(graph.broaderDiseases, b).includes(a))
    return true;
  return endsWithNameOf(graph, a, b, rules) || endsWithNameOf(graph, b, a, rules) || sameName(graph, a, b);
}

/** Whether the own name of `a` ends in any name of `b`: 急性前壁心肌梗死 is a 心肌梗死. */
function endsWithNameOf(graph: EvidenceGraph, a: number, b: number, rules: RankingRules): boolean {
  const own = graph.norms[a]!;
  return namesOf(graph, b).some((name) => name.length >= rules.crowding.minName && own.endsWith(name));
}

/** Whether any name of one is a name of the other. */
function sameName(graph: EvidenceGraph, a: number, b: number): boolean {
  const names = new Set(namesOf(graph, a));
  return namesOf(graph, b).some((name) => names.has(name));
}

function namesOf(graph: EvidenceGraph, disease: number): readonly string[] {
  return [graph.norms[disease]!, ...(graph.aliases.get(disease) ?? [])];
}
