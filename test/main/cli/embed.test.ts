/** Word vectors of the workspace on the command line. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { appRoot } from '../../../main/resources.ts';
import { Home } from '../../helpers/app.ts';
import { cli } from '../../helpers/cli.ts';
import { classCorpus } from '../engine/embeddings/corpora.ts';

const SMALL = ['--dim', '12', '--min-count', '1', '--threads', '1', '--sample', '0', '--seed', '3'];

function setUp() {
  const home = new Home();
  onTestFinished(() => home.remove());
  const path = (name: string) => join(home.dir, name);
  const run = (...args: string[]) => cli(home, ['embed', ...args, '--plain']);
  const parsed = (out: string) =>
    out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  writeFileSync(path('corpus.txt'), classCorpus(1500));
  return { home, path, run, parsed };
}

describe('embed with --name', () => {
  it('trains into the workspace, lists, looks up, exports, renames and deletes', () => {
    const { home, path, run, parsed } = setUp();
    const args = ['word2vec', path('corpus.txt'), ...SMALL];
    const trained = run(...args, '--name', '字向量', '--out', path('same.bin'), '--json');
    expect(trained.code, trained.err).toBe(0);
    expect(JSON.parse(trained.out)).toMatchObject({ name: '字向量', tokens: 42, out: path('same.bin') });
    expect(readdirSync(join(home.workspace, 'vector-trainings'))).toEqual([]);

    const [card] = parsed(run('list', '--json').out);
    expect(card).toMatchObject({
      name: '字向量',
      origin: 'trained',
      settings: { method: 'word2vec', dimension: 12 },
      corpus: { name: 'corpus.txt', texts: 1, characters: classCorpus(1500).length },
    });
    expect(run('list').out).toMatch(/字向量.*word2vec cbow.*character.*12.*42 tokens/);
    const near = run('neighbours', '字向量', '糖', '--top', '3', '--json');
    expect(near.out).toBe(run('neighbours', path('same.bin'), '糖', '--top', '3', '--json').out);

    expect(run('export', '字向量', '--out', path('again.bin')).code).toBe(0);
    expect(readFileSync(path('again.bin')).equals(readFileSync(path('same.bin')))).toBe(true);
    const again = run('import', path('again.bin'), '--name', '字向量');
    expect(again).toMatchObject({
      code: 1,
      err: expect.stringContaining('There are other word vectors named'),
    });
    expect(run('import', path('again.bin'), '--name', '副本').code).toBe(0);
    expect(run('rename', '副本', '外来').code).toBe(0);
    expect(run('delete', '字向量').code).toBe(0);
    expect(parsed(run('list', '--json').out)).toEqual([
      expect.objectContaining({ name: '外来', origin: 'imported', file: 'again.bin' }),
    ]);
    expect(run('neighbours', '字向量', '糖').err).toContain('There are: 外来');
  });

  it('pauses into the workspace when it is interrupted, and goes on as if it had not been', {
    tags: ['long'],
  }, async () => {
    const { home, path, run } = setUp();
    const args = ['word2vec', path('corpus.txt'), ...SMALL, '--epochs', '200', '--plain'];
    expect(run('list').code).toBe(0); // makes the workspace
    const command = [join(appRoot, 'main', 'cli.ts'), 'embed', ...args, '--name', 'v'];
    const child = spawn(process.execPath, command, { env: home.env, stdio: ['ignore', 'ignore', 'pipe'] });
    let text = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      if (!text.includes('threads') && (text + chunk).includes('threads')) child.kill('SIGINT');
      text += chunk;
    });
    expect(await new Promise((ended) => child.once('close', ended))).toBe(130);
    expect(run('list').err).toContain('no word vectors yet');
    const other = run(...args.slice(0, -1), '--name', 'v', '--window', '3');
    expect(other).toMatchObject({ code: 1, err: expect.stringContaining('made with other settings') });
    expect(run(...args.slice(0, -1), '--name', 'v').code).toBe(0);
    expect(run(...args.slice(0, -1), '--out', path('straight.bin')).code).toBe(0);
    expect(run('export', 'v', '--out', path('v.bin')).code).toBe(0);
    expect(readFileSync(path('v.bin')).equals(readFileSync(path('straight.bin')))).toBe(true);
    expect(existsSync(join(home.workspace, 'vectors', '1.safetensors'))).toBe(true);
  });
});
