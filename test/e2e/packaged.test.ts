/** The unpacked app as electron-builder makes it, driven through Playwright's Electron. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { _electron, type ElectronApplication, errors } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appRoot } from '../../main/resources.ts';
import { ELECTRON, type Home } from '../helpers/app.ts';
import { newHome } from '../helpers/e2e.ts';
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
    const app = join(out, 'linux-unpacked');
    expect(existsSync(join(app, 'resources', 'app.asar'))).toBe(true);
    const unpacked = join(app, 'resources', 'app.asar.unpacked', 'node_modules', 'better-sqlite3');
    expect(existsSync(unpacked)).toBe(true);
    const runtime = join(app, 'resources', 'app.asar.unpacked', 'node_modules', 'onnxruntime-node', 'bin');
    expect(readdirSync(join(runtime, 'napi-v6'))).toEqual(['linux']);
    const home = newHome();
    const electron = await launch(join(app, 'meridian'), home);
    const page = await electron.firstWindow();
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
    expect(await electron.evaluate(({ app: self }) => self.isPackaged)).toBe(true);
    await runReaches(page, await startSmallRun(page, 2), 'finished');
    expect((await ask(page, 'deid.preview', { text: '姓名：王建国' })).findings).toHaveLength(1);
    // Nothing of Node reaches the page.
    expect(
      await page.evaluate(() => ['require', 'process', 'module', 'Buffer'].filter((name) => name in window)),
    ).toEqual([]);
    await electron.close();
  });
});

const LAUNCHES = 5;

/**
 * Playwright attaches while the app makes its window, and now and then the two wait for each other for good; such a
 * launch is given up and made again.
 */
async function launch(executablePath: string, home: Home): Promise<ElectronApplication> {
  // safe: undefined values are dropped
  const env = Object.fromEntries(
    Object.entries(home.env).filter(([, value]) => value !== undefined),
  ) as Record<string, string>;
  for (let tries = 1; ; tries++) {
    try {
      return await _electron.launch({ executablePath, args: ['--no-sandbox'], env, timeout: 60_000 });
    } catch (error) {
      if (tries === LAUNCHES || !(error instanceof errors.TimeoutError)) throw error;
    }
  }
}
