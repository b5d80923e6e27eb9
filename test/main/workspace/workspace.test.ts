import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openConnection } from '../../../main/db/connection.ts';
import { migrate, readMigrations } from '../../../main/db/migrate.ts';
import { auditAlone, listAudit } from '../../../main/db/repositories/audit.ts';
import {
  getRecord,
  insertRecord,
  listRecords,
  searchRecords,
} from '../../../main/db/repositories/records.ts';
import { rebuildFromBackup } from '../../../main/services/workspace/backup-and-key.ts';
import { importKey } from '../../../main/workspace/change-key.ts';
import {
  newKey,
  newWrappingKey,
  unwrapWithPassphrase,
  wrapWithPassphrase,
} from '../../../main/workspace/key.ts';
import type { Keychain } from '../../../main/workspace/keychain.ts';
import { lockedInfo, Workspace } from '../../../main/workspace/workspace.ts';
import { AppError } from '../../../shared/result.ts';
import { cheapenScrypt } from '../../helpers/accounts.ts';
import { verifyAudit } from '../../helpers/verify.ts';
import { openWorkspace, temporaryDir } from '../../helpers/workspace.ts';

cheapenScrypt();

const SECRET = '患者张某，否认高血压病史';
const actor = { name: 'tester' };

function addSecret(workspace: Workspace): number {
  return insertRecord(workspace.db, actor, { title: '样例', text: SECRET, origin: 'test' });
}

/** Every byte of every file below a folder. */
function allBytes(dir: string): Buffer {
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => join(dir, name));
  return Buffer.concat(files.filter((file) => statSync(file).isFile()).map((file) => readFileSync(file)));
}

