/** Training of knowledge graph embeddings in this process, as the command line does it. */
import { rmSync } from 'node:fs';
import type { GraphEmbeddingSettings } from '../../../shared/domain/graph-embeddings.ts';
import { type GraphTriples, graphFingerprint, loadTriples } from '../../db/repositories/graph-triples.ts';
import {
  type GraphEvent,
  type GraphResult,
  trainGraphVectors,
} from '../../engine/embeddings/graph/train-graph.ts';
import type { StoredVectors } from '../../engine/embeddings/stored-vectors.ts';
import { fileKeyOf } from '../../workspace/file-key.ts';
import { takeRunFolder } from '../runs/run-folder.ts';
import { runStorage } from '../runs/run-storage.ts';
import { dbOf, type Session } from '../session/session.ts';
import { namedTrainingFolder } from './vector-training-folder.ts';
import { refuseTaken, saveVectors } from './vectors.ts';

export type { GraphEvent, GraphResult };

export interface GraphWatch {
  /** Aborting it pauses; the same settings and name resume from the checkpoint. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: GraphEvent) => void;
}

/**
 * Trains on the workspace's graph into the registry; the checkpoint lies in the workspace, encrypted. Names of entities
 * are the tokens, with the type behind a name that several entities share.
 * @throws AppError `conflict` when the name is taken, `bad-input` for a graph without edges
 */
export async function trainGraphIntoWorkspace(
  session: Session,
  name: string,
  settings: GraphEmbeddingSettings,
  { signal, onEvent }: GraphWatch,
): Promise<GraphResult> {
  refuseTaken(session, name);
  const graph = loadTriples(dbOf(session));
  const folder = namedTrainingFolder(session.workspace.dir, name);
  const leave = await takeRunFolder(folder);
  try {
    const steps = trainGraphVectors(
      {
        settings,
        entities: graph.entities.names.length,
        relationNames: graph.relationNames,
        triples: graph,
        fingerprint: graphFingerprint(graph),
        storage: runStorage(folder, fileKeyOf(session.workspace)),
      },
      signal,
    );
    let step = await steps.next();
    for (; step.done !== true; step = await steps.next()) onEvent(step.value);
    if (step.value.kind === 'paused') return step.value;
    const { facts, seconds } = step.value;
    const stored = storedVectors(graph, settings, step.value);
    saveVectors(session, name, stored, { origin: 'trained', graph: facts, seconds });
    rmSync(folder, { recursive: true, force: true });
    return step.value;
  } finally {
    leave();
  }
}

function storedVectors(
  { entities: { names, types }, relationNames }: GraphTriples,
  { dimension }: GraphEmbeddingSettings,
  { vectors, facts }: Extract<GraphResult, { kind: 'finished' }>,
): StoredVectors {
  const uses = new Map<string, number>();
  for (const name of names) uses.set(name, (uses.get(name) ?? 0) + 1);
  const tokens = names.map((name, entity) => (uses.get(name) === 1 ? name : `${name} (${types[entity]})`));
  return {
    vectors: { unit: 'word', dimension, tokens, values: vectors.entities },
    folded: false,
    userWords: [],
    graph: { fingerprint: facts.fingerprint, relationNames, relations: vectors.relations },
  };
}
