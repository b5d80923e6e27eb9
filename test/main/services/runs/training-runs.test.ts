/** Checks the service of runs, independently of the trainer. */

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listAudit } from '../../../../main/db/repositories/audit.ts';
import { ensureDataSet } from '../../../../main/services/data/data-sets.ts';
import { recover } from '../../../../main/services/jobs/recovery.ts';
import { runFolder } from '../../../../main/services/runs/run-storage.ts';
import { trainHere } from '../../../../main/services/runs/run-training.ts';
import { Runs } from '../../../../main/services/runs/runs.ts';
import { restoreWorkspace } from '../../../../main/services/workspace/backup-and-key.ts';
import { plainText } from '../../../../shared/messages/message.ts';
import { AppError } from '../../../../shared/result.ts';
import { nerReport } from '../../../helpers/reports.ts';
import {
  labelledFile,
  type PuppetTraining,
  puppets,
  smallRequest,
  TRAIN_DOCUMENTS,
  until,
} from '../../../helpers/training.ts';
import { saying } from '../../../helpers/words.ts';
import { openTestSession, openWorkspace } from '../../../helpers/workspace.ts';
import { finish, smallRun } from '../../engine/train/runs.ts';

async function setUp() {
  const session = openTestSession();
  const { start, all } = puppets();
  const runs = new Runs(session, { startTraining: start });
  const request = await smallRequest(session);
  const states = () =>
    runs
      .list()
      .map(({ state }) => state)
      .reverse();
  const training = (n: number) => all[n] as PuppetTraining; // safe: the test has started it
  return { session, runs, request, all, states, training };
}

describe('the start of a run', () => {
  it('gives the trainer all it needs, and no documents', async () => {
    const { session, runs, request, training } = await setUp();
    const run = runs.start(request);
    expect(run).toMatchObject({ name: 'ner-a', state: 'running', settings: request.settings });
    const { request: sent } = training(0);
    expect(sent).toMatchObject({
      executor: 'onnx:cpu',
      folder: runFolder(session.workspace.dir, run.id),
      train: run.train.sha256,
      dev: run.dev.sha256,
      devName: run.dev.name,
    });
    expect(JSON.stringify(sent)).not.toContain('咳嗽');
    expect(sent.fileKey).toHaveLength(32);
    const [entry] = listAudit(session.workspace.db, { object: `run:${run.id}`, limit: 1 });
    expect(entry).toMatchObject({ action: 'run.start', detail: { name: 'ner-a' } });
  });

  it('refuses what cannot be trained, and leaves no run', async () => {
    const { session, runs, request, all } = await setUp();
    const unlabelled = TRAIN_DOCUMENTS.map((document) => ({ ...document, entities: [] }));
    const empty = await ensureDataSet(session, labelledFile(unlabelled));
    const bert = { ...request.settings, network: 'bert-crf' as const, encoder: 'nothing' };
    const refused = [
      [{ ...request, train: 99 }, 'not-found'],
      [{ ...request, dev: 99 }, 'not-found'],
      [{ ...request, train: empty.id }, 'bad-input'],
      [{ ...request, dev: empty.id }, 'bad-input'],
      [{ ...request, name: '  ' }, 'bad-request'],
      [{ ...request, settings: { ...request.settings, executor: 'onnx:abacus' } }, 'bad-request'],
      [{ ...request, settings: bert }, 'not-found'],
    ] as const;
    for (const [bad, code] of refused) {
      expect(() => runs.start(bad), JSON.stringify(bad)).toThrow(expect.objectContaining({ code }));
    }
    expect(runs.list()).toEqual([]);
    expect(all).toEqual([]);
    expect(runs.start({ ...request, settings: { ...bert, encoder: 'tiny' } }).state).toBe('running');
  });

  it('numbers names that are taken by models to come', async () => {
    const { runs, request } = await setUp();
    expect([runs.start(request), runs.start(request), runs.start(request)].map(({ name }) => name)).toEqual([
      'ner-a',
      'ner-a-2',
      'ner-a-3',
    ]);
  });

  it('warns of types that are not in the training set', async () => {
    const { session, runs, request } = await setUp();
    const other = TRAIN_DOCUMENTS.map((document) => ({
      ...document,
      entities: document.entities.map((entity) => ({ ...entity, type: '部位' })),
    }));
    const dev = await ensureDataSet(session, labelledFile(other));
    expect(runs.start({ ...request, dev: dev.id }).warnings).toEqual([saying('部位')]);
    expect(runs.start(request).warnings).toEqual([]);
  });

  it('gives equal runs equal hashes and others other ones', async () => {
    const { runs, request } = await setUp();
    const hashes = [
      request,
      request,
      { ...request, settings: { ...request.settings, seed: 2 } },
      { ...request, dev: request.train },
    ].map((one) => runs.start(one).configHash);
    expect(new Set(hashes).size).toBe(3);
    expect(hashes[0]).toBe(hashes[1]);
  });
});

