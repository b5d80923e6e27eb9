/**
 * Serves the app to a plain Chromium or Chrome over loopback HTTP and one WebSocket. The fragment of the address carries
 * a one-time token, which the page exchanges for the secret of the session. The secret is no cookie: browsers send the
 * cookies of 127.0.0.1 to every port, also to the servers of other users. Host and Origin are checked on every request
 * and upgrade. The files of the window hold no data, so everybody may read them.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { toErrorData } from '../../shared/result.ts';
import type { App } from '../ipc/app.ts';
import { SECURITY_HEADERS, staticFile } from './static-files.ts';

/** Subprotocol that the server selects; the window offers it together with the secret of the session. */
const PROTOCOL = 'meridian';
/** Longest message from the window: a document import of 64 MB as base64, and change. */
const MAX_MESSAGE = 96 * 1024 * 1024;
/** Bytes that a window may leave unread before it is cut off. */
const MAX_UNREAD = 512 * 1024 * 1024;

/** Bounds what other users of the machine can hold: sockets, and the time each is kept open. */
const LIMITS = { headersMs: 10_000, requestMs: 30_000, idleMs: 5_000, connections: 128 };

export interface BrowserHost {
  /** Address with the token in its fragment; it works once. */
  readonly url: string;
  readonly origin: string;
  close(): Promise<void>;
}

/** Listens on 127.0.0.1. Throws the system's error when the port is taken; `port` 0 takes a free one. */
export async function startBrowserHost(
  app: Pick<App, 'invoke' | 'listen'>,
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
  const sockets = serveSocket(app, session, server);
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

function serveSocket(
  app: Pick<App, 'invoke' | 'listen'>,
  session: SessionGuard,
  server: Server,
): WebSocketServer {
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
    sockets.handleUpgrade(request, socket, head, (client) => connect(app, client));
  });
  return sockets;
}

function connect(app: Pick<App, 'invoke' | 'listen'>, client: WebSocket): void {
  const send = (frame: string) => {
    if (client.readyState === client.OPEN) client.send(frame);
    if (client.bufferedAmount > MAX_UNREAD) client.terminate();
  };
  const stop = app.listen((event, data) => send(JSON.stringify({ event, data })));
  client.on('close', stop);
  client.on('error', () => client.terminate());
  client.on('message', (data, binary) => {
    let frame: RequestFrame;
    try {
      if (binary || !Buffer.isBuffer(data)) throw new Error('binary frame');
      frame = readRequest(data);
    } catch {
      client.close(1007, 'not a request');
      return;
    }
    void answer(app, frame).then(send);
  });
}

/** Returns the reply's frame. An error of any kind, a reply too long for JSON included, becomes an error reply. */
async function answer(app: Pick<App, 'invoke'>, { id, method, input }: RequestFrame): Promise<string> {
  try {
    return JSON.stringify({ id, reply: await app.invoke(method, input) });
  } catch (error) {
    console.error(`${method}:`, error);
    return JSON.stringify({ id, reply: { ok: false, error: toErrorData(error) } });
  }
}

/** A request of a window as JSON. */
const Frame = z.object({ id: z.number().int(), method: z.string(), input: z.unknown() });
type RequestFrame = z.infer<typeof Frame>;

/** Most values and deepest nesting of a request: an edit of 200,000 items has less. Values cost far more than text. */
const MAX_VALUES = 15_000_000;
const MAX_DEPTH = 64;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPENING: ReadonlySet<number | undefined> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number | undefined> = new Set([0x5d, 0x7d]);

/** Throws when the bytes are no request, or hold more values than one. */
function readRequest(json: Buffer): RequestFrame {
  let [depth, values] = [0, 0];
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfText(json, at);
    else if (CLOSING.has(byte)) depth--;
    else if (byte === COMMA || OPENING.has(byte)) {
      if (byte !== COMMA) depth++;
      if (++values > MAX_VALUES || depth > MAX_DEPTH) throw new RangeError('too many values');
    }
  }
  return Frame.parse(JSON.parse(json.toString()));
}

/** Returns the index of the quote that ends the text which begins at `start`. */
function endOfText(json: Buffer, start: number): number {
  for (let end = json.indexOf(QUOTE, start + 1); end >= 0; end = json.indexOf(QUOTE, end + 1)) {
    let escapes = 0;
    while (json[end - 1 - escapes] === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return json.length;
}
