import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { CHROMIUM, Home, HostProcess, openChromium } from '../helpers/app.ts';
import { waitForHighlights } from '../helpers/screen.ts';

let home: Home;
let host: HostProcess;
let secret: string;

beforeAll(async () => {
  home = new Home();
  host = await HostProcess.start(home);
});
afterAll(async () => {
  await host.stop();
  home.remove();
});

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: string;
}

function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { hostname, port } = new URL(host.url);
  return new Promise((done, failed) => {
    request({ hostname, port, path, method, headers }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, body }));
    })
      .on('error', failed)
      .end();
  });
}

/** Returns the result of a WebSocket upgrade: 'open' or the HTTP status. */
function upgrade(headers: Record<string, string>, protocols: string[] = [], path = '/ws'): Promise<string> {
  return new Promise((done) => {
    const socket = new WebSocket(`${host.origin.replace('http', 'ws')}${path}`, protocols, { headers });
    socket.on('open', () => {
      socket.close();
      done('open');
    });
    socket.on('unexpected-response', (_request, response) => done(String(response.statusCode)));
    socket.on('error', () => done('error'));
  });
}

const redeem = (authorization: string, headers: Record<string, string> = {}) =>
  get('/session', { authorization, ...headers }, 'POST');

describe('browser host', () => {
  it('gives its secret to the token, once, and to nothing else', async () => {
    const token = new URL(host.url).hash.slice('#token='.length);
    expect((await redeem('')).status).toBe(403);
    expect((await redeem('0'.repeat(64))).status).toBe(403);
    expect((await redeem(token, { origin: 'http://evil.example' })).status).toBe(403);
    expect((await redeem(token, { host: 'evil.example' })).status).toBe(403);
    expect((await get('/session', { authorization: token })).status).toBe(403);
    const { status, body, headers } = await redeem(token);
    expect(status).toBe(200);
    expect(headers['set-cookie']).toBeUndefined();
    secret = body;
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect((await redeem(token)).status).toBe(403);
    expect((await redeem(secret)).body).toBe(secret); // a window that is loaded again
  });

  it('refuses a foreign Host and a foreign Origin', async () => {
    expect((await get('/', { host: 'evil.example' })).status).toBe(403);
    expect((await get('/', { origin: 'http://evil.example' })).status).toBe(403);
    expect((await get('/', { origin: 'null' })).status).toBe(403);
    expect((await get('/', {}, 'POST')).status).toBe(405);
  });

  it('refuses a WebSocket with a foreign or missing Origin, without secret, or elsewhere', async () => {
    const { origin } = host;
    const protocols = ['meridian', secret];
    expect(await upgrade({ origin }, protocols)).toBe('open');
    expect(await upgrade({}, protocols)).toBe('403');
    expect(await upgrade({ origin: 'http://evil.example' }, protocols)).toBe('403');
    expect(await upgrade({ origin })).toBe('403');
    expect(await upgrade({ origin }, ['meridian'])).toBe('403');
    expect(await upgrade({ origin, cookie: `meridian_session=${secret}` })).toBe('403');
    expect(await upgrade({ origin }, ['meridian', secret.replace(/.$/, 'x')])).toBe('403');
    expect(await upgrade({ origin, host: 'evil.example' }, protocols)).toBe('403');
    expect(await upgrade({ origin }, protocols, '/other')).toBe('403');
  });

  it('serves only the built renderer, with a policy that names no remote origin', async () => {
    for (const path of [
      '/../package.json',
      '/%2e%2e/package.json',
      '/..%2f..%2fpackage.json',
      '/nothing.js',
    ]) {
      expect((await get(path)).status).toBe(404);
    }
    const { headers } = await get('/');
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(String(headers['content-security-policy'])).not.toMatch(/https?:|\*/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('closes a socket that sends what is no request', async () => {
    const socket = new WebSocket(`${host.origin.replace('http', 'ws')}/ws`, ['meridian', secret], {
      origin: host.origin,
    });
    await new Promise((open) => socket.on('open', open));
    socket.send('{"id":"x"}');
    expect(await new Promise((closed) => socket.on('close', closed))).toBe(1007);
  });

  it('answers only on loopback', async () => {
    expect(host.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  it.skipIf(CHROMIUM === '')(
    'keeps its session from servers on other ports that its browser visits',
    async () => {
      await host.stop();
      host = await HostProcess.start(home); // its token is not used yet
      const heard: IncomingHttpHeaders[] = [];
      const other = createServer(({ headers }, response) => {
        heard.push(headers);
        response.end('<title>other</title>');
      }).listen(0, '127.0.0.1');
      onTestFinished(() => void other.close());
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo; // safe: it listens on TCP
      const { browser, page } = await openChromium();
      onTestFinished(() => browser.close());
      await page.goto(host.url);
      await waitForHighlights(page);
      expect(page.url()).toBe(`${host.origin}/`); // nothing of the token is left for the next page
      await page.goto(`http://127.0.0.1:${port}/`);
      await page.goto(host.origin);
      await waitForHighlights(page); // the window still has its session
      expect(heard.length).toBeGreaterThan(0);
      for (const { cookie = '', authorization } of heard) {
        expect({ cookie, authorization }).toEqual({ cookie: '' });
        expect(await upgrade({ origin: host.origin, cookie })).toBe('403');
      }
    },
  );
});
