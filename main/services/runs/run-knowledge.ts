/** Knowledge of a pre-training run: entities and neighbours of the graph as it was at the start, and their mentions. */
import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import type { LexiconName } from '../../../shared/domain/graph.ts';
import {
  type CorpusDocument,
  type PretrainSettings,
  readsEntityVectors,
} from '../../../shared/domain/pretraining.ts';
import type { RunSettings } from '../../../shared/domain/training.ts';
import { AppError } from '../../../shared/result.ts';
import { type DatabaseAccess, type ReadDb, withDatabase } from '../../db/connection.ts';
import { type GraphTriples, graphFingerprint, loadTriples } from '../../db/repositories/graph-triples.ts';
import { loadLexicon } from '../../db/repositories/lexicon.ts';
import { findPhraseListByName } from '../../db/repositories/phrases.ts';
import type { StoredVectors } from '../../engine/embeddings/stored-vectors.ts';
import { mentionPlaces } from '../../engine/layers/mention-tokens.ts';
import type { KnowledgeSource } from '../../engine/objectives/knowledge.ts';
import type { AnnotatedDocument } from '../../engine/tasks/pretrain/corpus.ts';
import type { RunStorage } from '../../engine/train/run-types.ts';
import { buildLinker } from '../../kg/linker/linker.ts';
import { PersonalisedPageRank } from '../../kg/pepr.ts';
import { shareOfMemory } from '../../processes/memory-limit.ts';
import type { NamedEntity } from '../../text/entity-section.ts';
import { loadRules } from '../../text/rules.ts';
import { keepMentions, linkCorpus, readMentions } from '../data/corpus-mentions.ts';
import { phraseModel } from '../graph/mine-phrases.ts';
import { findPhraseList } from '../graph/phrases.ts';
import { dbOf, type Session } from '../session/session.ts';
import { findVectors } from '../vectors/vectors.ts';
import type { KnowledgeRequest } from './process/protocol.ts';

/** Width of random entity vectors. */
const RANDOM_SIZE = 100;
const FILE = 'knowledge';

/**
 * @param memory bytes that a run may take
 * @throws AppError when the graph has no edges, vectors are missing or of another graph, or entities do not fit in memory
 */
export function checkKnowledge(
  session: Session,
  settings: RunSettings,
  memory: number = shareOfMemory(),
): void {
  if (settings.task !== 'pretrain' || settings.model === 'bert') return;
  const graph = loadTriples(dbOf(session));
  if (graph.heads.length === 0)
    throw new AppError('bad-input', 'training.no-edges', {}, { hint: 'hint.import-edges' });
  const { model, entityVectors: name, entityTraining } = settings;
  if (model === 'embert' && settings.phrases !== '') findPhraseList(session, settings.phrases);
  if (!readsEntityVectors(model)) return;
  const sizes = { entities: graph.entities.ids.length, relations: graph.relationNames.length };
  if (name === '' && entityTraining === 'random')
    return checkMemory(settings, { ...sizes, entitySize: RANDOM_SIZE }, memory);
  if (name === '')
    throw new AppError(
      'bad-request',
      'training.needs-entity-vectors',
      { model },
      { hint: 'hint.embed-graph' },
    );
  const { graph: facts, dimension } = findVectors(session, name);
  if (facts === undefined)
    throw new AppError('bad-request', 'training.no-graph-vectors', { name }, { hint: 'hint.embed-graph' });
  if (facts.fingerprint !== graphFingerprint(graph))
    throw new AppError('conflict', 'training.other-graph', { name }, { hint: 'hint.embed-graph' });
  checkMemory(settings, { ...sizes, entitySize: dimension }, memory);
}

/** Bytes of a parameter with its gradient and two moments of Adam. */
const LEARNT = 16;
/** Bytes of a score with its probability and its gradient. */
const SCORED = 12;

/** Bytes that entities and relations of a graph take in training, besides the encoder. */
export function knowledgeBytes(
  { model, linking, batchSize, batchTokens, length }: PretrainSettings,
  {
    entities,
    relations,
    entitySize,
  }: Pick<KnowledgeSource, 'entitySize' | 'relations'> & { entities: number },
): number {
  const learnt = LEARNT * entities * entitySize;
  if (model === 'smedbert') return learnt + LEARNT * 2 * relations * entitySize * (entitySize + 1);
  if (linking === 'sampled') return learnt;
  const rows = Math.max(1, Math.min(batchSize, Math.floor(batchTokens / length)));
  return learnt + SCORED * rows * mentionPlaces(length) * entities;
}

