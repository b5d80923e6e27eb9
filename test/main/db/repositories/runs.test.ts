import { spawn } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Connection } from '../../../../main/db/connection.ts';
import {
  claim,
  deleteRow,
  isElsewhere,
  markInterrupted,
} from '../../../../main/db/repositories/resumable.ts';
import { deletePointsAfter, listPoints, putPoints } from '../../../../main/db/repositories/run-points.ts';
import {
  getRun,
  getRunDetail,
  insertRun,
  listRuns,
  namesOfOpenRuns,
  updateRun,
} from '../../../../main/db/repositories/runs.ts';
import { RunState } from '../../../../shared/domain/training.ts';
import { plainText } from '../../../../shared/messages/message.ts';
import { words } from '../../../../shared/messages/words.ts';
import { devPoint, newRun, stepPoint } from '../../../helpers/runs.ts';
import { openWorkspace } from '../../../helpers/workspace.ts';

const setUp = (): Connection => openWorkspace().db;

/** A process that is there for as long as `body` takes, and then is not. */
async function withProcess<T>(body: (pid: number) => T): Promise<T> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  try {
    return body(child.pid ?? 0);
  } finally {
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await gone;
  }
}

const ownedBy = (db: Connection, id: number, owner: number, state: RunState) =>
  db.run('UPDATE run SET owner = ?, state = ? WHERE id = ?', owner, state, id);

describe('runs in the database', () => {
  it('come back as they were put in', () => {
    const db = setUp();
    const id = insertRun(db, newRun({ warnings: [plainText('甲')] }));
    const before = getRun(db, id);
    expect(before).toMatchObject({ ...newRun({ warnings: [plainText('甲')] }), id, state: 'queued' });
    expect(Object.keys(before ?? {})).not.toContain('progress');
    const progress = {
      step: 3,
      totalSteps: 9,
      epoch: 0.5,
      seconds: 2,
      tokensPerSecond: 10,
      memoryBytes: 7,
      loss: 0.25,
    };
    const best = { score: 0.5, step: 3, epoch: 1 };
    const error = { code: 'disk-full' as const, message: plainText('full'), kept: plainText('检查点') };
    updateRun(db, id, { state: 'failed', progress, best, error, executor: 'onnx:cpu', parameters: 12 });
    expect(getRun(db, id)).toEqual({
      ...before,
      state: 'failed',
      progress,
      best,
      error,
      executor: 'onnx:cpu',
      parameters: 12,
    });
    updateRun(db, id, { progress: null, best: null, error: null });
    expect(getRun(db, id)).toEqual({ ...before, state: 'failed', executor: 'onnx:cpu', parameters: 12 });
    expect(getRunDetail(db, id)).toEqual(getRun(db, id));
  });

  it('of former versions, whose messages are strings in two languages, say them in either', () => {
    const db = setUp();
    const id = insertRun(db, newRun({}));
    const warnings = JSON.stringify(['文件（1）: 3 texts were cut (截断 3 份文本)']);
    const error = JSON.stringify({ code: 'io', message: 'The disk failed. (磁盘出错)', kept: 'All. (全部)' });
    db.run('UPDATE run SET warnings = ?, error = ? WHERE id = ?', warnings, error, id);
    const run = getRun(db, id)!;
    const told = [...run.warnings, run.error!.message, run.error!.kept!];
    expect(told.map((each) => words(each, 'en'))).toEqual([
      '文件（1）: 3 texts were cut',
      'The disk failed.',
      'All.',
    ]);
    expect(told.map((each) => words(each, 'zh'))).toEqual(['文件（1）：截断 3 份文本', '磁盘出错', '全部']);
  });

  it('are listed newest first, and go with their points', () => {
    const db = setUp();
    const [a, b] = [insertRun(db, newRun()), insertRun(db, newRun({ name: 'b' }))];
    putPoints(db, a, [stepPoint(1)]);
    expect(listRuns(db).map(({ id }) => id)).toEqual([b, a]);
    deleteRow(db, 'run', a);
    expect(listRuns(db).map(({ id }) => id)).toEqual([b]);
    expect([...db.iterate('SELECT count(*) FROM run_point')]).toEqual([[0]]);
    expect(insertRun(db, newRun())).toBeGreaterThan(b); // ids are never used again
  });

  it('name their models while they are open', () => {
    const db = setUp();
    for (const state of RunState.options) {
      const id = insertRun(db, newRun({ name: state }));
      updateRun(db, id, { state });
    }
    expect(namesOfOpenRuns(db)).toEqual(['queued', 'running', 'paused', 'interrupted']);
  });
});

