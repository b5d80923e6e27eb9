/**
 * TLS connections to servers by the fingerprint of their certificate. Self-made certificates are the rule, so no
 * authority, name or date decides, but whether the certificate is the one that a person compared. Nothing is written
 * to a connection before that is known.
 */
import { request } from 'node:http';
import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import WebSocket from 'ws';
import { SERVER_PORT } from '../../shared/domain/server.ts';
import { AppError } from '../../shared/result.ts';
import type { Socket } from '../../shared/socket-bridge.ts';
import { PROTOCOL } from './frames.ts';

const CONNECT_MS = 10_000;
/** Longest time without a ping of the server, which sends one every 20 s. */
const SILENT_MS = 65_000;
/** Longest message from a server, as long as the server takes from a window. */
const MAX_PAYLOAD = 512 * 1024 * 1024;

/** Returns `https://host:port` of an address as people type it. Throws `bad-request`. */
export function serverOrigin(typed: string): string {
  const bare = typed.trim().replace(/^https?:\/\//i, '');
  // As http, in which the port 443 is not left out.
  const url = URL.parse(`http://${bare}`);
  if (url === null || url.hostname === '' || url.username !== '' || !/^[^/?#]+\/*$/.test(bare))
    throw new AppError('bad-request', 'servers.no-address', { address: typed });
  return `https://${url.hostname}:${url.port === '' ? SERVER_PORT : url.port}`;
}

/** Returns the fingerprint of the certificate at `origin`, once a Meridian has answered there. Throws `io`. */
export async function askCertificate(origin: string): Promise<string> {
  const socket = await connectTls(origin);
  const fingerprint = fingerprintOf(socket);
  try {
    const { status, body } = await askHealth(origin, socket);
    if (status === 403)
      throw new AppError(
        'forbidden',
        'servers.other-name',
        { address: origin },
        { hint: 'hint.server-name' },
      );
    if (status !== 200 || body !== 'ok\n')
      throw new AppError('io', 'servers.no-meridian', { address: origin }, { hint: 'hint.check-server' });
    return fingerprint;
  } finally {
    socket.destroy();
  }
}

function askHealth(
  origin: string,
  socket: TLSSocket,
): Promise<{ readonly status: number; readonly body: string }> {
  const { host } = new URL(origin);
  return new Promise((done, failed) => {
    const asked = request({
      ...{ path: '/health', headers: { host }, signal: AbortSignal.timeout(CONNECT_MS) },
      createConnection: () => socket,
    });
    asked.on('error', (error) => failed(unreachable(origin, error)));
    asked.on('response', (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
        if (body.length > 1000) asked.destroy();
      });
      response.on('close', () => done({ status: response.statusCode ?? 0, body }));
    });
    asked.end();
  });
}

/** Connects without sending anything but TLS' own handshake. Throws `io`. */
function connectTls(origin: string): Promise<TLSSocket> {
  const { hostname, port } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((done, failed) => {
    const socket = connect({
      ...{ host, port: Number(port === '' ? 443 : port), minVersion: 'TLSv1.2' },
      ...(isIP(host) === 0 ? { servername: host } : {}),
      rejectUnauthorized: false, // the fingerprint decides
    });
    const end = setTimeout(() => socket.destroy(new Error('timeout')), CONNECT_MS);
    socket.once('secureConnect', () => {
      clearTimeout(end);
      done(socket);
    });
    socket.once('error', (error) => {
      clearTimeout(end);
      failed(unreachable(origin, error));
    });
  });
}

function unreachable(address: string, error: Error): AppError {
  const reason = 'code' in error && typeof error.code === 'string' ? error.code : error.message;
  return new AppError(
    'io',
    'servers.unreachable',
    { address, reason },
    { cause: error, hint: 'hint.check-server' },
  );
}

const fingerprintOf = (socket: TLSSocket): string => socket.getPeerX509Certificate()?.fingerprint256 ?? '';

export interface PinnedServer {
  /** `https://host:port`. */
  readonly address: string;
  readonly fingerprint: string;
}

type Listener = (event: { readonly data: unknown }) => void;

/** A WebSocket of a server that shows the pinned certificate; any other is closed before anything is sent. */
export class PinnedSocket implements Socket {
  readonly #listeners: Record<'open' | 'close' | 'message', Listener[]> = {
    open: [],
    close: [],
    message: [],
  };
  #socket: WebSocket | undefined;
  #closed = false;
  /** Why the connection could not be made. */
  failure: AppError | undefined;

  /** @param secret of the session, offered as a subprotocol */
  constructor(server: PinnedServer, secret: string | null) {
    this.#connect(server, secret).catch((error: unknown) => {
      this.failure = error instanceof AppError ? error : unreachable(server.address, error as Error); // safe: thrown by Node
      this.#end();
    });
  }

  async #connect({ address, fingerprint }: PinnedServer, secret: string | null): Promise<void> {
    const connection = await connectTls(address);
    if (fingerprintOf(connection) !== fingerprint) {
      connection.destroy();
      throw new AppError(
        'forbidden',
        'servers.other-certificate',
        { address, fingerprint: fingerprintOf(connection) || '?' },
        { hint: 'hint.ask-about-certificate' },
      );
    }
    if (this.#closed) return void connection.destroy();
    const socket = new WebSocket(`${address.replace(/^https/, 'wss')}/ws`, [PROTOCOL, secret ?? []].flat(), {
      ...{ origin: address, handshakeTimeout: CONNECT_MS, maxPayload: MAX_PAYLOAD },
      createConnection: () => connection,
    });
    this.#socket = socket;
    const silent = setTimeout(() => socket.terminate(), SILENT_MS);
    socket.on('ping', () => silent.refresh());
    socket.on('open', () => this.#tell('open', undefined));
    socket.on('message', (data) => this.#tell('message', String(data)));
    socket.on('error', (error) => {
      this.failure = unreachable(address, error);
    });
    socket.on('close', () => {
      clearTimeout(silent);
      this.#end();
    });
  }

  send(data: string): void {
    this.#socket?.send(data);
  }

  close(): void {
    this.#closed = true;
    this.#socket?.close();
  }

  addEventListener(type: 'open' | 'close', listener: () => void): void;
  addEventListener(type: 'message', listener: Listener): void;
  addEventListener(type: 'open' | 'close' | 'message', listener: Listener): void {
    this.#listeners[type].push(listener);
  }

  #end(): void {
    this.#tell('close', undefined);
  }

  #tell(type: 'open' | 'close' | 'message', data: unknown): void {
    for (const listener of this.#listeners[type]) listener({ data });
  }
}
