/** Exports that are killed, or find no room: under a name there is a whole export, or what was there before. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appRoot } from '../../../../main/resources.ts';
import { givenFiles, readFiles } from '../../../../main/services/annotation-files/unpack.ts';
import { withPathInError } from '../../../../main/services/annotation-files/write-error.ts';
import { writeFiles } from '../../../../main/services/annotation-files/write-files.ts';
import { AppError, toErrorData } from '../../../../shared/result.ts';
import { killScript } from '../../../helpers/kill-script.ts';
import { saying } from '../../../helpers/words.ts';
import { temporaryDir } from '../../../helpers/workspace.ts';

const DOCUMENTS = 400;

/** Runs exports until `ms` after the first is done, then ends them with SIGKILL. Returns how many it has told of. */
const killed = async (kind: string, path: string, ms: number): Promise<number> =>
  (await killScript('export-forever.ts', [kind, path, String(DOCUMENTS)], { ms })).length;

/** Returns the export to which all texts of a folder or archive belong; fails when one is missing or foreign. */
function versionOf(path: string): number {
  const texts = readFiles(givenFiles([path])).filter(({ name }) => name.endsWith('.txt'));
  expect(texts).toHaveLength(DOCUMENTS);
  const versions = new Set(
    texts.map(({ bytes }) => /^(\d+)：汉{200}$/u.exec(Buffer.from(bytes).toString())?.[1]),
  );
  expect(versions.size).toBe(1);
  return Number([...versions][0]);
}

const moment = Math.floor(Math.random() * 400);

describe('an export of many files that is killed', () => {
  it(`leaves whole folders under their names (after ${moment} ms), and the next one clears up`, async () => {
    const dir = temporaryDir();
    const told = await killed('folder', dir, moment);
    expect(told).toBeGreaterThan(0);
    const names = readdirSync(dir);
    const whole = names.filter((name) => /^\d+$/.test(name)).map(Number);
    // Announced exports exist; at most one more was whole and not announced.
    expect([told, told + 1]).toContain(whole.length);
    for (const version of whole) expect(versionOf(join(dir, String(version)))).toBe(version);
    // An unfinished export leaves temporary names only, all of the same export.
    const left = names.filter((name) => !/^\d+$/.test(name));
    for (const name of left) expect(name).toMatch(new RegExp(`^${whole.length + 1}\\.\\d+\\.tmp$`));
    writeFiles(join(dir, String(whole.length + 1)), [
      { name: 'a.txt', bytes: Buffer.from('a') },
      { name: 'a.ann', bytes: Buffer.from('') },
    ]);
    expect(readdirSync(dir).every((name) => /^\d+$/.test(name))).toBe(true);
  });

  it('leaves an empty folder empty, or filled whole, or not there for an instant', async () => {
    const dir = temporaryDir();
    const told = await killed('empty', dir, 230);
    const whole = readdirSync(dir).filter(
      (name) => /^\d+$/.test(name) && readdirSync(join(dir, name)).length > 0,
    );
    expect([told, told + 1]).toContain(whole.length);
    for (const name of whole) expect(versionOf(join(dir, name))).toBe(Number(name));
  });

  it(`leaves the old archive or the new one (after ${moment} ms)`, async () => {
    const path = join(temporaryDir(), 'out.zip');
    const told = await killed('zip', path, moment);
    expect([told, told + 1]).toContain(versionOf(path));
    writeFiles(path, [{ name: 'x', bytes: Buffer.from('x') }]);
    expect(readdirSync(join(path, '..'))).toEqual(['out.zip']);
  });
});

const small = Buffer.alloc(50_000, 'a');
const large = Buffer.alloc(3_000_000, 'b');

