/** Attacks the department server: who is nobody, who is somebody else, and who sends what no window sends. */

import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { givenCertificate, ownCertificate } from '../../../main/hosts/certificate.ts';
import { Client } from '../../../main/ipc/client.ts';
import { mayCall } from '../../../main/services/accounts/permissions.ts';
import { contract, type Method } from '../../../shared/contract/index.ts';
import { Role } from '../../../shared/domain/account.ts';
import type { Reply } from '../../../shared/result.ts';
import { startedApp } from '../../helpers/apps.ts';
import { PASSWORD } from '../../helpers/passwords.ts';
import { RemoteWindow } from '../../helpers/remote-window.ts';
import { page, startTestServer, upgraded } from '../../helpers/server.ts';
import { temporaryDir } from '../../helpers/workspace.ts';

// safe: the keys of the contract
const METHODS = Object.keys(contract) as Method[];

describe('the certificate', () => {
  it('is for the names asked for, kept, private, and made anew for other names', async () => {
    const dir = join(temporaryDir(), 'server');
    const names = ['192.0.2.7', '2001:db8::1', 'meridian.example.org'];
    const made = await ownCertificate(dir, names);
    const certificate = new X509Certificate(made.cert);
    expect([certificate.checkIP('192.0.2.7'), certificate.checkIP('2001:db8::1')]).not.toContain(undefined);
    expect(certificate.checkHost('meridian.example.org')).toBeDefined();
    expect(certificate.checkHost('other.example.org')).toBeUndefined();
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(statSync(join(dir, 'key.pem')).mode & 0o077).toBe(0);
    expect((await ownCertificate(dir, ['192.0.2.7'])).fingerprint).toBe(made.fingerprint);
    expect((await ownCertificate(dir, ['192.0.2.8'])).fingerprint).not.toBe(made.fingerprint);
  });

  it('that is given must have its own key', async () => {
    const [one, two] = [temporaryDir(), temporaryDir()];
    const { fingerprint } = await ownCertificate(one, ['192.0.2.7']);
    await ownCertificate(two, ['192.0.2.7']);
    const file = (dir: string, name: string) => join(dir, `${name}.pem`);
    expect(givenCertificate(file(one, 'certificate'), file(one, 'key')).fingerprint).toBe(fingerprint);
    expect(() => givenCertificate(file(one, 'certificate'), file(two, 'key'))).toThrow(/another certificate/);
    expect(() => givenCertificate(file(one, 'nothing'), file(two, 'key'))).toThrow(/ENOENT/);
  });
});

describe('every method', () => {
  it('is let through or refused by the role of the window that asks, all roles at once', async () => {
    const people = Object.fromEntries(Role.options.map((role) => [role, [role]]));
    const app = await startedApp({ first: ['administrator'], ...people });
    const { origin } = await startTestServer(app);
    const visitor = await RemoteWindow.open(origin);
    const windows = new Map<Role, RemoteWindow>();
    for (const role of Role.options) windows.set(role, await RemoteWindow.signedIn(origin, role));
    for (const method of METHODS) {
      // No input is null, so that whoever is let through gets no further than the schema.
      expect(`${method} ${await visitor.code(method)}`).toBe(
        `${method} ${mayCall(null, method) ? 'bad-request' : 'locked'}`,
      );
      for (const [role, window] of windows) {
        const may = mayCall({ name: role, roles: [role], everything: false }, method);
        expect(`${method} ${role} ${await window.code(method)}`).toBe(
          `${method} ${role} ${may ? 'bad-request' : 'forbidden'}`,
        );
      }
    }
  });

  it('tells a visitor nothing of the workspace', async () => {
    const app = await startedApp({ 甲: ['clinician'] });
    const { origin } = await startTestServer(app);
    const visitor = await RemoteWindow.open(origin);
    const { workspace, account } = await visitor.ask('app.info', {});
    expect([workspace.path, workspace.id, workspace.backups, workspace.keyPath]).toEqual([
      '',
      '',
      [],
      undefined,
    ]);
    expect(account).toMatchObject({ state: 'signed-out', person: null });
    const unlocked = await visitor.ask('workspace.unlock', { passphrase: 'any' });
    expect([unlocked.path, unlocked.keyPath, unlocked.bytes]).toEqual(['', undefined, 0]);
    const inside = await RemoteWindow.signedIn(origin, '甲');
    await inside.ask('docs.create', { title: '机密', text: '文', origin: 'typed' });
    await inside.heard('docs.changed');
    await visitor.code('app.info', {});
    expect(visitor.events).toEqual([]);
  });
});

