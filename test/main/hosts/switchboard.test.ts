/** Windows of this program on another machine's workspace: the pinned certificate, and nothing to anybody else. */
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ownCertificate } from '../../../main/hosts/certificate.ts';
import type { Answering } from '../../../main/hosts/frames.ts';
import { askCertificate, serverOrigin } from '../../../main/hosts/pinned-connection.ts';
import { SERVER_LIMITS, startServer } from '../../../main/hosts/server.ts';
import { AppSharing } from '../../../main/hosts/sharing.ts';
import { Switchboard } from '../../../main/hosts/switchboard.ts';
import type { App } from '../../../main/ipc/app.ts';
import type { In, Method, Out } from '../../../shared/contract/index.ts';
import { startedApp } from '../../helpers/apps.ts';
import { PASSWORD } from '../../helpers/passwords.ts';
import { startTestServer } from '../../helpers/server.ts';
import { temporaryDir } from '../../helpers/workspace.ts';

const ask = async <M extends Method>(window: Answering, method: M, input: In<M>): Promise<Out<M>> => {
  const reply = await window.invoke(method, input);
  if (!reply.ok) throw new Error(`${reply.error.code} ${reply.error.message.id}`);
  return reply.value as Out<M>; // safe: the method's own answer
};

/** A program with a workspace of its own, and a server with another. */
async function setUp() {
  const served = await startedApp({ 甲: ['clinician', 'administrator'] });
  const server = await startTestServer(served);
  const config = temporaryDir();
  const local = await startedApp({ 乙: ['clinician'] });
  const switchboard = new Switchboard(local, config);
  onTestFinished(() => switchboard.close());
  const window = switchboard.window();
  return { served, server, config, switchboard, window };
}

describe('an address', () => {
  it.each([
    ['192.168.1.20', 'https://192.168.1.20:8443'],
    [' https://192.168.1.20:8443/ ', 'https://192.168.1.20:8443'],
    ['https://Meridian.example:443', 'https://meridian.example:443'],
    ['[2001:db8::1]:9', 'https://[2001:db8::1]:9'],
  ])('%s is %s', (typed, origin) => {
    expect(serverOrigin(typed)).toBe(origin);
  });
  it.each(['', 'https://', 'a b', 'name/path', 'user@host', 'host:99999', 'host?x'])(
    '%s is none',
    (typed) => {
      expect(() => serverOrigin(typed)).toThrow(/no address/);
    },
  );
});