describe('the queue', () => {
  it('trains one run at a time, in the order in which they came', async () => {
    const { runs, request, all, states, training } = await setUp();
    for (let i = 0; i < 3; i++) runs.start(request);
    expect(states()).toEqual(['running', 'queued', 'queued']);
    training(0).fail(new AppError('bad-input', plainText('no')));
    await until(() => all.length === 2);
    expect(states()).toEqual(['failed', 'running', 'queued']);
    training(1).end({ kind: 'died', how: 'exit code 9' });
    await until(() => all.length === 3);
    expect(states()).toEqual(['failed', 'interrupted', 'running']);
    expect(all.map(({ request }) => request.folder.split('/').at(-1))).toEqual(['1', '2', '3']);
  });

  it('lets a waiting run be paused, cancelled and asked for again, behind the others', async () => {
    const { runs, request, all, states, training } = await setUp();
    const [, b, c, d] = [1, 2, 3, 4].map(() => runs.start(request).id) as [number, number, number, number]; // safe: four
    expect((await runs.control(b, 'pause')).state).toBe('paused');
    expect((await runs.control(c, 'cancel')).state).toBe('cancelled');
    expect((await runs.control(b, 'resume')).state).toBe('queued');
    expect((await runs.control(b, 'resume')).state).toBe('queued'); // asked twice, queued once
    training(0).pause();
    await until(() => all.length === 2);
    expect(states()).toEqual(['paused', 'queued', 'cancelled', 'running']);
    expect(all[1]?.request.folder.endsWith(`/${d}`)).toBe(true);
    training(1).pause();
    await until(() => all.length === 3);
    training(2).pause();
    await until(() => !states().includes('running'));
    expect(states()).toEqual(['paused', 'paused', 'cancelled', 'paused']);
    expect(all).toHaveLength(3);
  });

  it('refuses what makes no sense, and says so', async () => {
    const { runs, request, states, training } = await setUp();
    const { id } = runs.start(request);
    expect(() => runs.remove(id)).toThrow(/going on/);
    await expect(runs.control(99, 'pause')).rejects.toMatchObject({ code: 'not-found' });
    expect((await runs.control(id, 'cancel')).state).toBe('cancelled');
    for (const action of ['pause', 'resume', 'cancel'] as const) {
      await expect(runs.control(id, action)).rejects.toMatchObject({ code: 'bad-request' });
    }
    expect(training(0).asked).toEqual(['kill']);
    expect(states()).toEqual(['cancelled']);
  });
});

