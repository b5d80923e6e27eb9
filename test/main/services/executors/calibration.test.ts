/** Checks the stored calibration of executors, its bond to this machine, and the choice of `auto`. */

import { describe, expect, it } from 'vitest';
import { claim } from '../../../../main/db/repositories/resumable.ts';
import { insertRun } from '../../../../main/db/repositories/runs.ts';
import { writeMark } from '../../../../main/db/repositories/settings.ts';
import {
  type ExecutorChoice,
  formatExecutor,
  knownExecutors,
} from '../../../../main/engine/runtime/executor-name.ts';
import { executorHandlers } from '../../../../main/ipc/handlers/executors.ts';
import { route } from '../../../../main/ipc/router.ts';
import type { Spawn } from '../../../../main/processes/child-process.ts';
import {
  Calibration,
  pinExecutor,
  readCalibration,
  resolveExecutor,
} from '../../../../main/services/executors/calibration.ts';
import type { MeasurerAnswer } from '../../../../main/services/executors/process/protocol.ts';
import type { Handlers } from '../../../../shared/contract/index.ts';
import { plainText } from '../../../../shared/messages/message.ts';
import { FakeChild } from '../../../helpers/fake-child.ts';
import { newRun } from '../../../helpers/runs.ts';
import { saying } from '../../../helpers/words.ts';
import { openTestSession, openWorkspace, temporaryDir } from '../../../helpers/workspace.ts';

/** A machine with a GPU that computes nonsense, and a fast right one. */
const MACHINE: Readonly<Record<string, MeasurerAnswer>> = {
  'onnx:cpu': { kind: 'measured', measured: { msPerStep: 30, maxError: 1e-5 } },
  'onnx:webgpu': { kind: 'measured', measured: { msPerStep: 3, maxError: 0.2 } },
  'onnx:cuda': { kind: 'measured', measured: { msPerStep: 4, maxError: 3e-4 } },
  webgpu: { kind: 'failed', reason: plainText('no GPU adapter found') },
  wasm: { kind: 'measured', measured: { msPerStep: 400, maxError: 1e-5 } },
};

/** Answers like a process of that machine; `hold`: the answers wait until it is released. */
function pretend(machine = MACHINE, hold?: Promise<void>): { spawn: Spawn; asked: string[] } {
  const asked: string[] = [];
  const spawn: Spawn = () => {
    const child = new FakeChild(1);
    child.onRequest = ({ id, input }) => {
      const name = formatExecutor(input as ExecutorChoice); // safe: the input of both methods
      asked.push(name);
      const answer = machine[name] ?? { kind: 'failed', reason: 'not here' };
      void Promise.resolve(hold).then(() => child.reply(id, answer));
    };
    return child;
  };
  return { spawn, asked };
}
const NAMES = ['onnx:cpu', 'onnx:webgpu', 'onnx:cuda', 'webgpu', 'wasm'];

describe('before anything was measured', () => {
  it('auto is onnxruntime on the processor, and what is named stays', () => {
    const session = openTestSession();
    expect(readCalibration(session)).toEqual({ executors: [], chosen: 'onnx:cpu', pinned: 'auto' });
    expect(resolveExecutor(session, 'auto')).toBe('onnx:cpu');
    expect(resolveExecutor(session, 'onnx')).toBe('onnx:cpu');
    expect(resolveExecutor(session, 'webgpu')).toBe('webgpu');
    expect(() => resolveExecutor(session, 'tpu')).toThrow('There is no executor tpu');
  });
});

