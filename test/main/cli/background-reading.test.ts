import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { runCommand } from '../../../main/cli/run.ts';
import type { ProcessName } from '../../../main/processes/entries.ts';
import { LIMITS } from '../../../main/reading/limits.ts';
import { temporaryDir } from '../../helpers/workspace.ts';

const spawned: ProcessName[] = vi.hoisted(() => []);
vi.mock('../../../main/processes/spawn-here.ts', async () => {
  const { spawnNode } = await import('../../../main/processes/spawn-node.ts');
  const spawnHere = (name: ProcessName) => {
    spawned.push(name);
    return spawnNode(name);
  };
  return { spawnHere };
});

const LABELLED = '{"text": "头痛三天", "entities": [{"start": 0, "end": 2, "type": "symptom"}]}\n';
const BIO = '头\tB-symptom\n痛\tI-symptom\n\n';
const FILES = {
  'a.jsonl': LABELLED,
  'b.jsonl': LABELLED,
  'note.txt': '头痛三天，无发热。',
  'a.bio': BIO,
  'b.bio': BIO,
};
const WORKSPACE = ['--workspace', 'WORKSPACE', '--plain'];

const COMMANDS: readonly (readonly string[])[] = [
  ['convert', 'a.bio', '--to', 'brat', '--out', 'out'],
  ['agreement', 'a.bio', 'b.bio'],
  ['docs', 'import', 'note.txt', ...WORKSPACE],
  ['data', 'leakage', 'a.jsonl', 'b.jsonl', ...WORKSPACE],
  ['deid', 'note.txt', '--out', 'hidden.txt', ...WORKSPACE],
];

describe('files given to the command line', () => {
  beforeEach(() => {
    spawned.length = 0;
    for (const stream of [process.stdout, process.stderr])
      vi.spyOn(stream, 'write').mockImplementation(() => true);
    return () => vi.restoreAllMocks();
  });

  it.each(COMMANDS)('are read in a background process: %s %s', async (...command) => {
    const dir = temporaryDir();
    for (const [name, content] of Object.entries(FILES)) writeFileSync(join(dir, name), content);
    const paths: readonly string[] = [...Object.keys(FILES), 'out', 'hidden.txt', 'WORKSPACE'];
    await runCommand(command.map((word) => (paths.includes(word) ? join(dir, word) : word)));
    expect(spawned).toContain('background');
  });

  it.each([
    ['link', 'bomb.jsonl.gz'],
    ['diagnose', 'bomb.jsonl.gz'],
    ['deid', 'bomb.jsonl.gz', '--out', 'hidden.txt'],
  ])('are refused when they unpack to too much: %s', async (...command) => {
    const dir = temporaryDir();
    writeFileSync(join(dir, 'bomb.jsonl.gz'), gzipSync('a'.repeat(LIMITS.ratioFrom + 1)));
    const paths = ['bomb.jsonl.gz', 'hidden.txt'];
    const run = runCommand(command.map((word) => (paths.includes(word) ? join(dir, word) : word)));
    await expect(run).rejects.toMatchObject({ code: 'too-large' });
    expect(existsSync(join(dir, 'hidden.txt'))).toBe(false);
  });
});
