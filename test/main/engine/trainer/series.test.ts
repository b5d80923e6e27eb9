/** The cells of an experiment in real trainer processes: one for all of them, another when that is killed. */
import { describe, expect, it } from 'vitest';
import type { ChildProcess } from '../../../../main/processes/child-process.ts';
import { spawnNode } from '../../../../main/processes/spawn-node.ts';
import { Experiments } from '../../../../main/services/experiments/experiments.ts';
import { trainInChild } from '../../../../main/services/runs/run-training.ts';
import { Runs } from '../../../../main/services/runs/runs.ts';
import type { Session } from '../../../../main/services/session/session.ts';
import { planOf } from '../../../helpers/experiments.ts';
import { smallRequest, until } from '../../../helpers/training.ts';
import { openTestSession } from '../../../helpers/workspace.ts';

/** Process under observation. */
interface Watched {
  readonly process: ChildProcess;
  gone: boolean;
}

async function setUp(session: Session = openTestSession()) {
  const processes: Watched[] = [];
  let steps = 0;
  const runs = new Runs(session, {
    startTraining: trainInChild(() => {
      const watched: Watched = { process: spawnNode('trainer'), gone: false };
      watched.process.onExit(() => {
        watched.gone = true;
      });
      processes.push(watched);
      return watched.process;
    }),
    watch: (_id, event) => {
      if (event.kind === 'step') steps++;
    },
  });
  const experiments = new Experiments(session, runs);
  const { settings, train, dev } = await smallRequest(session);
  const { task: _, seed: __, ...base } = settings;
  const plan = planOf({ settings: { ...base, epochs: 3 }, seeds: [1] });
  const { id } = experiments.start({ name: 'grid', plan, train, dev });
  const states = () => experiments.get(id).cells.map(({ state }) => state);
  return { experiments, runs, id, processes, states, steps: () => steps };
}

describe('the cells of an experiment', () => {
  it('are trained in one process, which ends with them', async () => {
    const { experiments, id, processes, states } = await setUp();
    await experiments.settled(id);
    expect(states()).toEqual(['finished', 'finished', 'finished', 'finished']);
    expect(processes).toHaveLength(1);
    await until(() => processes[0]?.gone === true);
    const results = experiments.get(id).cells.map(({ result }) => result);
    expect(new Set(results.map((result) => result?.f1)).size).toBeGreaterThan(1);
    expect(results.every((result) => (result?.devLoss ?? 0) > 0 && (result?.loss ?? 0) > 0)).toBe(true);
  });

  it('learn the same in one process as each in its own', { tags: ['long'] }, async () => {
    const { experiments, id } = await setUp();
    await experiments.settled(id);
    const last = experiments.get(id).cells[3];
    const session = openTestSession();
    const runs = new Runs(session, { startTraining: trainInChild(() => spawnNode('trainer')) });
    const request = await smallRequest(session, { epochs: 3, network: 'bigru-crf' });
    const single = runs.start(request);
    await runs.settled(single.id);
    const point = runs.points([single.id])[0]?.points.findLast(({ dev }) => dev !== undefined);
    expect(last?.result).toMatchObject({ devLoss: point?.dev?.loss, f1: runs.get(single.id).best?.score });
  });

  it('go on in another process when theirs is killed', { tags: ['long'] }, async () => {
    const { experiments, id, processes, states, steps } = await setUp();
    await until(() => states()[0] === 'finished' && states()[1] === 'running' && steps() > 40);
    processes[0]?.process.kill();
    await experiments.settled(id);
    expect(states()).toEqual(['finished', 'interrupted', 'finished', 'finished']);
    expect(processes).toHaveLength(2);
    await experiments.control(id, 'retry').catch(() => undefined); // an interrupted cell is not a failed one
    expect(experiments.get(id).state).toBe('finished');
  });
});
