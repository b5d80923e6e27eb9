/** Chooses the bridge of this window: the preload's under Electron, else a WebSocket to the page's own origin. */
import type { Bridge } from '../../shared/contract/index.ts';
import { createStore, type Store } from '../lib/store.ts';
import { hasSession, keepSecret, keptSecret } from './session-secret.ts';
import { type Connection, createSocketBridge, refusingBridge } from './socket-bridge.ts';

export interface Transport {
  readonly bridge: Bridge;
  readonly connection: Store<Connection>;
}

async function createTransport(): Promise<Transport> {
  if (window.meridian !== undefined)
    return { bridge: window.meridian, connection: createStore<Connection>('open') };
  const url = new URL('/ws', window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const open = () => new WebSocket(url, ['meridian', keptSecret() ?? []].flat());
  const bridge = (await hasSession()) ? createSocketBridge(open, keepSecret) : refusingBridge();
  return { bridge, connection: bridge.connection };
}

export const transport: Transport = await createTransport();
