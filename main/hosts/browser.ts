/**
 * Serves the app to a plain Chromium or Chrome over loopback HTTP and one WebSocket. The fragment of the address carries
 * a one-time token, which the page exchanges for the secret of the session. The secret is no cookie: browsers send the
 * cookies of 127.0.0.1 to every port, also to the servers of other users. Host and Origin are checked on every request
 * and upgrade. The files of the window hold no data, so everybody may read them.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { type Answering, MAX_MESSAGE, PROTOCOL, serveFrames } from './frames.ts';
import { SECURITY_HEADERS, staticFile } from './static-files.ts';

/** Bounds what other users of the machine can hold: sockets, and the time each is kept open. */
const LIMITS = { headersMs: 10_000, requestMs: 30_000, idleMs: 5_000, connections: 128 };

export interface BrowserHost {
  /** Address with the token in its fragment; it works once. */
  readonly url: string;
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Listens on 127.0.0.1. Throws the system's error when the port is taken; `port` 0 takes a free one.
 * @param answering of a window that connects now
 */
export async function startBrowserHost(
  answering: () => Answering,
  port = 0,
  limits: typeof LIMITS = LIMITS,
): Promise<BrowserHost> {
  const session = new SessionGuard();
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.idleMs,
      connectionsCheckingInterval: Math.min(limits.headersMs, 5_000),
    },
    (request, response) =>
      void serve(session, request, response).catch((error: unknown) => {
        console.error('http:', error);
        response.destroy();
      }),
  );
  server.maxConnections = limits.connections;
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', listening);
  });
  server.on('error', (error) => console.error('http server:', error)); // a connection that could not be accepted
  // safe: a listening TCP server has an AddressInfo
  session.port = (server.address() as AddressInfo).port;
  const sockets = serveSocket(answering, session, server);
  return {
    url: `${session.origins[0]}/#token=${session.token}`,
    origin: `${session.origins[0]}`,
    close: async () => {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Decides whether a request belongs to this session. */
class SessionGuard {
  readonly #secret = randomBytes(32).toString('hex');
  #token: string | undefined = randomBytes(32).toString('hex');
  port = 0;

  get token(): string {
    return this.#token ?? '';
  }

  get origins(): readonly string[] {
    return [`http://127.0.0.1:${this.port}`, `http://localhost:${this.port}`];
  }

  /** Returns whether the Host header is ours, which refuses DNS rebinding. */
  hostAllowed(request: IncomingMessage): boolean {
    return this.origins.some((origin) => origin === `http://${request.headers.host}`);
  }

  originAllowed(request: IncomingMessage, required: boolean): boolean {
    const { origin } = request.headers;
    return origin === undefined ? !required : this.origins.includes(origin);
  }

  /** Returns whether the subprotocols that a WebSocket offers include the secret. */
  hasSecret(request: IncomingMessage): boolean {
    const offered = request.headers['sec-websocket-protocol'] ?? '';
    return offered.split(',').some((protocol) => same(protocol.trim(), this.#secret));
  }

  /** Exchanges the one-time token, or the secret itself, for the secret; returns `undefined` for anything else. */
  redeem(given: string): string | undefined {
    if (this.#token !== undefined && same(given, this.#token)) this.#token = undefined;
    else if (!same(given, this.#secret)) return undefined;
    return this.#secret;
  }
}

function same(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
}

async function serve(
  session: SessionGuard,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refuse = (status: number, why: string) =>
    response.writeHead(status, { ...SECURITY_HEADERS, 'content-type': 'text/plain; charset=utf-8' }).end(why);
  if (!session.hostAllowed(request)) return void refuse(403, 'foreign Host');
  if (!session.originAllowed(request, false)) return void refuse(403, 'foreign Origin');
  const url = URL.parse(request.url ?? '/', session.origins[0]);
  if (url === null) return void refuse(400, 'bad address');
  if (url.pathname === '/session') {
    const secret =
      request.method === 'POST' ? session.redeem(request.headers.authorization ?? '') : undefined;
    if (secret === undefined) return void refuse(403, 'wrong or used token');
    return void response.writeHead(200, { ...SECURITY_HEADERS, 'cache-control': 'no-store' }).end(secret);
  }
  if (request.method !== 'GET') return void refuse(405, 'GET only');
  const file = await staticFile(url.pathname);
  if (file === undefined) return void refuse(404, 'not found');
  response.writeHead(200, { ...SECURITY_HEADERS, 'content-type': file.type, 'cache-control': 'no-cache' });
  response.end(file.body);
}

function serveSocket(answering: () => Answering, session: SessionGuard, server: Server): WebSocketServer {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE,
    handleProtocols: () => PROTOCOL,
  });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy()); // a client that resets the connection
    const allowed =
      request.url === '/ws' &&
      session.hostAllowed(request) &&
      session.originAllowed(request, true) &&
      session.hasSecret(request);
    if (!allowed) {
      socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n', () => socket.destroy());
      return;
    }
    sockets.handleUpgrade(request, socket, head, (window) => serveFrames(answering(), window));
  });
  return sockets;
}
