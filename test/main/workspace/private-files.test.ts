/** Files of a workspace are its owner's alone. */
import fs, {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { insertRecord } from '../../../main/db/repositories/records.ts';
import { openWorkspace, temporaryDir } from '../../helpers/workspace.ts';

/** Returns the files and folders that group or others may use. */
const open = (folder: string): string[] =>
  [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ].filter((path) => (statSync(path).mode & 0o077) !== 0);

describe.skipIf(process.platform === 'win32')('files of a workspace', () => {
  it('are private from the start: database, log, backups, lock', () => {
    const workspace = openWorkspace();
    insertRecord(workspace.db, { name: 'tester' }, { title: 'x', text: 'y', origin: 'test' });
    workspace.backup();
    workspace.changeKey('keyfile');
    expect(open(workspace.dir)).toEqual([]);
  });

  it('are made private on opening', () => {
    const dir = temporaryDir();
    openWorkspace(dir).close();
    const folder = join(dir, 'workspace');
    mkdirSync(join(folder, 'models'));
    writeFileSync(join(folder, 'models', '1.safetensors'), '');
    for (const path of ['', 'meridian.db', 'workspace.json', 'models', 'models/1.safetensors'])
      chmodSync(join(folder, path), 0o755);
    openWorkspace(dir);
    expect(open(folder)).toEqual([]);
  });

  it('are made private without the files that links lead to', () => {
    const dir = temporaryDir();
    openWorkspace(dir).close();
    const outside = join(dir, 'outside');
    mkdirSync(outside, { mode: 0o755 });
    writeFileSync(join(outside, 'file'), '', { mode: 0o644 });
    symlinkSync(outside, join(dir, 'workspace', 'linked'));
    symlinkSync(join(outside, 'file'), join(dir, 'workspace', 'link'));
    openWorkspace(dir);
    expect(statSync(outside).mode & 0o777).toBe(0o755);
    expect(statSync(join(outside, 'file')).mode & 0o777).toBe(0o644);
  });

  it('may lie where permissions cannot be changed, such as on FAT', () => {
    const dir = temporaryDir();
    openWorkspace(dir).close();
    chmodSync(join(dir, 'workspace'), 0o755);
    vi.spyOn(fs, 'chmodSync').mockImplementation(() => {
      throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
    });
    onTestFinished(() => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    });
    syncBuiltinESMExports();
    expect(openWorkspace(dir).readonly).toBe(false);
  });

  it('leave nothing of uploads when the workspace closes', () => {
    const workspace = openWorkspace();
    const upload = join(workspace.temporaryDir(), 'upload.csv');
    writeFileSync(upload, '患者');
    workspace.close();
    expect(existsSync(upload)).toBe(false);
  });
});
