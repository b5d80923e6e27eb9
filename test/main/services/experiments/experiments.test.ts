/** Experiments with trainings that do what the test says. */

import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { listAudit } from '../../../../main/db/repositories/audit.ts';
import { listPoints } from '../../../../main/db/repositories/run-points.ts';
import { formatExperiment } from '../../../../main/formats/experiment-table.ts';
import { deleteDataSet } from '../../../../main/services/data/data-sets.ts';
import { dataFile } from '../../../../main/services/data/data-store.ts';
import { exportExperiment } from '../../../../main/services/experiments/experiment-report.ts';
import { Experiments } from '../../../../main/services/experiments/experiments.ts';
import { listModels } from '../../../../main/services/models/models.ts';
import { runFolder } from '../../../../main/services/runs/run-storage.ts';
import { Runs } from '../../../../main/services/runs/runs.ts';
import type { Session } from '../../../../main/services/session/session.ts';
import { NerSettings } from '../../../../shared/domain/training.ts';
import { experimentTable } from '../../../../shared/experiment-table.ts';
import { plainText } from '../../../../shared/messages/message.ts';
import { AppError } from '../../../../shared/result.ts';
import { searchPlan } from '../../../../shared/search-space.ts';
import { planOf, reportWith } from '../../../helpers/experiments.ts';
import { devPoint } from '../../../helpers/runs.ts';
import { type PuppetTraining, puppets, smallRequest, until } from '../../../helpers/training.ts';
import { saying } from '../../../helpers/words.ts';
import { openTestSession } from '../../../helpers/workspace.ts';

const COUNT = z.object({ n: z.number() });
const CONFIG = { format: 1, task: 'ner' };

async function setUp(change: Record<string, unknown> = {}, session: Session = openTestSession()) {
  const { start, all } = puppets();
  const runs = new Runs(session, { startTraining: start });
  const experiments = new Experiments(session, runs);
  const { train, dev, settings } = await smallRequest(session);
  const { task: _, seed: __, ...base } = settings;
  const request = { name: 'grid', plan: planOf({ settings: { ...base }, ...change }), train, dev };
  const training = (n: number) => all[n] as PuppetTraining; // safe: the test waits for it
  const begun = (count: number) => until(() => all.length === count);
  return { session, runs, experiments, request, all, training, begun, train, dev };
}

/** Trains ten steps, one epoch, and ends with that F1 of dev. */
function finish(training: PuppetTraining, f1: number): void {
  training.started();
  for (let step = 0; step < 10; step++) training.advance();
  training.tell({
    kind: 'evaluated',
    point: { ...devPoint(10, f1), dev: { f1, loss: 1 - f1 } },
    best: { score: f1, step: 10, epoch: 1 },
  });
  training.end({
    kind: 'finished',
    best: { score: f1, step: 10, epoch: 1 },
    report: reportWith(f1),
    config: CONFIG as never, // safe: no model is made of it
    vocabulary: '',
  });
}

const states = (experiments: Experiments, id: number): string[] =>
  experiments.get(id).cells.map(({ state }) => state);

