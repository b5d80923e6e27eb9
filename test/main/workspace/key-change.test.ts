import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendAudit, listAudit, verifyAudit } from '../../../main/db/repositories/audit.ts';
import { insertDocument, listDocuments } from '../../../main/db/repositories/documents.ts';
import { type Keychain, SCRYPT } from '../../../main/workspace/key.ts';
import type { Workspace } from '../../../main/workspace/workspace.ts';
import type { WorkspaceOptions } from '../../../main/workspace/wrap-key.ts';
import { AppError } from '../../../shared/result.ts';
import { crashStates, returnTo } from '../../helpers/crash-states.ts';
import { openWorkspace, temporaryDir } from '../../helpers/workspace.ts';

// Passphrases are tried hundreds of times here; their cost is not the matter.
const { N } = SCRYPT;
beforeAll(() => {
  SCRYPT.N = 2 ** 10;
});
afterAll(() => {
  SCRYPT.N = N;
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
  insertDocument(workspace.db, actor, { title: 'kept', text: '患者张某', origin: 'test' });
  appendAudit(workspace.db, actor, 'before', 'workspace');
  return workspace.backup().file;
}

function change(
  workspace: Workspace,
  kind: 'keyfile' | 'passphrase' | 'keychain',
  passphrase?: string,
): void {
  workspace.changeKey(kind, passphrase, (db) => appendAudit(db, actor, 'workspace.change-key', 'workspace'));
}

const jsonOf = (dir: string): unknown =>
  JSON.parse(readFileSync(join(dir, 'workspace', 'workspace.json'), 'utf8'));

const keyFilesOf = (dir: string): string[] =>
  existsSync(join(dir, 'config', 'keys')) ? readdirSync(join(dir, 'config', 'keys')) : [];

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
  expect(listAudit(workspace.db, { limit: 99 }).at(-1)?.action).toBe('before');
  expect(listDocuments(workspace.db).map(({ title }) => title)).toContain('kept');
  const info = workspace.info();
  expect(jsonOf(dir)).toEqual(expect.not.objectContaining({ nextKey: expect.anything() }));
  expect(keyFilesOf(dir).map((name) => join(dir, 'config', 'keys', name))).toEqual(
    info.keyPath === undefined ? [] : [info.keyPath],
  );
  expect(readdirSync(workspace.dir).filter((name) => /next|tmp$/.test(name))).toEqual([]);
  workspace.restore(backup);
  expect(listDocuments(workspace.db)).toHaveLength(1);
  workspace.close();
}

describe('a kill at any step', () => {
  it.each([
    ['keyfile', 'keyfile'],
    ['keyfile', 'passphrase'],
    ['passphrase', 'passphrase'],
    ['keychain', 'keyfile'],
  ] as const)('of a change from %s to %s leaves a workspace that opens', (from, to) => {
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
  });
});
