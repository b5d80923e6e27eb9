/** Trainings of word vectors in processes of their own, which are killed. */

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ChildProcess } from '../../../../main/processes/child-process.ts';
import { spawnNode } from '../../../../main/processes/spawn-node.ts';
import { createRecord } from '../../../../main/services/records/records.ts';
import { trainerOf } from '../../../../main/services/runs/run-folder.ts';
import type { Session } from '../../../../main/services/session/session.ts';
import { VectorClient } from '../../../../main/services/vectors/vector-client.ts';
import { importVectors } from '../../../../main/services/vectors/vector-exchange.ts';
import { trainingFolder } from '../../../../main/services/vectors/vector-training-folder.ts';
import { VectorTrainings } from '../../../../main/services/vectors/vector-trainings.ts';
import { listVectors, loadVectors } from '../../../../main/services/vectors/vectors.ts';
import { EmbeddingSettings } from '../../../../shared/domain/embeddings.ts';
import type { VectorTraining } from '../../../../shared/domain/vectors.ts';
import { words } from '../../../../shared/messages/words.ts';
import { saying } from '../../../helpers/words.ts';
import { openTestSession, openWorkspace, temporaryDir } from '../../../helpers/workspace.ts';
import { classCorpus } from '../../engine/embeddings/corpora.ts';

const SMALL = EmbeddingSettings.parse({
  method: 'word2vec',
  dimension: 12,
  minCount: 1,
  threads: 1,
  sample: 0,
  epochs: 3,
});
/** Long enough to be paused and killed on a fast machine. */
const LONG = { ...SMALL, epochs: 1000 };
const spawn = () => spawnNode('vectors');

function setUp(session: Session = openTestSession()) {
  const trainings = new VectorTrainings(session, spawn);
  onTestFinished(() => trainings.close());
  return { session, trainings };
}

function addRecords(session: Session, lines = 1500): void {
  const texts = classCorpus(lines)
    .match(/(?:.*\n?){1,300}/g)!
    .filter((text) => text.trim() !== '');
  for (const text of texts) createRecord(session, { title: '病历', text, origin: 'test' });
}

const request = (name: string, settings: EmbeddingSettings) => ({
  name,
  settings,
  documents: true,
  graphNames: false,
  files: [],
});

const pause = () => new Promise((later) => setTimeout(later, 20));

/** Waits until it has ended well. */
async function finished(trainings: VectorTrainings, id: number): Promise<void> {
  for (;;) {
    const training = trainings.list().find((one) => one.id === id);
    if (training === undefined) return;
    if (!['queued', 'running'].includes(training.state)) throw new Error(JSON.stringify(training));
    await pause();
  }
}

async function until(
  trainings: VectorTrainings,
  id: number,
  holds: (training: VectorTraining) => boolean,
): Promise<VectorTraining> {
  for (;;) {
    const training = trainings.list().find((one) => one.id === id);
    if (training === undefined) throw new Error('it ended');
    if (holds(training)) return training;
    await pause();
  }
}

const hasCheckpoint = (session: Session, id: number) =>
  existsSync(join(trainingFolder(session.workspace.dir, id), 'checkpoint'));