describe('an experiment', () => {
  it('trains its cells one after the other and keeps of each what the table needs', async () => {
    const { session, runs, experiments, request, training, begun, all } = await setUp();
    const { id } = experiments.start(request);
    expect(experiments.list()).toMatchObject([{ id, name: 'grid', state: 'running', counts: { total: 8 } }]);
    for (let cell = 0; cell < 8; cell++) {
      await begun(cell + 1);
      expect(training(cell).request).toMatchObject({ series: id, keepModel: false });
      finish(training(cell), 0.1 * (cell + 1));
    }
    await experiments.settled(id);
    const detail = experiments.get(id);
    expect(detail).toMatchObject({ state: 'finished', counts: { total: 8, finished: 8, failed: 0 } });
    expect(detail.cells[3]).toMatchObject({
      number: 3,
      pipeline: 3,
      seed: 1,
      state: 'finished',
      result: {
        parameters: 7,
        f1: expect.closeTo(0.4),
        devLoss: expect.closeTo(0.6),
        loss: expect.closeTo([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].reduce((sum, n) => sum + 1 / n, 0) / 10),
        bestEpoch: 1,
        secondsPerEpoch: 10,
      },
    });
    expect(
      all
        .map(({ request }) => NerSettings.parse(request.settings))
        .map((s) => [s.network, s.embeddingSize, s.seed]),
    ).toEqual([
      ['bilstm-crf', 8, 1],
      ['bigru-crf', 8, 1],
      ['bilstm-crf', 12, 1],
      ['bigru-crf', 12, 1],
      ['bilstm-crf', 8, 2],
      ['bigru-crf', 8, 2],
      ['bilstm-crf', 12, 2],
      ['bigru-crf', 12, 2],
    ]);
    expect(listModels(session)).toEqual([]);
    expect(runs.list()).toEqual([]); // cells are listed with their experiment
    const run = detail.cells[3]?.runId ?? 0;
    expect(runs.get(run)).toMatchObject({ state: 'finished', cell: { experiment: id, number: 3 } });
    expect(existsSync(runFolder(session.workspace.dir, run))).toBe(false);
    const actions = listAudit(session.workspace.db, { object: `experiment:${id}`, limit: 9 });
    expect(actions.map(({ action }) => action)).toEqual(['experiment.end', 'experiment.start']);
    const { name, bytes } = exportExperiment(session, experiments, id, 'csv');
    expect(name).toBe('grid.csv');
    expect(Buffer.from(bytes).toString('utf8').split('\r\n')[1]).toMatch(/^\ufeff?wide,BiGRU-CRF,2,7,/);
  });

  it('trains each pipeline once a fold, and gives the mean over the folds', async () => {
    const { experiments, request, training, begun } = await setUp({ seeds: [1, 2], folds: 3 });
    const { id } = experiments.start({ ...request, dev: request.train });
    expect(experiments.get(id)).toMatchObject({ dev: experiments.get(id).train, counts: { total: 24 } });
    for (let cell = 0; cell < 24; cell++) {
      await begun(cell + 1);
      expect(training(cell).request.fold).toEqual({ number: Math.floor(cell / 4) % 3, count: 3 });
      finish(training(cell), cell % 4 === 0 ? 0.1 * (1 + (Math.floor(cell / 4) % 3)) : 0.05);
    }
    await experiments.settled(id);
    const { plan, cells } = experiments.get(id);
    const [first] = experimentTable(plan, cells).rows;
    expect(first).toMatchObject({
      finished: 6,
      values: { f1: { mean: expect.closeTo(0.2), sd: expect.closeTo(0.0894, 4) } },
    });
    expect(first?.values.f1?.values[4]).toEqual({ seed: 2, fold: 1, value: 0.2 });
    expect(formatExperiment(experiments.get(id), 'md')).toContain('mean ± sd over 3 folds, seeds 1, 2');
  });

  it('searches: pauses in a stage, goes on there, and gives the best settings', async () => {
    const first = await setUp();
    const { train, dev, session } = first;
    const plan = searchPlan({
      settings: NerSettings.parse({ task: 'ner', epochs: 18, trainDocuments: 5 }),
      method: 'halving',
      minutes: 100,
      trials: 3,
      fixed: ['epochs'],
    });
    const { id } = first.experiments.start({ name: 'search', plan, train, dev });
    expect(first.experiments.get(id).counts.total).toBe(1);
    for (const [cell, f1] of [0.2, 0.4, 0.3].entries()) {
      await first.begun(cell + 1);
      expect(first.training(cell).request.settings.epochs).toBe(2);
      finish(first.training(cell), f1);
    }
    await first.begun(4);
    expect(first.training(3).request.settings.epochs).toBe(6);
    await first.experiments.control(id, 'pause');
    const begunFolder = first.training(3).request.folder;
    expect(formatExperiment(first.experiments.get(id), 'config')).toContain('"epochs": 2');
    await first.experiments.close();

    const { experiments, training, begun } = await setUp({}, session);
    await experiments.control(id, 'resume');
    await begun(1);
    expect(training(0).request.folder).toBe(begunFolder);
    finish(training(0), 0.5);
    await begun(2);
    expect(training(1).request.settings.epochs).toBe(18);
    finish(training(1), 0.6);
    await experiments.settled(id);
    const detail = experiments.get(id);
    expect(detail).toMatchObject({ state: 'finished', counts: { total: 5, finished: 5 } });
    const config = NerSettings.partial()
      .strict()
      .parse(JSON.parse(formatExperiment(detail, 'config')));
    const { trainDocuments: _, ...expected } = plan.axes[0]!.values[1]!.settings;
    expect(config).toMatchObject({ task: 'ner', network: 'bilstm-crf', epochs: 18, ...expected });
    expect(config).not.toHaveProperty('trainDocuments');
  });

  it('goes on when a cell fails or dies, says why, and trains these again when asked', async () => {
    const { experiments, runs, request, training, begun } = await setUp({ seeds: [1] });
    const { id } = experiments.start(request);
    await begun(1);
    training(0).fail(new AppError('bad-input', plainText('no memory')));
    await begun(2);
    training(1).end({ kind: 'died', how: 'exit code 9' });
    await begun(3);
    await runs.control(experiments.get(id).cells[2]?.runId ?? 0, 'cancel');
    await begun(4);
    finish(training(3), 0.5);
    await experiments.settled(id);
    expect(states(experiments, id)).toEqual(['failed', 'interrupted', 'cancelled', 'finished']);
    expect(experiments.get(id)).toMatchObject({
      state: 'finished',
      counts: { finished: 1, failed: 1, cancelled: 1 },
      cells: [{ error: { message: plainText('no memory') } }, { error: { code: 'engine-down' } }, {}, {}],
    });

    expect((await experiments.control(id, 'retry')).state).toBe('running');
    for (const cell of [4, 5, 6]) {
      await begun(cell + 1);
      finish(training(cell), 0.6);
    }
    await experiments.settled(id);
    expect(states(experiments, id)).toEqual(['finished', 'finished', 'finished', 'finished']);
    expect(experiments.get(id).cells[0]?.error).toBeUndefined();
    await expect(experiments.control(id, 'retry')).rejects.toThrow(/finished: this cannot be done/);
  });

  it('that fails for good in the same cell does not try it twice in a turn', async () => {
    const { experiments, request, training, begun, all } = await setUp({ seeds: [1] });
    const { id } = experiments.start(request);
    for (let cell = 0; cell < 4; cell++) {
      await begun(cell + 1);
      training(cell).fail(new AppError('bad-input', plainText('never')));
    }
    await experiments.settled(id);
    expect(all).toHaveLength(4);
    expect(experiments.get(id)).toMatchObject({ state: 'finished', counts: { failed: 4 } });
  });

  it('pauses with its cell and goes on with it', async () => {
    const { experiments, request, training, begun, all } = await setUp({ seeds: [1] });
    const { id } = experiments.start(request);
    await begun(1);
    finish(training(0), 0.5);
    await begun(2);
    training(1).started();
    training(1).advance();
    expect((await experiments.control(id, 'pause')).state).toBe('paused');
    expect(states(experiments, id)).toEqual(['finished', 'paused', 'waiting', 'waiting']);
    await expect(experiments.control(id, 'pause')).rejects.toThrow(/paused: this cannot be done/);
    expect((await experiments.control(id, 'resume')).state).toBe('running');
    await begun(3);
    expect(training(2).request.folder).toBe(training(1).request.folder);
    finish(training(2), 0.6);
    for (const cell of [3, 4]) {
      await begun(cell + 1);
      finish(training(cell), 0.5);
    }
    await experiments.settled(id);
    expect(all).toHaveLength(5);
    expect(experiments.get(id).state).toBe('finished');
  });

  it('pauses when its run is paused', async () => {
    const { experiments, runs, request, begun } = await setUp();
    const { id } = experiments.start(request);
    await begun(1);
    await runs.control(experiments.get(id).cells[0]?.runId ?? 0, 'pause');
    await experiments.settled(id);
    expect(experiments.get(id).state).toBe('paused');
  });

  it('can be cancelled while it goes on and while it rests', async () => {
    const { experiments, request, training, begun, all } = await setUp();
    const { id } = experiments.start(request);
    await begun(1);
    finish(training(0), 0.5);
    await begun(2);
    expect((await experiments.control(id, 'cancel')).state).toBe('cancelled');
    expect(states(experiments, id).slice(0, 3)).toEqual(['finished', 'cancelled', 'waiting']);

    const second = experiments.start({ ...request, name: 'second' }).id;
    await begun(3);
    await experiments.control(second, 'pause');
    expect((await experiments.control(second, 'cancel')).state).toBe('cancelled');
    expect(states(experiments, second)[0]).toBe('cancelled');
    await expect(experiments.control(second, 'resume')).rejects.toThrow(/cancelled: this cannot be done/);
    expect(all).toHaveLength(3);
  });

  it('waits for the one before it, and for single runs between its cells', async () => {
    const { session, runs, experiments, request, training, begun } = await setUp({ seeds: [1] });
    const first = experiments.start(request).id;
    const second = experiments.start({ ...request, name: 'second' }).id;
    expect(experiments.list().map(({ state }) => state)).toEqual(['queued', 'running']);
    await begun(1);
    const single = runs.start(await smallRequest(session));
    finish(training(0), 0.5);
    await begun(2);
    expect(training(1).request.folder).toBe(runFolder(session.workspace.dir, single.id));
    expect(training(1).request.series).toBeUndefined();
    training(1).fail(new AppError('bad-input', plainText('enough')));
    await begun(3);
    expect(training(2).request.series).toBe(first);
    await experiments.control(first, 'pause');
    await begun(4);
    expect(training(3).request.series).toBe(second);
  });

  it('is paused by the end of the app, and goes on in the next process', async () => {
    const { session, experiments, request, training, begun } = await setUp({ seeds: [1] });
    const { id } = experiments.start(request);
    const queued = experiments.start({ ...request, name: 'second' }).id;
    await begun(1);
    finish(training(0), 0.5);
    await begun(2);
    await experiments.close();
    expect(states(experiments, id)).toEqual(['finished', 'paused', 'waiting', 'waiting']);
    expect([id, queued].map((one) => experiments.get(one).state)).toEqual(['paused', 'paused']);

    const next = await setUp({}, session);
    expect(next.experiments.list().map(({ state }) => state)).toEqual(['paused', 'paused']);
    await next.experiments.control(id, 'resume');
    await next.begun(1);
    expect(next.training(0).request.folder).toBe(training(1).request.folder);
  });

  it('whose process has gone is interrupted, and its cell with it', async () => {
    const { session, experiments, request, begun } = await setUp({ seeds: [1] });
    const { id } = experiments.start(request);
    await begun(1);
    const { db } = session.workspace;
    for (const table of ['run', 'experiment']) db.run(`UPDATE ${table} SET owner = 999999999`);
    const next = await setUp({}, session);
    expect(next.experiments.get(id)).toMatchObject({ state: 'interrupted', error: { code: 'engine-down' } });
    expect(states(next.experiments, id)[0]).toBe('interrupted');
    await next.experiments.control(id, 'resume');
    await next.begun(1);
    expect(next.experiments.get(id)).toMatchObject({ state: 'running' });
  });

  it('of another process is left alone, unless that number is from before the machine started', async () => {
    const { session, request, experiments, begun } = await setUp();
    const { id } = experiments.start(request);
    await begun(1);
    const { db } = session.workspace;
    db.run('UPDATE experiment SET owner = ?', process.ppid);
    const next = await setUp({}, session);
    expect(next.experiments.get(id).state).toBe('running');
    await expect(next.experiments.control(id, 'pause')).rejects.toThrow(/Another process/);
    expect(() => next.experiments.remove(id)).toThrow(/Another process/);
    db.run(`UPDATE experiment SET claimed_at = '2020-01-01T00:00:00.000Z'`);
    expect(next.experiments.get(id).state).toBe('interrupted');
  });

  it('is deleted with its runs and what they keep', async () => {
    const { session, experiments, request, training, begun, train } = await setUp({ seeds: [1] });
    const { id } = experiments.start(request);
    await begun(1);
    finish(training(0), 0.5);
    await begun(2);
    expect(() => experiments.remove(id)).toThrow(/going on/);
    await experiments.control(id, 'pause');
    const run = experiments.get(id).cells[0]?.runId ?? 0;
    expect(listPoints(session.workspace.db, run)).not.toEqual([]);
    experiments.remove(id);
    expect(experiments.list()).toEqual([]);
    expect(listPoints(session.workspace.db, run)).toEqual([]);
    expect(session.workspace.db.all(COUNT, 'SELECT count(*) AS n FROM run')).toEqual([{ n: 0 }]);
    expect(existsSync(dataFile(session.workspace.dir, training(0).request.train))).toBe(true);
    deleteDataSet(session, train);
    expect(existsSync(dataFile(session.workspace.dir, training(0).request.train))).toBe(false);
    expect(() => experiments.get(id)).toThrow(/no experiment/);
  });

  it('stops with an error when its data set has gone, and keeps what it has', async () => {
    const { session, experiments, request, training, begun, train } = await setUp({ seeds: [1] });
    const { id } = experiments.start(request);
    await begun(1);
    deleteDataSet(session, train);
    finish(training(0), 0.5);
    await experiments.settled(id);
    expect(experiments.get(id)).toMatchObject({
      state: 'failed',
      error: { code: 'not-found' },
      counts: { finished: 1 },
    });
  });

  it('takes more seeds when it rests, and keeps what it has', async () => {
    const { experiments, request, training, begun, all } = await setUp({ seeds: [1] });
    const { id } = experiments.start(request);
    await begun(1);
    expect(() => experiments.extend(id, [1, 2])).toThrow(/going on/);
    for (let cell = 0; cell < 4; cell++) {
      await begun(cell + 1);
      finish(training(cell), 0.5);
    }
    await experiments.settled(id);
    expect(experiments.extend(id, [1])).toMatchObject({ state: 'finished', counts: { total: 4 } });
    expect(experiments.extend(id, [5, 1])).toMatchObject({
      state: 'paused',
      counts: { total: 8, finished: 4 },
    });
    expect(experiments.get(id).plan.seeds).toEqual([1, 5]);
    expect(states(experiments, id)).toEqual([...Array(4).fill('finished'), ...Array(4).fill('waiting')]);
    await experiments.control(id, 'resume');
    await begun(5);
    expect(all[4]?.request.settings).toMatchObject({ seed: 5, embeddingSize: 8 });
  });

  it('that cannot be trained is refused whole, naming the pipeline', async () => {
    const { experiments, request, all } = await setUp();
    const axis = (settings: Record<string, unknown>) => ({
      ...request,
      plan: planOf({
        axes: [{ name: 'a', values: [{ name: 'fine' }, { name: 'wrong', settings }] }],
      }),
    });
    expect(() => experiments.start(axis({ network: 'bert-crf', encoder: 'nobody' }))).toThrow(
      /^wrong: There is no encoder nobody/,
    );
    expect(() => experiments.start(axis({ netwrk: 'bert-crf' }))).toThrow(/^wrong: unknown setting netwrk/);
    expect(() => experiments.start({ ...request, train: 99 })).toThrow(/data set/);
    expect(experiments.list()).toEqual([]);
    expect(all).toEqual([]);
    experiments.start(request);
    expect(() => experiments.start(request)).toThrow(/already/);
    expect(() => experiments.find('gird')).toThrow(expect.objectContaining({ hint: saying('grid') }));
  });
});
