/** Intrinsic similarity of names of the workspace's graph, for an encoder or for vectors. */

import type { Parsed } from '../../../shared/contract/index.ts';
import type { LexiconName } from '../../../shared/domain/graph.ts';
import type { SimilarityReport } from '../../../shared/domain/probe.ts';
import { AppError } from '../../../shared/result.ts';
import type { ReadDb } from '../../db/connection.ts';
import { loadTriples } from '../../db/repositories/graph-triples.ts';
import { loadLexicon } from '../../db/repositories/lexicon.ts';
import { nameVectors } from '../../engine/embeddings/name-vectors.ts';
import type { StoredVectors } from '../../engine/embeddings/stored-vectors.ts';
import type { ModelFiles } from '../../engine/io/model-files.ts';
import { meanStates, storedEncoder } from '../../engine/tasks/probe/encoder.ts';
import {
  characterLikeness,
  cosineLikeness,
  PAIR_SETS,
  type PairSetName,
  type SamePair,
  type SimilarityScore,
  samePairs,
  scoreSimilarity,
} from '../../engine/tasks/probe/similarity.ts';
import { readModelFiles } from '../../inference/model-store.ts';
import { readStoredVectors, vectorsFile } from '../../inference/vector-store.ts';
import { buildLinker } from '../../kg/linker/linker.ts';
import { normaliseName } from '../../text/folding.ts';
import { loadRules } from '../../text/rules.ts';
import { readFileKey } from '../../workspace/file-key.ts';
import type { Watch } from '../background/background.ts';
import type { Progress } from '../background/protocol.ts';
import { readCorpora } from '../data/corpora.ts';
import { getDataSet } from '../data/data-sets.ts';
import { readCorpusDocuments } from '../data/data-store.ts';
import { getModel, loadModel } from '../models/models.ts';
import { dbOf, type Session } from '../session/session.ts';
import { getVectors, vectorsNamed } from '../vectors/vectors.ts';

export { PAIR_SETS };

