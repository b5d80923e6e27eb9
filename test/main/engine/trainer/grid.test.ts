/** `grid` as people run it: killed in the middle, asked for twice, reported. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listExperiments } from '../../../../main/db/repositories/experiments.ts';
import { appRoot } from '../../../../main/resources.ts';
import { configDir } from '../../../../main/workspace/paths.ts';
import { Workspace } from '../../../../main/workspace/workspace.ts';
import { type Cell, ExperimentDifferences } from '../../../../shared/domain/experiment.ts';
import { Home } from '../../../helpers/app.ts';
import { cli, type Ran } from '../../../helpers/cli.ts';
import { DEV_DOCUMENTS, labelledFile, TRAIN_DOCUMENTS } from '../../../helpers/training.ts';
import { nerDocuments } from '../train/ner-documents.ts';
import { SMALL } from '../train/runs.ts';

const { task: _, network: __, ...BASE } = SMALL;

/** Two embeddings × two networks × two seeds. */
const GRID = {
  name: 'small grid',
  train: 'train.jsonl',
  dev: 'dev.jsonl',
  test: 'test.jsonl',
  settings: { ...BASE, epochs: 6, checkpointMinutes: 0.01 },
  axes: [
    {
      name: 'embedding',
      values: [
        { name: 'narrow', settings: { embeddingSize: 6 } },
        { name: 'wide', settings: { embeddingSize: 12 } },
      ],
    },
    {
      name: 'network',
      values: [
        { name: 'BiLSTM-CRF', settings: { network: 'bilstm-crf' } },
        { name: 'BiGRU-CRF', settings: { network: 'bigru-crf' } },
      ],
    },
  ],
  seeds: [1, 2],
};

function setUp(grid: unknown = GRID) {
  const home = new Home();
  onTestFinished(() => home.remove());
  const names = join(home.dir, 'names.txt');
  writeFileSync(names, '测试词甲\n');
  expect(cli(home, ['kg', 'import', names]).code).toBe(0);
  labelledFile(TRAIN_DOCUMENTS, 'train.jsonl', home.dir);
  labelledFile(DEV_DOCUMENTS, 'dev.jsonl', home.dir);
  labelledFile(nerDocuments(9, 5000), 'test.jsonl', home.dir);
  const file = join(home.dir, 'grid.json');
  writeFileSync(file, JSON.stringify(grid));
  const report = () => JSON.parse(cli(home, ['grid', 'report', 'small grid', '--format', 'json']).out);
  return { home, file, report };
}

class Running {
  readonly child: ChildProcess;
  text = '';
  readonly ended: Promise<number | null>;