describe('workspace', () => {
  it('is encrypted at rest, its key file outside it and private', () => {
    const dir = temporaryDir();
    const workspace = openWorkspace(dir);
    addSecret(workspace);
    workspace.backup();
    const { keyPath, key } = workspace.info();
    expect(key).toBe('keyfile');
    expect(keyPath?.startsWith(join(dir, 'workspace'))).toBe(false);
    expect(statSync(keyPath ?? '').mode & 0o777).toBe(0o600);
    const bytes = allBytes(join(dir, 'workspace'));
    expect(bytes.includes(Buffer.from('否认高血压'))).toBe(false);
    expect(bytes.includes(Buffer.from('SQLite format 3'))).toBe(false);
  });

  it('is plain only on explicit request', () => {
    const dir = temporaryDir();
    const workspace = openWorkspace(dir, { create: 'plain' });
    addSecret(workspace);
    workspace.db.raw.pragma('wal_checkpoint(TRUNCATE)');
    expect(workspace.info().key).toBe('plain');
    expect(allBytes(join(dir, 'workspace')).includes(Buffer.from('否认高血压'))).toBe(true);
  });

  it('says clearly that a key does not fit, is missing or is open to others, and changes nothing', () => {
    const dir = temporaryDir();
    const workspace = openWorkspace(dir);
    const { keyPath = '' } = workspace.info();
    workspace.close();
    const before = readFileSync(workspace.databaseFile);
    const open = () => Workspace.open(join(dir, 'workspace'), { configDir: join(dir, 'config') });
    const good = readFileSync(keyPath);
    writeFileSync(keyPath, `${Buffer.from(newKey()).toString('hex')}\n`);
    expect(open).toThrow(/key does not open/);
    chmodSync(keyPath, 0o644);
    expect(open).toThrow(/read by others/);
    rmSync(keyPath);
    expect(open).toThrow(/missing/);
    expect(readFileSync(workspace.databaseFile).equals(before)).toBe(true);
    writeFileSync(keyPath, good, { mode: 0o600 });
    open().close();
  });

  it('opens with its passphrase only', () => {
    const dir = temporaryDir();
    const workspace = openWorkspace(dir, { create: 'passphrase', passphrase: '正确的口令 12' });
    addSecret(workspace);
    workspace.close();
    const open = (passphrase?: string) =>
      Workspace.open(join(dir, 'workspace'), {
        configDir: join(dir, 'config'),
        ...(passphrase ? { passphrase } : {}),
      });
    expect(() => open()).toThrow(/locked/);
    expect(() => open('wrong')).toThrow(/Wrong passphrase/);
    expect(lockedInfo(join(dir, 'workspace')).state).toBe('locked');
    const again = open('正确的口令 12');
    expect(listRecords(again.db)).toHaveLength(1);
    again.close();
  });

  it('refuses a short new passphrase wherever one is given, and makes nothing', async () => {
    const dir = temporaryDir();
    const short = { create: 'passphrase', passphrase: 'abc' } as const;
    expect(() => openWorkspace(dir, short)).toThrow(/at least 8/);
    expect(existsSync(join(dir, 'workspace'))).toBe(false);
    const workspace = openWorkspace(dir);
    for (const passphrase of ['abc', '口令', 'e\u0301'.repeat(7)]) {
      expect(() => workspace.changeKey('passphrase', passphrase)).toThrow(/at least 8/);
      expect(() => workspace.exportKey(passphrase)).toThrow(/at least 8/);
      await expect(newWrappingKey(passphrase)).rejects.toThrow(/at least 8/);
    }
    expect(workspace.info().key).toBe('keyfile');
  });

  it('keeps its key in the keychain where there is one', () => {
    const dir = temporaryDir();
    const keychain: Keychain = {
      available: () => true,
      encrypt: (secret) => `wrapped:${[...secret].reverse().join('')}`,
      decrypt: (wrapped) => [...wrapped.slice(8)].reverse().join(''),
    };
    const workspace = openWorkspace(dir, { keychain });
    expect(workspace.info().key).toBe('keychain');
    workspace.close();
    openWorkspace(dir, { keychain });
    expect(() => openWorkspace(dir)).toThrow(/keychain/);
  });

  it('changes its key in every direction; the old key no longer opens it', () => {
    const dir = temporaryDir();
    const workspace = openWorkspace(dir);
    const id = addSecret(workspace);
    const first = workspace.key;
    workspace.changeKey('passphrase', 'a long passphrase');
    expect(workspace.info().key).toBe('passphrase');
    expect(getRecord(workspace.db, id)?.text).toBe(SECRET);
    workspace.changeKey('keyfile');
    workspace.changeKey('keyfile');
    expect(getRecord(workspace.db, id)?.text).toBe(SECRET);
    expect(workspace.db.raw.pragma('journal_mode', { simple: true })).toBe('wal');
    workspace.close();
    expect(() => openConnection(workspace.databaseFile, { key: first })).toThrow(/key does not open/);
    expect(listRecords(openWorkspace(dir).db)).toHaveLength(1);
  });

  it('opens after a key change that was cut short at either side of the rekey', () => {
    const dir = temporaryDir();
    const workspace = openWorkspace(dir);
    addSecret(workspace);
    const file = join(dir, 'workspace', 'workspace.json');
    const before = JSON.parse(readFileSync(file, 'utf8'));
    const oldKey = readFileSync(before.key.file);
    workspace.close();
    // Cut before the rekey: both wrappings are there, the old one opens.
    const strange = wrapWithPassphrase(newKey(), 'never used');
    writeFileSync(file, JSON.stringify({ ...before, nextKey: strange }));
    const again = openWorkspace(dir);
    expect(listRecords(again.db)).toHaveLength(1);
    expect(JSON.parse(readFileSync(file, 'utf8')).nextKey).toBeUndefined();
    // Cut after it: the new one opens.
    again.changeKey('keyfile');
    const after = JSON.parse(readFileSync(file, 'utf8'));
    again.close();
    const stale = join(dir, 'config', 'stale.key');
    writeFileSync(stale, oldKey, { mode: 0o600 });
    writeFileSync(
      file,
      JSON.stringify({ ...after, key: { kind: 'keyfile', file: stale }, nextKey: after.key }),
    );
    expect(listRecords(openWorkspace(dir).db)).toHaveLength(1);
  });

  it('exports its key for a safe and takes it back', () => {
    const dir = temporaryDir();
    const workspace = openWorkspace(dir);
    addSecret(workspace);
    const exported = workspace.exportKey('for the safe');
    expect(exported).not.toContain(Buffer.from(workspace.key ?? []).toString('hex'));
    const { keyPath = '' } = workspace.info();
    workspace.close();
    rmSync(keyPath);
    const folder = join(dir, 'workspace');
    expect(() => importKey(folder, exported, 'not it', join(dir, 'config'))).toThrow(/Wrong passphrase/);
    importKey(folder, exported, 'for the safe', join(dir, 'config'));
    expect(listRecords(openWorkspace(dir).db)).toHaveLength(1);
  });

  it('is rebuilt in an empty folder from a backup and its exported key, or nothing is made', () => {
    const dir = temporaryDir();
    const workspace = openWorkspace(dir);
    addSecret(workspace);
    const exported = workspace.exportKey('for the safe');
    const backup = join(dir, 'workspace', 'backups', workspace.backup().file);
    const { id } = workspace;
    workspace.changeKey('keyfile');
    const newer = join(dir, 'workspace', 'backups', workspace.backup().file);
    workspace.close();
    const other = openWorkspace(temporaryDir()).exportKey('for the safe');
    const place = temporaryDir();
    const target = join(place, 'workspace');
    const damaged = join(place, 'damaged.db');
    writeFileSync(damaged, readFileSync(backup).subarray(0, 9000));
    const rebuild = (from: string, key: string, passphrase: string) => () =>
      rebuildFromBackup(target, {
        ...{ backup: from, exported: key, passphrase },
        configDir: join(place, 'config'),
      });
    expect(rebuild(backup, exported, 'not it')).toThrow(/Wrong passphrase/);
    expect(rebuild(backup, 'no key', 'for the safe')).toThrow(AppError);
    expect(rebuild(join(place, 'none.db'), exported, 'for the safe')).toThrow(/none\.db/);
    for (const [from, key] of [
      [backup, other],
      [newer, exported],
      [damaged, exported],
    ] as const)
      expect(rebuild(from, key, 'for the safe')).toThrow();
    expect(existsSync(target)).toBe(false);
    rebuild(backup, exported, 'for the safe')();
    const again = openWorkspace(place);
    expect(again.id).toBe(id);
    expect(again.isIdentityKept()).toBe(true);
    expect(listRecords(again.db)).toHaveLength(1);
    expect(searchRecords(again.db, ['否认高血压'], 5).hits).toHaveLength(1);
    expect(listAudit(again.db, { limit: 1 })).toMatchObject([
      { action: 'workspace.restore', detail: { rebuilt: true } },
    ]);
    expect(rebuild(backup, exported, 'for the safe')).toThrow(/not empty/);
    expect(listRecords(again.db)).toHaveLength(1);
  });

  it('wraps keys so that one flipped bit is noticed', () => {
    const wrap = wrapWithPassphrase(newKey(), 'passphrase');
    const flipped = { ...wrap, data: wrap.data.replace(/^./, (c) => (c === '0' ? '1' : '0')) };
    expect(() => unwrapWithPassphrase(flipped, 'passphrase')).toThrow(/Wrong passphrase/);
  });

  it('backs up, restores, and keeps the state before the restore', () => {
    const dir = temporaryDir();
    const workspace = openWorkspace(dir);
    addSecret(workspace);
    const { file } = workspace.backup();
    insertRecord(workspace.db, actor, { title: 'later', text: 'later', origin: 'test' });
    workspace.restore(file);
    expect(listRecords(workspace.db).map(({ title }) => title)).toEqual(['样例']);
    const [newest] = workspace.info().backups;
    expect(newest?.file).toMatch(/before-restore/);
    workspace.restore(newest?.file ?? '');
    expect(listRecords(workspace.db).map(({ title }) => title)).toEqual(['样例', 'later']);
    expect(() => workspace.restore('../../etc/passwd')).toThrow(/no backup/);
    expect(() => workspace.restore('none.db')).toThrow(/no backup/);
  });

  it('restores a backup made under a former key', () => {
    const dir = temporaryDir();
    const workspace = openWorkspace(dir);
    addSecret(workspace);
    const { file } = workspace.backup();
    workspace.changeKey('passphrase', 'a long passphrase');
    workspace.changeKey('keyfile');
    insertRecord(workspace.db, actor, { title: 'later', text: 'later', origin: 'test' });
    workspace.restore(file);
    expect(listRecords(workspace.db).map(({ title }) => title)).toEqual(['样例']);
    workspace.restore(file); // the former keys are still known
    expect(searchRecords(workspace.db, ['否认高血压'], 5).hits).toHaveLength(1);
  });

  it('keeps the audit trail through a restore', () => {
    const workspace = openWorkspace();
    auditAlone(workspace.db, actor, 'document.create', 'workspace');
    const { file } = workspace.backup();
    auditAlone(workspace.db, actor, 'document.revise', 'workspace');
    workspace.restore(file);
    expect(listAudit(workspace.db, { limit: 9 }).map(({ action }) => action)).toEqual([
      'document.revise',
      'document.create',
    ]);
    expect(verifyAudit(workspace.db)).toEqual({ entries: 2 });
  });

  it('lets other connections go on through a restore', () => {
    const dir = temporaryDir();
    const workspace = openWorkspace(dir);
    addSecret(workspace);
    const { file } = workspace.backup();
    const other = openWorkspace(dir);
    workspace.restore(file);
    insertRecord(other.db, actor, { title: 'by the other', text: 'x', origin: 'test' });
    expect(listRecords(workspace.db).map(({ title }) => title)).toEqual(['样例', 'by the other']);
  });

  it('asks for the passphrase of a key change that was cut short after it', () => {
    const dir = temporaryDir();
    const workspace = openWorkspace(dir);
    const file = join(dir, 'workspace', 'workspace.json');
    const before = JSON.parse(readFileSync(file, 'utf8'));
    const oldKey = readFileSync(before.key.file);
    workspace.changeKey('passphrase', 'a long passphrase');
    const after = JSON.parse(readFileSync(file, 'utf8'));
    workspace.close();
    writeFileSync(before.key.file, oldKey, { mode: 0o600 });
    writeFileSync(file, JSON.stringify({ ...before, nextKey: after.key }));
    expect(() => openWorkspace(dir)).toThrow(/locked by a passphrase/);
    openWorkspace(dir, { passphrase: 'a long passphrase' });
  });

  it('refuses a damaged backup and keeps what it has', () => {
    const workspace = openWorkspace();
    addSecret(workspace);
    const { file } = workspace.backup();
    const path = join(workspace.dir, 'backups', file);
    const bytes = readFileSync(path);
    bytes.fill(0x5a, 4096, 8192);
    writeFileSync(path, bytes);
    expect(() => workspace.restore(file)).toThrow();
    expect(listRecords(workspace.db)).toHaveLength(1);
  });

  it('says what is missing of a torn folder', () => {
    const dir = temporaryDir();
    openWorkspace(dir).close();
    const folder = join(dir, 'workspace');
    const json = readFileSync(join(folder, 'workspace.json'), 'utf8');
    writeFileSync(join(folder, 'workspace.json'), json.slice(0, 40));
    expect(() => openWorkspace(dir)).toThrow(/damaged/);
    writeFileSync(join(folder, 'workspace.json'), JSON.stringify({ format: 2 }));
    expect(() => openWorkspace(dir)).toThrow(/newer Meridian/);
    rmSync(join(folder, 'workspace.json'));
    expect(() => openWorkspace(dir)).toThrow(/no workspace.json/);
    writeFileSync(join(folder, 'workspace.json'), json);
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, `meridian.db${suffix}`), { force: true });
    expect(() => openWorkspace(dir)).toThrow(/lost its database/);
  });
});