describe('trainings of word vectors', () => {
  it('train on the records, and leave vectors and nothing else', async () => {
    const { session, trainings } = setUp();
    addRecords(session);
    const { id } = trainings.start(request(' 病历字向量 ', SMALL));
    await finished(trainings, id);
    const [card] = listVectors(session);
    expect(card).toMatchObject({
      name: '病历字向量',
      origin: 'trained',
      unit: 'character',
      tokens: 42,
      settings: SMALL,
      corpus: { texts: 5, characters: classCorpus(1500).length },
    });
    expect(card!.curve!.length).toBeGreaterThan(0);
    expect(card!.neighbours.length).toBeGreaterThan(0);
    expect(readdirSync(join(session.workspace.dir, 'vector-trainings'))).toEqual([]);
    expect(loadVectors(session, card!.id).vectors.tokens).toHaveLength(42);
  });

  it('read uploaded files, which are gone afterwards, and wait for their turn', async () => {
    const { session, trainings } = setUp();
    const file = join(session.workspace.temporaryDir(), 'upload.txt');
    writeFileSync(file, classCorpus(1000));
    const files = [{ name: '教材.txt', path: file }];
    const one = trainings.start({ ...request('a', SMALL), documents: false, files });
    addRecords(session, 300);
    const two = trainings.start(request('b', SMALL));
    expect([one.state, two.state]).toEqual(['running', 'queued']);
    expect(() => trainings.start(request('b', SMALL))).toThrow('are being trained');
    expect(() => trainings.start({ ...request('c', SMALL), documents: false })).toThrow(
      'Nothing to train on was chosen',
    );
    await finished(trainings, one.id);
    expect(existsSync(file)).toBe(false);
    await finished(trainings, two.id);
    const cards = listVectors(session);
    expect(cards.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(cards[0]!.corpus!.name).toBe('教材.txt');
  });

  it('go on after a pause and after a kill as if there had been none, whatever became of the records', {
    tags: ['long'],
  }, async () => {
    const { session, trainings } = setUp();
    addRecords(session);
    const straight = trainings.start(request('straight', LONG));
    const broken = trainings.start(request('broken', LONG));
    await finished(trainings, straight.id);

    const progressed = (t: VectorTraining) => (t.progress?.training?.done ?? 0) > 0;
    await until(trainings, broken.id, progressed);
    const paused = await trainings.control(broken.id, 'pause');
    expect(paused).toMatchObject({ state: 'paused' });
    const before = paused!.progress!.training!.done;
    expect(hasCheckpoint(session, broken.id)).toBe(true);
    createRecord(session, { title: '新病历', text: '患者新入院', origin: 'test' });

    await trainings.control(broken.id, 'resume');
    await until(trainings, broken.id, (t) => (t.progress?.training?.done ?? 0) > before);
    process.kill(trainerOf(trainingFolder(session.workspace.dir, broken.id)), 'SIGKILL');
    const dead = await until(trainings, broken.id, ({ state }) => state !== 'running');
    expect(dead).toMatchObject({ state: 'interrupted', error: { code: 'engine-down' } });
    await trainings.control(broken.id, 'resume');
    await finished(trainings, broken.id);

    const [one, two] = listVectors(session).map(({ id }) => loadVectors(session, id));
    expect(two).toEqual(one);
    const [a, b] = listVectors(session);
    expect(b!.corpus).toEqual(a!.corpus);
  });

  it('are found interrupted when the app had died, and go on in the next one', async () => {
    const dir = temporaryDir();
    const session = openTestSession(openWorkspace(dir));
    const { trainings } = setUp(session);
    addRecords(session);
    const { id } = trainings.start(request('v', { ...LONG, epochs: 500 }));
    await until(trainings, id, (t) => (t.progress?.training?.done ?? 0) > 0);
    await trainings.close(); // pauses
    expect(trainings.list()[0]).toMatchObject({ id, state: 'paused' });
    // Imitates the row of a dead process.
    session.workspace.db.run(`UPDATE vector_training SET state = 'running', owner = 0 WHERE id = ?`, id);
    const next = setUp(openTestSession(openWorkspace(dir)));
    expect(next.trainings.list()[0]).toMatchObject({ state: 'interrupted' });
    await next.trainings.control(id, 'resume');
    await finished(next.trainings, id);
    expect(listVectors(next.session)).toHaveLength(1);
  });

  it('hold texts and checkpoints encrypted', async () => {
    const { session, trainings } = setUp();
    addRecords(session);
    const { id } = trainings.start(request('v', LONG));
    await until(trainings, id, (t) => (t.progress?.training?.done ?? 0) > 0);
    await trainings.control(id, 'pause');
    const folder = trainingFolder(session.workspace.dir, id);
    const line = Buffer.from(classCorpus(1500).slice(0, 12));
    const names = readdirSync(folder).sort();
    expect(names).toEqual(['about', 'checkpoint', 'texts']);
    for (const name of names) expect(readFileSync(join(folder, name)).includes(line)).toBe(false);
    expect(await trainings.control(id, 'cancel')).toBeNull();
    expect(existsSync(folder)).toBe(false);
    expect(trainings.list()).toEqual([]);
  });

  it('say what was wrong with the texts, and can be cancelled while they go on', async () => {
    const { session, trainings } = setUp();
    const empty = trainings.start(request('empty', SMALL));
    const failed = await until(trainings, empty.id, ({ state }) => state === 'failed');
    expect(failed.error).toMatchObject({
      code: 'bad-input',
      message: saying('There is no text to train on'),
    });
    const file = join(session.workspace.temporaryDir(), 'x.jsonl');
    writeFileSync(file, '{"text": "好"}\n{broken\n');
    const broken = trainings.start({
      ...request('broken', SMALL),
      documents: false,
      files: [{ name: '坏文件.jsonl', path: file }],
    });
    const told = await until(trainings, broken.id, ({ state }) => state === 'failed');
    const said = words(told.error!.message, 'en');
    expect(said).toMatch(/坏文件\.jsonl.*2/);
    expect(said).not.toContain(file);

    addRecords(session);
    const { id } = trainings.start(request('v', LONG));
    await until(trainings, id, (t) => (t.progress?.training?.done ?? 0) > 0);
    await trainings.control(id, 'cancel');
    expect(trainings.list().map(({ name }) => name)).toEqual(['broken', 'empty']);
  });
});

describe('questions about vectors', () => {
  it('are answered by another process, which survives being killed', async () => {
    const session = openTestSession();
    let last: ChildProcess | undefined;
    const desk = new VectorClient(session, () => {
      last = spawn();
      return last;
    });
    onTestFinished(() => desk.close());
    const file = join(temporaryDir(), 'v.txt');
    writeFileSync(file, '5 2\n咳嗽 1 0\n头痛 0.8 0.6\n肺 0 1\n咳痰 0.9 0.1\nx_线 -1 0\n');
    const { card } = await importVectors(session, desk, {
      file: { name: 'v.txt', path: file },
      name: 'v',
      unit: 'word',
    });
    expect(card).toMatchObject({ unit: 'word', tokens: 5, file: 'v.txt' });
    const id = card.id;
    session.workspace.db.run(`INSERT INTO kg_entity (type, norm, name) VALUES ('symptom', '咳嗽', '咳嗽')`);
    session.workspace.db.run(`INSERT INTO kg_name (entity_id, norm, name) VALUES (1, '咳嗽', '咳嗽')`);
    const near = await desk.ask('neighbours', { id, token: '咳痰', count: 2 });
    expect(near).toMatchObject({
      token: '咳痰',
      rank: 4,
      type: null,
      near: [
        { token: '咳嗽', type: 'symptom' },
        { token: '头痛', type: null },
      ],
    });
    expect(await desk.ask('neighbours', { id, token: '没有', count: 2 })).toBeNull();
    expect(await desk.ask('tokens', { id, text: '咳', limit: 10 })).toEqual(['咳嗽', '咳痰']);
    process.kill(last!.pid!, 'SIGKILL');
    await new Promise<void>((gone) => last!.onExit(() => gone()));
    const points = await desk.ask('points', { id, method: 'pca', count: 10, typed: false, seed: 1 });
    expect(points.tokens).toEqual(['咳嗽', '头痛', '肺', '咳痰', 'x_线']);
    expect(points.types).toEqual(['symptom', null, null, null, null]);
    await expect(desk.ask('points', { id, method: 'pca', count: 10, typed: true, seed: 1 })).rejects.toThrow(
      'too few words',
    );
    const path = join(temporaryDir(), 'out.glove.txt');
    await desk.ask('export', { id, format: 'glove', path });
    expect(readFileSync(path, 'utf8').split('\n')[0]).toMatch(/^咳嗽 1(\.0)? 0(\.0)?$/);
  });

  it('refuse a broken file by line and keep nothing', async () => {
    const session = openTestSession();
    const desk = new VectorClient(session, spawn);
    onTestFinished(() => desk.close());
    const file = join(temporaryDir(), 'bad.txt');
    writeFileSync(file, '2 2\n甲 1 2\n乙 3\n');
    const importing = importVectors(session, desk, {
      file: { name: 'bad.txt', path: file },
      name: 'v',
      unit: null,
    });
    await expect(importing).rejects.toThrow('line 3:');
    expect(listVectors(session)).toEqual([]);
    const folder = join(session.workspace.dir, 'vectors');
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  });
});