interface SimilarityOptions {
  readonly seed: number;
  readonly limit?: number | undefined;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface SimilarityRequest extends SimilarityOptions {
  /** Name of a model that builds on an encoder, or of vectors. */
  readonly of: { readonly model: string } | { readonly vectors: string };
  /** Files in which mentions are counted for D3; empty: D3 stays empty. */
  readonly corpus: readonly string[];
}

export interface SimilarityResult {
  readonly sets: Record<PairSetName, SimilarityScore>;
  /** Scores of the characters alone, by Jaro-Winkler. */
  readonly baseline: Record<PairSetName, SimilarityScore>;
  /** Synonyms that fewer than 19 names of their type are like. */
  readonly withoutNegatives: number;
}

/** Measures in this process. @throws AppError as `measure`, or when model or vectors are missing */
export async function similarity(
  session: Session,
  { of, corpus, ...options }: SimilarityRequest,
): Promise<SimilarityResult> {
  const subject =
    'vectors' in of
      ? { vectors: await vectorsNamed(session, of.vectors) }
      : { name: of.model, files: loadModel(session, of.model).files };
  const texts = corpus.length === 0 ? [] : await readCorpora(corpus);
  return measure(dbOf(session), { ...options, subject, texts });
}

/** Measures a model or vectors of the workspace in the background. @throws AppError as `measure`; `cancelled` */
export function similarityInBackground(
  session: Session,
  { model, vectors, corpus, seed, limit }: Parsed<'models.similarity'>,
  watch: Watch,
): Promise<SimilarityReport> {
  const name = vectors === undefined ? getModel(session, model ?? 0).name : getVectors(session, vectors).name;
  const sha256 = corpus === undefined ? undefined : getDataSet(session, corpus).sha256;
  const input = { name, model, vectors, corpus: sha256, seed, limit, workspaceDir: session.workspace.dir };
  return session.background.run('similarity', input, watch);
}

interface StoredSubject {
  readonly name: string;
  readonly model?: number | undefined;
  readonly vectors?: number | undefined;
  /** Hash of the documents in which mentions are counted for D3. */
  readonly corpus?: string | undefined;
  readonly workspaceDir: string;
}

/** Measures a stored model or vectors, as a background task. */
export function similarityStored(
  db: ReadDb,
  { name, model, vectors, corpus, workspaceDir, ...options }: StoredSubject & SimilarityOptions,
  progress: Progress,
): Promise<SimilarityReport> {
  const key = readFileKey(db);
  const subject =
    vectors === undefined
      ? { name, files: readModelFiles(db, workspaceDir, key, model ?? 0) }
      : { vectors: readStoredVectors(vectorsFile(workspaceDir, vectors), key) };
  const texts = corpus === undefined ? [] : readCorpusDocuments(workspaceDir, key, corpus);
  const onProgress = (done: number, total: number) => progress('asking', done, total);
  return measure(db, { ...options, subject, texts, onProgress });
}

interface Measured extends SimilarityOptions {
  readonly subject:
    | { readonly name: string; readonly files: ModelFiles }
    | { readonly vectors: StoredVectors };
  /** Texts in which mentions are counted for D3; empty: D3 stays empty. */
  readonly texts: readonly { readonly text: string }[];
}

/** @throws AppError when the graph has no two names of an entity */
async function measure(
  db: ReadDb,
  { subject, texts, seed, limit, onProgress }: Measured,
): Promise<SimilarityResult> {
  const names = [...loadLexicon(db)];
  const { pairs, withoutNegatives } = samePairs(
    names.map((name) => ({ ...name, entity: name.entityId, norm: normaliseName(name.name) })),
    {
      neighbours: neighboursOf(db),
      mentions: texts.length === 0 ? undefined : countMentions(names, texts),
      seed,
      limit,
    },
  );
  if (pairs.length === 0)
    throw new AppError('bad-input', 'graph.no-same-names', {}, { hint: 'hint.import-synonyms' });
  const vectorOf =
    'vectors' in subject ? nameVectors(subject.vectors) : await encodedNames(subject, pairs, onProgress);
  return {
    sets: scoreSimilarity(pairs, cosineLikeness(vectorOf)),
    baseline: scoreSimilarity(pairs, characterLikeness),
    withoutNegatives,
  };
}

/** Neighbours of each entity by id, in either direction. */
function neighboursOf(db: ReadDb): Map<number, Set<number>> {
  const { entities, heads, tails } = loadTriples(db);
  const neighbours = new Map(entities.ids.map((id) => [id, new Set<number>()]));
  for (const [i, head] of heads.entries()) {
    const [from, to] = [entities.ids[head]!, entities.ids[tails[i]!]!];
    neighbours.get(from)!.add(to);
    neighbours.get(to)!.add(from);
  }
  return neighbours;
}

/** Mentions of names in the texts by norm. */
function countMentions(names: readonly LexiconName[], texts: Measured['texts']): Map<string, number> {
  const linker = buildLinker(names, loadRules());
  const counts = new Map<string, number>();
  for (const { text } of texts)
    for (const { start, end } of linker.link(text)) {
      const norm = normaliseName(text.slice(start, end));
      counts.set(norm, (counts.get(norm) ?? 0) + 1);
    }
  return counts;
}

async function encodedNames(
  { name, files }: { readonly name: string; readonly files: ModelFiles },
  pairs: readonly SamePair[],
  onProgress: SimilarityOptions['onProgress'],
): Promise<(name: string) => Float32Array | undefined> {
  const names = [...new Set(pairs.flatMap(({ query, names: own }) => [query, ...own]))];
  const { openExecutor } = await import('../../engine/runtime/executors.ts');
  const executor = await openExecutor({ id: 'onnx', provider: 'cpu' });
  try {
    const encoder = storedEncoder(name, files);
    const states = await meanStates(executor, encoder, files.weights, names, onProgress);
    const byName = new Map(names.map((one, i) => [one, states[i]!]));
    return (one) => byName.get(one);
  } finally {
    await executor.dispose();
  }
}
