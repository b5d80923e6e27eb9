/** `embed` as people run it. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { UsageError } from '../../../../main/cli/command.ts';
import { runCommand } from '../../../../main/cli/run.ts';
import { appRoot } from '../../../../main/resources.ts';
import { Home } from '../../../helpers/app.ts';
import { cli } from '../../../helpers/cli.ts';
import { CLASSES, classCorpus } from './corpora.ts';

function setUp() {
  const home = new Home();
  onTestFinished(() => home.remove());
  const file = (name: string, content: string | Uint8Array = '') => {
    const path = join(home.dir, name);
    if (content !== '') writeFileSync(path, content);
    return path;
  };
  const run = (...args: string[]) => cli(home, ['embed', ...args]);
  return { home, file, run };
}

const SMALL = ['--dim', '12', '--min-count', '1', '--threads', '1', '--sample', '0', '--seed', '3'];

describe('embed', () => {
  it('trains on files and folders, the same vectors in whatever form the texts come', () => {
    const { home, file, run } = setUp();
    const lines = classCorpus(1500).split('\n');
    const folder = join(home.dir, 'corpus', 'inner');
    mkdirSync(folder, { recursive: true });
    const half = lines.length / 2;
    writeFileSync(join(home.dir, 'corpus', 'a.txt'), lines.slice(0, half).join('\r\n'));
    const records = lines.slice(half).map((text) => `${JSON.stringify({ text })}\n`);
    writeFileSync(join(folder, 'b.jsonl.gz'), gzipSync(records.join('')));
    writeFileSync(join(folder, 'readme.md'), '不是语料');
    const [one, two] = [file('one.bin'), file('two.txt')];
    const trained = run('word2vec', join(home.dir, 'corpus'), '--out', one, ...SMALL, '--json');
    expect(trained.code, trained.err).toBe(0);
    expect(JSON.parse(trained.out)).toMatchObject({ out: one, unit: 'character', dimension: 12, tokens: 42 });
    const whole = file('whole.txt.gz', gzipSync(lines.join('\n')));
    expect(run('word2vec', whole, '--out', two, ...SMALL).code).toBe(0);
    const three = file('three.bin');
    expect(run('export', two, '--out', three).out).toContain('42 vectors of 12 as word2vec-binary');
    expect(readFileSync(three).equals(readFileSync(one))).toBe(true);
    expect(existsSync(`${one}.checkpoint`)).toBe(false);
  });

  it('finds neighbours, and says which words have none', () => {
    const { file, run } = setUp();
    const out = file('vectors.glove');
    const corpus = file('corpus.txt', classCorpus(3000));
    const options = ['--dim', '12', '--min-count', '1', '--threads', '1', '--learning-rate', '0.1'];
    expect(run('glove', corpus, '--out', out, ...options).code).toBe(0);
    const found = run('neighbours', out, '糖', '龘', '--top', '4', '--json');
    expect(found.code).toBe(0);
    const [sugar, missing] = found.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(missing).toEqual({ word: '龘', neighbours: null });
    expect(sugar.neighbours).toHaveLength(4);
    expect(CLASSES[0].members + CLASSES[0].contexts).toContain(sugar.neighbours[0].token);
    expect(run('neighbours', out, '龘')).toMatchObject({
      code: 1,
      err: expect.stringContaining('no vector of 龘'),
    });
  });

  it('checks what it imports', () => {
    const { file, run } = setUp();
    const good = file('good.vec', '3 2\n甲 1 2\n乙 3 4\n甲 5 6\n');
    const kept = file('kept.bin');
    const imported = run('import', good, '--out', kept);
    expect(imported).toMatchObject({ code: 0, err: expect.stringContaining('1 rows repeat a token') });
    expect(imported.out).toContain('2 vectors of 2, of characters');
    expect(readFileSync(kept).toString('latin1')).toMatch(/^2 2\n/);
    const bad = file('bad.vec', '2 2\n甲 1 2\n乙 3\n');
    expect(run('import', bad)).toMatchObject({ code: 1, out: '', err: expect.stringContaining('line 3') });
    const packed = file('packed.vec.gz', gzipSync(readFileSync(good)));
    expect(run('import', packed, '--json').out).toContain('"duplicates":1');
  });

  it.each([
    [['word2vec'], /--out/],
    [['word2vec', '--out', 'x'], /CORPUS/],
    [['word2vec', 'a', '--out', 'x', '--x-max', '5'], /--x-max belongs to embed glove/],
    [['glove', 'a', '--out', 'x', '--skip-gram'], /--skip-gram belongs to embed word2vec/],
    [['word2vec', 'a', '--out', 'x', '--dim', '0'], /--dim: /],
    [['word2vec', 'a', '--out', 'x', '--dim', 'ten'], /--dim takes a number, not ten/],
    [['word2vec', 'a', '--out', 'x', '--unit', 'line'], /--unit takes one of char, word, not line/],
    [['import', 'a', '--format', 'csv'], /--format takes one of word2vec-text/],
    [['neighbours', 'a'], /FILE WORD/],
    [['fly'], /embed fly: expected word2vec/],
    [['word2vec', '--fast'], /--fast/],
  ])('%j is wrong use', async (args, message) => {
    await expect(runCommand(['embed', ...args])).rejects.toThrow(message);
    await expect(runCommand(['embed', ...args])).rejects.toBeInstanceOf(UsageError);
  });

  it('says what is missing, and helps', () => {
    const { home, run } = setUp();
    expect(run('word2vec', join(home.dir, 'none.txt'), '--out', 'x').err).toContain('There is no file');
    expect(run('word2vec', home.dir, '--out', 'x').err).toContain('There is no .txt or .jsonl file');
    expect(run('--help').out).toContain('--graph-names');
  });

  it('pauses when it is interrupted, and goes on as if it had not been', async () => {
    const { home, file, run } = setUp();
    const corpus = file('corpus.txt', classCorpus(5000));
    const [out, straight] = [file('paused.bin'), file('straight.bin')];
    const args = ['word2vec', corpus, ...SMALL, '--epochs', '100'];
    const child = spawn(process.execPath, [join(appRoot, 'main', 'cli.ts'), 'embed', ...args, '--out', out], {
      env: home.env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let text = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      if (!text.includes('threads') && (text + chunk).includes('threads')) child.kill('SIGINT');
      text += chunk;
    });
    expect(await new Promise((ended) => child.once('close', ended))).toBe(130);
    expect(text).toContain('the same command goes on from here');
    expect(existsSync(out)).toBe(false);
    const other = run(...args, '--window', '3', '--out', out);
    expect(other).toMatchObject({ code: 1, err: expect.stringContaining('made with other settings') });
    expect(run(...args, '--out', out).code).toBe(0);
    expect(run(...args, '--out', straight).code).toBe(0);
    expect(readFileSync(out).equals(readFileSync(straight))).toBe(true);
    expect(existsSync(`${out}.checkpoint`)).toBe(false);
  });
});
