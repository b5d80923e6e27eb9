/** Prediction of edges and its explanation, in the background. */
import type { PredictionExplanation } from '../../../shared/domain/graph.ts';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import type { ReadDb } from '../../db/connection.ts';
import { getPrediction, type NewPrediction } from '../../db/repositories/predictions.ts';
import { GraphCompletion } from '../../engine/embeddings/graph/completion.ts';
import { vectorOf } from '../../engine/embeddings/word-vectors.ts';
import { listOf } from '../../kg/ranking/sparse-rows.ts';
import type { Progress } from '../background/protocol.ts';
import { vectorsOfGraph, type WholeGraph, wholeGraph } from './whole-graph.ts';

interface PredictRequest {
  readonly workspaceDir: string;
  readonly relation: string;
  readonly count: number;
}

/** @throws AppError `bad-request` without vectors of the present graph; `not-found` for an unknown relation */
export function predictEdges(
  db: ReadDb,
  { workspaceDir, relation, count }: PredictRequest,
  progress: Progress,
): NewPrediction[] {
  const graph = wholeGraph(db);
  const used = vectorsOfGraph(db, workspaceDir);
  if (used?.stored.graph === undefined)
    throw new AppError('bad-request', 'graph.no-vectors', {}, { hint: 'hint.train-graph-vectors' });
  const { entities, relationNames } = graph.triples;
  const wanted = relationNames.indexOf(relation);
  if (wanted < 0)
    throw new AppError(
      'not-found',
      'graph.no-relation',
      { name: relation },
      { hint: message('hint.there-are', { names: relationNames.join(', ') }) },
    );
  const kinds = [...new Set(entities.types)];
  const completion = new GraphCompletion({
    settings: used.card.graph.settings,
    entities: used.stored.vectors.values,
    relations: used.stored.graph.relations,
    triples: graph.triples,
    types: entities.types.map((type) => kinds.indexOf(type)),
    relationCount: relationNames.length,
  });
  const onProgress = (done: number, total: number) => progress('finding', done, total);
  return completion.predict(wanted, count, { onProgress }).map(({ head, tail, score, rank }) => ({
    head: entities.ids[head]!,
    relation,
    tail: entities.ids[tail]!,
    score,
    rank,
    vectors: used.card.name,
  }));
}

const SHOWN = 3;

/** @throws AppError `not-found` */
export function explainPrediction(
  db: ReadDb,
  { id, workspaceDir }: { id: number; workspaceDir: string },
): PredictionExplanation {
  const prediction = getPrediction(db, id);
  if (prediction === undefined) throw new AppError('not-found', 'graph.no-prediction', { id });
  const graph = wholeGraph(db);
  const [head, tail] = [graph.rowOf(prediction.head.id), graph.rowOf(prediction.tail.id)];
  if (head === undefined || tail === undefined) return { paths: [], tails: [], heads: [] };
  const { relationNames } = graph.triples;
  const paths = graph.pageRank.paths(head, tail, SHOWN).map(({ steps }) =>
    steps.map(({ entity, relations: [first] }) => ({
      relation: relationNames[first!.relation]!,
      direction: first!.direction,
      entity: graph.entityAt(entity),
    })),
  );
  const vectors = vectorsOfGraph(db, workspaceDir)?.stored.vectors;
  if (vectors === undefined) return { paths, tails: [], heads: [] };
  const relation = relationNames.indexOf(prediction.relation);
  const nearest = (known: readonly number[], to: number) =>
    known
      .map((row) => ({ row, similarity: cosine(vectorOf(vectors, row), vectorOf(vectors, to)) }))
      .toSorted((a, b) => b.similarity - a.similarity || a.row - b.row)
      .slice(0, SHOWN)
      .map(({ row, similarity }) => ({ ...graph.entityAt(row), similarity }));
  return {
    paths,
    tails: nearest(endsOf(graph, relation, head, 'tails'), tail),
    heads: nearest(endsOf(graph, relation, tail, 'heads'), head),
  };
}

function cosine(a: Float32Array, b: Float32Array): number {
  let [product, squaresA, squaresB] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    product += a[i]! * b[i]!;
    squaresA += a[i]! ** 2;
    squaresB += b[i]! ** 2;
  }
  return product / Math.sqrt(squaresA * squaresB || 1);
}

/** Returns the tails that an entity has by a relation, or the heads that have it. */
function endsOf(
  { triples, pageRank }: WholeGraph,
  relation: number,
  entity: number,
  side: 'heads' | 'tails',
): number[] {
  const other = side === 'heads' ? triples.tails : triples.heads;
  return [...listOf(pageRank.edgesOf, entity)]
    .filter((place) => triples.relations[place] === relation && other[place] === entity)
    .map((place) => triples[side][place]!);
}