describe('a run that goes on', () => {
  it('is paused and goes on on its executor, with its curve as it was at the checkpoint', async () => {
    const { session, runs, request, training, all } = await setUp();
    const { id } = runs.start(request);
    training(0).started(0, [plainText('甲')]);
    for (let i = 0; i < 10; i++) training(0).advance();
    training(0).evaluated(0.4);
    for (let i = 0; i < 10; i++) training(0).advance();
    training(0).evaluated(0.5);
    expect((await runs.control(id, 'pause')).state).toBe('paused');
    expect(training(0).asked).toEqual(['pause']);
    const paused = runs.get(id);
    expect(paused).toMatchObject({
      executor: 'cpu',
      parameters: 7,
      warnings: [plainText('甲')],
      best: { score: 0.5, step: 20 },
      progress: { step: 20 },
    });
    expect(runs.points([id])[0]?.points).toHaveLength(22);

    expect((await runs.control(id, 'resume')).state).toBe('running');
    expect(all[1]?.request.executor).toBe('cpu');
    training(1).started(15, ['甲', '乙'].map(plainText)); // an older checkpoint than the pause left: it had crashed since
    await until(() => runs.get(id).warnings.length === 2);
    expect(runs.get(id).warnings).toEqual(['甲', '乙'].map(plainText));
    expect(runs.get(id)).not.toHaveProperty('best');
    expect(runs.points([id])[0]?.points.map(({ step }) => step)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 11, 12, 13, 14, 15,
    ]);
    training(1).advance();
    training(1).pause();
    await runs.settled(id);
    expect(runs.points([id])[0]?.points.at(-1)?.step).toBe(16);
    expect(session.events.filter((event) => event === 'run.points').length).toBeGreaterThan(0);
  });

  it('tells windows a few times a second and writes once a second, however fast it is', async () => {
    const { session, runs, request, training } = await setUp();
    const { id } = runs.start(request);
    training(0).started();
    const before = session.events.length;
    for (let i = 0; i < 5000; i++) training(0).advance();
    expect(session.events.length).toBe(before);
    expect(runs.points([id])[0]?.points).toEqual([]);
    await until(() => session.events.includes('run.points'));
    expect(session.events.slice(before)).toEqual(['run.points', 'run.changed']);
    await until(() => runs.get(id).progress?.step === 5000); // without another step
    training(0).pause();
    await runs.settled(id);
    expect(runs.get(id).progress?.step).toBe(5000);
  });

  it('is interrupted when its process dies, and failed with words when it cannot go on; both can be resumed', async () => {
    const { runs, request, training, all } = await setUp();
    const { id } = runs.start(request);
    training(0).started();
    training(0).advance();
    training(0).end({ kind: 'died', how: 'exit code 134' });
    await runs.settled(id);
    expect(runs.get(id)).toMatchObject({
      state: 'interrupted',
      progress: { step: 1 },
      error: { code: 'engine-down', message: saying('exit code 134') },
    });
    await runs.control(id, 'resume');
    expect(runs.get(id)).not.toHaveProperty('error');
    training(1).fail(Object.assign(new Error('no space left'), { code: 'ENOSPC' }));
    await runs.settled(id);
    expect(runs.get(id)).toMatchObject({ state: 'failed', error: { code: 'disk-full' } });
    expect((await runs.control(id, 'resume')).state).toBe('running');
    expect(all).toHaveLength(3);
  });

  it('is stopped when the database can no longer be written', async () => {
    const { session, runs, request, training } = await setUp();
    const { id } = runs.start(request);
    training(0).started();
    session.workspace.db.raw.exec(
      `CREATE TRIGGER full BEFORE INSERT ON run_point BEGIN SELECT RAISE(ABORT, 'disk trouble'); END`,
    );
    training(0).advance();
    training(0).evaluated(0.5);
    expect(training(0).asked).toEqual(['pause']);
    await runs.settled(id);
    expect(runs.get(id)).toMatchObject({ state: 'failed', error: { message: saying('disk trouble') } });
  });

  it('loses its files when it is cancelled or deleted', async () => {
    const { session, runs, request, training } = await setUp();
    const folderOf = (id: number) => {
      const folder = runFolder(session.workspace.dir, id);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'checkpoint'), 'x');
      return folder;
    };
    const [a, b] = [runs.start(request).id, runs.start(request).id];
    const [folderA, folderB] = [folderOf(a), folderOf(b)];
    training(0).obedient = false;
    await runs.control(a, 'cancel');
    expect(existsSync(folderA)).toBe(false);
    await until(() => runs.get(b).state === 'running');
    training(1).advance();
    await runs.control(b, 'pause');
    expect(existsSync(folderB)).toBe(true);
    runs.remove(b);
    expect(existsSync(folderB)).toBe(false);
    expect(runs.list().map(({ id }) => id)).toEqual([a]);
    expect(runs.points([b])[0]?.points).toEqual([]);
    expect(listAudit(session.workspace.db, { object: `run:${b}`, limit: 1 })[0]?.action).toBe('run.delete');
  });

  it('ends in a model with its report, under another name when that is taken meanwhile', async () => {
    const session = openTestSession();
    const trained = await finish(smallRun());
    const runs = new Runs(session, {
      startTraining: trainHere(async function* () {
        yield { kind: 'started', executor: 'cpu', parameters: 7, totalSteps: 1, resumedAt: 0, warnings: [] };
        if (trained.result.kind !== 'finished') throw new Error('not finished');
        return trained.result;
      }),
    });
    const request = await smallRequest(session);
    const first = runs.start(request).id;
    await runs.settled(first);
    const done = runs.get(first);
    expect(done).toMatchObject({ state: 'finished', name: 'ner-a' });
    expect(nerReport(done.report).scores).toEqual(
      trained.result.kind === 'finished' && nerReport(trained.result.report).scores,
    );
    expect(done.best?.score).toBe(nerReport(done.report).scores.f1);
    expect(existsSync(runFolder(session.workspace.dir, first))).toBe(false);
    // A crash between the model and the run's row: the model is there already.
    session.workspace.db.run(`UPDATE run SET state = 'interrupted', model_id = NULL WHERE id = ?`, first);
    await runs.control(first, 'resume');
    await runs.settled(first);
    expect(runs.get(first)).toMatchObject({ state: 'finished', name: 'ner-a', modelId: done.modelId });

    const second = runs.start(request);
    expect(second.name).toBe('ner-a-2');
    session.workspace.db.run(`UPDATE model SET name = 'ner-a-2'`);
    await runs.settled(second.id);
    expect(runs.get(second.id).name).toBe('ner-a-2-2');
    expect(runs.get(second.id).modelId).not.toBe(done.modelId);
    runs.remove(first);
    expect([...session.workspace.db.iterate('SELECT name FROM model ORDER BY id')]).toEqual([
      ['ner-a-2'],
      ['ner-a-2-2'],
    ]);
  });
});

