/** Rebuilding a workspace at the window: by whom, with nothing lost, and open afterwards. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { App } from '../../../main/ipc/app.ts';
import { createRecord } from '../../../main/services/records/records.ts';
import { backupWorkspace, exportKey } from '../../../main/services/workspace/backup-and-key.ts';
import { cheapenScrypt } from '../../helpers/accounts.ts';
import { asked, signedIn, startedApp } from '../../helpers/apps.ts';
import { FakeChild } from '../../helpers/fake-child.ts';
import { openTestSession, openWorkspace, temporaryDir } from '../../helpers/workspace.ts';

cheapenScrypt();

/** A backup of a lost machine with its exported key. */
async function lost() {
  const workspace = openWorkspace();
  const session = openTestSession(workspace);
  createRecord(session, { title: '救回', text: '原文', origin: 'test' });
  const { file } = backupWorkspace(session);
  const { bytes } = await exportKey(session, 'eleven cranes over');
  const key = Buffer.from(bytes).toString();
  return { backup: join(workspace.backupFolder(), file), key, passphrase: 'eleven cranes over' };
}

async function fresh(dir: string) {
  const where = { dir: join(dir, 'workspace'), configDir: join(dir, 'config') };
  const app = new App({ host: 'browser', ...where, spawn: () => new FakeChild(1), checkOutput: true });
  await app.start();
  onTestFinished(() => app.stop());
  return app;
}

it('a fresh workspace gives way to that of the backup, and its folder stays', async () => {
  const request = await lost();
  const dir = temporaryDir();
  const app = await fresh(dir);
  const before = readdirSync(dir);
  for (const wrong of [
    { passphrase: 'another one here' },
    { key: '{}' },
    { backup: join(dir, 'nothing.db') },
  ])
    expect(await app.invoke('workspace.rebuild', { ...request, ...wrong })).toMatchObject({ ok: false });
  expect(readdirSync(dir)).toEqual(before);
  expect(await app.invoke('workspace.rebuild', request)).toMatchObject({
    ...{ ok: true, value: { state: 'open', key: 'keyfile' } },
  });
  const list = await app.invoke('docs.list', {});
  expect(list).toMatchObject({ ok: true, value: { total: 1, documents: [{ title: '救回' }] } });
  const aside = readdirSync(dir).filter((name) => name.startsWith('workspace.before-'));
  expect(aside).toHaveLength(1);
  expect(existsSync(join(dir, aside[0] ?? '', 'meridian.db'))).toBe(true);
});

it('also one that is locked by a passphrase that nobody knows', async () => {
  const request = await lost();
  const dir = temporaryDir();
  openWorkspace(dir, { create: 'passphrase', passphrase: 'forgotten for ever' }).close();
  const app = await fresh(dir);
  expect(await app.invoke('docs.list', {})).toMatchObject({ ok: false, error: { code: 'locked' } });
  expect(await app.invoke('workspace.rebuild', request)).toMatchObject({ ok: true });
  expect(await app.invoke('docs.list', {})).toMatchObject({ ok: true, value: { total: 1 } });
});

/** A workspace with one record whose key file is gone, with its exported key. */
async function withoutKey() {
  const dir = temporaryDir();
  const workspace = openWorkspace(dir, { create: 'keyfile' });
  const session = openTestSession(workspace);
  createRecord(session, { title: '还在', text: '原文', origin: 'test' });
  const { bytes } = await exportKey(session, 'eleven cranes over');
  const file = workspace.info().keyPath ?? '';
  const saved = readFileSync(file);
  workspace.close();
  rmSync(file);
  return {
    dir,
    file,
    saved,
    request: { key: Buffer.from(bytes).toString(), passphrase: 'eleven cranes over' },
  };
}

it('a workspace without its key file opens with the exported key, which a new key file keeps', async () => {
  const { dir, file, request } = await withoutKey();
  const app = await fresh(dir);
  expect(await app.invoke('app.info', {})).toMatchObject({
    value: { workspace: { state: 'locked', key: 'keyfile', keyPath: file } },
  });
  for (const wrong of [{ passphrase: 'another one here' }, { key: '{}' }])
    expect(await app.invoke('workspace.importKey', { ...request, ...wrong })).toMatchObject({ ok: false });
  const remote = app.connect({ address: '192.0.2.1' });
  expect(await remote.invoke('workspace.importKey', request)).toMatchObject({ ok: false });
  expect(await app.invoke('workspace.importKey', request)).toMatchObject({
    ...{ ok: true, value: { state: 'open', key: 'keyfile' } },
  });
  expect(await app.invoke('docs.list', {})).toMatchObject({ value: { documents: [{ title: '还在' }] } });
  expect(await app.invoke('audit.list', { limit: 1 })).toMatchObject({
    value: [{ action: 'workspace.change-key', detail: { imported: true } }],
  });
  expect(existsSync(file)).toBe(false);
  await app.stop();
  expect(await (await fresh(dir)).invoke('docs.list', {})).toMatchObject({ value: { total: 1 } });
});

it('opens by itself once the key file is back', async () => {
  const { dir, file, saved } = await withoutKey();
  const app = await fresh(dir);
  expect(await app.invoke('app.info', {})).toMatchObject({ value: { workspace: { state: 'locked' } } });
  writeFileSync(file, saved, { mode: 0o600 });
  const both = await Promise.all([app.invoke('app.info', {}), app.invoke('app.info', {})]);
  expect(both).toMatchObject([
    { value: { workspace: { state: 'open' } } },
    { value: { workspace: { state: 'open' } } },
  ]);
});

it('is refused to other machines, and to whoever may not restore', async () => {
  const request = await lost();
  const app = await startedApp({ lead: ['administrator'], 乙: ['clinician'] });
  const remote = await signedIn(app, 'lead', { address: '192.0.2.1' });
  for (const client of [remote, await signedIn(app, '乙'), app.connect()])
    expect(await client.invoke('workspace.rebuild', request)).toMatchObject({ ok: false });
  await expect(asked(remote, 'workspace.rebuild', request)).rejects.toThrow('forbidden');
});
