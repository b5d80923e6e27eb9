import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCK_WAIT } from '../../../main/db/connection.ts';
import { auditAlone, listAudit } from '../../../main/db/repositories/audit.ts';
import { insertRecord, listRecords } from '../../../main/db/repositories/records.ts';
import { importKey } from '../../../main/workspace/change-key.ts';
import { writeKeyFile } from '../../../main/workspace/key.ts';
import type { Keychain } from '../../../main/workspace/keychain.ts';
import type { Workspace } from '../../../main/workspace/workspace.ts';
import type { WorkspaceOptions } from '../../../main/workspace/wrap-key.ts';
import { AppError, toErrorData } from '../../../shared/result.ts';
import { cheapenScrypt } from '../../helpers/accounts.ts';
import { atEveryStep, crashStates, returnTo } from '../../helpers/crash-states.ts';
import { opens, rekeyInPlaceAndDie } from '../../helpers/rekey-in-place.ts';
import { verifyAudit } from '../../helpers/verify.ts';
import { openWorkspace, temporaryDir } from '../../helpers/workspace.ts';

cheapenScrypt();

// A lock that another connection holds is given up after 0.1 s, not after seconds.
const { timeout } = LOCK_WAIT;
beforeAll(() => {
  LOCK_WAIT.timeout = 100;
});
afterAll(() => {
  LOCK_WAIT.timeout = timeout;
});

const actor = { name: 'tester' };
const FORMER = 'the former passphrase';
const NEW = 'the new passphrase';
const keychain: Keychain = {
  available: () => true,
  encrypt: (secret) => [...secret].reverse().join(''),
  decrypt: (wrapped) => [...wrapped].reverse().join(''),
};

/** A workspace with one document, one backup and one audit entry; returns the backup's name. */
function fill(workspace: Workspace): string {
  insertRecord(workspace.db, actor, { title: 'kept', text: '患者张某', origin: 'test' });
  auditAlone(workspace.db, actor, 'document.create', 'workspace');
  return workspace.backup().file;
}

function change(
  workspace: Workspace,
  kind: 'keyfile' | 'passphrase' | 'keychain',
  passphrase?: string,
): void {
  workspace.changeKey(kind, passphrase, (db) => auditAlone(db, actor, 'workspace.change-key', 'workspace'));
}

const jsonOf = (dir: string): unknown =>
  JSON.parse(readFileSync(join(dir, 'workspace', 'workspace.json'), 'utf8'));

const keyFilesOf = (dir: string): string[] =>
  existsSync(join(dir, 'config', 'keys')) ? readdirSync(join(dir, 'config', 'keys')) : [];

const everyTenth = (states: readonly string[]): string[] => states.filter((_, n) => n % 10 === 0);

/** Opens with one of what the person has: the former passphrase or the new one. */
function openWithOneOf(dir: string, options: Partial<WorkspaceOptions>, passphrases: string[]): Workspace {
  let failure: unknown;
  for (const passphrase of passphrases) {
    try {
      return openWorkspace(dir, { ...options, passphrase });
    } catch (error) {
      if (!(error instanceof AppError && ['wrong-key', 'locked'].includes(error.code))) throw error;
      failure = error;
    }
  }
  throw failure;
}

