/** Predictions in a real engine process, over models in an encrypted workspace. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAudit } from '../../../../main/db/repositories/audit.ts';
import { getModelInUse } from '../../../../main/db/repositories/models.ts';
import type { ModelFiles } from '../../../../main/engine/io/model-files.ts';
import { scoreTriples } from '../../../../main/engine/tasks/relation/relate.ts';
import { EngineHost } from '../../../../main/inference/engine-host.ts';
import { spawnNode } from '../../../../main/processes/spawn-node.ts';
import { changeSettings } from '../../../../main/services/accounts/settings.ts';
import { ensureDataSet } from '../../../../main/services/data/data-sets.ts';
import { importFile } from '../../../../main/services/graph/graph.ts';
import { evaluateModel } from '../../../../main/services/models/model-scores.ts';
import {
  deleteModel,
  findModel,
  getModel,
  saveModel,
  useInt8,
  useModel,
} from '../../../../main/services/models/models.ts';
import {
  explainLabel,
  predict,
  predictLabels,
  predictRelations,
  standardTerms,
} from '../../../../main/services/models/predict.ts';
import { closeSession, openSession, startEngine } from '../../../../main/services/session/open-session.ts';
import { cancelRequest, type Session } from '../../../../main/services/session/session.ts';
import { modelFile } from '../../../../main/workspace/paths.ts';
import { contract } from '../../../../shared/contract/index.ts';
import type { ClassificationReport } from '../../../../shared/domain/classification.ts';
import { NormalisationSettings } from '../../../../shared/domain/normalisation.ts';
import { Home } from '../../../helpers/app.ts';
import { CLASSES, classifierFiles, relationFiles } from '../../../helpers/classifier.ts';
import { FakeChild } from '../../../helpers/fake-child.ts';
import { sampleTexts, taggerFiles } from '../../../helpers/tagger.ts';
import { openTestSession, temporaryDir } from '../../../helpers/workspace.ts';
import { relatedDocuments } from '../../engine/train/related-documents.ts';
import { finish, memoryStorage } from '../../engine/train/runs.ts';
import { termDocuments } from '../../engine/train/term-documents.ts';

const TEXT = sampleTexts(20, 60).join('。\n');
const parse = contract['text.predict'].output.parse;

describe('a real engine', () => {
  let home: Home;
  let session: Session;
  beforeAll(() => {
    home = new Home();
    session = openSession({
      dir: home.workspace,
      configDir: `${home.dir}/config`,
      spawn: spawnNode,
      emit: () => undefined,
    });
    expect(session.workspace.key).not.toBeNull();
    changeSettings(session, { starterTagger: false, starterClassifier: false });
    startEngine(session);
  });
  afterAll(async () => {
    await closeSession(session);
    home.remove();
  });
  const save = (name: string, seed: number) =>
    saveModel(session, { name, metrics: {}, origin: 'import', files: taggerFiles('bilstm-crf', { seed }) });

  it('finds nothing without a model, then what the model in use finds, then what another finds', async () => {
    expect(await predict(session, TEXT)).toEqual({ model: null, entities: [] });
    const [first, second] = [save('first', 3), save('second', 4)];
    useModel(session, first.id, true);
    const found = parse(await predict(session, TEXT));
    expect(found.model).toEqual({ id: first.id, name: 'first' });
    expect(found.entities.length).toBeGreaterThan(20);
    for (const { start, end, text } of found.entities) expect(TEXT.slice(start, end)).toBe(text);
    useModel(session, second.id, true);
    const other = parse(await predict(session, TEXT));
    expect(other.model?.name).toBe('second');
    expect(other.entities).not.toEqual(found.entities);
    useInt8(session, second.id, true);
    expect((await predict(session, TEXT)).model?.name).toBe('second');
    deleteModel(session, second.id);
    expect(await predict(session, TEXT)).toEqual({ model: null, entities: [] });
  });

  it('finds what the starter tagger finds in types of the graph, while it is on and no own model is in use', async () => {
    const text = '近日服用氨酚黄那敏颗粒，出现乏力。';
    changeSettings(session, { starterTagger: true });
    const { model, entities } = parse(await predict(session, text));
    expect(model).toEqual({ id: -1, name: 'starter' });
    const found = entities.map((entity) => [entity.text, entity.type]);
    expect(found).toContainEqual(['氨酚黄那敏颗粒', 'drug']);
    expect(found).toContainEqual(['乏力', 'symptom']);
    expect(entities.map(({ type }) => type)).not.toContain('time'); // which 近日 is
    const own = save('instead', 7);
    useModel(session, own.id, true);
    expect((await predict(session, text)).model?.name).toBe('instead');
    deleteModel(session, own.id);
    expect((await predict(session, text)).model?.name).toBe('starter');
    changeSettings(session, { starterTagger: false });
    expect((await predict(session, text)).model).toBeNull();
    expect(() => findModel(session, 'starter')).toThrow(expect.objectContaining({ code: 'bad-request' }));
  });

  it('says that a damaged model cannot be used; the dictionary goes on', async () => {
    const { id } = save('damaged', 5);
    const file = modelFile(session.workspace.dir, id);
    const whole = readFileSync(file);
    const damaged = Buffer.from(whole);
    damaged[damaged.length >> 1]! ^= 1;
    writeFileSync(file, damaged);
    useModel(session, id, true);
    const { pid } = session.engine.status();
    await expect(predict(session, TEXT)).rejects.toMatchObject({
      code: 'corrupt',
      message: expect.stringContaining('The model damaged cannot be used'),
    });
    const { sections } = await session.engine.run('annotate', { text: '主诉：胸痛3小时。' });
    expect(sections).toHaveLength(1);
    expect(session.engine.status()).toMatchObject({ state: 'ready', pid });
    writeFileSync(file, whole);
    useModel(session, id, false);
    useModel(session, id, true);
    expect((await predict(session, TEXT)).entities.length).toBeGreaterThan(20);
  });

  it('evaluates while it annotates', async () => {
    const { id } = save('evaluated', 6);
    const documents = sampleTexts(50, 60).map((text, i) => ({ id: String(i), text, entities: [] }));
    const [report, annotation] = await Promise.all([
      session.engine.run('evaluate', { modelId: id, documents, dataSet: 'none', weights: 'fp32' }),
      session.engine.run('annotate', { text: TEXT }),
    ]);
    expect(report).toMatchObject({ dataSet: 'none', scores: { support: 0, precision: 0 } });
    expect(report.errorCounts.spurious).toBeGreaterThan(20);
    expect(annotation.sections).toBeDefined();
  });
});

describe('a classifier in a real engine', () => {
  let home: Home;
  let session: Session;
  beforeAll(() => {
    home = new Home();
    session = openSession({
      dir: home.workspace,
      configDir: `${home.dir}/config`,
      spawn: spawnNode,
      emit: () => undefined,
    });
    changeSettings(session, { starterTagger: false, starterClassifier: false });
    startEngine(session);
  });
  afterAll(async () => {
    await closeSession(session);
    home.remove();
  });
  const save = (name: string, seed: number) =>
    saveModel(session, { name, metrics: {}, origin: 'import', files: classifierFiles({ seed }) });
  const text = '患者发热咳嗽，胸痛三天。否认糖尿病史。';

  it('gives a diagnosis its standard terms, with the codes of the graph, by the model in use', async () => {
    expect(await standardTerms(session, '左侧胃癌')).toBeNull();
    const { result } = await finish({
      settings: NormalisationSettings.parse({ task: 'normalisation', c: 3 }),
      train: termDocuments(160),
      dev: termDocuments(60, 1000),
      devName: 'dev',
      executor: 'onnx:cpu',
      storage: memoryStorage(),
    });
    if (result.kind !== 'finished') throw new Error('the run is not finished');
    const { id } = saveModel(session, { name: 'terms', metrics: {}, origin: 'run', files: result.model });
    expect(getModel(session, id).labels).toEqual([]);
    useModel(session, id, true);
    const path = join(temporaryDir(), 'codes.csv');
    writeFileSync(path, 'code,name\nC16.900,胃恶性肿瘤\n');
    await importFile(
      session,
      { name: 'codes.csv', path },
      { format: 'icd10', sliceMs: 500 },
      () => undefined,
    );
    const found = contract['diagnosis.terms'].output.parse(await standardTerms(session, '左侧胃癌'));
    expect(found).toEqual([{ term: '胃恶性肿瘤', code: 'C16.900', probability: expect.any(Number) }]);
    expect(await standardTerms(session, '……')).toEqual([]);
    useModel(session, id, false);
    expect(await standardTerms(session, '左侧胃癌')).toBeNull();
  });

  it('says what it thinks and why, beside a tagger, and one at a time', async () => {
    expect(await predictLabels(session, text)).toBeNull();
    const [first, second] = [save('dx-1', 3), save('dx-2', 4)];
    const tagger = saveModel(session, {
      name: 'ner',
      metrics: {},
      origin: 'import',
      files: taggerFiles('bilstm-crf'),
    });
    useModel(session, tagger.id, true);
    useModel(session, first.id, true);
    const found = contract['diagnosis.predict'].output.parse(await predictLabels(session, text));
    expect(found?.model).toMatchObject({ id: first.id, name: 'dx-1', task: 'diagnose', network: 'cnn' });
    expect(found?.labels).toHaveLength(3);
    const label = found!.labels[0]!.label;
    const explained = contract['diagnosis.explain'].output.parse(
      await explainLabel(session, { text, label, model: first.id, ticket: 'a' }),
    );
    expect(explained.probability).toBeCloseTo(found!.labels[0]!.probability, 5);
    expect(explained.words.length).toBeGreaterThan(1);
    for (const { start, end } of explained.words) expect(text.slice(start, end)).toMatch(/[\p{L}\p{N}]/u);

    useModel(session, second.id, true);
    expect(getModel(session, first.id).inUse).toBe(false);
    expect(getModel(session, tagger.id).inUse).toBe(true);
    expect((await predictLabels(session, text))?.model.name).toBe('dx-2');
    await expect(explainLabel(session, { text, label, model: first.id })).rejects.toMatchObject({
      code: 'conflict',
    });
    deleteModel(session, second.id);
    expect(await predictLabels(session, text)).toBeNull();
  });

  it('stops explaining when nobody wants it any more, and serves what comes next', async () => {
    const { id } = save('dx-3', 5);
    useModel(session, id, true);
    const label = CLASSES[0]!;
    const slow = explainLabel(session, { text, label, model: id, ticket: 'b' });
    cancelRequest(session, 'b');
    await expect(slow).rejects.toMatchObject({ code: 'cancelled' });
    const replaced = explainLabel(session, { text: '胸痛。', label, model: id, ticket: 'c' });
    const newer = explainLabel(session, { text, label, model: id, ticket: 'c' });
    await expect(replaced).rejects.toMatchObject({ code: 'cancelled' });
    expect((await newer).label).toBe(label);
    cancelRequest(session, 'c'); // too late: nothing happens
  });

  const record = '肺炎患者予阿莫西林。高血压病史三年，咳嗽，予头孢。';
  const mentionOf = (word: string, types: string[]) => {
    const start = record.indexOf(word);
    return { start, end: start + word.length, types };
  };
  const mentions = [
    mentionOf('肺炎', ['疾病']),
    mentionOf('阿莫西林', ['药物']),
    mentionOf('高血压', ['disease']),
    mentionOf('头孢', ['drug']),
  ];

  it('finds relations between mentions with the model in use, until none is', async () => {
    expect(await predictRelations(session, { text: record, mentions })).toBeNull();
    const [first, second] = [3, 5].map((seed) =>
      saveModel(session, { name: `r${seed}`, metrics: {}, origin: 'import', files: relationFiles(seed) }),
    );
    useModel(session, first!.id, true);
    const found = contract['relations.find'].output.parse(
      await predictRelations(session, { text: record, mentions }),
    );
    expect(found?.model).toBe('r3');
    expect(found?.relations.length).toBeGreaterThan(0);
    for (const { head, tail } of found!.relations) {
      expect([record.slice(head.start, head.end), head.type]).toEqual([head.text, '疾病']);
      expect([record.slice(tail.start, tail.end), tail.type]).toEqual([tail.text, '药物']);
    }
    useModel(session, second!.id, true);
    const other = await predictRelations(session, { text: record, mentions });
    expect(other?.model).toBe('r5');
    expect(other?.relations).not.toEqual(found?.relations);
    expect(getModel(session, first!.id).inUse).toBe(false);
    useModel(session, second!.id, false);
    expect(await predictRelations(session, { text: record, mentions })).toBeNull();
  });

  it('scores triples between labelled mentions, and between those of a tagger', async () => {
    const documents = relatedDocuments(6);
    const file = join(temporaryDir(), 'related.jsonl');
    writeFileSync(file, documents.map((document) => JSON.stringify(document)).join('\n'));
    const { id: data } = await ensureDataSet(session, file, { task: 'relation' });
    const add = (name: string, files: ModelFiles) =>
      saveModel(session, { name, metrics: {}, origin: 'import', files }).id;
    const [id, tagger] = [add('pairs', relationFiles()), add('tags', taggerFiles('bilstm-crf'))];
    const report = await evaluateModel(session, { id, data, tagger });
    const { triples } = contract['models.evaluate'].output.parse(report) as ClassificationReport; // safe: of relations
    const relations = await session.engine.run('relate', { modelId: id, documents });
    const found = documents.map((document, i) => ({ ...document, relations: relations[i]! }));
    expect(triples?.mentions).toEqual(scoreTriples(documents, found));
    expect(triples?.joint).toMatchObject({ tagger: 'tags', all: { support: 6 } });
    expect(await evaluateModel(session, { id, data })).not.toHaveProperty('triples.joint');
    await expect(evaluateModel(session, { id, data, tagger: id })).rejects.toThrow(/pairs finds no entities/);
  });

  it('seeks no relations outside the text', async () => {
    const outside = [{ start: 0, end: record.length + 1, types: ['疾病'] }];
    await expect(async () => predictRelations(session, { text: record, mentions: outside })).rejects.toThrow(
      /does not lie in the text/,
    );
  });

  it('writes nothing into the audit table when it is asked', async () => {
    const before = listAudit(session.workspace.db, { limit: 1000 }).length;
    const { id } = getModelInUse(session.workspace.db, 'panel')!;
    await predictLabels(session, text);
    await explainLabel(session, { text, label: CLASSES[1]!, model: id });
    expect(listAudit(session.workspace.db, { limit: 1000 })).toHaveLength(before);
  });
});

describe('a model that stops the engine', () => {
  /** Dies of every prediction. */
  function fragile(asked: string[]): FakeChild {
    const child = new FakeChild(1);
    child.onRequest = ({ id, method }) => {
      if (method === 'open') setImmediate(() => child.reply(id, { names: 0, entities: 0, buildMs: 0 }));
      if (method !== 'predict') return;
      asked.push(method);
      setImmediate(() => child.crash());
    };
    return child;
  }

  it('is not asked again and again, until it is chosen anew', async () => {
    const asked: string[] = [];
    const engine = new EngineHost(() => fragile(asked));
    const session = { ...openTestSession(), engine };
    changeSettings(session, { starterTagger: false });
    const { id } = saveModel(session, {
      name: 'too large',
      metrics: {},
      origin: 'import',
      files: taggerFiles('bilstm-crf'),
    });
    useModel(session, id, true);
    engine.start({ databaseFile: 'none', key: null });
    for (let attempt = 0; attempt < 2; attempt++)
      await expect(predict(session, TEXT)).rejects.toMatchObject({ code: 'engine-down' });
    const times = asked.length;
    for (let attempt = 0; attempt < 5; attempt++)
      await expect(predict(session, TEXT)).rejects.toThrow(
        /stopped repeatedly while it used the model too large/,
      );
    expect(asked).toHaveLength(times);
    await engine.ready();
    expect(engine.status().state).toBe('ready');
    useModel(session, id, false);
    expect(await predict(session, TEXT)).toEqual({ model: null, entities: [] });
    await engine.stop();
  });
});
