/** Which of the scored diseases to list: the same thing under another or a broader name must not crowd the list. */
import type { EvidenceGraph } from './evidence-graph.ts';
import type { RankingRules } from './rules.ts';
import type { Fit } from './score.ts';
import { listOf } from './sparse-rows.ts';

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
 * disease taken already needs evidence of its own, or the record to name it. What must not be missed never hides
 * behind something harmless.
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
    if (!taken.some((better) => hides(graph, better, scored, rules))) taken.push(scored);
  }
  return taken;
}

function hides(graph: EvidenceGraph, better: Scored, scored: Scored, rules: RankingRules): boolean {
  const { urgent } = graph.facts;
  if (urgent.has(scored.disease) && !urgent.has(better.disease)) return false;
  if (ownPoints(scored, better) >= rules.crowding.ownPoints) return false;
  if (sameName(graph, scored.disease, better.disease)) return true;
  return !scored.named && related(graph, scored.disease, better.disease, rules);
}

/** Points of findings that speak for `a` and not for `b`. */
function ownPoints(a: Scored, b: Scored): number {
  const explained = new Set(b.fit.found.map(({ observation }) => observation));
  let points = 0;
  for (const { observation, weight } of a.fit.found) if (!explained.has(observation)) points += weight;
  return points;
}

/** Whether one of the two is a kind of the other. */
function related(graph: EvidenceGraph, worse: number, better: number, rules: RankingRules): boolean {
  if (listOf(graph.broaderDiseases, worse).includes(better)) return true;
  if (listOf(graph.broaderDiseases, better).includes(worse)) return true;
  const ends = (long: number, name: string) =>
    name.length >= rules.crowding.minName && graph.norms[long]!.endsWith(name);
  // A synonym may be looser than the disease (心肌梗死 for the acute one): it takes narrower ones in, and may not
  // put the disease itself behind one of them.
  return namesOf(graph, better).some((name) => ends(worse, name)) || ends(better, graph.norms[worse]!);
}

/** Whether any name of one is a name of the other. */
function sameName(graph: EvidenceGraph, a: number, b: number): boolean {
  const names = new Set(namesOf(graph, a));
  return namesOf(graph, b).some((name) => names.has(name));
}

function namesOf(graph: EvidenceGraph, disease: number): readonly string[] {
  return [graph.norms[disease]!, ...(graph.aliases.get(disease) ?? [])];
}
