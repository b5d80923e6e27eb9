import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { Home, HostProcess } from '../helpers/app.ts';

let home: Home;
let host: HostProcess;
let cookie: string;

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

/** How a WebSocket upgrade ends: 'open' or the HTTP status. */
function upgrade(headers: Record<string, string>, path = '/ws'): Promise<string> {
  return new Promise((done) => {
    const socket = new WebSocket(`${host.origin.replace('http', 'ws')}${path}`, { headers });
    socket.on('open', () => {
      socket.close();
      done('open');
    });
    socket.on('unexpected-response', (_request, response) => done(String(response.statusCode)));
    socket.on('error', () => done('error'));
  });
}

describe('browser host', () => {
  it('gives nothing without a token, and takes a token once', async () => {
    expect((await get('/')).status).toBe(403);
    expect((await get('/index.html')).status).toBe(403);
    expect((await get(`/?token=${'0'.repeat(64)}`)).status).toBe(403);
    const first = await get(new URL(host.url).pathname + new URL(host.url).search);
    expect(first.status).toBe(303);
    const [set] = first.headers['set-cookie'] ?? [];
    expect(set).toMatch(/HttpOnly/);
    expect(set).toMatch(/SameSite=Strict/);
    cookie = String(set).split(';')[0] ?? '';
    expect((await get('/', { cookie })).status).toBe(200);
    expect((await get(new URL(host.url).pathname + new URL(host.url).search)).status).toBe(403);
  });

  it('refuses a foreign Host and a foreign Origin', async () => {
    expect((await get('/', { cookie, host: 'evil.example' })).status).toBe(403);
    expect((await get('/', { cookie, origin: 'http://evil.example' })).status).toBe(403);
    expect((await get('/', { cookie, origin: 'null' })).status).toBe(403);
    expect((await get('/', { cookie }, 'POST')).status).toBe(405);
  });

  it('refuses a WebSocket with a foreign or missing Origin, without cookie, or elsewhere', async () => {
    const { origin } = host;
    expect(await upgrade({ origin, cookie })).toBe('open');
    expect(await upgrade({ cookie })).toBe('403');
    expect(await upgrade({ origin: 'http://evil.example', cookie })).toBe('403');
    expect(await upgrade({ origin })).toBe('403');
    expect(await upgrade({ origin, cookie: cookie.replace(/.$/, 'x') })).toBe('403');
    expect(await upgrade({ origin, cookie, host: 'evil.example' })).toBe('403');
    expect(await upgrade({ origin, cookie }, '/other')).toBe('403');
  });

  it('serves only the built renderer, with a policy that names no remote origin', async () => {
    for (const path of [
      '/../package.json',
      '/%2e%2e/package.json',
      '/..%2f..%2fpackage.json',
      '/nothing.js',
    ]) {
      expect((await get(path, { cookie })).status).toBe(404);
    }
    const { headers } = await get('/', { cookie });
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(String(headers['content-security-policy'])).not.toMatch(/https?:|\*/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('closes a socket that sends what is no request', async () => {
    const socket = new WebSocket(`${host.origin.replace('http', 'ws')}/ws`, {
      headers: { origin: host.origin, cookie },
    });
    await new Promise((open) => socket.on('open', open));
    socket.send('{"id":"x"}');
    expect(await new Promise((closed) => socket.on('close', closed))).toBe(1007);
  });

  it('answers only on loopback', async () => {
    expect(host.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });
});
