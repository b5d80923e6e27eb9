/** Chooses the bridge of this window: the preload's under Electron, else a WebSocket to the page's own origin. */
import type { Bridge } from '../../shared/contract/index.ts';
import { ServersStatus } from '../../shared/domain/server.ts';
import { message } from '../../shared/messages/message.ts';
import type { AppErrorData } from '../../shared/result.ts';
import { type Connection, createSocketBridge } from '../../shared/socket-bridge.ts';
import { createStore, type Store } from '../lib/store.ts';
import { hasSession, keepSecret, keptSecret } from './session-secret.ts';

export interface Transport {
  readonly bridge: Bridge;
  /** Connection to the workspace on screen: lost too when this program loses the server that it relays. */
  readonly connection: Store<Connection>;
  /** The server in use, and those known; `undefined` until the host has said. */
  readonly servers: Store<ServersStatus | undefined>;
}

const NO_SESSION: AppErrorData = {
  code: 'forbidden',
  message: message('connection.no-session'),
  hint: message('hint.open-printed-address'),
};

/** Returns the bridge of a page that the host does not know: every call is refused. */
const refusingBridge = (): Bridge => ({
  host: 'browser',
  invoke: () => Promise.resolve({ ok: false, error: NO_SESSION }),
  on: () => () => undefined,
});

async function createTransport(): Promise<Transport> {
  const host = createStore<Connection>(window.meridian === undefined ? 'connecting' : 'open');
  const bridge = window.meridian ?? (await socketBridge(host));
  const servers = createStore<ServersStatus | undefined>(undefined);
  const connection = createStore<Connection>(host.get());
  const follow = (): void => {
    const state = servers.get()?.current?.state;
    connection.set(host.get() === 'open' && state !== undefined && state !== 'open' ? 'lost' : host.get());
  };
  host.subscribe(follow);
  servers.subscribe(follow);
  const learn = (status: unknown): void => {
    const { success, data } = ServersStatus.safeParse(status);
    if (!success) return;
    const before = servers.get();
    servers.set(data);
    // The window shows the workspace that it was opened with.
    if (before !== undefined && before.current?.address !== data.current?.address) window.location.reload();
  };
  bridge.on('servers.changed', learn);
  void bridge.invoke('servers.status', {}).then((reply) => {
    if (typeof reply === 'object' && reply !== null && 'value' in reply) learn(reply.value);
  });
  return { bridge, connection, servers };
}

async function socketBridge(connection: Store<Connection>): Promise<Bridge> {
  const url = new URL('/ws', window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  if (!(await hasSession())) {
    connection.set('lost');
    return refusingBridge();
  }
  return createSocketBridge({
    open: () => new WebSocket(url, ['meridian', keptSecret() ?? []].flat()),
    connection,
    later: (work, ms) => void setTimeout(work, ms),
    keepSecret,
  });
}

export const transport: Transport = await createTransport();
