/** Unlocking by passphrase: waits after wrong ones, their audit entries, and a main thread that goes on meanwhile. */
import { scrypt, scryptSync } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listAudit } from '../../../../main/db/repositories/audit.ts';
import { App } from '../../../../main/ipc/app.ts';
import { markStarterContent } from '../../../../main/services/workspace/starter-content.ts';
import { Workspace } from '../../../../main/workspace/workspace.ts';
import { cheapenScrypt, TestClocks } from '../../../helpers/accounts.ts';
import { FakeChild } from '../../../helpers/fake-child.ts';
import { openTestSession, openWorkspace, temporaryDir } from '../../../helpers/workspace.ts';

vi.mock(import('node:crypto'), { spy: true });
cheapenScrypt();

const PASSPHRASE = '正确的口令 12';

function lockedWorkspace(): string {
  const dir = temporaryDir();
  const workspace = openWorkspace(dir, { create: 'passphrase', passphrase: PASSPHRASE });
  markStarterContent(openTestSession(workspace));
  workspace.close();
  return dir;
}

async function startApp(dir: string, clocks = new TestClocks()) {
  const where = { dir: join(dir, 'workspace'), configDir: join(dir, 'config') };
  const app = new App({
    host: 'browser',
    ...where,
    spawn: () => new FakeChild(1),
    checkOutput: true,
    clocks,
  });
  await app.start();
  onTestFinished(() => app.stop());
  const unlock = async (passphrase: string) => {
    const reply = await app.invoke('workspace.unlock', { passphrase });
    return reply.ok ? 'open' : reply.error.code;
  };
  return { app, unlock };
}

/** Audit entries about unlocking, oldest first. */
function entriesOf(dir: string) {
  const where = { configDir: join(dir, 'config'), passphrase: PASSPHRASE };
  const workspace = Workspace.open(join(dir, 'workspace'), where);
  const entries = listAudit(workspace.db, { limit: 100 }).reverse();
  workspace.close();
  return entries
    .filter(({ action }) => action.startsWith('workspace.unlock'))
    .map(({ action, detail }) => ({ action, detail }));
}

describe('unlocking by passphrase', () => {
  it('waits after the fourth wrong one, longer each time, over restarts; all are audited', async () => {
    const dir = lockedWorkspace();
    const clocks = new TestClocks();
    const first = await startApp(dir, clocks);
    for (let times = 1; times <= 4; times++) expect(await first.unlock('wrong')).toBe('wrong-key');
    expect(await first.unlock(PASSPHRASE)).toBe('forbidden');
    await first.app.stop();
    const later = clocks.restarted();
    const second = await startApp(dir, later);
    later.pass(14_999);
    expect(await second.unlock(PASSPHRASE)).toBe('forbidden');
    later.pass(1);
    expect(await second.unlock('wrong')).toBe('wrong-key');
    later.pass(15_000);
    expect(await second.unlock(PASSPHRASE)).toBe('forbidden');
    later.pass(15_000);
    expect(await second.unlock(PASSPHRASE)).toBe('open');
    await second.app.stop();
    const since = new TestClocks().wall();
    const detail = {
      times: 5,
      since: new Date(since).toISOString(),
      until: new Date(since + 15_000).toISOString(),
    };
    expect(entriesOf(dir)).toEqual([
      { action: 'workspace.unlock-failure', detail },
      { action: 'workspace.unlock', detail: {} },
    ]);
    const third = await startApp(dir, later); // counts from the beginning again
    for (let times = 1; times <= 4; times++) expect(await third.unlock('wrong')).toBe('wrong-key');
  });

  it('tries one at a time: many at once do not get round the wait', async () => {
    const { unlock } = await startApp(lockedWorkspace());
    const codes = await Promise.all(Array.from({ length: 10 }, () => unlock('wrong')));
    expect(codes.filter((code) => code === 'wrong-key')).toHaveLength(4);
    expect(codes.filter((code) => code === 'forbidden')).toHaveLength(6);
  });

  it.each([
    ['workspace.unlock', { passphrase: 'wrong' }],
    ['workspace.exportKey', { passphrase: 'another passphrase' }],
    ['workspace.changeKey', { kind: 'passphrase', passphrase: 'another passphrase' }],
  ])('%s calls scrypt beside the main thread', async (method, input) => {
    const { app, unlock } = await startApp(lockedWorkspace());
    if (method !== 'workspace.unlock') expect(await unlock(PASSPHRASE)).toBe('open');
    vi.mocked(scryptSync).mockClear();
    vi.mocked(scrypt).mockClear();
    await app.invoke(method, input);
    expect(scrypt).toHaveBeenCalledOnce();
    expect(scryptSync).not.toHaveBeenCalled();
  });
});
