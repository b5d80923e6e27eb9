/** Training in the process itself, as the command line does. */
import { existsSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { trainRun } from '../../../../main/engine/train/run.ts';
import { ensureDataSet } from '../../../../main/services/data/data-sets.ts';
import { isFromBeforeBoot, takeRunFolder, trainerOf } from '../../../../main/services/runs/run-folder.ts';
import { runFolder } from '../../../../main/services/runs/run-storage.ts';
import { trainHere } from '../../../../main/services/runs/run-training.ts';
import { Runs } from '../../../../main/services/runs/runs.ts';
import {
  DEV_DOCUMENTS,
  labelledFile,
  smallRequest,
  TRAIN_DOCUMENTS,
  until,
} from '../../../helpers/training.ts';
import { saying } from '../../../helpers/words.ts';
import { openTestSession, temporaryDir } from '../../../helpers/workspace.ts';
import { finish, memoryStorage, smallRun, weightsOf } from '../train/runs.ts';

describe('a run in this process', () => {
  it('pauses within a step, goes on and finishes', async () => {
    const session = openTestSession();
    const seen: number[] = [];
    const runs: Runs = new Runs(session, {
      startTraining: trainHere(),
      watch: (id, event) => {
        if (event.kind !== 'step') return;
        seen.push(event.point.step);
        if (event.point.step === 5) void runs.control(id, 'pause');
      },
    });
    const { id } = runs.start(await smallRequest(session));
    await runs.settled(id);
    expect(runs.get(id)).toMatchObject({ state: 'paused', progress: { step: 5 } });
    await runs.control(id, 'resume');
    await runs.settled(id);
    expect(seen).toEqual(Array.from({ length: 36 }, (_, i) => i + 1));
    expect(runs.get(id)).toMatchObject({ state: 'finished', executor: 'onnx:cpu' });
    expect(runs.get(id).report?.dataSet).toContain('dev');
  });

  it('warns of dev texts that it learns from', async () => {
    const session = openTestSession();
    const runs = new Runs(session, { startTraining: trainHere() });
    const dir = temporaryDir();
    const leaking = [...DEV_DOCUMENTS, ...TRAIN_DOCUMENTS.slice(0, 3)].map((document, i) => ({
      ...document,
      id: `d${i}`,
    }));
    const dev = await ensureDataSet(session, labelledFile(leaking, 'dev.jsonl', dir));
    const { id } = runs.start({ ...(await smallRequest(session, { epochs: 1 })), dev: dev.id });
    await runs.settled(id);
    const [warning, ...others] = runs.get(id).warnings;
    expect(warning).toEqual(saying(/^\d+ of 15 dev texts/));
    expect(others).toEqual([]);
  });

  it.skipIf(!existsSync('/dev/full'))(
    'stops when the disk is full, with its former checkpoint intact',
    async () => {
      const session = openTestSession();
      let full = false;
      const runs = new Runs(session, {
        startTraining: trainHere(),
        watch: (id, event) => {
          if (event.kind !== 'checkpoint' || full) return;
          full = true;
          // The next checkpoint is written to a full device before it would take the place of this one.
          symlinkSync('/dev/full', join(folder(id), `checkpoint.${process.pid}.tmp`));
        },
      });
      const folder = (id: number) => runFolder(session.workspace.dir, id);
      const request = await smallRequest(session);
      const { id } = runs.start(request);
      await until(() => full);
      const before = readFileSync(join(folder(id), 'checkpoint'));
      await runs.settled(id);
      const failed = runs.get(id);
      expect(failed).toMatchObject({ state: 'failed', error: { code: 'disk-full' } });
      expect(readFileSync(join(folder(id), 'checkpoint')).equals(before)).toBe(true);
      await runs.control(id, 'resume');
      await runs.settled(id);
      expect(runs.get(id).state).toBe('finished');
    },
  );
});

describe('a run that is cut off after its last checkpoint', () => {
  it.each([{ epochs: 2 }, { epochs: 9, patience: 1 }])('of %o ends at once, the same', async (settings) => {
    const straight = await finish(smallRun({ ...settings, learningRate: 0.05 }));
    const storage = memoryStorage();
    const steps = trainRun(
      smallRun({ ...settings, learningRate: 0.05 }, { storage }),
      new AbortController().signal,
    );
    const last = straight.events.filter(({ kind }) => kind === 'checkpoint').length;
    for (let seen = 0; seen < last; ) if ((await steps.next()).value.kind === 'checkpoint') seen++;
    await steps.return({ kind: 'paused', step: 0 });
    const resumed = await finish(smallRun({ ...settings, learningRate: 0.05 }, { storage }));
    expect(resumed.events.map(({ kind }) => kind)).toEqual(['started']);
    expect(weightsOf(resumed.result).equals(weightsOf(straight.result))).toBe(true);
    expect(resumed.result).toMatchObject({
      kind: 'finished',
      ...(straight.result.kind === 'finished'
        ? { reason: straight.result.reason, best: straight.result.best }
        : {}),
    });
  });
});

describe("a run's folder", () => {
  it('belongs to one process at a time', async () => {
    const folder = join(temporaryDir(), 'runs', '1');
    const leave = await takeRunFolder(folder);
    expect(trainerOf(folder)).toBe(process.pid);
    leave();
    expect(trainerOf(folder)).toBeNaN();
    writeFileSync(join(folder, 'trainer.pid'), String(process.ppid));
    await expect(takeRunFolder(folder, 100)).rejects.toMatchObject({ code: 'conflict' });
    writeFileSync(join(folder, 'trainer.pid'), '999999999');
    (await takeRunFolder(folder, 0))();
  });

  it('is free after the machine was started anew, whoever bears the number now', async () => {
    const folder = join(temporaryDir(), 'runs', '1');
    (await takeRunFolder(folder))();
    expect(isFromBeforeBoot(folder)).toBe(false);
    const mark = join(folder, 'trainer.pid');
    writeFileSync(mark, String(process.ppid));
    expect(isFromBeforeBoot(folder)).toBe(false);
    utimesSync(mark, 1000, 1000);
    expect(isFromBeforeBoot(folder)).toBe(true);
    (await takeRunFolder(folder, 0))();
    expect(statSync(mark, { throwIfNoEntry: false })).toBeUndefined();
  });
});