describe('a window', () => {
  it('works on the server after its certificate was compared, and on this machine again', async () => {
    const { server, config, switchboard, window } = await setUp();
    const heard = vi.fn();
    window.listen(heard);
    const offer = await ask(window, 'servers.check', { address: server.origin });
    expect(offer).toMatchObject({ address: server.origin, known: null });
    await ask(window, 'servers.connect', offer);
    expect(heard).toHaveBeenCalledWith(
      'servers.changed',
      expect.objectContaining({ current: { address: server.origin, state: 'open' } }),
    );
    // The window shows this machine's workspace: nothing of it may be written on the server.
    await expect(ask(window, 'app.info', {})).rejects.toThrow(/window-of-other/);
    const remote = switchboard.window();
    const told = vi.fn();
    remote.listen(told);
    await ask(remote, 'account.signIn', { name: '甲', password: PASSWORD });
    const { id } = await ask(remote, 'docs.create', { title: '一', text: '文', origin: 'typed' });
    expect((await ask(remote, 'docs.get', { id })).text).toBe('文');
    await vi.waitFor(() => expect(told.mock.calls.map(([event]) => event)).toContain('docs.changed'));
    expect(server.logged.join()).toContain('sign-in');
    const status = await ask(remote, 'servers.disconnect', {});
    expect(status).toMatchObject({ current: null, known: [{ address: server.origin }] });
    expect(server.logged.at(-1)).toContain('sign-out');
    expect((await ask(switchboard.window(), 'app.info', {})).account.state).toBe('signed-out');
    await expect(ask(remote, 'docs.get', { id })).rejects.toThrow(/window-of-other/);
    const file = join(config, 'servers.json');
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(readFileSync(file, 'utf8')).not.toMatch(/甲|password/);
    expect((await ask(switchboard.window(), 'servers.forget', { address: server.origin })).known).toEqual([]);
  });

  it('is offered the server of the policy, which no other certificate replaces and nobody forgets', async () => {
    const { served, server } = await setUp();
    const { fingerprint } = await ask(new Switchboard(served, temporaryDir()).window(), 'servers.check', {
      address: server.origin,
    });
    const other = 'AA'.padEnd(95, ':AA');
    for (const [named, answers] of [
      [fingerprint, true],
      [other, false],
    ] as const) {
      const dir = temporaryDir();
      const policy = join(dir, 'policy.json');
      writeFileSync(
        policy,
        JSON.stringify({ server: { address: ` ${server.origin}/`, fingerprint: named } }),
      );
      const switchboard = new Switchboard(await startedApp({}), dir, [policy]);
      onTestFinished(() => switchboard.close());
      const window = switchboard.window();
      const known = { address: server.origin, fingerprint: named, decided: true };
      expect((await ask(window, 'servers.status', {})).known).toEqual([known]);
      expect((await ask(window, 'servers.forget', { address: server.origin })).known).toEqual([known]);
      const connecting = ask(window, 'servers.connect', { address: server.origin, fingerprint });
      if (answers) expect((await connecting).current?.state).toBe('open');
      else await expect(connecting).rejects.toThrow(/decided-certificate/);
    }
  });

  it('is told that the connection is lost, and refused meanwhile', async () => {
    const { server, switchboard, window } = await setUp();
    await ask(window, 'servers.connect', await ask(window, 'servers.check', { address: server.origin }));
    const remote = switchboard.window();
    await ask(remote, 'account.signIn', { name: '甲', password: PASSWORD });
    await server.close();
    await vi.waitFor(async () =>
      expect((await ask(remote, 'servers.status', {})).current?.state).toBe('lost'),
    );
    await expect(ask(remote, 'docs.list', { offset: 0, limit: 1 })).rejects.toThrow(/engine-down/);
  });

  it('is refused what only another machine asks for', async () => {
    const { served } = await setUp();
    const client = served.connect({ address: '192.0.2.9' });
    for (const method of [
      'servers.check',
      'servers.connect',
      'servers.disconnect',
      'servers.forget',
    ] as const)
      expect(
        await client.invoke(method, { address: 'a', fingerprint: 'AA'.padEnd(95, ':AA') }),
      ).toMatchObject({
        error: { message: { id: 'servers.not-here' } },
      });
    expect(await client.invoke('servers.status', {})).toMatchObject({ value: { able: false } });
  });
});

describe('another certificate', () => {
  /** Shows a certificate of its own and keeps what it is sent. */
  async function impostor(port = 0) {
    const { cert, key, fingerprint } = await ownCertificate(temporaryDir(), ['127.0.0.1']);
    const sent: Buffer[] = [];
    const server = createServer({ cert, key }, (socket) => {
      socket.on('data', (bytes) => {
        sent.push(bytes);
        socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nhello');
      });
      socket.on('error', () => undefined);
    });
    server.on('tlsClientError', () => undefined);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return { origin: `https://127.0.0.1:${address.port}`, fingerprint, sent };
  }

  it('than the one compared is refused before anything is sent', async () => {
    const { window } = await setUp();
    const other = await impostor();
    const fingerprint = 'AB'.padEnd(95, ':AB');
    const reply = await window.invoke('servers.connect', { address: other.origin, fingerprint });
    expect(reply).toMatchObject({
      error: { code: 'forbidden', message: { id: 'servers.other-certificate' } },
    });
    await new Promise((later) => setTimeout(later, 100));
    expect(other.sent).toEqual([]);
    expect((await ask(window, 'servers.status', {})).known).toEqual([]);
  });

  it('in place of the server ends the connection, with the secret unsent', async () => {
    const { server, switchboard, window } = await setUp();
    await ask(window, 'servers.connect', await ask(window, 'servers.check', { address: server.origin }));
    const remote = switchboard.window();
    await ask(remote, 'account.signIn', { name: '甲', password: PASSWORD });
    await server.close();
    const other = await impostor(server.port);
    await vi.waitFor(
      async () => expect((await ask(remote, 'servers.status', {})).current?.state).toBe('refused'),
      { timeout: 10_000 },
    );
    expect(other.sent).toEqual([]);
    expect((await ask(remote, 'servers.check', { address: server.origin }).catch(String)).toString()).toMatch(
      /no-meridian|unreachable/,
    );
  });

  it('and a wrong place are told apart', async () => {
    await expect(askCertificate('https://127.0.0.1:1')).rejects.toMatchObject({
      localized: { id: 'servers.unreachable' },
    });
    const served = await startedApp({ 甲: [] });
    const certificate = await ownCertificate(temporaryDir(), ['other.example']);
    const { port, close } = await startServer(served, {
      ...{ address: '127.0.0.1', port: 0, names: ['other.example'], certificate, limits: SERVER_LIMITS },
      log: () => undefined,
    }).then((server) => ({ port: server.port, close: () => server.close() }));
    onTestFinished(close);
    await expect(askCertificate(`https://127.0.0.1:${port}`)).rejects.toMatchObject({
      localized: { id: 'servers.other-name' },
    });
  });
});

