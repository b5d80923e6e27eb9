/** The trainer as a real process: paused, killed and orphaned, a run ends with the weights of an undisturbed one. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ChildProcess } from '../../../../main/processes/child-process.ts';
import { spawnNode } from '../../../../main/processes/spawn-node.ts';
import { appRoot } from '../../../../main/resources.ts';
import { loadModel } from '../../../../main/services/models/models.ts';
import { trainerOf } from '../../../../main/services/runs/run-folder.ts';
import { requestOf } from '../../../../main/services/runs/run-plan.ts';
import { runFolder } from '../../../../main/services/runs/run-storage.ts';
import { trainInChild } from '../../../../main/services/runs/run-training.ts';
import { Runs } from '../../../../main/services/runs/runs.ts';
import type { Session } from '../../../../main/services/session/session.ts';
import { smallRequest, until } from '../../../helpers/training.ts';
import { saying } from '../../../helpers/words.ts';
import { openTestSession } from '../../../helpers/workspace.ts';
import { finish, smallRun, weightsOf } from '../train/runs.ts';

/** A checkpoint now and then, and steps enough to be disturbed in. */
const SETTINGS = { epochs: 10, checkpointMinutes: 0.01 };
const STEPS = 120;
let undisturbed: Buffer;
beforeAll(async () => {
  undisturbed = weightsOf((await finish(smallRun(SETTINGS))).result);
});

async function setUp(session: Session = openTestSession()) {
  const processes: ChildProcess[] = [];
  let steps = 0;
  const resumedAt: number[] = [];
  const runs = new Runs(session, {
    startTraining: trainInChild(() => {
      const made = spawnNode('trainer');
      processes.push(made);
      return made;
    }),
    watch: (_id, event) => {
      if (event.kind === 'step') steps++;
      if (event.kind === 'started') resumedAt.push(event.resumedAt);
    },
  });
  const { id } = runs.start(await smallRequest(session, SETTINGS));
  return {
    session,
    runs,
    id,
    processes,
    resumedAt,
    /** Waits for some more steps, or the end. */
    more: async (count: number) => {
      const goal = steps + count;
      await until(() => steps >= goal || runs.get(id).state !== 'running');
    },
  };
}

function expectSameWeights(session: Session, runs: Runs, id: number): void {
  const run = runs.get(id);
  expect(run.state, JSON.stringify(run.error)).toBe('finished');
  const { files } = loadModel(session, run.name);
  expect(Buffer.concat([...files.weights]).equals(undisturbed)).toBe(true);
}

/** The same weights, and a curve without holes. */
function expectUndisturbed(session: Session, runs: Runs, id: number): void {
  expectSameWeights(session, runs, id);
  const steps = (runs.points([id])[0]?.points ?? []).filter(({ dev }) => dev === undefined);
  expect(steps.map(({ step }) => step)).toEqual(Array.from({ length: STEPS }, (_, i) => i + 1));
}

describe('a run in a process of its own', () => {
  it('pauses within a step and goes on as if nothing had happened', async () => {
    const { session, runs, id, processes, more } = await setUp();
    for (const count of [3, 20]) {
      await more(count);
      expect((await runs.control(id, 'pause')).state).toBe('paused');
      const at = runs.get(id).progress?.step ?? 0;
      expect(at).toBeGreaterThanOrEqual(count);
      expect(runs.points([id])[0]?.points.at(-1)?.step).toBe(at);
      await runs.control(id, 'resume');
    }
    await runs.settled(id);
    expect(processes).toHaveLength(3);
    expectUndisturbed(session, runs, id);
    expect(existsSync(runFolder(session.workspace.dir, id))).toBe(false);
  });

  it('killed at ten random moments is interrupted, says so, and ends with the same weights', {
    tags: ['long'],
  }, async () => {
    const { session, runs, id, processes, resumedAt, more } = await setUp();
    const checkpoint = join(runFolder(session.workspace.dir, id), 'checkpoint');
    for (let kills = 0; kills < 10; kills++) {
      await until(() => processes.length > kills);
      // While it starts, between steps, in a step, in a checkpoint; the first time when there is something to resume.
      if (kills === 0) await until(() => existsSync(checkpoint));
      else if (kills % 2 === 0) await later(Math.random() * 900);
      else {
        await more(Math.ceil(Math.random() * 20));
        await later(Math.random() * 20);
      }
      processes.at(-1)?.kill();
      await runs.settled(id);
      const run = runs.get(id);
      if (run.state === 'finished') break; // it was quicker
      expect(run).toMatchObject({ state: 'interrupted', error: { code: 'engine-down' } });
      await runs.control(id, 'resume');
    }
    await runs.settled(id);
    expect(Math.max(...resumedAt)).toBeGreaterThan(0);
    expectUndisturbed(session, runs, id);
  });

  it('is gone at once when it is cancelled, with its files', async () => {
    const { session, runs, id, more } = await setUp();
    await more(2);
    expect((await runs.control(id, 'cancel')).state).toBe('cancelled');
    expect(existsSync(runFolder(session.workspace.dir, id))).toBe(false);
  });

  it('with a damaged checkpoint says so instead of training something else', async () => {
    const { session, runs, id, more } = await setUp();
    await more(5);
    await runs.control(id, 'pause');
    const file = join(runFolder(session.workspace.dir, id), 'checkpoint');
    const bytes = readFileSync(file);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(file, bytes);
    await runs.control(id, 'resume');
    await runs.settled(id);
    expect(runs.get(id)).toMatchObject({
      state: 'failed',
      error: { code: 'corrupt', message: saying('checkpoint') },
    });
  });

  it('that fails at its start says why', async () => {
    const session = openTestSession();
    const runs = new Runs(session, { startTraining: trainInChild(() => spawnNode('trainer')) });
    const request = await smallRequest(session);
    rmSync(join(session.workspace.dir, 'data'), { recursive: true });
    const { id } = runs.start(request);
    await runs.settled(id);
    expect(runs.get(id)).toMatchObject({ state: 'failed', error: { code: 'not-found' } });
  });
});

describe('a trainer whose parent is killed', () => {
  it('leaves a checkpoint of its last step; the next process waits for that and goes on', async () => {
    const { session, runs, id } = await setUp();
    await runs.control(id, 'pause'); // this process lets it go …
    const folder = runFolder(session.workspace.dir, id);
    const request = requestOf(session, runs.get(id));
    const parent = spawn(
      process.execPath,
      [
        join(appRoot, 'test', 'main', 'engine', 'trainer', 'parent.ts'),
        JSON.stringify({ ...request, fileKey: null }),
        Buffer.from(request.fileKey ?? []).toString('hex'),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let steps = 0;
    parent.stdout.on('data', (chunk: Buffer) => {
      steps += chunk.toString().split('\n').length - 1;
    });
    await until(() => steps >= 3);
    const trainer = trainerOf(folder);
    parent.kill('SIGKILL');
    expect(trainer).toBeGreaterThan(0);
    await runs.control(id, 'resume'); // … and takes it again while the other may still write
    await runs.settled(id);
    expectSameWeights(session, runs, id);
  });
});