describe('a backup', () => {
  it('is not restored over a run that goes on, and brings no run to life', async () => {
    const { session, runs, request } = await setUp();
    const { id } = runs.start(request);
    const { file } = session.workspace.backup(); // of a running run
    await expect(restoreWorkspace(session, file)).rejects.toMatchObject({ code: 'conflict' });
    await runs.control(id, 'pause');
    session.workspace.restore(file);
    expect(recover(session.workspace, 'run')).toBe(1);
    expect(runs.get(id).state).toBe('interrupted');
  });
});

describe('the end of the app', () => {
  it('pauses what goes on and keeps the queue; nothing restarts by itself', async () => {
    const { session, runs, request, all, training } = await setUp();
    const [a, b] = [runs.start(request).id, runs.start(request).id];
    training(0).advance();
    await runs.close();
    expect(training(0).asked).toEqual(['pause']);
    expect(all).toHaveLength(1);

    const next = puppets();
    const later = new Runs(session, { startTraining: next.start });
    recover(session.workspace, 'run');
    expect(later.list().map(({ state }) => state)).toEqual(['queued', 'paused']);
    expect(next.all).toEqual([]);
    expect((await later.control(b, 'resume')).state).toBe('running');
    expect((await later.control(a, 'resume')).state).toBe('queued');
  });

  it('does not wait for ever', async () => {
    const session = openTestSession();
    const { start, all } = puppets();
    const runs = new Runs(session, { startTraining: start, closeTimeoutMs: 20 });
    const { id } = runs.start(await smallRequest(session));
    (all[0] as PuppetTraining).obedient = false; // safe: just started
    await runs.close();
    expect(all[0]?.asked).toEqual(['pause', 'kill']);
    expect(runs.get(id).state).toBe('interrupted');
  });

  it('without notice leaves an interrupted run, which the next start shows', async () => {
    const workspace = openWorkspace();
    const session = openTestSession(workspace);
    const { start } = puppets();
    const { id } = new Runs(session, { startTraining: start }).start(await smallRequest(session));
    expect(recover(workspace, 'run', [id])).toBe(0);
    expect(recover(workspace, 'run')).toBe(1);
    const again = puppets();
    const runs = new Runs(session, { startTraining: again.start });
    expect(runs.get(id)).toMatchObject({ state: 'interrupted', error: { code: 'engine-down' } });
    expect((await runs.control(id, 'resume')).state).toBe('running');
  });
});
