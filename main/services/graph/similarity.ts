/** Intrinsic similarity of names of the workspace's graph, for an encoder or for vectors. */
import type { LexiconName } from '../../../shared/domain/graph.ts';
import { AppError } from '../../../shared/result.ts';
import { loadTriples } from '../../db/repositories/graph-triples.ts';
import { loadLexicon } from '../../db/repositories/lexicon.ts';
import { nameVectors } from '../../engine/embeddings/name-vectors.ts';
import { openExecutor } from '../../engine/runtime/executors.ts';
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
import { buildLinker } from '../../kg/linker/linker.ts';
import { normaliseName } from '../../text/folding.ts';
import { loadRules } from '../../text/rules.ts';
import { readCorpora } from '../data/corpora.ts';
import { loadModel } from '../models/models.ts';
import { dbOf, type Session } from '../session/session.ts';
import { vectorsNamed } from '../vectors/vectors.ts';

export { PAIR_SETS };

export interface SimilarityRequest {
  /** Name of a model that builds on an encoder, or of vectors. */
  readonly of: { readonly model: string } | { readonly vectors: string };
  /** Files in which mentions are counted for D3; empty: D3 stays empty. */
  readonly corpus: readonly string[];
  readonly seed: number;
  readonly limit?: number | undefined;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface SimilarityResult {
  readonly sets: Record<PairSetName, SimilarityScore>;
  /** Scores of the characters alone, by Jaro-Winkler. */
  readonly baseline: Record<PairSetName, SimilarityScore>;
  /** Synonyms that fewer than 19 names of their type are like. */
  readonly withoutNegatives: number;
}

/** @throws AppError when the graph has no two names of an entity, or model or vectors are missing */
export async function similarity(
  session: Session,
  { of, corpus, seed, limit, onProgress }: SimilarityRequest,
): Promise<SimilarityResult> {
  const names = [...loadLexicon(dbOf(session))];
  const { pairs, withoutNegatives } = samePairs(
    names.map((name) => ({ ...name, entity: name.entityId, norm: normaliseName(name.name) })),
    {
      neighbours: neighboursOf(session),
      mentions: corpus.length === 0 ? undefined : await countMentions(names, corpus),
      seed,
      limit,
    },
  );
  if (pairs.length === 0)
    throw new AppError('bad-input', 'graph.no-same-names', {}, { hint: 'hint.import-synonyms' });
  const vectorOf =
    'vectors' in of
      ? nameVectors(await vectorsNamed(session, of.vectors))
      : await encodedNames(session, of.model, pairs, onProgress);
  return {
    sets: scoreSimilarity(pairs, cosineLikeness(vectorOf)),
    baseline: scoreSimilarity(pairs, characterLikeness),
    withoutNegatives,
  };
}

/** Neighbours of each entity by id, in either direction. */
function neighboursOf(session: Session): Map<number, Set<number>> {
  const { entities, heads, tails } = loadTriples(dbOf(session));
  const neighbours = new Map(entities.ids.map((id) => [id, new Set<number>()]));
  for (const [i, head] of heads.entries()) {
    const [from, to] = [entities.ids[head]!, entities.ids[tails[i]!]!];
    neighbours.get(from)!.add(to);
    neighbours.get(to)!.add(from);
  }
  return neighbours;
}

/** Mentions of names in the files by norm. */
async function countMentions(
  names: readonly LexiconName[],
  corpus: readonly string[],
): Promise<Map<string, number>> {
  const linker = buildLinker(names, loadRules());
  const counts = new Map<string, number>();
  for (const { text } of await readCorpora(corpus))
    for (const { start, end } of linker.link(text)) {
      const norm = normaliseName(text.slice(start, end));
      counts.set(norm, (counts.get(norm) ?? 0) + 1);
    }
  return counts;
}

async function encodedNames(
  session: Session,
  model: string,
  pairs: readonly SamePair[],
  onProgress: SimilarityRequest['onProgress'],
): Promise<(name: string) => Float32Array | undefined> {
  const { files } = loadModel(session, model);
  const names = [...new Set(pairs.flatMap(({ query, names }) => [query, ...names]))];
  const executor = await openExecutor({ id: 'onnx', provider: 'cpu' });
  try {
    const encoder = storedEncoder(model, files);
    const states = await meanStates(executor, encoder, files.weights, names, onProgress);
    const byName = new Map(names.map((name, i) => [name, states[i]!]));
    return (name) => byName.get(name);
  } finally {
    await executor.dispose();
  }
}