describe('sharing', () => {
  it('serves the open workspace until it is stopped, audited, and needs accounts', async () => {
    const config = temporaryDir();
    const sharing = new AppSharing(config, () => app);
    const app: App = await startedApp({}, undefined, undefined, { sharing });
    const at = { address: '127.0.0.1', port: 0 };
    expect(await app.invoke('sharing.start', at)).toMatchObject({
      error: { code: 'forbidden', message: { id: 'serve.needs-accounts' } },
    });
    expect(await app.invoke('sharing.get', {})).toMatchObject({ value: { on: null } });
    await app.invoke('accounts.add', { name: '甲', roles: ['clinician'], password: PASSWORD });
    const { on } = await ask(app, 'sharing.start', at);
    expect(on?.urls).toEqual([expect.stringMatching(/^https:\/\/127\.0\.0\.1:\d+\/$/)]);
    expect(await app.invoke('sharing.start', at)).toMatchObject({ error: { code: 'conflict' } });
    const origin = serverOrigin(on?.urls[0] ?? '');
    expect(await askCertificate(origin)).toBe(on?.fingerprint);
    const colleague = new Switchboard(await startedApp({}), temporaryDir());
    onTestFinished(() => colleague.close());
    await ask(colleague.window(), 'servers.connect', { address: origin, fingerprint: on?.fingerprint ?? '' });
    const window = colleague.window();
    await ask(window, 'account.signIn', { name: '甲', password: PASSWORD });
    expect((await ask(app, 'accounts.sessions', {})).map(({ address }) => address).sort()).toEqual([
      '',
      '127.0.0.1',
    ]);
    // Only a window of the machine that shares may end it.
    expect(await window.invoke('sharing.stop', {})).toMatchObject({ error: { code: 'forbidden' } });
    expect(await ask(app, 'sharing.stop', {})).toMatchObject({ on: null });
    await expect(askCertificate(origin)).rejects.toThrow(/Nothing answers/);
    await ask(app, 'sharing.start', at);
    const again = await ask(app, 'sharing.get', {});
    const actions = (await ask(app, 'audit.list', { object: 'workspace', limit: 9 })).map(
      ({ action }) => action,
    );
    expect(actions).toEqual(['workspace.share', 'workspace.unshare', 'workspace.share']);
    await app.stop();
    await expect(askCertificate(serverOrigin(again.on?.urls[0] ?? ''))).rejects.toThrow(/Nothing answers/);
  });

  it('says which address cannot be listened on', async () => {
    const sharing = new AppSharing(temporaryDir(), () => app);
    const app: App = await startedApp({ 甲: [] }, undefined, undefined, { sharing });
    await ask(app, 'account.signIn', { name: '甲', password: PASSWORD });
    expect(await app.invoke('sharing.start', { address: '192.0.2.1', port: 9 })).toMatchObject({
      error: { code: 'io', message: { id: 'sharing.cannot-listen' } },
    });
    expect(await app.invoke('sharing.start', { address: 'not an address', port: 9 })).toMatchObject({
      error: { code: 'bad-request' },
    });
  });
});