/** Checks that all content is there, that nothing is left of the change, and closes the workspace. */
function expectWhole(workspace: Workspace, dir: string, backup: string): void {
  expect(workspace.db.raw.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(verifyAudit(workspace.db).brokenAt).toBeUndefined();
  expect(listAudit(workspace.db, { limit: 99 }).at(-1)?.action).toBe('document.create');
  expect(listRecords(workspace.db).map(({ title }) => title)).toContain('kept');
  const info = workspace.info();
  expect(jsonOf(dir)).toEqual(expect.not.objectContaining({ nextKey: expect.anything() }));
  expect(keyFilesOf(dir).map((name) => join(dir, 'config', 'keys', name))).toEqual(
    info.keyPath === undefined ? [] : [info.keyPath],
  );
  expect(readdirSync(workspace.dir).filter((name) => /next|tmp$/.test(name))).toEqual([]);
  workspace.restore(backup);
  expect(listRecords(workspace.db)).toHaveLength(1);
  workspace.close();
}

describe('a kill at any step', () => {
  const everyStep = (from: 'keyfile' | 'passphrase' | 'keychain', to: 'keyfile' | 'passphrase') => {
    const dir = temporaryDir();
    const options: Partial<WorkspaceOptions> = from === 'keychain' ? { keychain } : {};
    const workspace = openWorkspace(dir, { ...options, create: from, passphrase: FORMER });
    const backup = fill(workspace);
    const states = crashStates(dir, () => change(workspace, to, NEW));
    workspace.close();
    expect(states.length).toBeGreaterThan(40);
    const opened = states.map((state) => {
      returnTo(state, dir);
      const again = openWithOneOf(dir, options, [FORMER, NEW]);
      const entries = listAudit(again.db, { limit: 99 }).filter(
        ({ action }) => action === 'workspace.change-key',
      );
      const { keyPath = again.info().key } = again.info();
      expectWhole(again, dir, backup);
      return `${keyPath} ${entries.length}`;
    });
    // The old key with no entry up to one step, the new one with one entry from there on.
    expect(new Set(opened).size).toBe(2);
  };

  it('of a change of the key file leaves a workspace that opens', () => everyStep('keyfile', 'keyfile'));

  it.each([
    ['keyfile', 'passphrase'],
    ['passphrase', 'passphrase'],
    ['keychain', 'keyfile'],
  ] as const)('of a change from %s to %s leaves a workspace that opens', { tags: ['long'] }, everyStep);
});

describe('a workspace whose key an earlier version changed in place', () => {
  /** Neither key opens it: every page is under the new key, the journal under the old one. */
  function damaged(): { dir: string; backup: string } {
    const dir = temporaryDir();
    const workspace = openWorkspace(dir);
    const backup = fill(workspace);
    const { databaseFile } = workspace;
    const old = workspace.key!;
    const file = join(dir, 'config', 'keys', 'x.key.next');
    const key = rekeyInPlaceAndDie(workspace, (made) => {
      writeKeyFile(file, made);
      return { kind: 'keyfile', file };
    });
    expect([opens(databaseFile, old), opens(databaseFile, key)]).toEqual([false, false]);
    return { dir, backup };
  }

  it('opens with the old key, all of it', () => {
    const { dir, backup } = damaged();
    expectWhole(openWorkspace(dir), dir, backup);
  });

  it('keeps a key change of another process out once it is open', () => {
    const { dir, backup } = damaged();
    const workspace = openWorkspace(dir);
    const other = openWorkspace(dir);
    expect(() => change(other, 'keyfile')).toThrow(/locked/);
    other.close();
    expectWhole(workspace, dir, backup);
  });

  it('opens when pages under both keys stand side by side', () => {
    const { dir, backup } = damaged();
    const file = join(dir, 'workspace', 'meridian.db');
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 4096 * 9); // pages that the kill left half written
    writeFileSync(file, bytes);
    expectWhole(openWorkspace(dir), dir, backup);
  });

  it('opens after a kill at any step of the rescue', () => {
    const { dir, backup } = damaged();
    const states = crashStates(dir, () => openWorkspace(dir).close());
    for (const state of states) {
      returnTo(state, dir);
      expectWhole(openWorkspace(dir), dir, backup);
    }
  });

  it('stays as it is while the key is missing', () => {
    const { dir, backup } = damaged();
    const database = join(dir, 'workspace', 'meridian.db');
    const before = readFileSync(database);
    const keys = join(dir, 'config', 'keys');
    renameSync(keys, `${keys}-away`);
    expect(() => openWorkspace(dir)).toThrow(/missing/);
    expect(readFileSync(database).equals(before)).toBe(true);
    renameSync(`${keys}-away`, keys);
    expectWhole(openWorkspace(dir), dir, backup);
  });
});

