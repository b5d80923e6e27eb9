/** The browser host outlives other users' connections and its own handlers' errors. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { appRoot } from '../../../main/resources.ts';
import { sessionProtocols } from '../../helpers/host-session.ts';

let host: ChildProcess;
let origin: string;
let port: number;
let protocols: string[];
let output = '';

beforeAll(async () => {
  host = spawn(process.execPath, [join(appRoot, 'test', 'helpers', 'misbehaving-host.ts')]);
  for (const stream of [host.stdout, host.stderr])
    stream?.on('data', (chunk) => {
      output += String(chunk);
    });
  while (!/http:\S+\n/.test(output)) {
    await Promise.race([once(host.stdout!, 'data'), once(host, 'exit')]);
    if (host.exitCode !== null) throw new Error(output);
  }
  const url = new URL(/http:\S+/.exec(output)?.[0] ?? '');
  origin = url.origin;
  port = Number(url.port);
  protocols = await sessionProtocols(url.href);
});
afterAll(() => host.kill());

/** Writes `bytes` on a connection of its own. */
async function wrote(bytes: string | Buffer): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => undefined);
  await once(socket, 'connect');
  await new Promise((flushed) => socket.write(bytes, flushed));
  return socket;
}

const upgradeRequest = (headers = '') =>
  `GET /ws HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
  `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n${headers}\r\n`;
const accepted = () => upgradeRequest(`Origin: ${origin}\r\nSec-WebSocket-Protocol: ${protocols.join()}\r\n`);

async function open(): Promise<WebSocket> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`, protocols, { origin });
  await once(socket, 'open');
  return socket;
}

async function ask(
  socket: WebSocket,
  method: string,
  input: unknown = {},
): Promise<{ reply: { ok: boolean } }> {
  socket.send(JSON.stringify({ id: 1, method, input }));
  const [data] = await once(socket, 'message');
  return JSON.parse(String(data));
}

/** Passes when the host still answers on a connection of its own; errors that it wrote are in the message. */
async function expectAlive(): Promise<void> {
  const socket = await open();
  expect(await ask(socket, 'app.info'), output).toEqual({
    id: 1,
    reply: { ok: true, value: { alive: true } },
  });
  socket.terminate();
  expect(host.exitCode, output).toBeNull();
}

describe('a client that resets its connection', () => {
  it.each([
    ['before a request', () => ''],
    ['within the request line', () => 'GET /'],
    ['within a header', () => `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCoo`],
    ['within a body', () => `POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 1000\r\n\r\nabc`],
    ['after a request', () => `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`],
    ['after a refused upgrade', () => upgradeRequest()],
    ['after many refused upgrades at once', () => upgradeRequest().repeat(50)],
    ['within an upgrade', () => upgradeRequest().slice(0, -4)],
    ['after an upgrade', accepted],
    ['within a frame', () => `${accepted()}\x81\xfe\x00`],
  ])('%s', async (_stage, bytes) => {
    for (let time = 0; time < 20; time++) {
      const socket = await wrote(Buffer.from(bytes(), 'latin1'));
      socket.resetAndDestroy();
    }
    await expectAlive();
  });

  it('once the refusal has come', async () => {
    for (let time = 0; time < 20; time++) {
      const socket = await wrote(upgradeRequest());
      await once(socket, 'data');
      socket.write('x');
      socket.resetAndDestroy();
    }
    await expectAlive();
  });
});

describe('what is no proper request', () => {
  it.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    [
      'an address that cannot be parsed',
      () => `GET // HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`,
    ],
    ['CONNECT', 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n'],
    ['headers over the limit', `GET / HTTP/1.1\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`],
    [
      'an upgrade to something else',
      'GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n',
    ],
  ])('%s is answered or cut off', async (_what, bytes) => {
    const socket = await wrote(typeof bytes === 'string' ? bytes : bytes());
    await Promise.all([once(socket.resume(), 'end'), socket.end()]);
    await expectAlive();
  });

  it.each([
    ['unmasked', [0x81, 0x05, ...Buffer.from('hello')]],
    ['of an unknown kind', [0x83, 0x80, 0, 0, 0, 0]],
    ['with reserved bits', [0xf1, 0x80, 0, 0, 0, 0]],
    ['longer than allowed', [0x81, 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['that is no UTF-8', [0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe]],
  ])('a frame %s ends its connection only', async (_what, frame) => {
    const socket = await wrote(accepted());
    await once(socket, 'data');
    socket.write(Buffer.from(frame));
    await once(socket.resume(), 'end');
    socket.destroy();
    await expectAlive();
  });
});

describe('a request', () => {
  it.each([
    ['nested a million deep', `${'['.repeat(1e6)}${']'.repeat(1e6)}`],
    ['of sixteen million values', `[${'0,'.repeat(16e6)}0]`],
    ['nested deep after a text with quotes', `["\\"[\\\\",${'['.repeat(100)}${']'.repeat(100)}]`],
  ])('%s ends its connection only', async (_what, input) => {
    const socket = await open();
    socket.send(`{"id":1,"method":"app.info","input":${input}}`);
    const [code] = await once(socket, 'close');
    expect(code).toBe(1007);
    await expectAlive();
  });

  it('with brackets and quotes in its texts is answered', async () => {
    const socket = await open();
    const text = '[{"\\'.repeat(1000);
    expect((await ask(socket, 'app.info', { text })).reply.ok).toBe(true);
    socket.terminate();
  });
});

describe('a client that waits', () => {
  it.each([
    ['sends nothing', ''],
    ['never ends its headers', 'GET / HTTP/1.1\r\n'],
    ['never ends its body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n'],
    ['never ends a refused upgrade', upgradeRequest()],
  ])('and %s is cut off', async (_what, bytes) => {
    const socket = await wrote(bytes);
    await once(socket.resume(), 'end');
    socket.destroy();
  });

  it('is cut off among many, over the limit too', async () => {
    const cutOff = Array.from({ length: 40 }, () => {
      const socket = connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
      return once(socket.resume(), 'close');
    });
    await Promise.all(cutOff);
    await expectAlive();
  });
});

describe('a handler', () => {
  it.each([
    ['that throws', 'kg.stats'],
    ['that rejects', 'docs.list'],
    ['that throws a string', 'accounts.list'],
    ['that throws what cannot be printed', 'projects.list'],
    ['whose reply is no JSON', 'settings.get'],
    ['whose file is missing', 'jobs.list'],
  ])('%s ends its request only', async (_what, method) => {
    const socket = await open();
    expect((await ask(socket, method)).reply.ok).toBe(false);
    expect((await ask(socket, 'app.info')).reply.ok).toBe(true);
    socket.terminate();
  });

  it.each([
    ['rejects', 'models.list', 'rejected after the reply'],
    ['throws', 'runs.list', 'thrown after the reply'],
  ])('that %s after its reply is logged', async (_what, method, message) => {
    const socket = await open();
    expect((await ask(socket, method)).reply.ok).toBe(true);
    while (!output.includes(message)) await Promise.race([once(host.stderr!, 'data'), once(host, 'exit')]);
    socket.terminate();
    await expectAlive();
  });

  it.each([[null], [[]], ['text'], [7], [{ id: {} }], [{ toString: null }]])(
    'given %j answers or refuses',
    async (input) => {
      const socket = await open();
      expect((await ask(socket, 'docs.open', input)).reply.ok).toBe(false);
      expect((await ask(socket, '__proto__', input)).reply.ok).toBe(false);
      socket.terminate();
      await expectAlive();
    },
  );
});