describe('a damaged wrapping of the key', () => {
  it.each([
    ['n', 131_071],
    ['iv', 'a'],
    ['tag', 'ab'],
  ])('is named, not answered with an error of the crypto library: %s %s', (field, value) => {
    const wrap = { ...wrapWithPassphrase(newKey(), 'passphrase'), [field]: value };
    expect(() => unwrapWithPassphrase(wrap, 'passphrase')).toThrow(/wrapped key is damaged/);
    const dir = temporaryDir();
    const workspace = openWorkspace(dir);
    const exported = JSON.stringify({ workspace: workspace.id, key: wrap });
    expect(() => importKey(workspace.dir, exported, 'passphrase', join(dir, 'config'))).toThrow(/is damaged/);
  });

  it('in the keychain, and a folder without a workspace, are named', () => {
    const dir = temporaryDir();
    const keychain: Keychain = {
      available: () => true,
      encrypt: (secret) => secret,
      decrypt: (secret) => secret,
    };
    openWorkspace(dir, { keychain }).close();
    const broken: Keychain = {
      ...keychain,
      decrypt: () => {
        throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptString.');
      },
    };
    expect(() => openWorkspace(dir, { keychain: broken })).toThrow(/keychain could not unwrap/);
    expect(() => importKey(join(dir, 'nowhere'), '{}', 'x', dir)).toThrow(/holds no workspace/);
  });
});

