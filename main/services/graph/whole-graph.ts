/** Questions that need all edges of the graph: neighbours by PageRank, nearest entities by vectors, paths. */
import type { EntityPath, EntitySummary, RelatedEntities } from '../../../shared/domain/graph.ts';
import type { GraphVectorFacts } from '../../../shared/domain/graph-embeddings.ts';
import type { VectorsCard } from '../../../shared/domain/vectors.ts';
import type { ReadDb } from '../../db/connection.ts';
import {
  type GraphTriples,
  graphFingerprint,
  loadTriples,
  triplesVersion,
} from '../../db/repositories/graph-triples.ts';
import { listVectors } from '../../db/repositories/vectors.ts';
import type { StoredVectors } from '../../engine/embeddings/stored-vectors.ts';
import { VectorIndex, vectorOf } from '../../engine/embeddings/word-vectors.ts';
import { readStoredVectors, vectorsFile } from '../../inference/vector-store.ts';
import { PersonalisedPageRank } from '../../kg/pepr.ts';
import { shortestPath } from '../../kg/shortest-path.ts';
import { readFileKey } from '../../workspace/file-key.ts';

/** All edges of the graph as numbers, and what is computed from them once. */
export class WholeGraph {
  readonly triples: GraphTriples;
  readonly pageRank: PersonalisedPageRank;
  #fingerprint: string | undefined;
  readonly #rows: ReadonlyMap<number, number>;

  constructor(triples: GraphTriples) {
    const { ids } = triples.entities;
    this.triples = triples;
    this.pageRank = new PersonalisedPageRank(triples, ids.length);
    this.#rows = new Map(ids.map((id, row) => [id, row]));
  }

  /** Hash of the graph, which names the vectors that belong to it. */
  get fingerprint(): string {
    this.#fingerprint ??= graphFingerprint(this.triples);
    return this.#fingerprint;
  }

  /** Returns the row of an entity; `undefined` for one without edges. */
  rowOf(id: number): number | undefined {
    return this.#rows.get(id);
  }

  entityAt(row: number): Pick<EntitySummary, 'id' | 'name' | 'type'> {
    const { ids, names, types } = this.triples.entities;
    return { id: ids[row]!, name: names[row]!, type: types[row]! };
  }
}

let last: { readonly version: string; readonly graph: WholeGraph } | undefined;

/** Returns the graph, which this process keeps until the sources change; during an import it reads it anew. */
export function wholeGraph(db: ReadDb): WholeGraph {
  const { version, complete } = triplesVersion(db);
  if (last?.version === version) return last.graph;
  const graph = new WholeGraph(loadTriples(db));
  last = complete ? { version, graph } : undefined;
  return graph;
}

/** Returns the best neighbours of an entity by PEPR; none for an entity without edges. */
export function rankedNeighbours(db: ReadDb, id: number, count: number): RelatedEntities['neighbours'] {
  const graph = wholeGraph(db);
  const row = graph.rowOf(id);
  if (row === undefined) return [];
  return graph.pageRank.neighbours(row, count).map(({ entity, score, relations }) => ({
    ...graph.entityAt(entity),
    score,
    relations: relations.map(({ relation, direction }) => ({
      relation: graph.triples.relationNames[relation]!,
      direction,
    })),
  }));
}

export const relatedEntities = (
  db: ReadDb,
  { id, count, workspaceDir }: { id: number; count: number; workspaceDir: string },
): RelatedEntities => ({
  neighbours: rankedNeighbours(db, id, count),
  nearest: nearestEntities(db, id, count, workspaceDir),
});

function nearestEntities(
  db: ReadDb,
  id: number,
  count: number,
  workspaceDir: string,
): RelatedEntities['nearest'] {
  const graph = wholeGraph(db);
  const [newest] = graphCards(db);
  if (newest === undefined) return { kind: 'no-vectors' };
  const used = vectorsOfGraph(db, workspaceDir);
  if (used === undefined) return { kind: 'other-graph', vectors: newest.name };
  const { card, stored } = used;
  const row = graph.rowOf(id);
  if (row === undefined) return { kind: 'no-edges', vectors: card.name };
  const { vectors } = stored;
  const entities = new VectorIndex(vectors)
    .nearest(vectorOf(vectors, row), count + 1)
    .filter((near) => near.row !== row)
    .slice(0, count)
    .map((near) => ({ ...graph.entityAt(near.row), similarity: near.similarity }));
  return { kind: 'found', vectors: card.name, entities };
}

type GraphCard = VectorsCard & { readonly graph: GraphVectorFacts };

/** Cards of vectors of a graph, newest first. */
const graphCards = (db: ReadDb): GraphCard[] =>
  listVectors(db)
    .filter((card): card is GraphCard => card.graph !== undefined)
    .toSorted((a, b) => b.id - a.id);

interface VectorsOfGraph {
  readonly card: GraphCard;
  readonly stored: StoredVectors;
}

let lastVectors: (VectorsOfGraph & { readonly key: string }) | undefined;

/** Returns the newest vectors of the present graph, which this process keeps; `undefined` where there are none. */
export function vectorsOfGraph(db: ReadDb, workspaceDir: string): VectorsOfGraph | undefined {
  const { fingerprint } = wholeGraph(db);
  const card = graphCards(db).find((one) => one.graph.fingerprint === fingerprint);
  if (card === undefined) return undefined;
  const file = vectorsFile(workspaceDir, card.id);
  const key = `${file} ${card.createdAt}`;
  if (lastVectors?.key !== key) lastVectors = { key, card, stored: readStoredVectors(file, readFileKey(db)) };
  return lastVectors;
}

/** Returns null where no path leads, as from an entity without edges. */
export function entityPath(
  db: ReadDb,
  { from, to, without }: { from: number; to: number; without: readonly string[] },
): EntityPath {
  const graph = wholeGraph(db);
  const { triples, pageRank } = graph;
  const leftOut = new Set(without.map((name) => triples.relationNames.indexOf(name)));
  const [start, end] = [graph.rowOf(from), graph.rowOf(to)];
  if (start === undefined || end === undefined) return null;
  const isAllowed = (place: number) => !leftOut.has(triples.relations[place]!);
  const steps = shortestPath(triples, pageRank.edgesOf, { from: start, to: end }, isAllowed);
  if (steps === undefined) return null;
  return steps.map(({ relation, direction, entity }) => ({
    relation: triples.relationNames[relation]!,
    direction,
    entity: graph.entityAt(entity),
  }));
}
