/** Tokens of programs: whom they act for, until when, and that nothing keeps their words. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { people as command } from '../../../../main/cli/people.ts';
import { appendAudit, listAudit } from '../../../../main/db/repositories/audit.ts';
import { setActive, setRoles } from '../../../../main/services/accounts/accounts.ts';
import {
  createToken,
  listTokens,
  revokeToken,
  tokenActor,
} from '../../../../main/services/accounts/api-tokens.ts';
import { dbOf } from '../../../../main/services/session/session.ts';
import { backupWorkspace, restoreWorkspace } from '../../../../main/services/workspace/backup-and-key.ts';
import { codeOf, person } from '../../../helpers/accounts.ts';
import { openTestSession, openWorkspace, temporaryDir } from '../../../helpers/workspace.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

function withPeople(session = openTestSession()) {
  person(session, '甲');
  person(session, '乙', 'clinician');
  return session;
}

const tokenFor = (session: ReturnType<typeof openTestSession>, days = 1) =>
  createToken(session, { person: '乙', label: 'HIS', days });

describe('a token', () => {
  it('acts for its person with their roles of the moment, and no other text does', () => {
    const session = withPeople();
    const { token } = tokenFor(session);
    expect(token).toMatch(/^meridian_[\w-]{43}$/);
    expect(tokenActor(session, token)).toEqual({
      ...{ name: '乙', token: 'HIS', roles: ['clinician'], everything: false },
    });
    setRoles(session, '乙', ['annotator']);
    expect(tokenActor(session, token)?.roles).toEqual(['annotator']);
    const hash = String(dbOf(session).rows('SELECT hash FROM api_token')[0]?.[0]);
    for (const wrong of ['', token.slice(0, -1), `${token} `, token.toUpperCase(), hash, '乙'])
      expect(tokenActor(session, wrong), wrong).toBeUndefined();
    expect(tokenFor(session).token).not.toBe(token);
  });

  it('ends with its time, when it is revoked, and while its person is deactivated', () => {
    vi.useFakeTimers();
    const session = withPeople();
    const [expiring, revoked, last] = [tokenFor(session), tokenFor(session, 9), tokenFor(session, 9)];
    vi.advanceTimersByTime(86_400_000 - 1);
    expect(tokenActor(session, expiring.token)?.name).toBe('乙');
    vi.advanceTimersByTime(1);
    expect(tokenActor(session, expiring.token)).toBeUndefined();
    const { revokedAt } = revokeToken(session, revoked.info.id);
    vi.advanceTimersByTime(1000);
    expect(revokeToken(session, revoked.info.id).revokedAt).toBe(revokedAt);
    expect(tokenActor(session, revoked.token)).toBeUndefined();
    setActive(session, '乙', false);
    expect(tokenActor(session, last.token)).toBeUndefined();
    setActive(session, '乙', true);
    expect(tokenActor(session, last.token)?.name).toBe('乙');
  });

  it('is refused for nobody and for a deactivated person; an unknown one cannot be revoked', async () => {
    const session = withPeople();
    expect(await codeOf(() => createToken(session, { person: '丙', label: 'x', days: 1 }))).toBe('not-found');
    setActive(session, '乙', false);
    expect(await codeOf(() => tokenFor(session))).toBe('conflict');
    expect(await codeOf(() => revokeToken(session, 7))).toBe('not-found');
    expect(listTokens(session)).toEqual([]);
  });

  it('stays revoked when a backup from before is restored', async () => {
    const session = withPeople();
    const { token, info } = tokenFor(session);
    const { file } = backupWorkspace(session);
    revokeToken(session, info.id);
    await restoreWorkspace(session, file).catch((error: unknown) => {
      if (!/no engine/.test(String(error))) throw error; // it is started again afterwards
    });
    expect(tokenActor(session, token)).toBeUndefined();
  });

  it('stands nowhere in plain, nor in audit, where its label follows what was done with it', () => {
    const dir = temporaryDir();
    const session = withPeople(openTestSession(openWorkspace(dir)));
    const { token, info } = tokenFor(session);
    const db = dbOf(session);
    const actor = tokenActor(session, token)!;
    db.transaction(() => appendAudit(db, actor, 'document.rename', 'document:1', { title: 't' }));
    revokeToken(session, info.id);
    const [revoke, rename, create] = listAudit(db, { limit: 3 });
    expect(rename).toMatchObject({ actor: '乙', detail: { title: 't', token: 'HIS' } });
    expect(create).toMatchObject({ action: 'token.create', detail: { holder: '乙', label: 'HIS' } });
    expect(revoke).toMatchObject({ action: 'token.revoke', object: `token:${info.id}` });
    expect(JSON.stringify([listAudit(db, { limit: 99 }), listTokens(session)])).not.toContain(token.slice(9));
    db.raw.pragma('wal_checkpoint(TRUNCATE)');
    const dump = db.rows('SELECT * FROM api_token').flat().join();
    expect(dump).not.toContain(token.slice(9));
    const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const file of files)
      expect(readFileSync(join(file.parentPath, file.name)).includes(token), file.name).toBe(false);
  });
});

describe('people token', () => {
  it('prints the token alone once; tokens lists it without, revoke-token ends it', async () => {
    const dir = temporaryDir();
    vi.stubEnv('XDG_CONFIG_HOME', dir);
    const kept = openWorkspace(dir, { configDir: join(dir, 'meridian') });
    withPeople(openTestSession(kept));
    kept.close();
    const printed: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const options = { workspace: join(dir, 'workspace') };
    await command(['token', '乙'], { ...options, label: 'HIS', days: '30' });
    const token = printed.join('');
    expect(token).toMatch(/^meridian_[\w-]{43}\n$/);
    await command(['tokens'], options);
    await command(['revoke-token', '1'], options);
    expect(printed.slice(1).join('')).toMatch(/HIS/);
    expect(printed.slice(1).join('')).not.toContain(token.trim());
    await expect(command(['token', '乙'], options)).rejects.toMatchObject({ localized: { id: 'cli.needs' } });
    const long = command(['token', '乙'], { ...options, label: 'x', days: '9999' });
    await expect(long).rejects.toMatchObject({ localized: { id: 'cli.takes' } });
  });
});
