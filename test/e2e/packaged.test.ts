/** The app as `npm run dist` makes it: it works, its binary and window are hardened, its installers install. */
import { execFile } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { listPackage } from '@electron/asar';
import { FuseState, getCurrentFuseWire } from '@electron/fuses';
import type { Download } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { hasDpkg } from '../../main/packaging/deb.ts';
import { FUSES } from '../../main/packaging/fuses.ts';
import { appRoot, appVersion } from '../../main/resources.ts';
import { builtComponents } from '../../main/services/about/components.ts';
import { packUpdate } from '../../main/services/update/update-file.ts';
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
import { openWorkspace } from '../helpers/workspace.ts';

const run = promisify(execFile);
const here = ELECTRON !== '' && process.platform === 'linux';
const out = mkdtempSync(join(tmpdir(), 'meridian-packaged-'));
const folder = join(out, 'linux-unpacked');
const binary = join(folder, 'meridian');
/** File with the private key of these builds' updates. */
const updateKey = join(out, 'update-key');
afterAll(() => {
  rmSync(out, { recursive: true, force: true });
  rmSync(join(appRoot, 'dist', 'update-key.pem'), { force: true });
});

describe.skipIf(!here)('the packaged app', { tags: ['long'] }, () => {
  beforeAll(() => {
    writeFileSync(updateKey, ed25519());
    return dist(out);
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

describe.skipIf(!here || !hasDpkg())('its installers', { tags: ['long'] }, () => {
  const deb = join(out, `meridian_${appVersion()}_${process.arch === 'x64' ? 'amd64' : process.arch}.deb`);
  const archive = join(out, `meridian-${appVersion()}-linux-${process.arch}.tar.gz`);
  const isRoot = process.getuid?.() === 0;
  const canInstall = isRoot && !existsSync('/opt/Meridian') && !existsSync('/usr/bin/meridian');

  it(`${canInstall ? 'are installed' : 'are unpacked (not root, or Meridian is installed here)'}, run and are removed; data stay`, async () => {
    const root = canInstall ? '/' : join(out, 'installed');
    if (canInstall) {
      onTestFinished(async () => void (await run('dpkg', ['--purge', 'meridian'])));
      await run('dpkg', ['--install', deb]);
      expect((await run('dpkg', ['--verify', 'meridian'])).stdout).toBe('');
    } else await run('dpkg-deb', ['--extract', deb, root]);
    const home = newHome();
    const types = join('/usr', 'share', 'mime', 'globs2');
    if (canInstall && existsSync(types))
      expect(readFileSync(types, 'utf8')).toContain('application/x-meridian-project:*.meridian.jsonl');
    const installed = join(root, 'opt', 'Meridian', 'meridian');
    const { page, close } = await startApp('electron', home, { electron: [installed] });
    await waitForHighlights(page);
    await skipTour(page);
    await openFromList(page, '样例 脑梗死');
    await waitForHighlights(page);
    await close();
    if (!canInstall) return;
    const { DISPLAY: _display, ...env } = home.env;
    const found = await run('meridian', ['kg', 'search', '肺炎', '--limit=1'], { env });
    expect(found.stdout).toContain('肺炎');
    for (let i = 0; i < 20; i++)
      await expect(run('meridian', ['nonsense'], { env })).rejects.toMatchObject({ code: 2 });
    expect((await run('meridian', ['--version'], { env })).stdout).toContain(appVersion());
    await run('dpkg', ['--remove', 'meridian']);
    expect([existsSync('/opt/Meridian'), existsSync('/usr/bin/meridian')]).toEqual([false, false]);
    expect(existsSync(home.workspace)).toBe(true);
  });

  it.skipIf(!canInstall)(
    'install an update of their maker only; an older package keeps the data, and leaves those of a newer one alone',
    async () => {
      onTestFinished(async () => void (await run('dpkg', ['--purge', 'meridian'])));
      await run('dpkg', ['--install', deb]);
      const home = newHome();
      const { workspace, dir } = home;
      const { DISPLAY: _display, ...env } = home.env;
      const meridian = async (...args: string[]) => (await run('meridian', args, { env })).stdout;
      const installed = async () =>
        /^Version: (.*)$/m.exec((await run('dpkg', ['--status', 'meridian'])).stdout)?.[1];
      expect(await meridian('kg', 'search', '肺炎', '--limit=1')).toContain('肺炎');

      const version = '9.9.9';
      const installer = readFileSync(await withVersion(deb, version, dir));
      const update = { version, architecture: process.arch === 'x64' ? 'amd64' : process.arch, installer };
      const signed = packUpdate(update, readFileSync(updateKey, 'utf8'));
      const damaged = Buffer.from(signed);
      damaged[damaged.length - 1] = (damaged.at(-1) ?? 0) ^ 1;
      const refused = [
        ['foreign', packUpdate(update, ed25519()), 'not signed'],
        ['damaged', damaged, 'not signed'],
        ['older', packUpdate({ ...update, version: '0.0.1' }, readFileSync(updateKey, 'utf8')), '0.0.1'],
      ] as const;
      for (const [name, bytes, reason] of refused) {
        writeFileSync(join(dir, name), bytes);
        const stderr = expect.stringContaining(reason);
        await expect(meridian('update', join(dir, name), '--lang=en')).rejects.toMatchObject({
          code: 1,
          stderr,
        });
      }
      expect(await installed()).toBe(appVersion());

      writeFileSync(join(dir, 'update'), signed);
      await meridian('update', join(dir, 'update'));
      expect(await installed()).toBe(version);
      expect(await meridian('kg', 'search', '肺炎', '--limit=1')).toContain('肺炎');

      await run('dpkg', ['--install', deb]);
      expect(await installed()).toBe(appVersion());
      expect(await meridian('kg', 'search', '肺炎', '--limit=1')).toContain('肺炎');
      const opened = openWorkspace(dir, { configDir: join(dir, 'config', 'meridian') });
      opened.db.raw.pragma('user_version = 999');
      opened.close();
      const before = digestOf(workspace);
      await expect(meridian('kg', 'search', '肺炎', '--lang=en')).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('newer Meridian'),
      });
      expect(digestOf(workspace)).toEqual(before);
    },
  );

  it('remove the data of people on a purge that asks for it, and on no other', async () => {
    const { dir } = newHome();
    const control = join(dir, 'control');
    await run('dpkg-deb', ['--control', deb, control]);
    const data = join(dir, '.local', 'share', 'meridian');
    mkdirSync(data, { recursive: true });
    const { username } = userInfo();
    writeFileSync(join(dir, 'getent'), `#!/bin/sh\necho '${username}:x:0:0::${dir}:/bin/sh'\n`, {
      mode: 0o755,
    });
    const remove = (action: string, asked: string) =>
      run('sh', [join(control, 'postrm'), action], {
        env: { PATH: `${dir}:${process.env.PATH}`, MERIDIAN_PURGE_DATA: asked },
      });
    await remove('remove', 'yes');
    await remove('purge', '');
    expect(existsSync(data)).toBe(true);
    if (!isRoot) return; // only root may act for others
    await remove('purge', 'yes');
    expect(existsSync(data)).toBe(false);
  });

  it('are equal byte for byte when built again', async () => {
    const again = join(out, 'again');
    await dist(again);
    for (const file of [deb, archive]) expect(sha256(join(again, basename(file)))).toBe(sha256(file));
  });

  it('carry the list of their components', async () => {
    const resources = join(folder, 'resources');
    const { components } = Sbom.parse(JSON.parse(readFileSync(join(resources, 'sbom.cdx.json'), 'utf8')));
    const listed = components.map((component) => component['bom-ref']);
    const shown = (await builtComponents()).map(({ name, version }) => `${name}@${version}`);
    expect(listed.filter((name) => !name.startsWith('electron@')).sort()).toEqual(shown.sort());
    const packed = listPackage(join(resources, 'app.asar'), { isPack: false }).flatMap(
      (path) => /^\/node_modules\/((?:@[^/]+\/)?[^/@]+)\/package\.json$/.exec(path)?.[1] ?? [],
    );
    expect(packed.sort()).toEqual([
      '@node-rs/jieba',
      `@node-rs/jieba-linux-${process.arch}-gnu`,
      'better-sqlite3',
      'onnxruntime-common',
      'onnxruntime-node',
    ]);
    expect(readFileSync(join(resources, 'THIRD-PARTY-NOTICES.txt'), 'utf8')).toContain('react@');
  });
});

const Sbom = z.object({ components: z.array(z.object({ 'bom-ref': z.string() })) });
const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

const ed25519 = () =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
/** Every file below a folder with its hash. */
const digestOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => `${file} ${sha256(file)}`);

/** Returns the path of a copy of a package with another version. */
async function withVersion(deb: string, version: string, folder: string): Promise<string> {
  const [tree, file] = [join(folder, 'tree'), join(folder, `${version}.deb`)];
  await run('dpkg-deb', ['--raw-extract', deb, tree]);
  const control = join(tree, 'DEBIAN', 'control');
  writeFileSync(control, readFileSync(control, 'utf8').replace(/^Version: .*$/m, `Version: ${version}`));
  await run('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', tree, file]);
  return file;
}

/** Builds everything into a folder. */
async function dist(folder: string): Promise<void> {
  const { VITEST: _vitest, ...env } = process.env; // the build's configuration stands aside for Vitest
  await run(process.execPath, [join(appRoot, 'main', 'dist.ts'), '--out', folder], {
    cwd: appRoot,
    env: { ...env, ELECTRON_OVERRIDE_DIST_PATH: join(ELECTRON, '..'), MERIDIAN_UPDATE_KEY: updateKey },
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
