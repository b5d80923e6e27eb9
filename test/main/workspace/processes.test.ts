/** Several processes on one workspace. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appRoot } from '../../../main/resources.ts';
import { message } from '../../../shared/messages/message.ts';
import { words } from '../../../shared/messages/words.ts';
import { temporaryDir } from '../../helpers/workspace.ts';

function cli(dir: string, args: string[]): Promise<{ code: number | null; output: string }> {
  const env = {
    ...process.env,
    XDG_CONFIG_HOME: join(dir, 'settings'),
    APPDATA: join(dir, 'settings'),
    HOME: dir,
    LC_ALL: 'C',
  };
  const command = [join(appRoot, 'main', 'cli.ts'), ...args, '--workspace', join(dir, 'workspace')];
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const read = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  return new Promise((done) => child.once('close', (code) => done({ code, output })));
}

function triples(dir: string, name: string, rows: number): string {
  const path = join(dir, `${name}.tsv`);
  const lines = Array.from({ length: rows }, (_, i) => `${name}病${i}\tHAS_SYMPTOM\t症状${i}`);
  writeFileSync(path, `head\trelation\ttail\n${lines.join('\n')}\n`);
  return path;
}

/** Takes longer to import than a command to end. */
const ROWS = 20_000;

describe('two processes on one workspace', () => {
  it('create it once and both import into it', async () => {
    const dir = temporaryDir();
    const files = ['甲', '乙', '丙'].map((name) => triples(dir, name, 20));
    const ended = await Promise.all(files.map((file) => cli(dir, ['kg', 'import', file])));
    expect(ended.map(({ code, output }) => (code === 0 ? '' : output))).toEqual(['', '', '']);
    const stats = JSON.parse((await cli(dir, ['kg', 'stats', '--json'])).output);
    expect(stats.triples).toBe(60);
    expect(stats.sources).toHaveLength(3);
  });

  it('do not take each other’s running import for a crashed one', async () => {
    const dir = temporaryDir();
    expect((await cli(dir, ['kg', 'import', triples(dir, '小', 20)])).code).toBe(0);
    const importing = cli(dir, ['kg', 'import', triples(dir, '大', ROWS)]);
    const refusals: string[] = [];
    let running = true;
    void importing.then(() => {
      running = false;
    });
    while (running) {
      const { code, output } = await cli(dir, ['kg', 'stats', '--json']);
      // A busy machine may hold the database for longer than a command waits for it.
      if (code !== 0 && !output.includes(words(message('system.workspace-busy'), 'en')))
        refusals.push(output);
    }
    expect((await importing).code).toBe(0);
    expect(refusals).toEqual([]);
    const stats = JSON.parse((await cli(dir, ['kg', 'stats', '--json'])).output);
    const big = stats.sources.find((source: { name: string }) => source.name === '大.tsv');
    expect(big?.report).toMatchObject({ rows: ROWS, triples: ROWS });
    expect(stats.relations.HasSymptom).toBe(ROWS + 20);
  });
});
