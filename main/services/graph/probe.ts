/** What a pre-trained encoder knows of the workspace's graph. */
import { AppError } from '../../../shared/result.ts';
import { loadTriples } from '../../db/repositories/graph-triples.ts';
import { loadLexicon } from '../../db/repositories/lexicon.ts';
import { openExecutor } from '../../engine/runtime/executors.ts';
import { storedEncoder } from '../../engine/tasks/probe/encoder.ts';
import { askQueries, type ProbeOptions } from '../../engine/tasks/probe/probe.ts';
import {
  type ProbeQuery,
  type ProbeScores,
  probeQueries,
  scoreProbe,
} from '../../engine/tasks/probe/queries.ts';
import { loadModel } from '../models/models.ts';
import { dbOf, type Session } from '../session/session.ts';

interface ProbeRequest extends ProbeOptions {
  readonly model: string;
  /** Most queries a relation. */
  readonly limit: number;
  readonly seed: number;
}

export interface ProbeResult {
  readonly scores: ProbeScores;
  /** Scores of the five most frequent answers of each relation and side. */
  readonly baseline: ProbeScores;
  readonly queries: readonly (ProbeQuery & {
    readonly found: readonly string[];
    readonly isRight: boolean;
  })[];
}

/** @throws AppError when the graph has no edges, or the model is no encoder with a head of masked language modelling */
export async function probeModel(
  session: Session,
  { model, limit, seed, ...options }: ProbeRequest,
): Promise<ProbeResult> {
  const graph = loadTriples(dbOf(session));
  if (graph.heads.length === 0)
    throw new AppError('bad-input', 'training.no-edges', {}, { hint: 'hint.import-edges' });
  const { files } = loadModel(session, model);
  if (files.config.task !== 'encoder')
    throw new AppError('bad-request', 'models.no-encoder', { name: model });
  const rowOf = new Map(graph.entities.ids.map((id, row) => [id, row]));
  const names = graph.entities.names.map((name) => [name]);
  for (const { name, entityId, preferred } of loadLexicon(dbOf(session)))
    if (!preferred) names[rowOf.get(entityId) ?? -1]?.push(name);
  const queries = probeQueries({ ...graph, names }, { limit, seed });
  const executor = await openExecutor({ id: 'onnx', provider: 'cpu' });
  try {
    const found = await askQueries(executor, storedEncoder(model, files), files.weights, queries, options);
    return {
      scores: scoreProbe(queries, found),
      baseline: scoreProbe(
        queries,
        queries.map(({ frequent }) => frequent),
      ),
      queries: queries.map((query, i) => ({
        ...query,
        found: found[i]!,
        isRight: found[i]!.some((answer) => query.answers.has(answer)),
      })),
    };
  } finally {
    await executor.dispose();
  }
}
