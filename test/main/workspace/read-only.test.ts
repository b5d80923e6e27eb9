/** A workspace whose folder may not be written can be read, says so, and refuses edits. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { insertRecord } from '../../../main/db/repositories/records.ts';
import { appRoot } from '../../../main/resources.ts';
import { openWorkspace, temporaryDir } from '../../helpers/workspace.ts';

/** Root may write everywhere: the command line runs as a user without rights. */
const NOBODY: { uid?: number; gid?: number } = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

async function cli(
  dir: string,
  ...args: string[]
): Promise<{ code: number | null; out: string; err: string }> {
  mkdirSync(join(dir, 'tmp'), { recursive: true });
  chmodSync(join(dir, 'tmp'), 0o777);
  const child = spawn(
    process.execPath,
    [join(appRoot, 'main', 'cli.ts'), ...args, '--workspace', join(dir, 'workspace')],
    {
      ...NOBODY,
      env: { PATH: process.env.PATH, HOME: dir, LANG: 'en_US.UTF-8', TMPDIR: join(dir, 'tmp') },
    },
  );
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, out, err };
}

/** Plain, so that another user needs no key file. */
function readOnlyWorkspace(): string {
  const dir = temporaryDir();
  const workspace = openWorkspace(dir, { create: 'plain' });
  insertRecord(workspace.db, { name: 'tester' }, { title: '样例', text: '患者否认高血压', origin: 'test' });
  workspace.close();
  const folder = join(dir, 'workspace');
  chmodSync(dir, 0o755);
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o444);
  chmodSync(folder, 0o555);
  return dir;
}

const bytesOf = (folder: string) =>
  readdirSync(folder)
    .sort()
    .map((name) => [name, readFileSync(join(folder, name), 'latin1')]);

describe.skipIf(process.platform === 'win32')('a workspace that may not be written', () => {
  it('is read with a word, refuses edits, and stays as it was', async () => {
    const dir = readOnlyWorkspace();
    const before = bytesOf(join(dir, 'workspace'));
    const listed = await cli(dir, 'docs', 'list');
    expect(listed.err).toContain('open for reading only');
    expect(listed.out).toContain('样例');
    expect(listed.code).toBe(0);
    writeFileSync(join(dir, 'new.txt'), '新病历');
    const refused = await cli(dir, 'docs', 'import', join(dir, 'new.txt'), '--lang', 'zh');
    expect(refused.err).toMatch(/以只读方式打开[\s\S]*以只读方式打开/);
    expect(refused.code).toBe(1);
    expect(bytesOf(join(dir, 'workspace'))).toEqual(before);
    expect(readdirSync(join(dir, 'tmp'))).toEqual([]);
  });

  it('leaves no copy when it cannot be opened', async () => {
    const dir = readOnlyWorkspace();
    writeFileSync(join(dir, 'workspace', 'meridian.db'), 'no database'.repeat(1000));
    expect((await cli(dir, 'docs', 'list')).code).toBe(1);
    expect(readdirSync(join(dir, 'tmp'))).toEqual([]);
  });

  it('removes the copies of processes that have crashed, not of running ones', async () => {
    const dir = readOnlyWorkspace();
    const { pid } = spawnSync(process.execPath, ['--version']);
    const running = `meridian-read-${process.pid}-abcdef`;
    for (const name of [`meridian-read-${pid}-abcdef`, running]) {
      const copy = join(dir, 'tmp', name);
      mkdirSync(copy, { recursive: true });
      writeFileSync(join(copy, 'meridian.db'), '');
      if (NOBODY.uid !== undefined && NOBODY.gid !== undefined) chownSync(copy, NOBODY.uid, NOBODY.gid);
    }
    expect((await cli(dir, 'docs', 'list')).code).toBe(0);
    expect(readdirSync(join(dir, 'tmp'))).toEqual([running]);
  });

  it('shows what a crash left in the log', async () => {
    const dir = temporaryDir();
    const workspace = openWorkspace(dir, { create: 'plain' });
    insertRecord(workspace.db, { name: 'tester' }, { title: '在日志中', text: '文本', origin: 'test' });
    const folder = join(dir, 'workspace');
    chmodSync(dir, 0o755);
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o444);
    chmodSync(folder, 0o555);
    expect((await cli(dir, 'docs', 'list')).out).toContain('在日志中');
    chmodSync(folder, 0o755);
  });
});
