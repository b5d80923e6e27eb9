/** A server on loopback for tests, and windows that speak to it over its WebSocket. */
import { once } from 'node:events';
import { request } from 'node:https';
import { onTestFinished } from 'vitest';
import WebSocket, { type ClientOptions } from 'ws';
import { ownCertificate } from '../../main/hosts/certificate.ts';
import { type RunningServer, SERVER_LIMITS, startServer } from '../../main/hosts/server.ts';
import type { App } from '../../main/ipc/app.ts';
import type { In, Method, Out } from '../../shared/contract/index.ts';
import { PASSWORD } from './accounts.ts';
import { temporaryDir } from './workspace.ts';

/** Lines that a server logged, as `event detail`. */
export interface TestServer extends RunningServer {
  readonly origin: string;
  readonly logged: string[];
}

export async function startTestServer(
  app: Pick<App, 'connect' | 'disconnect'>,
  limits: Partial<typeof SERVER_LIMITS> = {},
): Promise<TestServer> {
  const logged: string[] = [];
  const names = ['127.0.0.1'];
  const running = await startServer(app, {
    ...{ address: '127.0.0.1', port: 0, names, limits: { ...SERVER_LIMITS, ...limits } },
    certificate: await ownCertificate(temporaryDir(), names),
    log: (event, detail) => logged.push(`${event} ${JSON.stringify(detail ?? {})}`),
  });
  const { port } = running;
  const server = { port, origin: `https://127.0.0.1:${port}`, logged, close: () => running.close() };
  onTestFinished(() => server.close());
  return server;
}

interface Reply {
  readonly ok: boolean;
  readonly value?: unknown;
  readonly error?: { readonly code: string };
}

/** A window of a browser on the network. */
export class RemoteWindow {
  readonly socket: WebSocket;
  /** The secret that the server gave last. */
  secret: string | null = null;
  readonly events: { readonly event: string; readonly data: unknown }[] = [];
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  readonly #listeners = new Set<() => void>();
  #next = 1;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('error', () => undefined);
    socket.on('close', () => {
      for (const answer of this.#waiting.values()) answer({ ok: false, error: { code: 'closed' } });
    });
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data));
      if ('session' in frame) this.secret = frame.session;
      else if ('event' in frame) this.events.push(frame);
      else {
        this.#waiting.get(frame.id)?.(frame.reply);
        this.#waiting.delete(frame.id);
      }
      for (const heard of this.#listeners) heard();
    });
  }

  static async open(origin: string, secret?: string): Promise<RemoteWindow> {
    const protocols = ['meridian', ...(secret === undefined ? [] : [secret])];
    const window = new RemoteWindow(new WebSocket(address(origin), protocols, options(origin)));
    await once(window.socket, 'open');
    return window;
  }

  static async signedIn(origin: string, name: string): Promise<RemoteWindow> {
    const window = await RemoteWindow.open(origin);
    await window.ask('account.signIn', { name, password: PASSWORD });
    return window;
  }

  /** Sends a request of any shape and returns its reply. */
  send(method: string, input: unknown): Promise<Reply> {
    const id = this.#next++;
    this.socket.send(JSON.stringify({ id, method, input }));
    return new Promise((answer) => this.#waiting.set(id, answer));
  }

  /** Returns the answer; throws the code of a refusal. */
  async ask<M extends Method>(method: M, input: In<M>): Promise<Out<M>> {
    const reply = await this.send(method, input);
    if (!reply.ok) throw new Error(`${method}: ${reply.error?.code}`);
    return reply.value as Out<M>; // safe: the server answers with this method's output
  }

  async code(method: string, input: unknown = null): Promise<string> {
    const reply = await this.send(method, input);
    return reply.ok ? 'ok' : (reply.error?.code ?? '');
  }

  /** Settles once an event of this name has come, also before. */
  heard(event: string): Promise<unknown> {
    return new Promise((done) => {
      const look = () => {
        const found = this.events.find((one) => one.event === event);
        if (found === undefined) return;
        this.#listeners.delete(look);
        done(found.data);
      };
      this.#listeners.add(look);
      look();
    });
  }

  async closed(): Promise<number> {
    const [code] = await once(this.socket, 'close');
    return Number(code);
  }
}

const address = (origin: string) => `${origin.replace('https', 'wss')}/ws`;
const options = (origin: string): ClientOptions => ({ origin, rejectUnauthorized: false });

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