describe('a session', () => {
  it('is never one that the browser brought along', async () => {
    const { origin } = await startTestServer(await startedApp({ 甲: [] }));
    const planted = 'a'.repeat(64);
    const victim = await RemoteWindow.open(origin, planted);
    await victim.ask('account.signIn', { name: '甲', password: PASSWORD });
    expect(victim.secret).toMatch(/^[0-9a-f]{64}$/);
    expect(victim.secret).not.toBe(planted);
    expect(await (await RemoteWindow.open(origin, planted)).code('kg.stats', {})).toBe('locked');
    const again = await RemoteWindow.open(origin, victim.secret ?? '');
    expect((await again.ask('app.info', {})).account.person?.name).toBe('甲');
  });

  it('has a new secret after each password; a stolen one ends with it, with signing out and with an administrator', async () => {
    const { origin } = await startTestServer(await startedApp({ 甲: [], 乙: ['annotator'] }));
    const window = await RemoteWindow.signedIn(origin, '乙');
    const stolen = window.secret ?? '';
    await window.ask('account.lock', {});
    await window.ask('account.signIn', { name: '乙', password: PASSWORD });
    expect(window.secret).not.toBe(stolen);
    expect(await (await RemoteWindow.open(origin, stolen)).code('kg.stats', {})).toBe('locked');
    const second = window.secret ?? '';
    await window.ask('account.signOut', {});
    expect(window.secret).toBeNull();
    expect(await (await RemoteWindow.open(origin, second)).code('kg.stats', {})).toBe('locked');
    await window.ask('account.signIn', { name: '乙', password: PASSWORD });
    const third = window.secret ?? '';
    const lead = await RemoteWindow.signedIn(origin, '甲');
    const list = await lead.ask('accounts.sessions', {});
    expect(list.map(({ name, address }) => `${name} ${address}`).sort()).toEqual([
      '乙 127.0.0.1',
      '甲 127.0.0.1',
    ]);
    await lead.ask('accounts.endSession', { id: list.find(({ name }) => name === '乙')?.id ?? '' });
    expect(await window.code('kg.stats', {})).toBe('locked');
    expect(await (await RemoteWindow.open(origin, third)).code('kg.stats', {})).toBe('locked');
  });

  it('outlives a lost connection, with what was asked for before', async () => {
    const { origin } = await startTestServer(await startedApp({ 甲: ['clinician'] }));
    const window = await RemoteWindow.signedIn(origin, '甲');
    const { id } = await window.ask('docs.create', { title: '一', text: '文', origin: 'typed' });
    window.socket.terminate();
    const back = await RemoteWindow.open(origin, window.secret ?? '');
    expect((await back.ask('docs.get', { id })).text).toBe('文');
  });
});

