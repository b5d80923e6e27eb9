/** A window of a browser on the network, as the server sees it. */
import { once } from 'node:events';
import WebSocket, { type ClientOptions } from 'ws';
import type { In, Method, Out } from '../../shared/contract/index.ts';
import { PASSWORD } from './passwords.ts';

interface Reply {
  readonly ok: boolean;
  readonly value?: unknown;
  readonly error?: { readonly code: string };
}

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

  /** Calls back with the data of each event of this name. */
  onEvent(event: string, callback: (data: unknown) => void): void {
    this.socket.on('message', (data) => {
      const frame = JSON.parse(String(data));
      if (frame.event === event) callback(frame.data);
    });
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

export const address = (origin: string) => `${origin.replace('https', 'wss')}/ws`;
const options = (origin: string): ClientOptions => ({ origin, rejectUnauthorized: false });