describe('a key change', () => {
  it('that another process refuses leaves workspace.json, keys and the database as they were', () => {
    const dir = temporaryDir();
    const workspace = openWorkspace(dir);
    const backup = fill(workspace);
    const other = openWorkspace(dir);
    const before = [jsonOf(dir), keyFilesOf(dir)];
    for (let n = 0; n < 2; n++) expect(() => change(workspace, 'keyfile')).toThrow(/locked/);
    expect([jsonOf(dir), keyFilesOf(dir)]).toEqual(before);
    insertRecord(other.db, actor, { title: 'by the other', text: 'x', origin: 'test' });
    expect(listRecords(workspace.db)).toHaveLength(2);
    expect(workspace.db.raw.pragma('journal_mode', { simple: true })).toBe('wal');
    other.close();
    change(workspace, 'keyfile');
    expectWhole(workspace, dir, backup);
  });

  it('keeps what another process wrote just before', () => {
    const dir = temporaryDir();
    const workspace = openWorkspace(dir);
    const backup = fill(workspace);
    listRecords(workspace.db);
    const other = openWorkspace(dir);
    insertRecord(other.db, actor, { title: 'by the other', text: 'x', origin: 'test' });
    other.close();
    change(workspace, 'keyfile');
    expect(listRecords(workspace.db)).toHaveLength(2);
    expectWhole(workspace, dir, backup);
  });

  const failedChange = (workspace: Workspace): void => {
    const fail = () => {
      throw new Error('failed');
    };
    expect(() => workspace.changeKey('keyfile', undefined, fail)).toThrow('failed');
  };

  it.each([
    ['opening', () => undefined],
    ['a key change', (workspace: Workspace) => change(workspace, 'keyfile')],
    ['a failed key change', failedChange],
    ['a restore', (workspace: Workspace) => workspace.restore(workspace.backup().file)],
  ])('is refused while another process has the workspace open after %s', (_, act) => {
    const dir = temporaryDir();
    const workspace = openWorkspace(dir);
    const backup = fill(workspace);
    act(workspace);
    const other = openWorkspace(dir);
    expect(() => change(other, 'keyfile')).toThrow(/locked/);
    other.close();
    insertRecord(workspace.db, actor, { title: 'after', text: 'x', origin: 'test' });
    workspace.close();
    const again = openWorkspace(dir);
    expect(listRecords(again.db)).toHaveLength(2);
    expectWhole(again, dir, backup);
  });

  it('overwrites no database that replaced the open one', () => {
    const dir = temporaryDir();
    const workspace = openWorkspace(dir);
    const backup = fill(workspace);
    workspace.close();
    const again = openWorkspace(dir);
    copyFileSync(again.databaseFile, `${again.databaseFile}.copy`);
    renameSync(`${again.databaseFile}.copy`, again.databaseFile);
    const before = [jsonOf(dir), keyFilesOf(dir), readFileSync(again.databaseFile)];
    expect(() => change(again, 'keyfile')).toThrow(/replaced/);
    expect([jsonOf(dir), keyFilesOf(dir), readFileSync(again.databaseFile)]).toEqual(before);
    again.close();
    expectWhole(openWorkspace(dir), dir, backup);
  });

  it('overwrites no key that was imported meanwhile', () => {
    const dir = temporaryDir();
    const workspace = openWorkspace(dir);
    importKey(workspace.dir, workspace.exportKey(NEW), NEW, join(dir, 'config'));
    const before = [jsonOf(dir), keyFilesOf(dir)];
    expect(() => change(workspace, 'keyfile')).toThrow(/replaced/);
    expect([jsonOf(dir), keyFilesOf(dir)]).toEqual(before);
  });

  it('that is cut short, refused and cut short again loses no key', { tags: ['long'] }, () => {
    const dir = temporaryDir();
    const workspace = openWorkspace(dir);
    const backup = fill(workspace);
    const states = crashStates(dir, () => change(workspace, 'keyfile'));
    workspace.close();
    for (const state of everyTenth(states)) {
      returnTo(state, dir);
      const again = openWorkspace(dir);
      const other = openWorkspace(dir);
      expect(() => change(again, 'keyfile')).toThrow(/locked/);
      other.close();
      const second = crashStates(dir, () => change(again, 'keyfile'));
      again.close();
      for (const twice of everyTenth(second)) {
        returnTo(twice, dir);
        expectWhole(openWorkspace(dir), dir, backup);
      }
    }
  });

  it('survives a full disk at any step', () => {
    const dir = temporaryDir();
    const workspace = openWorkspace(dir);
    const backup = fill(workspace);
    let failures = 0;
    for (let fatal = 1, step = fatal; step >= fatal; fatal++) {
      step = 0;
      const fail = (name: string) => {
        if (!['openSync', 'writeSync', 'fsyncSync', 'renameSync'].includes(name) || ++step !== fatal) return;
        throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      };
      try {
        atEveryStep(fail, () => change(workspace, 'keyfile'));
      } catch (error) {
        failures++;
        expect(toErrorData(error).code).toBe('disk-full');
      }
      expect(listRecords(workspace.db)).toHaveLength(1);
    }
    expect(failures).toBeGreaterThan(5);
    workspace.close();
    expectWhole(openWorkspace(dir), dir, backup);
  });
});
