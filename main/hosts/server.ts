/**
 * Serves the app over HTTPS and WebSockets on a chosen address, to several people at once. Everybody on the network may
 * read the files of the window, which hold no data; a connection can only sign in until somebody has. Host and Origin
 * are checked on every request and upgrade, which refuses pages of other origins and DNS rebinding.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { contract } from '../../shared/contract/index.ts';
import type { App } from '../ipc/app.ts';
import { Api } from './api/api.ts';
import type { ServerCertificate } from './certificate.ts';
import { MAX_MESSAGE, PROTOCOL, serveFrames } from './frames.ts';
import { ServerMetrics } from './server-metrics.ts';
import { ServerSessions, type Visit } from './server-sessions.ts';
import { SECURITY_HEADERS, staticFile } from './static-files.ts';

/** Bounds what one address and all together can hold, and for how long. */
export const SERVER_LIMITS = {
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 5_000,
  handshakeMs: 10_000,
  connections: 512,
  connectionsOfAddress: 128,
  /** Bytes of one message before anybody has signed in. */
  visitorBytes: 64 * 1024,
  /** Unanswered requests of one window. */
  pending: 256,
  /** Time between checks whether a window is still there. */
  pingMs: 20_000,
  /** Time that requests have to end when the server stops. */
  stopMs: 10_000,
  apiPending: 8,
  apiPerMinute: 600,
  apiBytes: 256 * 2 ** 20,
};

export interface ServerOptions {
  readonly address: string;
  readonly port: number;
  /** Names and addresses by which browsers may ask for it. */
  readonly names: readonly string[];
  readonly certificate: ServerCertificate;
  /** Answers programs with tokens; absent: there is no programming interface. */
  readonly api?: Pick<App, 'withToken'>;
  readonly limits?: typeof SERVER_LIMITS;
  readonly log: (event: string, detail?: Readonly<Record<string, string | number>>) => void;
}

export interface RunningServer {
  readonly port: number;
  /** Refuses new requests, waits for those under way, and ends all connections. */
  close(): Promise<void>;
}

/** Listens on one address. Throws the system's error when it cannot. */
export async function startServer(
  app: Pick<App, 'away' | 'connect' | 'disconnect'>,
  options: ServerOptions,
): Promise<RunningServer> {
  const host = new NetworkHost(app, options);
  await host.listen();
  return host;
}

class NetworkHost implements RunningServer {
  readonly #options: ServerOptions;
  readonly #limits: typeof SERVER_LIMITS;
  readonly #metrics = new ServerMetrics();
  readonly #sessions: ServerSessions;
  readonly #api: Api | undefined;
  readonly #server: Server;
  readonly #sockets: WebSocketServer;
  readonly #byAddress = new Map<string, number>();
  readonly #alive = new WeakSet<WebSocket>();
  #timer: ReturnType<typeof setInterval> | undefined;
  #pending = 0;
  #stopping = false;
  port = 0;

