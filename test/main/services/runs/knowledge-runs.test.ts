/** Encoders with knowledge through the services: vectors of the graph, mentions in the corpus, and what is refused. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { graphFingerprint, loadTriples } from '../../../../main/db/repositories/graph-triples.ts';
import { loadLexicon } from '../../../../main/db/repositories/lexicon.ts';
import { buildLinker } from '../../../../main/kg/linker/linker.ts';
import { linkCorpus } from '../../../../main/services/data/corpus-mentions.ts';
import { deleteDataSet, ensureCorpus } from '../../../../main/services/data/data-sets.ts';
import { dataFolder } from '../../../../main/services/data/data-store.ts';
import { scoreLinking, withContextLinker } from '../../../../main/services/graph/link-by-context.ts';
import { loadLinker } from '../../../../main/services/graph/linker.ts';
import { importPhrases } from '../../../../main/services/graph/phrases.ts';
import { probeModel } from '../../../../main/services/graph/probe.ts';
import { findModel } from '../../../../main/services/models/models.ts';
import { checkKnowledge, knowledgeBytes } from '../../../../main/services/runs/run-knowledge.ts';
import { trainHere } from '../../../../main/services/runs/run-training.ts';
import { Runs } from '../../../../main/services/runs/runs.ts';
import type { Session } from '../../../../main/services/session/session.ts';
import { trainGraphIntoWorkspace } from '../../../../main/services/vectors/train-graph-vectors.ts';
import { loadRules } from '../../../../main/text/rules.ts';
import { GraphEmbeddingSettings } from '../../../../shared/domain/graph-embeddings.ts';
import { PretrainSettings } from '../../../../shared/domain/pretraining.ts';
import { fromErrorData } from '../../../../shared/result.ts';
import { importFile, temporaryFile } from '../../../helpers/kg.ts';
import { smallRequest } from '../../../helpers/training.ts';
import { openTestSession, temporaryDir } from '../../../helpers/workspace.ts';
import { corpusDocuments, SMALL_PRETRAINING } from '../../engine/train/pretrain-runs.ts';

const EDGES = [
  ['肺炎', '咳嗽'],
  ['肺炎', '发热'],
  ['冠心病', '胸痛'],
  ['高血压', '头晕'],
  ['胃炎', '腹胀'],
];
const graphFile = (edges: readonly (readonly string[])[]) =>
  temporaryFile(
    'graph.tsv',
    `head\trelation\ttail\n${edges.map(([head, tail]) => `${head}\tHasSymptom\t${tail}\n`).join('')}`,
  );

async function embed(session: Session, name: string): Promise<void> {
  const settings = GraphEmbeddingSettings.parse({
    model: 'transe',
    dimension: 8,
    epochs: 1,
    heldOut: 0,
    threads: 1,
  });
  const watch = { signal: new AbortController().signal, onEvent: () => undefined };
  await trainGraphIntoWorkspace(session, name, settings, watch);
}

async function corpus(session: Session, texts: readonly string[]): Promise<number> {
  const path = join(temporaryDir(), 'corpus.jsonl');
  writeFileSync(path, texts.map((text, i) => `${JSON.stringify({ id: String(i), text })}\n`).join(''));
  return (await ensureCorpus(session, [path])).id;
}

const texts = corpusDocuments(60).map(({ text }) => text);
const request = (set: number, changes: Record<string, unknown>) => ({
  name: 'knowing',
  settings: PretrainSettings.parse({ ...SMALL_PRETRAINING, epochs: 1, ...changes }),
  train: set,
  dev: set,
});

async function ended(runs: Runs, wish: ReturnType<typeof request>) {
  const { id } = runs.start(wish);
  await runs.settled(id);
  return runs.get(id);
}

it.each(['smedbert', 'kebiolm'])(
  '%s learns from the graph of the workspace, and a tagger builds on it',
  async (model) => {
    const session = openTestSession();
    await importFile(session.workspace.db, graphFile(EDGES));
    await embed(session, 'kg');
    const set = await corpus(session, texts);
    const runs = new Runs(session, { startTraining: trainHere() });
    const run = await ended(runs, request(set, { model, entityVectors: 'kg', masking: 'entity' }));
    expect(run.state, JSON.stringify(run.error)).toBe('finished');
    const mentioned = [...new Set(EDGES.flat())].flatMap((name) =>
      texts.join('\n').split(name).slice(1),
    ).length;
    expect(run.report).toMatchObject({ corpus: { mentions: mentioned } });
    expect(findModel(session, 'knowing')).toMatchObject({ task: 'encoder' });
    const files = () => readdirSync(dataFolder(session.workspace.dir));
    expect(files().filter((name) => name.startsWith(`${run.train.sha256}.`))).toHaveLength(1);
    const { scores, queries } = await probeModel(session, {
      model: 'knowing',
      limit: 3,
      longest: 2,
      seed: 1,
    });
    expect(scores.relations).toMatchObject({ HasSymptom: { queries: 3 } });
    for (const { found } of queries) expect(found).toHaveLength(10); // five of each number of masks
    const tagging = await smallRequest(session, { network: 'bert-crf', encoder: 'knowing', epochs: 1 });
    const { id } = runs.start(tagging);
    await runs.settled(id);
    expect(runs.get(id).state).toBe('finished');
    const graph = graphFingerprint(loadTriples(session.workspace.db));
    for (const { name } of [runs.get(id), run]) expect(findModel(session, name)).toMatchObject({ graph });
    deleteDataSet(session, set);
    expect(files().filter((name) => name.startsWith(run.train.sha256))).toEqual([]);
  },
);

it('a model of KeBioLM weighs entities of one name by context, on the graph that it knows', async () => {
  const session = openTestSession();
  const twice = [...EDGES, ['发热', '乏力']]; // a symptom, and a disease
  await importFile(session.workspace.db, graphFile(twice));
  const set = await corpus(session, texts);
  const runs = new Runs(session, { startTraining: trainHere() });
  const how = { model: 'kebiolm', entityTraining: 'random', masking: 'entity', steps: 3 };
  expect((await ended(runs, request(set, how))).state).toBe('finished');
  const linker = loadLinker(session);
  const text = '患者发热，咳嗽。';
  const link = () => withContextLinker(session, 'knowing', (by) => by(text, linker.annotate(text).mentions));
  const [fever, cough] = await link();
  expect(fever!.map(({ name, type }) => `${name} ${type}`).toSorted()).toEqual([
    '发热 disease',
    '发热 symptom',
  ]);
  expect(fever!.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 6);
  expect(fever![0]!.share).toBeGreaterThanOrEqual(fever![1]!.share);
  expect(cough).toEqual([]);
  const documents = ['symptom', 'disease'].map((type) => ({
    ...{ id: type, text },
    entities: [
      { start: 2, end: 4, type },
      { start: 5, end: 7, type: 'symptom' },
    ],
  }));
  const scores = await withContextLinker(session, 'knowing', (by) => scoreLinking(documents, linker, by));
  expect(scores).toEqual({ labelled: 4, ambiguous: 2, linker: 1, context: 1 });
  await importFile(session.workspace.db, graphFile([...twice, ['肺炎', '胸痛']]));
  await expect(link()).rejects.toThrow(/another version/);
  expect((await ended(runs, { ...request(set, { steps: 1 }), name: 'plain' })).state).toBe('finished');
  await expect(withContextLinker(session, 'plain', async () => undefined)).rejects.toThrow(
    /knows no entities/,
  );
});

it('is refused before the start without edges, without vectors and with those of another graph', async () => {
  const session = openTestSession();
  const runs = new Runs(session, { startTraining: trainHere() });
  const set = await corpus(session, texts);
  const start = (changes: Record<string, unknown>) => () =>
    runs.start(request(set, { model: 'smedbert', ...changes }));
  expect(start({ entityTraining: 'random' })).toThrow(/graph has no edges/);
  await importFile(session.workspace.db, graphFile(EDGES));
  expect(start({})).toThrow(/needs vectors of the graph/);
  expect(start({ entityVectors: 'nobody' })).toThrow(/nobody/);
  await embed(session, 'kg');
  await importFile(session.workspace.db, graphFile([...EDGES, ['肺炎', '乏力']]));
  expect(start({ entityVectors: 'kg' })).toThrow(/another version/);
  expect(runs.list()).toEqual([]);
});

it('a graph that does not fit in memory is refused before the start, with what fits', async () => {
  const session = openTestSession();
  await importFile(session.workspace.db, graphFile(EDGES));
  const settings = PretrainSettings.parse({
    ...{ ...SMALL_PRETRAINING, model: 'kebiolm', entityTraining: 'random' },
    ...{ batchSize: 4, batchTokens: 256, length: 64 },
  });
  const [entities, entitySize, relations] = [9, 100, 1];
  const sizes = { entities, entitySize, relations };
  const entity = 4 * 4 * entitySize; // value, gradient, two moments
  const scores = 3 * 4 * 4 * 11; // four rows of 11 mentions: score, probability, gradient
  expect(knowledgeBytes(settings, sizes)).toBe(entities * (entity + scores));
  expect(knowledgeBytes({ ...settings, linking: 'sampled' }, sizes)).toBe(entities * entity);
  const matrices = 2 * relations * entitySize * (entitySize + 1);
  expect(knowledgeBytes({ ...settings, model: 'smedbert' }, sizes)).toBe(entities * entity + 16 * matrices);
  checkKnowledge(session, settings, entities * (entity + scores));
  expect(() => checkKnowledge(session, settings, 4.5 * (entity + scores))).toThrow(
    /9 entities .* about 4 entities fit/,
  );
});

it('EMBERT needs names alone: neither vectors nor neighbours, and the encoder has no entities', async () => {
  const session = openTestSession();
  await importFile(session.workspace.db, graphFile(EDGES));
  const set = await corpus(session, texts);
  const runs = new Runs(session, { startTraining: trainHere() });
  const run = await ended(runs, request(set, { model: 'embert', pair: 'nsp', corruptionRate: 0.5 }));
  expect(run.state, JSON.stringify(run.error)).toBe('finished');
  expect(run.report).toMatchObject({ consistencyAccuracy: expect.any(Number), pairLoss: expect.any(Number) });
  expect(findModel(session, 'knowing')).toMatchObject({ task: 'encoder' });
  expect(findModel(session, 'knowing').graph).toBeUndefined();
});

it('EMBERT cuts names by a list of phrases, which its card tells of, and refuses an unknown one', async () => {
  const session = openTestSession();
  await importFile(session.workspace.db, graphFile(EDGES));
  const rows = 'phrase\t肺炎\tmined\t30\t0.9\taccepted\ncut\tend\t性\n';
  await importPhrases(session, { name: 'terms', file: 'terms.tsv', bytes: Buffer.from(rows) });
  const set = await corpus(session, texts);
  const runs = new Runs(session, { startTraining: trainHere() });
  const how = { model: 'embert', pair: 'nsp', steps: 2 };
  expect(() => runs.start(request(set, { ...how, phrases: 'others' }))).toThrow(/named others/);
  const run = await ended(runs, request(set, { ...how, phrases: 'terms' }));
  expect(run.state, JSON.stringify(run.error)).toBe('finished');
  expect(run.settings).toMatchObject({ phrases: 'terms' });
  expect(run.report).toMatchObject({
    corpus: {
      phrases: { name: 'terms', phrases: 1, cutPoints: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    },
  });
});

it('a corpus without a mention is refused in words', async () => {
  const session = openTestSession();
  await importFile(session.workspace.db, graphFile(EDGES));
  const runs = new Runs(session, { startTraining: trainHere() });
  const set = await corpus(session, [
    '今天天气很好。明天下雨。',
    '他去公园散步。晚上看书。',
    '桌上有一本书。',
  ]);
  const run = await ended(runs, request(set, { model: 'kebiolm', entityTraining: 'random' }));
  expect(run.state).toBe('failed');
  expect(fromErrorData(run.error!).message).toMatch(/mentions no entity/);
});

it('linkCorpus numbers mentions by the rows of the graph and leaves other entities out', async () => {
  const session = openTestSession();
  await importFile(session.workspace.db, graphFile(EDGES));
  const names = [...loadLexicon(session.workspace.db)];
  const linker = buildLinker(names, loadRules());
  const id = names.find(({ name }) => name === '咳嗽')!.entityId;
  const [mentions] = linkCorpus(
    [{ id: '1', text: '患者咳嗽、发热，咳嗽加重。' }],
    linker,
    new Map([[id, 5]]),
  );
  expect([...mentions!]).toEqual([2, 4, 5, 8, 10, 5]);
});