describe('measuring', () => {
  it('chooses the fastest that is right, and keeps the results with the workspace', async () => {
    const dir = temporaryDir();
    const session = openTestSession(openWorkspace(dir));
    const report = await new Calibration(session, { ...pretend(), names: NAMES }).measure();
    expect(report).toMatchObject({ at: expect.any(String), chosen: 'onnx:cuda', pinned: 'auto' });
    expect(report.executors).toHaveLength(NAMES.length);
    expect(report.executors).toContainEqual({
      id: 'onnx',
      provider: 'webgpu',
      available: true,
      msPerStep: 3,
      maxError: 0.2,
    });
    expect(report.executors).toContainEqual({
      id: 'webgpu',
      provider: 'webgpu',
      available: false,
      reason: plainText('no GPU adapter found'),
    });
    session.workspace.close();
    const again = openTestSession(openWorkspace(dir));
    expect(readCalibration(again)).toEqual(report);
    expect(resolveExecutor(again, 'auto')).toBe('onnx:cuda');
  });

  it('asks for everything there may be on this platform', async () => {
    const { spawn, asked } = pretend();
    await new Calibration(openTestSession(), { spawn }).measure();
    expect(asked).toEqual(knownExecutors());
  });

  it('stays with the processor when nothing is right', async () => {
    const session = openTestSession();
    const wrong: Record<string, MeasurerAnswer> = {
      'onnx:cpu': { kind: 'measured', measured: { msPerStep: 30, maxError: Number.NaN } },
    };
    const report = await new Calibration(session, { ...pretend(wrong), names: NAMES }).measure();
    expect(report.chosen).toBe('onnx:cpu');
    expect(report.executors[0]).toEqual({
      id: 'onnx',
      provider: 'cpu',
      available: false,
      reason: saying('no numbers'),
    });
    expect(readCalibration(session)).toEqual(report);
  });

  it('tells how far it is, once however many ask, and not twice', async () => {
    const session = openTestSession();
    const { promise: hold, resolve: release } = Promise.withResolvers<void>();
    const { spawn, asked } = pretend(MACHINE, hold);
    const calibration = new Calibration(session, { spawn, names: ['wasm', 'onnx:cpu'] });
    expect(calibration.report().measuring).toBeUndefined();
    const [first, second] = [calibration.measure(), calibration.measure()];
    expect(calibration.report()).toMatchObject({
      measuring: { name: 'wasm', done: 0, total: 2 },
      executors: [],
      chosen: 'onnx:cpu',
    });
    release();
    expect(await first).toEqual(await second);
    expect(asked).toEqual(['wasm', 'onnx:cpu']);
    expect(calibration.report().measuring).toBeUndefined();
  });

  it('stores nothing when the app ends meanwhile', async () => {
    const session = openTestSession();
    const calibration = new Calibration(session, {
      ...pretend(MACHINE, new Promise(() => undefined)),
      names: NAMES,
    });
    const measuring = calibration.measure();
    const refused = expect(measuring).rejects.toMatchObject({ code: 'cancelled' });
    await calibration.close();
    await refused;
    expect(readCalibration(session).at).toBeUndefined();
  });

  it('waits for no training run: it refuses', async () => {
    const session = openTestSession();
    const id = insertRun(session.workspace.db, newRun());
    claim(session.workspace.db, 'run', { id, from: ['queued'], to: 'running' });
    await expect(new Calibration(session, pretend()).measure()).rejects.toMatchObject({
      code: 'conflict',
      hint: saying('paused'),
    });
  });

  it('does not believe what another machine or a damaged database says', async () => {
    const session = openTestSession();
    await new Calibration(session, { ...pretend(), names: NAMES }).measure();
    const { db } = session.workspace;
    for (const value of ['{', '{"at":7}', JSON.stringify({ machine: 'another', at: 'now', executors: [] })]) {
      writeMark(db, 'calibration', value);
      expect(readCalibration(session)).toEqual({ executors: [], chosen: 'onnx:cpu', pinned: 'auto' });
    }
  });
});

describe('pinning', () => {
  it('makes auto stand for one executor, and for the fastest again', async () => {
    const session = openTestSession();
    await new Calibration(session, { ...pretend(), names: NAMES }).measure();
    expect(pinExecutor(session, 'onnx')).toMatchObject({ pinned: 'onnx:cpu', chosen: 'onnx:cpu' });
    expect(resolveExecutor(session, 'auto')).toBe('onnx:cpu');
    expect(resolveExecutor(session, 'wasm')).toBe('wasm');
    expect(pinExecutor(session, 'auto')).toMatchObject({ pinned: 'auto', chosen: 'onnx:cuda' });
  });

  it('refuses what does not work here or computes nonsense, saying why', async () => {
    const session = openTestSession();
    await new Calibration(session, { ...pretend(), names: NAMES }).measure();
    expect(() => pinExecutor(session, 'webgpu')).toThrow(/webgpu cannot be used here: no GPU adapter found/);
    expect(() => pinExecutor(session, 'onnx:webgpu')).toThrow(/results are wrong/);
    expect(() => pinExecutor(session, 'tpu')).toThrow('There is no executor tpu');
    expect(readCalibration(session).pinned).toBe('auto');
  });
});

describe('through the contract', () => {
  it('measures, pins and tells', async () => {
    const session = openTestSession();
    const calibration = new Calibration(session, { ...pretend(), names: NAMES });
    const handlers = executorHandlers(
      () => session,
      () => calibration,
    ) as Handlers; // safe: only these are asked for
    const ask = (method: string, input: unknown) => route(handlers, method, input, { checkOutput: true });
    expect(await ask('engine.calibration', {})).toMatchObject({ ok: true, value: { chosen: 'onnx:cpu' } });
    expect(await ask('engine.calibrate', {})).toMatchObject({ ok: true, value: { chosen: 'onnx:cuda' } });
    expect(await ask('engine.pin', { executor: 'wasm' })).toMatchObject({
      ok: true,
      value: { chosen: 'wasm' },
    });
    expect(await ask('engine.pin', { executor: 'tpu' })).toMatchObject({
      ok: false,
      error: { code: 'bad-request' },
    });
    expect(await ask('engine.calibration', {})).toMatchObject({ ok: true, value: { pinned: 'wasm' } });
  });
});