describe('claims', () => {
  it('take a run from nobody, from this process and from one that has gone', async () => {
    const db = setUp();
    const gone = await withProcess((pid) => pid);
    for (const owner of [0, process.pid, gone]) {
      const id = insertRun(db, newRun());
      ownedBy(db, id, owner, 'queued');
      expect(isElsewhere(db, 'run', id)).toBe(false);
      expect(claim(db, 'run', { id, from: ['queued'], to: 'running' })).toBe(true);
      expect([...db.iterate('SELECT state, owner FROM run WHERE id = ?', id)]).toEqual([
        ['running', process.pid],
      ]);
    }
  });

  it('leave a run to a process that is at it, and take what it has put aside', async () => {
    const db = setUp();
    await withProcess((owner) => {
      for (const state of ['queued', 'running'] as const) {
        const id = insertRun(db, newRun());
        ownedBy(db, id, owner, state);
        expect(isElsewhere(db, 'run', id)).toBe(true);
        expect(claim(db, 'run', { id, from: ['queued', 'running'], to: 'running' })).toBe(false);
      }
      const paused = insertRun(db, newRun());
      ownedBy(db, paused, owner, 'paused');
      expect(claim(db, 'run', { id: paused, from: ['paused'], to: 'queued' })).toBe(true);
    });
  });

  it('only take a run in a state that was asked for, and clear its error', () => {
    const db = setUp();
    const id = insertRun(db, newRun());
    updateRun(db, id, { state: 'failed', error: { code: 'io', message: plainText('x') }, endedAt: 'now' });
    expect(claim(db, 'run', { id, from: ['paused'], to: 'queued' })).toBe(false);
    expect(getRun(db, id)?.error?.code).toBe('io');
    expect(claim(db, 'run', { id, from: ['paused', 'failed'], to: 'queued' })).toBe(true);
    expect(getRun(db, id)).not.toHaveProperty('error');
    expect(getRun(db, id)).not.toHaveProperty('endedAt');
    expect(claim(db, 'run', { id: 999, from: RunState.options, to: 'queued' })).toBe(false);
  });

  it('find running runs whose process has gone', async () => {
    const db = setUp();
    const gone = await withProcess((pid) => pid);
    await withProcess((alive) => {
      const owners = { gone, alive, mine: process.pid, lost: process.pid };
      const ids = Object.fromEntries(
        Object.entries(owners).map(([name, owner]) => {
          const id = insertRun(db, newRun({ name }));
          ownedBy(db, id, owner, 'running');
          return [name, id];
        }),
      );
      const waiting = insertRun(db, newRun({ name: 'waiting' }));
      ownedBy(db, waiting, gone, 'queued');
      expect(markInterrupted(db, 'run', [ids.mine ?? 0])).toBe(2);
      expect(Object.fromEntries(listRuns(db).map(({ name, state }) => [name, state]))).toEqual({
        gone: 'interrupted',
        lost: 'interrupted',
        alive: 'running',
        mine: 'running',
        waiting: 'queued',
      });
      expect(getRun(db, ids.gone ?? 0)?.error?.code).toBe('engine-down');
      expect(markInterrupted(db, 'run', [ids.mine ?? 0])).toBe(0);
    });
  });
});

describe('points', () => {
  it('come in the order of their steps, a step before its evaluation', () => {
    const db = setUp();
    const id = insertRun(db, newRun());
    const points = [devPoint(2, 0.5), stepPoint(3), stepPoint(1), stepPoint(2)];
    putPoints(db, id, points);
    expect(listPoints(db, id)).toEqual([stepPoint(1), stepPoint(2), devPoint(2, 0.5), stepPoint(3)]);
  });

  it('after a checkpoint are those of the run that went on from it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 1, max: 10 }),
        (reached, from, perEpoch) => {
          const db = setUp();
          const id = insertRun(db, newRun());
          const upTo = (last: number, first: number) =>
            Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i + 1).flatMap((step) =>
              step % perEpoch === 0 ? [stepPoint(step), devPoint(step, step / 100)] : [stepPoint(step)],
            );
          const checkpoint = Math.min(from, reached);
          putPoints(db, id, upTo(reached, 0));
          deletePointsAfter(db, id, checkpoint);
          expect(listPoints(db, id)).toEqual(upTo(checkpoint, 0));
          putPoints(db, id, upTo(40, checkpoint));
          putPoints(db, id, upTo(40, checkpoint)); // told twice is told once
          expect(listPoints(db, id)).toEqual(upTo(40, 0));
        },
      ),
      { numRuns: 10 },
    );
  });

  it('are thinned where there are too many, evaluations and the last one never', () => {
    const db = setUp();
    const id = insertRun(db, newRun());
    const steps = Array.from({ length: 103 }, (_, i) => stepPoint(i + 1));
    putPoints(db, id, [...steps, devPoint(7, 0.1), devPoint(51, 0.2)]);
    const drawn = listPoints(db, id, 10);
    expect(drawn.filter(({ dev }) => dev !== undefined).map(({ step }) => step)).toEqual([7, 51]);
    expect(drawn.filter(({ dev }) => dev === undefined).map(({ step }) => step)).toEqual([
      11, 22, 33, 44, 55, 66, 77, 88, 99, 103,
    ]);
    expect(listPoints(db, id, 103)).toHaveLength(105);
  });
});
