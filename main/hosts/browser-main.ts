/** Runs the browser host as a program: prints the address, opens a browser where there is a display, ends cleanly. */

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { localeLanguage } from '../../shared/messages/words.ts';
import { errorWords, toErrorData } from '../../shared/result.ts';
import {
  App,
  type AppOptions,
  backgroundEntry,
  engineEntry,
  measurerEntry,
  trainerEntry,
  vectorsEntry,
} from '../ipc/app.ts';
import { spawnNode, spawnNodeEngine, spawnNodeMeasurer, spawnNodeTrainer } from '../processes/spawn-node.ts';
import { startBrowserHost } from './browser.ts';

const BROWSERS = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'msedge',
  'microsoft-edge',
];
const USUAL_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

const NOWHERE = 'http://127.0.0.1:1/';
/** Keeps a browser's own services from asking anybody anything: updates, sign-in, hints, form data, time. */
export const QUIET_BROWSER: readonly string[] = [
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--component-updater=url-source=${NOWHERE}`,
  `--gaia-url=${NOWHERE}`,
  '--disable-features=AutofillServerCommunication,NetworkTimeServiceQuerying,OptimizationHints,Translate',
];
/** Leaves it no way out should it ask all the same: no name but this machine's can be resolved. */
export const WALLED_BROWSER: readonly string[] = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--no-proxy-server',
];

/** An installed Chromium or Chrome, if any. */
export function findBrowser(env = process.env): string | undefined {
  const folders = (env.PATH ?? '').split(delimiter);
  const onPath = BROWSERS.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...USUAL_PLACES].find((path) => existsSync(path));
}

function hasDisplay(env = process.env, platform = process.platform): boolean {
  return platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

export async function runBrowserHost(
  options: Omit<AppOptions, 'host' | 'keychain' | `spawn${string}`>,
  port: number,
): Promise<void> {
  const app = new App({
    ...options,
    host: 'browser',
    spawnEngine: () => spawnNodeEngine(engineEntry()),
    spawnTrainer: () => spawnNodeTrainer(trainerEntry()),
    spawnMeasurer: () => spawnNodeMeasurer(measurerEntry()),
    spawnVectors: () => spawnNode(vectorsEntry()),
    spawnBackground: () => spawnNode(backgroundEntry()),
  });
  try {
    await app.start();
  } catch (error) {
    const said = errorWords(toErrorData(error), localeLanguage(process.env));
    console.error([`Meridian cannot open ${options.dir}:`, ...said].join('\n'));
    process.exitCode = 1;
    return;
  }
  const host = await startBrowserHost(app, port);
  console.log(`Meridian 经络 is ready at ${host.url}`);
  console.log(
    'This address works once, on this machine only. Ctrl+C ends it. (地址仅限本机使用一次，Ctrl+C 退出)',
  );
  const profile = hasDisplay() ? openBrowser(host.url) : undefined;
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    void host
      .close()
      .then(() => app.stop())
      .finally(() => {
        if (profile !== undefined) rmSync(profile, { recursive: true, force: true });
        process.exit(0);
      });
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}

/** Opens the address in a window of its own; returns the throw-away profile's folder. */
function openBrowser(url: string): string | undefined {
  const browser = findBrowser();
  if (browser === undefined) return undefined;
  const profile = mkdtempSync(join(tmpdir(), 'meridian-browser-'));
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const flags = [...QUIET_BROWSER, ...WALLED_BROWSER, '--window-size=1440,900', ...root];
  spawn(browser, [`--app=${url}`, `--user-data-dir=${profile}`, ...flags], { stdio: 'ignore' }).on(
    'error',
    () => undefined,
  );
  return profile;
}
