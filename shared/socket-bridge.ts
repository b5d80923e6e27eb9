/** Requests and events as JSON frames over one WebSocket, reconnecting with back-off: of a browser's window, or of the app to a server. */
import type { Bridge } from './contract/index.ts';
import { message } from './messages/message.ts';
import type { AppErrorData } from './result.ts';

export type Connection = 'connecting' | 'open' | 'lost';

/** The part of WebSocket that is used here, so that tests can play the other end. */
export interface Socket {
  send(data: string): void;
  close(): void;
  addEventListener(type: 'open' | 'close', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

export interface SocketBridge extends Bridge {
  /** Closes the connection for good. */
  close(): void;
}

export interface SocketBridgeOptions {
  readonly open: () => Socket;
  /** Is told the state of the connection. */
  readonly connection: { get(): Connection; set(state: Connection): void };
  readonly later: (work: () => void, ms: number) => void;
  /** Keeps the secret of the session, which a server sends at signing in; null after signing out. */
  readonly keepSecret?: (secret: string | null) => void;
}

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 5000;

const LOST: AppErrorData = {
  code: 'engine-down',
  message: message('connection.lost'),
  kept: message('kept.screen'),
  hint: message('hint.reconnects'),
};
const LOST_REPLY = { ok: false, error: LOST };

interface Pending {
  readonly frame: string;
  readonly resolve: (reply: unknown) => void;
}

/**
 * Calls made before the first connection wait for it. When a connection is lost its pending calls are answered with
 * an `engine-down` error, and so are new ones until it is back: a reply may have been lost, and the caller must know.
 */
export function createSocketBridge(options: SocketBridgeOptions): SocketBridge {
  const { open, connection, later, keepSecret } = options;
  const pending = new Map<number, Pending>();
  const listeners = new Map<string, Set<(data: unknown) => void>>();
  let socket: Socket | null = null;
  let opening: Socket | null = null;
  let nextId = 1;
  let delay = FIRST_DELAY_MS;
  let ended = false;

  const receive = (data: unknown): void => {
    const frame = parseFrame(data);
    if (frame === null) return;
    if ('session' in frame) return keepSecret?.(frame.session);
    if ('event' in frame) {
      for (const listener of [...(listeners.get(frame.event) ?? [])]) listener(frame.data);
      return;
    }
    pending.get(frame.id)?.resolve(frame.reply);
    pending.delete(frame.id);
  };

  const connect = (): void => {
    if (ended) return;
    const opened = open();
    opening = opened;
    opened.addEventListener('open', () => {
      socket = opened;
      delay = FIRST_DELAY_MS;
      for (const { frame } of pending.values()) opened.send(frame);
      connection.set('open');
    });
    opened.addEventListener('message', (event) => receive(event.data));
    opened.addEventListener('close', () => {
      socket = null;
      connection.set('lost');
      for (const { resolve } of pending.values()) resolve(LOST_REPLY);
      pending.clear();
      later(connect, delay);
      delay = Math.min(delay * 2, LONGEST_DELAY_MS);
    });
  };
  connect();

  return {
    host: 'browser',
    close() {
      ended = true;
      opening?.close();
    },
    invoke(method, input) {
      if (connection.get() === 'lost') return Promise.resolve(LOST_REPLY);
      const id = nextId++;
      const frame = JSON.stringify({ id, method, input });
      return new Promise((resolve) => {
        pending.set(id, { frame, resolve });
        socket?.send(frame);
      });
    },
    on(event, callback) {
      const callbacks = listeners.get(event) ?? new Set();
      listeners.set(event, callbacks.add(callback));
      return () => void callbacks.delete(callback);
    },
  };
}

type Frame =
  | { readonly session: string | null }
  | { readonly id: number; readonly reply: unknown }
  | { readonly event: string; readonly data: unknown };

/** Null for anything that is neither a reply, a push nor a secret. */
function parseFrame(data: unknown): Frame | null {
  if (typeof data !== 'string') return null;
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  if ('session' in value && (typeof value.session === 'string' || value.session === null))
    return { session: value.session };
  if ('event' in value && typeof value.event === 'string')
    return { event: value.event, data: 'data' in value ? value.data : undefined };
  if ('id' in value && typeof value.id === 'number' && 'reply' in value)
    return { id: value.id, reply: value.reply };
  return null;
}
