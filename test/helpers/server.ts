/** A server on loopback for tests, and what asks it for pages and connections. */
import { request } from 'node:https';
import WebSocket from 'ws';
import { ownCertificate } from '../../main/hosts/certificate.ts';
import { type RunningServer, SERVER_LIMITS, startServer } from '../../main/hosts/server.ts';
import type { App } from '../../main/ipc/app.ts';
import { atEnd } from './lifetime.ts';
import { address } from './remote-window.ts';
import { temporaryDir } from './workspace.ts';

/** Lines that a server logged, as `event detail`. */
export interface TestServer extends RunningServer {
  readonly origin: string;
  readonly logged: string[];
}

export async function startTestServer(
  app: Pick<App, 'away' | 'connect' | 'disconnect'>,
  limits: Partial<typeof SERVER_LIMITS> = {},
  api?: Pick<App, 'withToken'>,
): Promise<TestServer> {
  const logged: string[] = [];
  const names = ['127.0.0.1'];
  const running = await startServer(app, {
    ...{ address: '127.0.0.1', port: 0, names, limits: { ...SERVER_LIMITS, ...limits } },
    certificate: await ownCertificate(temporaryDir(), names),
    ...(api && { api }),
    log: (event, detail) => logged.push(`${event} ${JSON.stringify(detail ?? {})}`),
  });
  const { port } = running;
  const server = { port, origin: `https://127.0.0.1:${port}`, logged, close: () => running.close() };
  atEnd(() => server.close());
  return server;
}

/** Returns the result of a WebSocket upgrade: 'open' or the HTTP status. */
export function upgraded(
  origin: string,
  headers: Record<string, string>,
  protocols = ['meridian'],
): Promise<string> {
  return new Promise((done) => {
    const socket = new WebSocket(address(origin), protocols, { headers, rejectUnauthorized: false });
    socket.on('open', () => {
      socket.close();
      done('open');
    });
    socket.on('unexpected-response', (_request, response) => done(String(response.statusCode)));
    socket.on('error', () => done('error'));
  });
}

export interface Page {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: string;
}

export function page(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body = '',
): Promise<Page> {
  return new Promise((done, failed) => {
    const asked = request(
      new URL(path, origin),
      { method, headers, rejectUnauthorized: false },
      (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () =>
          done({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
        );
      },
    );
    asked.on('error', failed);
    asked.end(body);
  });
}
