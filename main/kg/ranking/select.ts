/** Selects the diseases to list, without synonyms and broader names of better ones. */
import type { EvidenceGraph } from './evidence-graph.ts';
import type { RankingRules } from './rules.ts';
import type { Fit } from './score.ts';
import { listOf } from './sparse-rows.ts';

export interface Scored {
  readonly disease: number;
  readonly fit: Fit;
  /** Final points; decide the order. */
  readonly points: number;
  readonly named: boolean;
}

/** Compares by falling points, then entity, so that the order of mentions does not matter. */
export const byPoints = (a: Scored, b: Scored): number => b.points - a.points || a.disease - b.disease;

/**
 * Takes `top` from the sorted list. A relative (shared name, IsA, or one name a suffix of the other) of a selected
 * disease needs evidence of its own, or to be named in the record. An urgent disease is never hidden by a harmless
 * one.
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

/** Returns the points of findings that support `a` and not `b`. */
function ownPoints(a: Scored, b: Scored): number {
  const explained = new Set(b.fit.found.map(({ observation }) => observation));
  let points = 0;
  for (const { observation, weight } of a.fit.found) if (!explained.has(observation)) points += weight;
  return points;
}

/** Returns whether one is a kind of the other. */
function related(graph: EvidenceGraph, worse: number, better: number, rules: RankingRules): boolean {
  if (listOf(graph.broaderDiseases, worse).includes(better)) return true;
  if (listOf(graph.broaderDiseases, better).includes(worse)) return true;
  const ends = (long: number, name: string) =>
    name.length >= rules.crowding.minName && graph.norms[long]!.endsWith(name);
  // A synonym may be looser than the disease (心肌梗死 for the acute one): it covers narrower ones, and must not put the
  // disease itself behind one of them.
  return namesOf(graph, better).some((name) => ends(worse, name)) || ends(better, graph.norms[worse]!);
}

/** Returns whether the two share a name. */
export function sameName(graph: EvidenceGraph, a: number, b: number): boolean {
  const names = new Set(namesOf(graph, a));
  return namesOf(graph, b).some((name) => names.has(name));
}

function namesOf(graph: EvidenceGraph, disease: number): readonly string[] {
  return [graph.norms[disease]!, ...(graph.aliases.get(disease) ?? [])];
}