describe('pages and connections', () => {
  it('of other origins are refused: foreign Host, foreign or missing Origin, cookies', async () => {
    const { origin } = await startTestServer(await startedApp({ 甲: [] }));
    const window = await RemoteWindow.signedIn(origin, '甲');
    const secret = ['meridian', window.secret ?? ''];
    expect(await upgraded(origin, { origin }, secret)).toBe('open');
    expect(await upgraded(origin, {}, secret)).toBe('403');
    for (const foreign of ['https://evil.example', 'null', origin.replace('https', 'http')])
      expect(await upgraded(origin, { origin: foreign }, secret)).toBe('403');
    expect(await upgraded(origin, { origin, host: 'evil.example' }, secret)).toBe('403');
    expect(await upgraded(origin, { origin: 'https://evil.example', host: 'evil.example' }, secret)).toBe(
      '403',
    );
    expect((await page(origin, '/', { host: 'evil.example' })).status).toBe(403);
    expect((await page(origin, '/health', { origin: 'https://evil.example' })).status).toBe(403);
    const { headers, body } = await page(origin, '/session', {}, 'POST');
    expect([headers['set-cookie'], body]).toEqual([undefined, '']);
  });

  it('have a policy, and no body', async () => {
    const { origin } = await startTestServer(await startedApp({ 甲: [] }));
    const { headers } = await page(origin, '/health');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect((await page(origin, '/session', {}, 'POST', 'x'.repeat(10))).status).toBe(413);
    expect((await page(origin, '/', {}, 'DELETE')).status).toBe(405);
    for (const path of ['/../package.json', '/%2e%2e/package.json', '/nothing.js'])
      expect((await page(origin, path)).status).toBe(404);
  });

  it('that are slow, many or long are ended', async () => {
    const app = await startedApp({ 甲: [] });
    const limits = { headersMs: 200, connectionsOfAddress: 6, visitorBytes: 4096 };
    const { origin, port, logged } = await startTestServer(app, limits);
    const slow = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }, () =>
      slow.write('GET / HT'),
    );
    slow.on('error', () => undefined);
    slow.resume();
    await once(slow, 'close');
    const visitor = await RemoteWindow.open(origin);
    const closed = visitor.closed();
    visitor.socket.send('x'.repeat(100_000));
    expect(await closed).toBe(1006);
    const inside = await RemoteWindow.signedIn(origin, '甲');
    expect(await inside.code('kg.search', { query: 'x'.repeat(100_000), limit: 1 })).toBe('bad-request');
    const many = await Promise.all(Array.from({ length: 12 }, () => upgraded(origin, { origin })));
    expect(many).toContain('error');
    expect(logged.join()).toMatch(/long message.*connections/);
    expect(await inside.code('kg.stats', {})).toBe('ok');
  });

  it('are counted without a word of what they were about', async () => {
    const { origin, logged } = await startTestServer(await startedApp({ 甲: ['clinician'] }));
    const window = await RemoteWindow.signedIn(origin, '甲');
    await window.ask('docs.create', { title: '机密标题', text: '机密文本', origin: 'typed' });
    await window.code('机密方法');
    const { body } = await page(origin, '/metrics');
    expect(body).toContain('meridian_requests_total{method="docs.create",outcome="ok"} 1');
    expect(body).toContain('meridian_requests_total{method="unknown",outcome="bad-request"} 1');
    expect(body).toContain('meridian_signed_in 1');
    expect(body).toMatch(/meridian_request_seconds_count 3/);
    expect(body + logged.join()).not.toMatch(/机密|啼鸟/);
    expect((await page(origin, '/health')).body).toBe('ok\n');
  });
});

describe('the end', () => {
  it('waits for requests under way, and begins no other', async () => {
    let finish: (reply: Reply<unknown>) => void = () => undefined;
    const began = Promise.withResolvers<void>();
    const route = (_client: Client, method: unknown) => {
      if (method !== 'slow') return Promise.resolve({ ok: true as const, value: 'quick' });
      began.resolve();
      return new Promise<Reply<unknown>>((done) => {
        finish = done;
      });
    };
    const connect = () => new Client(route, {});
    const app = { connect, disconnect: () => undefined, away: () => undefined };
    const server = await startTestServer(app);
    const window = await RemoteWindow.open(server.origin);
    const slow = window.send('slow', {});
    await began.promise;
    const ended = server.close();
    expect(await upgraded(server.origin, { origin: server.origin })).toMatch(/error|403/);
    finish({ ok: true, value: 'done' });
    expect(await slow).toEqual({ ok: true, value: 'done' });
    expect(await window.closed()).toBe(1001);
    await ended;
  });
});

describe('fuzzed messages', () => {
  const fuzz = async (count: number) => {
    const { origin } = await startTestServer(await startedApp({ 甲: ['clinician'] }));
    const window = await RemoteWindow.signedIn(origin, '甲');
    const { id } = await window.ask('docs.create', { title: '一', text: '文', origin: 'typed' });
    const inputs = fc.sample(
      fc.tuple(
        fc.oneof(fc.constantFrom(...METHODS.filter((method) => !/^account\./.test(method))), fc.string()),
        fc.jsonValue(),
      ),
      { numRuns: count, seed: 18 },
    );
    for (let from = 0; from < inputs.length; from += 200)
      await Promise.all(inputs.slice(from, from + 200).map(([method, input]) => window.code(method, input)));
    expect((await window.ask('docs.get', { id })).text).toBe('文');
  };

  it('change nothing: 2,000', () => fuzz(2_000));
  it('change nothing: 100,000', { tags: ['long'] }, () => fuzz(100_000));

  it('that are no requests close their connection only', async () => {
    const { origin } = await startTestServer(await startedApp({ 甲: [] }));
    const inside = await RemoteWindow.signedIn(origin, '甲');
    for (const bytes of ['', '{', '[]', '{"id":"x"}', '[[[[', '{"session":"x"}', '"'.repeat(99), '\u0000']) {
      const window = await RemoteWindow.open(origin);
      const closed = window.closed();
      window.socket.send(bytes);
      expect(await closed).toBe(1007);
    }
    expect(await inside.code('kg.stats', {})).toBe('ok');
  });
});
