/** Measures facts of the workspace's graph that a pre-trained encoder knows. */
import type { Parsed } from '../../../shared/contract/index.ts';
import type { ProbeReport, ProbeSettings } from '../../../shared/domain/probe.ts';
import { AppError } from '../../../shared/result.ts';
import type { ReadDb } from '../../db/connection.ts';
import { loadTriples } from '../../db/repositories/graph-triples.ts';
import { loadLexicon } from '../../db/repositories/lexicon.ts';
import type { ModelFiles } from '../../engine/io/model-files.ts';
import { storedEncoder } from '../../engine/tasks/probe/encoder.ts';
import { askQueries, type ProbeOptions } from '../../engine/tasks/probe/probe.ts';
import {
  type ProbeQuery,
  type ProbeScores,
  probeQueries,
  scoreProbe,
} from '../../engine/tasks/probe/queries.ts';
import { readModelFiles } from '../../inference/model-store.ts';
import { readFileKey } from '../../workspace/file-key.ts';
import type { Watch } from '../background/background.ts';
import type { Progress } from '../background/protocol.ts';
import { getModel, loadModel } from '../models/models.ts';
import { dbOf, type Session } from '../session/session.ts';

interface ProbeRequest extends ProbeOptions {
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

/** Probes a model in this process. @param model its name @throws AppError as `probeGraph` */
export const probeModel = (
  session: Session,
  { model, ...request }: ProbeRequest & { readonly model: string },
): Promise<ProbeResult> =>
  probeGraph(dbOf(session), { name: model, files: loadModel(session, model).files }, request);

/** Probes a model in the background. @throws AppError as `probeGraph`; `cancelled` */
export function probeInBackground(
  session: Session,
  { id, limit, masks, seed }: Parsed<'models.probe'>,
  watch: Watch,
): Promise<ProbeReport> {
  const { name } = getModel(session, id);
  const input = { id, name, limit, masks, seed, workspaceDir: session.workspace.dir };
  return session.background.run('probe', input, watch);
}

/** Right answers that a report shows of a query, those found first. */
const SHOWN_ANSWERS = 20;

/** Probes a stored model, as a background task. */
export async function probeStored(
  db: ReadDb,
  {
    id,
    name,
    workspaceDir,
    masks,
    ...options
  }: ProbeSettings & { id: number; name: string; workspaceDir: string },
  progress: Progress,
): Promise<ProbeReport> {
  const files = readModelFiles(db, workspaceDir, readFileKey(db), id);
  const onProgress = (done: number, total: number) => progress('asking', done, total);
  const { queries, ...scores } = await probeGraph(
    db,
    { name, files },
    { ...options, longest: masks, onProgress },
  );
  return {
    ...scores,
    queries: queries.map(({ answers, frequent: _frequent, found, ...query }) => ({
      ...query,
      answers: [...new Set([...found.filter((one) => answers.has(one)), ...answers])].slice(0, SHOWN_ANSWERS),
      answerCount: answers.size,
      found: [...found],
    })),
  };
}

/** @throws AppError when the graph has no edges, or the model is no encoder with a head of masked language modelling */
async function probeGraph(
  db: ReadDb,
  { name, files }: { readonly name: string; readonly files: ModelFiles },
  { limit, seed, ...options }: ProbeRequest,
): Promise<ProbeResult> {
  const graph = loadTriples(db);
  if (graph.heads.length === 0)
    throw new AppError('bad-input', 'training.no-edges', {}, { hint: 'hint.import-edges' });
  if (files.config.task !== 'encoder') throw new AppError('bad-request', 'models.no-encoder', { name });
  const rowOf = new Map(graph.entities.ids.map((id, row) => [id, row]));
  const names = graph.entities.names.map((name) => [name]);
  for (const { name, entityId, preferred } of loadLexicon(db))
    if (!preferred) names[rowOf.get(entityId) ?? -1]?.push(name);
  const queries = probeQueries({ ...graph, names }, { limit, seed });
  const { openExecutor } = await import('../../engine/runtime/executors.ts');
  const executor = await openExecutor({ id: 'onnx', provider: 'cpu' });
  try {
    const found = await askQueries(executor, storedEncoder(name, files), files.weights, queries, options);
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