/** Writes a file (or two, into a folder) in a process that is given little room; what it says went wrong. */
function squeezed(before: string, path: string, bytes: number, count: number) {
  const script = `
    import { writeFiles } from '${join(appRoot, 'main/services/annotation-files/write-files.ts')}';
    import { toErrorData } from '${join(appRoot, 'shared/result.ts')}';
    const files = Array.from({ length: ${count} }, (_, n) => ({ name: n + '.txt', bytes: Buffer.alloc(${bytes}, 'b') }));
    try { writeFiles('${path}', files); console.log('{}'); }
    catch (error) { console.log(JSON.stringify(toErrorData(error))); }
    console.log(JSON.stringify((await import('node:fs')).readdirSync('${join(path, '..')}')));
    console.log((await import('node:fs')).statSync('${join(path, '..', 'old.txt')}').size);`;
  const node = `exec "${process.execPath}" --input-type=module -e '${script.replaceAll("'", `'\\''`)}'`;
  const command = `${before}\n${node}`;
  return { command, run: (program: string, args: string[]) => spawnSync(program, [...args, command]) };
}

const canMount =
  spawnSync('unshare', ['-rm', 'sh', '-c', `mount -t tmpfs -o size=1m tmpfs ${appRoot}/docs`]).status === 0;

describe('an export that finds no room', () => {
  it.skipIf(!canMount).each([1, 3])(
    'says so and keeps what was there: a disk that is full, %i files',
    (count) => {
      const dir = temporaryDir();
      const path = join(dir, count === 1 ? 'old.txt' : 'folder');
      const { run } = squeezed(
        `mount -t tmpfs -o size=1m tmpfs '${dir}' && head -c ${small.length} /dev/zero > '${dir}/old.txt'`,
        path,
        large.length,
        count,
      );
      const { stdout, stderr } = run('unshare', ['-rm', 'bash', '-c']);
      expect(stderr.toString()).toBe('');
      const [error, names, size] = stdout.toString().split('\n');
      expect(JSON.parse(error ?? '')).toEqual({
        code: 'disk-full',
        message: saying(`${path} was not written: the disk is full.`),
        kept: saying(/unchanged/),
        hint: saying(/Free some space/),
      });
      expect(JSON.parse(names ?? '')).toEqual(['old.txt']);
      expect(Number(size)).toBe(small.length);
    },
  );

  it.skipIf(process.platform === 'win32')('a limit of the account', () => {
    const dir = temporaryDir();
    writeFileSync(join(dir, 'old.txt'), small);
    const { run } = squeezed('ulimit -f 100', join(dir, 'old.txt'), large.length, 1);
    const [error, names, size] = run('bash', ['-c']).stdout.toString().split('\n');
    expect(JSON.parse(error ?? '')).toMatchObject({
      code: 'io',
      message: saying(/larger than/),
    });
    expect(JSON.parse(names ?? '')).toEqual(['old.txt']);
    expect(Number(size)).toBe(small.length);
  });

  it('a folder that nobody may write in, a file in the way', () => {
    const dir = temporaryDir();
    writeFileSync(join(dir, 'file'), 'old');
    const said = (path: string) => {
      try {
        writeFiles(path, [{ name: 'a', bytes: small }]);
      } catch (error) {
        return toErrorData(error);
      }
      return undefined;
    };
    expect(said(join(dir, 'file', 'a.txt'))).toMatchObject({
      code: 'io',
      message: saying(/is a file, not a folder/),
    });
    expect(said(join(dir, '名'.repeat(200)))).toMatchObject({
      code: 'io',
      message: saying(/longer than/),
    });
    mkdirSync(join(dir, 'closed'), { mode: 0o500 });
    if (process.getuid?.() !== 0)
      expect(said(join(dir, 'closed', 'a.txt'))).toMatchObject({
        code: 'io',
        message: saying(/no permission/),
      });
    chmodSync(join(dir, 'closed'), 0o700);
    expect(readdirSync(dir).sort()).toEqual(['closed', 'file']);
    expect(readFileSync(join(dir, 'file'), 'utf8')).toBe('old');
  });

  it.each([
    ['ENOSPC', 'disk-full'],
    ['EDQUOT', 'disk-full'],
    ['EACCES', 'io'],
    ['EROFS', 'io'],
    ['EIO', 'io'],
  ])('%s has words in both languages', (code, kind) => {
    const failing = () =>
      withPathInError('/x/出.zip', () => {
        throw Object.assign(new Error(code), { code });
      });
    expect(failing).toThrow(AppError);
    const data = (() => {
      try {
        return failing();
      } catch (error) {
        return toErrorData(error);
      }
    })();
    expect(data).toMatchObject({ code: kind, message: saying(/^\/x\/出\.zip was not written: \w{3}/) });
    expect(data).toMatchObject({ message: saying(/^\/x\/出\.zip.*：\p{Script=Han}{3}/u, 'zh') });
  });
});
