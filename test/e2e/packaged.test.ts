/** The unpacked app as `npm run dist:dir` makes it: it works, and its binary and window are hardened. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FuseState, getCurrentFuseWire } from '@electron/fuses';
import type { Download } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FUSES } from '../../main/fuses.ts';
import { appRoot } from '../../main/resources.ts';
import { ELECTRON } from '../helpers/app.ts';
import { newHome, startApp } from '../helpers/e2e.ts';
import {
  ask,
  mentionCount,
  openFromList,
  skipTour,
  waitForHighlights,
  waitForSuggestions,
} from '../helpers/screen.ts';
import { runReaches, startSmallRun } from '../helpers/train-in-app.ts';

const here = ELECTRON !== '' && process.platform === 'linux';
const out = mkdtempSync(join(tmpdir(), 'meridian-packaged-'));
const folder = join(out, 'linux-unpacked');
const binary = join(folder, 'meridian');
afterAll(() => rmSync(out, { recursive: true, force: true }));

describe.skipIf(!here)('the packaged app', { tags: ['long'] }, () => {
  beforeAll(async () => {
    const { VITEST: _vitest, ...env } = process.env; // the build's configuration stands aside for Vitest
    await promisify(execFile)(process.execPath, [join(appRoot, 'main', 'dist.ts'), '--dir', '--out', out], {
      cwd: appRoot,
      env: { ...env, ELECTRON_OVERRIDE_DIST_PATH: join(ELECTRON, '..') },
    });
  });

  it('unpacks native code, finds its resources, opens a sample, shows highlights and trains', async () => {
    expect(existsSync(join(folder, 'resources', 'app.asar'))).toBe(true);
    const unpacked = join(folder, 'resources', 'app.asar.unpacked', 'node_modules');
    expect(existsSync(join(unpacked, 'better-sqlite3'))).toBe(true);
    expect(readdirSync(join(unpacked, 'onnxruntime-node', 'bin', 'napi-v6'))).toEqual(['linux']);
    const home = newHome();
    const { page } = await startApp('electron', home, { electron: [binary] });
    await waitForHighlights(page);
    await waitForSuggestions(page);
    await skipTour(page);
    await openFromList(page, '样例 脑梗死');
    await waitForHighlights(page);
    expect(await mentionCount(page)).toBeGreaterThan(100);
    const { host, engine, workspace } = await ask(page, 'app.info', {});
    expect({ host, state: engine.state, path: workspace.path }).toEqual({
      host: 'electron',
      state: 'ready',
      path: home.workspace,
    });
    await runReaches(page, await startSmallRun(page, 2), 'finished');
    expect((await ask(page, 'deid.preview', { text: '姓名：王建国' })).findings).toHaveLength(1);
    // Nothing of Node reaches the page.
    expect(
      await page.evaluate(() => ['require', 'process', 'module', 'Buffer'].filter((name) => name in window)),
    ).toEqual([]);
  });

  it('has every fuse of its binary set', async () => {
    const wire: Record<string, unknown> = { ...(await getCurrentFuseWire(binary)) };
    const { version: _version, strictlyRequireAllFuses: _strict, ...wanted } = FUSES;
    const states = Object.entries(wanted).map(([fuse, on]) => [
      fuse,
      on ? FuseState.ENABLE : FuseState.DISABLE,
    ]);
    const set = Object.fromEntries(Object.entries(wire).filter(([fuse]) => /^\d+$/.test(fuse)));
    expect(set).toEqual(Object.fromEntries(states));
  });

  it('ignores ELECTRON_RUN_AS_NODE, NODE_OPTIONS and --inspect, in its background processes too', async () => {
    const home = newHome();
    const trace = join(home.dir, 'ran');
    const injected = join(home.dir, 'injected.cjs');
    writeFileSync(injected, `require('fs').appendFileSync(${JSON.stringify(trace)}, process.argv.join(' '))`);
    const port = await freePort();
    const { page } = await startApp('electron', home, {
      electron: [binary, `--inspect=127.0.0.1:${port}`],
      env: { ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: `--require=${injected}` },
    });
    await waitForHighlights(page);
    expect((await ask(page, 'app.info', {})).host).toBe('electron');
    expect(existsSync(trace) ? readFileSync(trace, 'utf8') : '').toBe('');
    await expect(fetch(`http://127.0.0.1:${port}/json/list`)).rejects.toThrow('fetch failed');
  });

  it('loads nothing but the archive', async () => {
    const home = newHome();
    const other = join(home.dir, 'other');
    writeFileSync(join(home.dir, 'package.json'), '{"main":"index.js"}');
    writeFileSync(join(home.dir, 'index.js'), `require('fs').writeFileSync(${JSON.stringify(other)}, '')`);
    const app = await startApp('electron', home, { electron: [binary, home.dir] });
    expect((await ask(app.page, 'app.info', {})).host).toBe('electron');
    expect(existsSync(other)).toBe(false);
  });

  it('gives its window no permission, no other page, no other window, no file and no download', async () => {
    const home = newHome();
    const { page } = await startApp('electron', home, { electron: [binary] });
    await waitForHighlights(page);
    await skipTour(page);
    const address = page.url();
    expect(address).toMatch(/^app:\/\/meridian\//);
    expect(
      await page.evaluate(async () => {
        const query = async (name: string) =>
          // safe: names that the type does not list are refused by a rejection
          (await navigator.permissions.query({ name: name as PermissionName })).state;
        const refused = (attempt: Promise<unknown>) =>
          attempt.then(
            () => 'allowed',
            () => 'refused',
          );
        return {
          geolocation: await query('geolocation'),
          notifications: await query('notifications'),
          camera: await refused(navigator.mediaDevices.getUserMedia({ video: true })),
          clipboard: await refused(navigator.clipboard.readText()),
          file: await refused(fetch('file:///etc/hostname')),
          elsewhere: await refused(fetch('http://127.0.0.1:9/')),
          window: String(window.open('app://meridian/', '_blank')),
        };
      }),
    ).toEqual({
      geolocation: 'denied',
      notifications: 'denied',
      camera: 'refused',
      clipboard: 'refused',
      file: 'refused',
      elsewhere: 'refused',
      window: 'null',
    });
    for (const target of [
      'file:///etc/hostname',
      'http://127.0.0.1:9/',
      'app://other/',
      'data:text/html,x',
    ]) {
      await page.evaluate((to) => void location.assign(to), target);
      await ask(page, 'app.info', {}); // the window still talks to its host
      expect(page.url()).toBe(address);
    }
    expect(page.context().pages()).toHaveLength(1);
  });

  it('downloads from its own memory only', async () => {
    const { page } = await startApp('electron', newHome(), { electron: [binary] });
    await waitForHighlights(page);
    await skipTour(page);
    const begun: Download[] = [];
    page.on('download', (download) => begun.push(download));
    await page.evaluate(() => {
      const save = (href: string, name: string) =>
        Object.assign(document.createElement('a'), { href, download: name }).click();
      save('data:application/octet-stream,x', 'foreign.bin');
      save('app://meridian/index.html', 'own-page.html');
      save(URL.createObjectURL(new Blob(['x'])), 'own.bin');
    });
    const own = (download: Download) => download.url().startsWith('blob:app://meridian/');
    await expect.poll(() => begun.some(own)).toBe(true);
    for (const download of begun) {
      const failure = await download.failure();
      expect([download.url(), failure === null]).toEqual([download.url(), own(download)]);
    }
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