describe('migrations', () => {
  it('refuse a database from the future untouched', () => {
    const dir = temporaryDir();
    const workspace = openWorkspace(dir);
    workspace.db.raw.pragma('user_version = 999');
    workspace.close();
    expect(() => openWorkspace(dir)).toThrow(/newer Meridian/);
  });

  it('run in one transaction after a backup: a broken one leaves everything as it was', () => {
    const db = openConnection(':memory:', { key: null });
    const newest = migrate(db, () => undefined);
    const broken = {
      version: newest + 1,
      name: 'broken.sql',
      sql: 'CREATE TABLE extra (x); CREATE TABLE extra (x);',
    };
    let backups = 0;
    expect(() => migrate(db, () => backups++, [...readMigrations(), broken])).toThrow(/already exists/);
    expect(backups).toBe(1);
    expect(db.raw.pragma('user_version', { simple: true })).toBe(newest);
    expect(db.raw.prepare("SELECT count(*) AS n FROM sqlite_master WHERE name = 'extra'").get()).toEqual({
      n: 0,
    });
  });
});

describe('a locked database', () => {
  it('is reported as such, not as a crash', () => {
    const workspace = openWorkspace(temporaryDir(), { create: 'plain' });
    const other = new Database(workspace.databaseFile);
    other.exec('BEGIN EXCLUSIVE');
    workspace.db.raw.pragma('busy_timeout = 50');
    try {
      expect(() => addSecret(workspace)).toThrow(/locked/);
    } finally {
      other.exec('ROLLBACK');
      other.close();
    }
    addSecret(workspace);
    expect(existsSync(workspace.databaseFile)).toBe(true);
  });
});