  constructor(home: Home, args: readonly string[]) {
    this.child = spawn(process.execPath, [join(appRoot, 'main', 'cli.ts'), ...args], {
      env: { ...home.env, MERIDIAN_PASSPHRASE: '' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.child.stderr?.on('data', (chunk: Buffer) => {
      this.text += chunk.toString();
    });
    this.ended = new Promise((done) => this.child.once('close', done));
  }

  /** Waits until it says so, or ends. */
  async says(pattern: RegExp): Promise<void> {
    let over = false;
    void this.ended.then(() => {
      over = true;
    });
    while (!pattern.test(this.text) && !over) await later(5);
    expect(this.text).toMatch(pattern);
  }
}

const result = (ran: Ran): Ran => {
  expect(ran.code, ran.err).toBe(0);
  return ran;
};

/** Returns the results of the cells without their times. */
const scoresOf = ({ rows }: { rows: { cells: Cell[] }[] }) =>
  rows
    .map(({ cells }) =>
      cells.map(({ seed, result: scores }) => ({ seed, ...scores, seconds: 0, secondsPerEpoch: 0 })),
    )
    .sort((a, b) => Number(a[0]?.parameters) - Number(b[0]?.parameters));

describe('grid on the command line', () => {
  it('killed in mid-grid goes on where it stopped and ends with the same table', async () => {
    const undisturbed = setUp();
    result(cli(undisturbed.home, ['grid', 'run', undisturbed.file]));
    const expected = scoresOf(undisturbed.report());
    expect(expected.flat()).toHaveLength(8);

    const { home, file, report } = setUp();
    const first = new Running(home, ['grid', 'run', file]);
    await first.says(/\[3\/8\][\s\S]*epoch [23]\/6: dev/); // a checkpoint of the third cell is there
    first.child.kill('SIGKILL');
    await first.ended;
    const workspace = Workspace.open(home.workspace, { configDir: configDir(home.env) });
    const [left] = listExperiments(workspace.db);
    const cells = 'SELECT id, cell, state, ended_at FROM run ORDER BY cell';
    const before = [...workspace.db.iterate(cells)];
    workspace.close();
    expect(left).toMatchObject({ state: 'running', counts: { total: 8, finished: 2 } }); // nobody was left to say more
    expect(cli(home, ['grid', 'list']).out).toMatch(/small grid\s+interrupted .* 2\/8/);

    const { err, out } = result(cli(home, ['grid', 'run', file]));
    expect(err).toMatch(/^\[3\/8\] wide \+ BiLSTM-CRF, seed 1/m);
    expect(err).toMatch(/going on from step \d+/);
    expect(err).not.toMatch(/\[[12]\/8\]/);
    expect(out).toContain(
      '| embedding | network | Params | P | R | F1 | Test F1 | s/epoch | Loss | Dev loss |',
    );
    const again = Workspace.open(home.workspace, { configDir: configDir(home.env) });
    const after = [...again.db.iterate(cells)];
    again.close();
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2)); // finished cells were left as they were
    expect(after).toHaveLength(8);
    expect(scoresOf(report())).toEqual(expected);

    const { err: nothing } = result(cli(home, ['grid', 'run', 'small grid'])); // shows the table again
    expect(nothing).not.toContain('[');
  });

  it('pauses when it is interrupted, and goes on by name', { tags: ['long'] }, async () => {
    const { home, file } = setUp();
    const first = new Running(home, ['grid', 'run', file]);
    await first.says(/\[2\/8\][\s\S]*epoch 1\/6: dev/);
    first.child.kill('SIGINT');
    expect(await first.ended).toBe(130);
    expect(first.text).toMatch(/paused, \d of 8 runs done; go on with: grid run small grid/);
    const { out } = result(cli(home, ['grid', 'run', 'small grid', '--json']));
    expect(JSON.parse(out)).toMatchObject({ name: 'small grid', state: 'finished' });
  });

  it('refuses what cannot be trained, reports, lists and deletes', async () => {
    const broken = {
      ...GRID,
      seeds: [1],
      axes: [
        {
          name: 'executor',
          values: [
            { name: 'good', settings: {} },
            { name: 'bad', settings: { executor: 'onnx:abacus' } },
          ],
        },
      ],
    };
    const { home, file, report } = setUp(broken);
    const refused = cli(home, ['grid', 'run', file]);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.err).toContain('bad:');
    expect(cli(home, ['grid', 'list', '--json']).out.trim()).toBe('[]');

    writeFileSync(
      file,
      JSON.stringify({ ...GRID, seeds: [1], settings: { ...GRID.settings, epochs: 2, devDocuments: 5 } }),
    );
    result(cli(home, ['grid', 'run', file]));
    const csv = join(home.dir, 'table.csv');
    result(cli(home, ['grid', 'report', 'small grid', '--format', 'csv', '--out', csv]));
    expect(readFileSync(csv, 'utf8').split('\r\n')).toHaveLength(6);
    expect(result(cli(home, ['grid', 'report', 'small grid', '--format', 'latex'])).out).toContain(
      '\\toprule',
    );
    expect(report().rows[0].cells[0].result.epochs).toBe(2);
    const differences = cli(home, [
      'grid',
      'report',
      'small grid',
      '--differences',
      '--samples',
      '200',
      '--json',
    ]);
    const { rows, documents } = ExperimentDifferences.parse(JSON.parse(result(differences).out));
    expect([rows.length, documents]).toEqual([3, 9]);
    const shown = result(cli(home, ['grid', 'report', 'small grid', '--differences']));
    expect(shown.out).toMatch(
      /^Differences to narrow \+ BiLSTM-CRF on .*: 9 documents, 1000 resamples, seed 1$/m,
    );
    const more = result(cli(home, ['grid', 'run', file, '--seeds', '1,2']));
    expect(more.err).toContain('[5/8]');
    expect(more.err).not.toContain('[4/8]');
    const other = cli(home, ['grid', 'run', file, '--epochs', '3']);
    expect(other).toMatchObject({ code: 1 });
    expect(other.err).toContain('another plan');
    expect(cli(home, ['grid', 'report', 'no grid']).err).toContain('small grid');
    expect(cli(home, ['grid', 'report', 'small grid', '--format', 'xls']).code).toBe(2);
    expect(cli(home, ['grid', 'fly']).code).toBe(2);
    expect(cli(home, ['models', 'list', '--json']).out.trim()).toBe('[]');
    expect(result(cli(home, ['grid', 'delete', 'small grid'])).out).toContain('8 finished runs');
    expect(cli(home, ['grid', 'list', '--json']).out.trim()).toBe('[]');
  });
});
