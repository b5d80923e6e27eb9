/** Every text, list and record of a request has a limit, and what is over it is refused by either host. */
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { startBrowserHost } from '../../../main/hosts/browser.ts';
import { App } from '../../../main/ipc/app.ts';
import { contract } from '../../../shared/contract/index.ts';
import type { Reply } from '../../../shared/result.ts';
import { oneOver, type Place, placesOf } from '../../helpers/contract-limits.ts';
import { FakeChild } from '../../helpers/fake-child.ts';
import { sessionProtocols } from '../../helpers/host-session.ts';
import { temporaryDir } from '../../helpers/workspace.ts';

type Ask = (method: string, input: unknown) => Promise<Reply<unknown>>;

const all = Object.entries(contract).flatMap(([method, { input }]) =>
  placesOf(input).map((place) => ({ method, input, place })),
);

const places = all.filter(({ place }) => place.max !== null);

async function startApp(): Promise<App> {
  const dir = temporaryDir();
  const where = { dir: join(dir, 'workspace'), configDir: join(dir, 'config') };
  const app = new App({ host: 'browser', ...where, spawn: () => new FakeChild(1), checkOutput: true });
  await app.start();
  onTestFinished(() => app.stop());
  return app;
}

/** Asks over the WebSocket of the browser host, as a window does. */
async function overSocket(app: App): Promise<Ask> {
  const host = await startBrowserHost(() => app);
  onTestFinished(() => host.close());
  const protocols = await sessionProtocols(host.url);
  const socket = new WebSocket(`${host.origin.replace('http', 'ws')}/ws`, protocols, { origin: host.origin });
  await once(socket, 'open');
  return async (method, input) => {
    socket.send(JSON.stringify({ id: 1, method, input }));
    for (;;) {
      const [data] = await once(socket, 'message');
      const frame = JSON.parse(String(data));
      if (frame.id === 1) return frame.reply;
    }
  };
}

const name = (method: string, { path }: Place): string => `${method}${path}`;

describe('inputs of the contract', () => {
  it('have no text, list, record or count without a limit', () => {
    const unlimited = all.filter(({ place }) => place.max === null);
    expect(unlimited.map(({ method, place }) => `${name(method, place)} ${place.kind}`)).toEqual([]);
    expect(all.length).toBeGreaterThan(300);
  });

  it.each([
    [
      'the handler of a window',
      async (app: App): Promise<Ask> =>
        (method, input) =>
          app.invoke(method, input) as Promise<Reply<unknown>>,
    ],
    ['the browser host', overSocket],
  ])('are refused over the limit of each place by %s', async (_host, connect) => {
    const ask = await connect(await startApp());
    for (const { method, input, place } of places) {
      const reply = await ask(method, oneOver(input, place));
      expect(reply, name(method, place)).toMatchObject({ ok: false, error: { code: 'bad-request' } });
      const said = JSON.stringify(reply);
      expect(said.length, name(method, place)).toBeLessThan(10_000);
      expect(said, name(method, place)).toMatch(/Too big|at most|Invalid key/);
    }
    expect(await ask('app.info', {})).toMatchObject({ ok: true });
  });
});
