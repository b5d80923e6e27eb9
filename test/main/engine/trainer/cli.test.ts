/** `train` as people run it: interrupted, killed, asked for twice. */
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { listRuns } from '../../../../main/db/repositories/runs.ts';
import { appRoot } from '../../../../main/resources.ts';
import { recover } from '../../../../main/services/jobs/recovery.ts';
import { loadModel } from '../../../../main/services/models/models.ts';
import { configDir } from '../../../../main/workspace/paths.ts';
import { Workspace } from '../../../../main/workspace/workspace.ts';
import type { RunSummary } from '../../../../shared/domain/training.ts';
import { Home } from '../../../helpers/app.ts';
import { cli } from '../../../helpers/cli.ts';
import { DEV_DOCUMENTS, labelledFile, TRAIN_DOCUMENTS } from '../../../helpers/training.ts';
import { openTestSession } from '../../../helpers/workspace.ts';
import { finish, SMALL, smallRun, weightsOf } from '../train/runs.ts';

const SETTINGS = { epochs: 10, checkpointMinutes: 0.01 };
let undisturbed: Buffer;
beforeAll(async () => {
  undisturbed = weightsOf((await finish(smallRun(SETTINGS))).result);
});

/** A workspace without a graph, which takes time to fill, and the files of a small run. */
function setUp() {
  const home = new Home();
  onTestFinished(() => home.remove());
  const names = join(home.dir, 'names.txt');
  writeFileSync(names, '测试词甲\n');
  expect(cli(home, ['kg', 'import', names]).code).toBe(0);
  const train = labelledFile(TRAIN_DOCUMENTS, 'train.jsonl', home.dir);
  const dev = labelledFile(DEV_DOCUMENTS, 'dev.jsonl', home.dir);
  const config = join(home.dir, 'config.json');
  writeFileSync(config, JSON.stringify({ ...SMALL, epochs: 99 }));
  const start = ['train', '--train', train, '--dev', dev, '--config', config, '--out', 'ner-a'];
  start.push('--epochs', String(SETTINGS.epochs), '--checkpoint-minutes', String(SETTINGS.checkpointMinutes));
  return { home, start, resume: ['train', '--resume', 'ner-a'], list: () => listOf(home) };
}

/** Lists runs as `runs list` does, without starting a process. */
function listOf(home: Home): RunSummary[] {
  const workspace = Workspace.open(home.workspace, { configDir: configDir(home.env) });
  recover(workspace, 'run');
  const runs = listRuns(workspace.db);
  workspace.close();
  return runs;
}

/** A command line that goes on while the test does. */
class Running {
  readonly child: ChildProcess;
  #text = '';
  readonly ended: Promise<{ code: number | null; err: string }>;

  constructor(home: Home, args: readonly string[]) {
    this.child = spawn(process.execPath, [join(appRoot, 'main', 'cli.ts'), ...args], {
      env: { ...home.env, MERIDIAN_PASSPHRASE: '' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.child.stderr?.on('data', (chunk: Buffer) => {
      this.#text += chunk.toString();
    });
    this.ended = new Promise((done) => this.child.once('close', (code) => done({ code, err: this.#text })));
  }

  /** Waits until it says so, or ends. */
  async says(pattern: RegExp): Promise<void> {
    let over = false;
    void this.ended.then(() => {
      over = true;
    });
    while (!pattern.test(this.#text) && !over) await later(10);
    expect(this.#text).toMatch(pattern);
  }
}

function expectUndisturbed(home: Home): void {
  const workspace = Workspace.open(home.workspace, { configDir: configDir(home.env) });
  onTestFinished(() => workspace.close());
  const { files } = loadModel(openTestSession(workspace), 'ner-a');
  expect(Buffer.concat([...files.weights]).equals(undisturbed)).toBe(true);
}

describe('train on the command line', () => {
  it('trains, and prints the result as JSON', () => {
    const { home, start, list } = setUp();
    const { code, out, err } = cli(home, [...start, '--json']);
    expect(code, err).toBe(0);
    const result = JSON.parse(out);
    expect(result).toMatchObject({ run: 1, model: 'ner-a', best: { score: result.report.f1 } });
    expect(Object.keys(result.report.perType).sort()).toEqual(['症状', '药物']);
    expect(result.report.relaxed.f1).toBeGreaterThanOrEqual(result.report.f1);
    expect(err).toMatch(/epoch 10\/10: dev f1 \d\.\d{4}/);
    expect(list()).toMatchObject([{ state: 'finished', settings: { epochs: 10, hiddenSize: 8 } }]);
    expectUndisturbed(home);

    const again = cli(home, start);
    expect(again).toMatchObject({ code: 1, out: '' });
    expect(again.err).toContain('There is a model named ner-a');
    const report = join(home.dir, 'report.html');
    expect(cli(home, ['runs', 'report', 'ner-a', '--out', report]).code).toBe(0);
    expect(cli(home, ['runs', 'list', '--json']).out).toContain('"state":"finished"');
    expect(cli(home, ['runs', 'show', '1']).out).toContain('症状');
    expect(cli(home, ['runs', 'delete', '1']).code).toBe(0);
    expect(list()).toEqual([]);
    expect(cli(home, ['models', 'list']).out).toContain('ner-a');
  });

  it('pauses when it is interrupted, says how to go on, and does', async () => {
    const { home, start, resume, list } = setUp();
    const first = new Running(home, start);
    await first.says(/epoch \d/);
    first.child.kill('SIGINT');
    first.child.kill('SIGINT'); // npm passes on what the terminal has sent already
    const { code, err } = await first.ended;
    expect(code).toBe(130);
    expect(err).toMatch(/paused at step \d+; go on with: train --resume 1/);
    expect(list()).toMatchObject([{ state: 'paused' }]);
    expect(cli(home, start).err).toContain('train --resume ner-a');
    const { code: ended, err: said } = cli(home, resume);
    expect(ended, said).toBe(0);
    expect(said).toMatch(/going on from step \d+/);
    expectUndisturbed(home);
  });

  it('killed at random moments goes on each time and ends with the same weights', {
    tags: ['long'],
  }, async () => {
    const { home, start, resume, list } = setUp();
    for (let kills = 0; kills < 4; kills++) {
      const running = new Running(home, list().length === 0 ? start : resume);
      if (kills % 2 === 0) await running.says(/epoch \d|going on/);
      await later(Math.random() * 600);
      running.child.kill('SIGKILL');
      await running.ended;
      const [run] = list();
      if (run?.state === 'finished') break; // it was quicker
      if (run !== undefined) expect(['interrupted', 'queued']).toContain(run.state);
    }
    if (list()[0]?.state !== 'finished') {
      const { code, err } = cli(home, list().length === 0 ? start : resume);
      expect(code, err).toBe(0);
    }
    expectUndisturbed(home);
  });

  it('leaves a run alone that another process is training', async () => {
    const { home, start, resume, list } = setUp();
    const first = new Running(home, [...start, '--epochs', '400']);
    await first.says(/epoch \d/);
    const second = cli(home, resume);
    expect(second.code).toBe(1);
    expect(second.err).toContain('Another process looks after this run');
    expect(cli(home, ['runs', 'delete', 'ner-a']).err).toContain('Another process');
    expect(list()).toMatchObject([{ state: 'running' }]);
    first.child.kill('SIGKILL');
    await first.ended;
    expect(list()).toMatchObject([{ state: 'interrupted' }]);
  });
});
