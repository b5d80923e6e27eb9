import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Connection, createSocketBridge, type Socket } from '../../shared/socket-bridge.ts';

/** The other end of the wire. */
class FakeSocket implements Socket {
  readonly sent: { id: number; method: string; input: unknown }[] = [];
  readonly #open: (() => void)[] = [];
  readonly #close: (() => void)[] = [];
  readonly #message: ((event: { readonly data: unknown }) => void)[] = [];

  send(data: string): void {
    this.sent.push(JSON.parse(data));
  }

  addEventListener(
    type: 'open' | 'close' | 'message',
    listener: (event: { readonly data: unknown }) => void,
  ): void {
    if (type === 'message') this.#message.push(listener);
    else (type === 'open' ? this.#open : this.#close).push(() => listener({ data: undefined }));
  }

  open(): void {
    for (const listener of this.#open) listener();
  }

  close(): void {
    for (const listener of this.#close) listener();
  }

  push(data: unknown): void {
    for (const listener of this.#message)
      listener({ data: typeof data === 'string' ? data : JSON.stringify(data) });
  }
}

function setUp() {
  const sockets: FakeSocket[] = [];
  let state: Connection = 'connecting';
  const connection = {
    get: () => state,
    set: (next: Connection) => {
      state = next;
    },
  };
  const open = () => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket;
  };
  const later = (work: () => void, ms: number) => void setTimeout(work, ms);
  return { bridge: createSocketBridge({ open, connection, later }), connection, sockets };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('createSocketBridge', () => {
  it('matches replies to calls whatever their order', async () => {
    const { bridge, sockets } = setUp();
    sockets[0]!.open();
    const first = bridge.invoke('a', 1);
    const second = bridge.invoke('b', 2);
    expect(sockets[0]!.sent.map(({ method, input }) => [method, input])).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    const [a, b] = sockets[0]!.sent;
    sockets[0]!.push({ id: b!.id, reply: 'for b' });
    sockets[0]!.push({ id: a!.id, reply: 'for a' });
    expect(await first).toBe('for a');
    expect(await second).toBe('for b');
  });

  it('keeps calls made before the first connection', async () => {
    const { bridge, connection, sockets } = setUp();
    const call = bridge.invoke('app.info', {});
    expect(sockets[0]!.sent).toEqual([]);
    sockets[0]!.open();
    expect(connection.get()).toBe('open');
    sockets[0]!.push({ id: sockets[0]!.sent[0]!.id, reply: 'here' });
    expect(await call).toBe('here');
  });

  it('answers pending and new calls with an error when the connection is lost', async () => {
    const { bridge, connection, sockets } = setUp();
    sockets[0]!.open();
    const pending = bridge.invoke('docs.list', {});
    sockets[0]!.close();
    expect(connection.get()).toBe('lost');
    const lost = { ok: false, error: { code: 'engine-down' } };
    expect(await pending).toMatchObject(lost);
    expect(await bridge.invoke('docs.list', {})).toMatchObject(lost);
  });

  it('reconnects, waiting longer each time, and works again', async () => {
    const { bridge, connection, sockets } = setUp();
    sockets[0]!.open();
    sockets[0]!.close();
    await vi.advanceTimersByTimeAsync(250);
    expect(sockets).toHaveLength(2);
    sockets[1]!.close();
    await vi.advanceTimersByTimeAsync(499);
    expect(sockets).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(sockets).toHaveLength(3);
    sockets[2]!.open();
    expect(connection.get()).toBe('open');
    const call = bridge.invoke('x', {});
    sockets[2]!.push({ id: sockets[2]!.sent[0]!.id, reply: 1 });
    expect(await call).toBe(1);
  });

  it('hands pushes to those who listen, also after a reconnection', async () => {
    const { bridge, sockets } = setUp();
    const seen: unknown[] = [];
    const stop = bridge.on('job.changed', (data) => seen.push(data));
    sockets[0]!.open();
    sockets[0]!.push({ event: 'job.changed', data: 1 });
    sockets[0]!.push({ event: 'kg.changed', data: 2 });
    sockets[0]!.close();
    await vi.advanceTimersByTimeAsync(250);
    sockets[1]!.open();
    sockets[1]!.push({ event: 'job.changed', data: 3 });
    stop();
    sockets[1]!.push({ event: 'job.changed', data: 4 });
    expect(seen).toEqual([1, 3]);
  });

  it('ignores frames that are none', () => {
    const { sockets } = setUp();
    sockets[0]!.open();
    for (const junk of [
      'not json',
      '1',
      'null',
      '{}',
      '{"id":"x","reply":1}',
      '{"event":5}',
      '{"id":99,"reply":1}',
    ]) {
      expect(() => sockets[0]!.push(junk)).not.toThrow();
    }
  });
});