function checkMemory(
  settings: PretrainSettings,
  sizes: Parameters<typeof knowledgeBytes>[1],
  memory: number,
): void {
  const needed = knowledgeBytes(settings, sizes);
  if (needed <= memory) return;
  const gigabytes = (bytes: number) => (bytes / 1e9).toPrecision(2);
  const fits = Math.floor((sizes.entities * memory) / needed);
  throw new AppError(
    'too-large',
    'training.entities-too-large',
    { entities: sizes.entities, needed: gigabytes(needed), there: gigabytes(memory), fits },
    { hint: settings.model === 'kebiolm' ? 'hint.sampled-linking' : 'hint.smaller-vectors' },
  );
}

/** Returns where the knowledge of a run lies; `undefined` for plain encoders. */
export function knowledgeRequest(session: Session, settings: RunSettings): KnowledgeRequest | undefined {
  if (settings.task !== 'pretrain' || settings.model === 'bert') return undefined;
  const { databaseFile, key } = session.workspace;
  const { entityVectors: name } = settings;
  return {
    graph: { databaseFile, key },
    ...(name === '' || !readsEntityVectors(settings.model)
      ? {}
      : { vectors: { kind: 'stored', id: findVectors(session, name).id } }),
  };
}

interface KnowledgeInput {
  readonly settings: PretrainSettings;
  readonly graph: DatabaseAccess;
  readonly vectors?: StoredVectors | undefined;
  readonly storage: RunStorage;
  readonly workspaceDir: string;
  readonly fileKey: Uint8Array | null;
}

interface Corpus {
  readonly sha256: string;
  readonly documents: readonly CorpusDocument[];
}

interface Kept {
  readonly fingerprint: string;
  readonly source: KnowledgeSource;
}

/**
 * Returns the graph as at the run's start, which its folder keeps, and the corpora with their mentions.
 * @throws AppError `conflict` when the graph was changed and the mentions of a run that has begun are gone
 */
export function readKnowledge(
  input: KnowledgeInput,
  corpora: readonly Corpus[],
): { readonly source: KnowledgeSource; readonly annotated: readonly (readonly AnnotatedDocument[])[] } {
  const { storage, workspaceDir, fileKey } = input;
  const stored = storage.read(FILE);
  // safe: this very function wrote it
  const kept = stored === undefined ? undefined : (deserialize(stored) as Kept);
  const graph = withDatabase(input.graph, loadTriples);
  const fingerprint = kept?.fingerprint ?? graphFingerprint(graph);
  const link = linkerOf(input, graph, fingerprint);
  const mentions = corpora.map(({ sha256, documents }) => {
    const place = { workspaceDir, fileKey, sha256, fingerprint };
    const known = readMentions(place);
    if (known !== undefined) return known;
    const found = link(documents);
    keepMentions(place, found);
    return found;
  });
  const source = kept?.source ?? sourceOf(input, { graph, fingerprint }, mentions[0] ?? []);
  if (kept === undefined) storage.write(FILE, [serialize({ fingerprint, source } satisfies Kept)]);
  const annotated = corpora.map(({ documents }, corpus) =>
    documents.map((document, i) => ({ ...document, mentions: mentions[corpus]![i] })),
  );
  return { source, annotated };
}

/** Links corpora to the graph, which must still be the one with that fingerprint. */
function linkerOf({ graph: access, settings }: KnowledgeInput, graph: GraphTriples, fingerprint: string) {
  return (documents: readonly CorpusDocument[]) => {
    if (graphFingerprint(graph) !== fingerprint)
      throw new AppError('conflict', 'training.other-graph', { name: settings.entityVectors });
    const linker = withDatabase(access, (db) => buildLinker(loadLexicon(db), loadRules()));
    return linkCorpus(documents, linker, new Map(graph.entities.ids.map((id, row) => [id, row])));
  };
}

