/** Edges of an entity page by relation and direction, each group in order of rank. */
import { type Edge, RELATIONS } from '../../shared/domain/graph.ts';

export interface EdgeGroup {
  readonly relation: string;
  readonly direction: Edge['direction'];
  readonly edges: readonly Edge[];
}

const KNOWN = Object.keys(RELATIONS);
const place = (relation: string): number => {
  const at = KNOWN.indexOf(relation);
  return at === -1 ? KNOWN.length : at;
};

/** Outgoing before incoming, known relations in their own order before an import's own ones. */
export function groupEdges(edges: readonly Edge[]): EdgeGroup[] {
  const groups = Map.groupBy(edges, (edge) => `${edge.direction} ${edge.relation}`);
  return [...groups.values()]
    .map((members) => ({
      relation: members[0]!.relation,
      direction: members[0]!.direction,
      edges: members.toSorted((a, b) => a.rank - b.rank),
    }))
    .sort(
      (a, b) =>
        Number(a.direction === 'in') - Number(b.direction === 'in') ||
        place(a.relation) - place(b.relation) ||
        a.relation.localeCompare(b.relation),
    );
}

/** Returns at most `most` edges, taken in turns from the groups so that no relation crowds out the others. */
export function fairSample(groups: readonly EdgeGroup[], most: number): EdgeGroup[] {
  const quota = groups.map(() => 0);
  let left = Math.min(
    most,
    groups.reduce((sum, group) => sum + group.edges.length, 0),
  );
  for (let round = 0; left > 0; round++) {
    for (let i = 0; i < groups.length && left > 0; i++) {
      if (groups[i]!.edges.length > round) {
        quota[i]!++;
        left--;
      }
    }
  }
  return groups
    .map((group, i) => ({ ...group, edges: group.edges.slice(0, quota[i]!) }))
    .filter((group) => group.edges.length > 0);
}