  constructor(app: Pick<App, 'away' | 'connect' | 'disconnect'>, options: ServerOptions) {
    const limits = options.limits ?? SERVER_LIMITS;
    this.#options = options;
    this.#limits = limits;
    this.#sessions = new ServerSessions(app, (event, { client, person }) =>
      options.log(event, { address: client.options.address ?? '', person: person?.name ?? '' }),
    );
    this.#api =
      options.api &&
      new Api(options.api, {
        ...{ limits, metrics: this.#metrics, log: options.log },
        refuse: (why, address) => this.#refuse(why, address),
      });
    this.#sockets = new WebSocketServer({
      noServer: true,
      maxPayload: MAX_MESSAGE,
      handleProtocols: () => PROTOCOL,
    });
    this.#server = createServer(
      {
        cert: options.certificate.cert,
        key: options.certificate.key,
        minVersion: 'TLSv1.2',
        handshakeTimeout: limits.handshakeMs,
        headersTimeout: limits.headersMs,
        requestTimeout: limits.requestMs,
        keepAliveTimeout: limits.idleMs,
        connectionsCheckingInterval: Math.min(limits.headersMs, 5_000),
      },
      (request, response) =>
        void this.#serve(request, response).catch((error: unknown) => {
          console.error('https:', error);
          response.destroy();
        }),
    );
    this.#server.maxConnections = limits.connections;
  }

  async listen(): Promise<void> {
    const { address, port } = this.#options;
    await new Promise<void>((listening, failed) => {
      this.#server.once('error', failed);
      this.#server.listen(port, address, listening);
    });
    // safe: a listening TCP server has an AddressInfo
    this.port = (this.#server.address() as AddressInfo).port;
    this.#server.on('error', (error) => console.error('https server:', error));
    this.#server.on('connection', (socket) => this.#count(socket));
    this.#server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
    this.#timer = setInterval(() => this.#check(), this.#limits.pingMs);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#timer);
    const closed = new Promise((done) => this.#server.close(done));
    const end = performance.now() + this.#limits.stopMs;
    const busy = () => this.#pending + (this.#api?.pending ?? 0) > 0;
    while (busy() && performance.now() < end) await new Promise((later) => setTimeout(later, 20));
    for (const socket of this.#sockets.clients) socket.close(1001, 'server stops');
    this.#server.closeIdleConnections();
    setTimeout(() => this.#server.closeAllConnections(), 500).unref();
    for (const socket of this.#sockets.clients) setTimeout(() => socket.terminate(), 500).unref();
    await closed;
  }

  /** Ends a connection when its address has too many. */
  #count(socket: Duplex & { readonly remoteAddress?: string | undefined }): void {
    const address = socket.remoteAddress ?? '';
    const open = (this.#byAddress.get(address) ?? 0) + 1;
    this.#byAddress.set(address, open);
    socket.once('close', () => {
      const left = (this.#byAddress.get(address) ?? 1) - 1;
      if (left === 0) this.#byAddress.delete(address);
      else this.#byAddress.set(address, left);
    });
    if (open <= this.#limits.connectionsOfAddress) return;
    this.#refuse('connections', address);
    socket.destroy();
  }

  #refuse(why: string, address: string | undefined): void {
    this.#metrics.refused(why);
    this.#options.log('refused', { why, address: address ?? '' });
  }

  /** Returns why a request is refused: its Host or Origin is not this server's. */
  #foreign({ headers }: IncomingMessage, needsOrigin: boolean): 'host' | 'origin' | undefined {
    const hosts = this.#options.names.flatMap((name) => {
      const written = name.includes(':') ? `[${name}]` : name;
      return this.port === 443 ? [written, `${written}:443`] : [`${written}:${this.port}`];
    });
    if (!hosts.includes(headers.host?.toLowerCase() ?? '')) return 'host';
    if (headers.origin === undefined) return needsOrigin ? 'origin' : undefined;
    return headers.origin.toLowerCase() === `https://${headers.host?.toLowerCase()}` ? undefined : 'origin';
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const say = (
      status: number,
      body: string | Buffer,
      type = 'text/plain; charset=utf-8',
      cache = 'no-store',
    ) =>
      void response
        .writeHead(status, { ...SECURITY_HEADERS, 'content-type': type, 'cache-control': cache })
        .end(body);
    const { method, headers, socket } = request;
    const foreign = this.#foreign(request, false);
    if (foreign !== undefined) {
      this.#refuse(foreign, socket.remoteAddress);
      return say(403, `foreign ${foreign}`);
    }
    const url = URL.parse(request.url ?? '/', 'https://server');
    if (url !== null && this.#api?.serves(url.pathname) === true && !this.#stopping)
      return this.#api.answer(request, response, url);
    if (Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined) {
      this.#refuse('body', socket.remoteAddress);
      response.shouldKeepAlive = false;
      say(413, 'no request has a body');
      return void response.once('finish', () => socket.destroy());
    }
    if (url === null) return say(400, 'bad address');
    const path = url.pathname;
    // Pages ask whether they need a token, as they do on the machine itself: here people sign in.
    if (path === '/session' && method === 'POST') return say(200, '');
    if (method !== 'GET') return say(405, 'GET only');
    if (path === '/health') return say(this.#stopping ? 503 : 200, this.#stopping ? 'stopping\n' : 'ok\n');
    if (path === '/metrics') return say(200, this.#measured(), 'text/plain; version=0.0.4');
    const file = await staticFile(path);
    if (file === undefined) return say(404, 'not found');
    say(200, file.body, file.type, 'no-cache');
  }

  #measured(): string {
    const connections = this.#sockets.clients.size;
    return this.#metrics.text({ connections, signedIn: this.#sessions.signedIn });
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy()); // a client that resets the connection
    const foreign = request.url === '/ws' ? this.#foreign(request, true) : 'path';
    if (foreign !== undefined || this.#stopping) {
      this.#refuse(foreign ?? 'stopping', request.socket.remoteAddress);
      socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n', () => socket.destroy());
      return;
    }
    this.#sockets.handleUpgrade(request, socket, head, (window) => this.#welcome(request, window));
  }

  #welcome(request: IncomingMessage, window: WebSocket): void {
    const protocols = request.headers['sec-websocket-protocol'] ?? '';
    const address = request.socket.remoteAddress ?? '';
    const visit = this.#sessions.enter(protocols, address, window);
    this.#limitVisitor(request, window, visit);
    this.#alive.add(window);
    window.on('pong', () => this.#alive.add(window));
    window.on('close', () => this.#sessions.leave(visit, window));
    serveFrames(visit.client, window, {
      maxPending: this.#limits.pending,
      began: (method) => {
        this.#pending++;
        const ended = this.#metrics.request(method, Object.hasOwn(contract, method));
        return (code) => {
          this.#pending--;
          ended(code);
        };
      },
    });
  }

  /** Cuts off whoever sends long messages without having signed in; the bytes would wait in memory for their end. */
  #limitVisitor({ socket }: IncomingMessage, window: WebSocket, visit: Visit): void {
    let unread = 0;
    window.on('message', () => {
      unread = 0;
    });
    socket.on('data', (chunk: Buffer) => {
      if (visit.key !== undefined) return;
      unread += chunk.length;
      if (unread <= this.#limits.visitorBytes) return;
      this.#refuse('long message', socket.remoteAddress);
      window.terminate();
    });
  }

  /** Ends connections whose other end is gone, so that nobody seems to be there who is not. */
  #check(): void {
    for (const window of this.#sockets.clients) {
      if (this.#alive.delete(window)) window.ping();
      else window.terminate();
    }
    this.#sessions.sweep();
  }
}