function sourceOf(
  { settings, vectors, graph: access }: KnowledgeInput,
  { graph, fingerprint }: { readonly graph: GraphTriples; readonly fingerprint: string },
  mentions: readonly Int32Array[],
): KnowledgeSource {
  const { types: names } = graph.entities;
  const kinds = [...new Set(names)].toSorted();
  const frequencies = new Int32Array(names.length);
  for (const triples of mentions) for (let i = 2; i < triples.length; i += 3) frequencies[triples[i]!]!++;
  const relations = graph.relationNames.length;
  return {
    entitySize: vectors?.vectors.dimension ?? RANDOM_SIZE,
    relations: 2 * relations,
    values: settings.entityTraining === 'random' || vectors === undefined ? {} : valuesOf(vectors, relations),
    types: Int32Array.from(names, (name) => kinds.indexOf(name)),
    frequencies,
    neighbours: neighboursOf(
      graph,
      frequencies,
      readsEntityVectors(settings.model) ? settings.neighbours : 0,
    ),
    graph: { fingerprint, entities: withDatabase(access, (db) => namedEntities(loadLexicon(db), graph)) },
    ...(settings.model === 'embert' && settings.phrases !== ''
      ? { phrases: withDatabase(access, (db) => phrasesOf(db, settings.phrases)) }
      : {}),
  };
}

/** A list of phrases with what the card says of it. @throws AppError `not-found` when it was deleted meanwhile */
function phrasesOf(db: ReadDb, name: string): KnowledgeSource['phrases'] & {} {
  const list = findPhraseListByName(db, name);
  if (list === undefined) throw new AppError('not-found', 'phrases.no-list-named', { name });
  const model = phraseModel(db, list.id, 'all');
  const written = JSON.stringify([
    model.phrases,
    model.cutPoints,
    [...model.cuts],
    [...(model.rejected ?? [])],
  ]);
  const sha256 = createHash('sha256').update(written).digest('hex');
  const facts = { name, phrases: model.phrases.length, cutPoints: model.cutPoints.length, sha256 };
  return { facts, model };
}

/** Returns all entities by their ids, each with all of its names. */
function namedEntities(names: Iterable<LexiconName>, { entities: { ids } }: GraphTriples): NamedEntity[] {
  const rows = new Map(ids.map((id, row) => [id, row]));
  const found = new Map<number, NamedEntity & { readonly otherNames: string[] }>();
  for (const { entityId: id, name, preferredName, type, weight } of names) {
    const row = rows.get(id);
    const entity = found.get(id) ?? {
      ...{ type, weight, name: preferredName, otherNames: [] },
      ...(row === undefined ? {} : { row }),
    };
    if (name !== preferredName) entity.otherNames.push(name);
    found.set(id, entity);
  }
  return [...found].sort(([a], [b]) => a - b).map(([, entity]) => entity);
}

/** The best neighbours of all mentioned entities; a relation that leads to the mention is numbered behind all others. */
function neighboursOf(
  graph: GraphTriples,
  frequencies: Int32Array,
  count: number,
): KnowledgeSource['neighbours'] {
  const pageRank = new PersonalisedPageRank(graph, frequencies.length);
  const starts = new Int32Array(frequencies.length + 1);
  const [entities, relations]: [number[], number[]] = [[], []];
  for (const [entity, frequency] of frequencies.entries()) {
    const found = frequency === 0 || count === 0 ? [] : pageRank.neighbours(entity, count);
    for (const neighbour of found) {
      const { relation, direction } = neighbour.relations[0]!;
      entities.push(neighbour.entity);
      relations.push(direction === 'out' ? relation : relation + graph.relationNames.length);
    }
    starts[entity + 1] = entities.length;
  }
  return { starts, entities: Int32Array.from(entities), relations: Int32Array.from(relations) };
}

/** Initial values of entities and of relations with their inverses: vectors of TransE, and matrices of TransR. */
function valuesOf({ vectors, graph }: StoredVectors, relations: number): KnowledgeSource['values'] {
  const { dimension: size, values: entities } = vectors;
  const table = { 'entities.weight': Float32Array.from(entities) };
  const width = (graph?.relations.length ?? 0) / relations;
  if (graph === undefined || (width !== size && width !== size + size * size)) return table;
  const both = new Float32Array(2 * relations * size);
  const matrices = new Float32Array(2 * relations * size * size);
  for (let relation = 0; relation < 2 * relations; relation++) {
    const row = graph.relations.subarray(
      (relation % relations) * width,
      ((relation % relations) + 1) * width,
    );
    const sign = relation < relations ? 1 : -1;
    both.set(
      row.subarray(0, size).map((x) => sign * x),
      relation * size,
    );
    const at = relation * size * size;
    if (width > size) matrices.set(row.subarray(size), at);
    else for (let i = 0; i < size; i++) matrices[at + i * size + i] = 1;
  }
  return { ...table, 'relations.vectors': both, 'relations.matrices': matrices };
}
