/** Opens the app in an installed Chromium or Chrome, in a window of its own with a throw-away profile. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import { isOtherProcessAlive } from '../db/process-alive.ts';

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
/** Keeps a browser's own services from running and from sending requests: updates, sign-in, hints, form data, time, search. */
export const QUIET_BROWSER: readonly string[] = [
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--component-updater=url-source=${NOWHERE}`,
  `--gaia-url=${NOWHERE}`,
  '--disable-features=AutofillServerCommunication,NetworkTimeServiceQuerying,OptimizationHints,Translate,WebUIOmniboxAimPopup,WebUIOmniboxPopup',
];
/** Blocks every other request: no host name but this machine's can be resolved. */
export const WALLED_BROWSER: readonly string[] = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--no-proxy-server',
];

const PROFILE = 'meridian-browser-';

export interface OpenedBrowser {
  /** Closes the window and removes its profile. */
  close(): Promise<void>;
}

/** Returns the path of an installed Chromium or Chrome, or `undefined`. */
export function findBrowser(env = process.env): string | undefined {
  const folders = (env.PATH ?? '').split(delimiter);
  const onPath = BROWSERS.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...onPath, ...USUAL_PLACES].find((path) => existsSync(path));
}

const hasDisplay = (env = process.env, platform = process.platform): boolean =>
  platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);

/**
 * Opens `url`, which carries the session's token, or returns `undefined` without a display or a browser. Arguments of
 * a process can be read by every user of the machine, so the browser gets only the origin as an argument; the address
 * with the token follows over its debugging pipe, which only this process holds. A browser whose pipe is switched off
 * by policy shows the origin's page, which asks for the printed address.
 */
export function openBrowser(url: string): OpenedBrowser | undefined {
  const browser = hasDisplay() ? findBrowser() : undefined;
  if (browser === undefined) return undefined;
  removeOldProfiles();
  const profile = mkdtempSync(join(tmpdir(), `${PROFILE}${process.pid}-`)); // mode 0700
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : []; // Chromium refuses its sandbox to root
  const flags = [...QUIET_BROWSER, ...WALLED_BROWSER, '--window-size=1440,900', ...root];
  const child = spawn(
    browser,
    [`--app=${new URL(url).origin}/`, '--remote-debugging-pipe', `--user-data-dir=${profile}`, ...flags],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const gone = new Promise<void>((ended) => child.once('close', ended).once('error', ended));
  navigateFirstPage(child, url);
  return {
    close: async () => {
      child.kill();
      await gone;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Removes profiles of processes that ended without doing so. Those of other users stay: they cannot be removed. */
function removeOldProfiles(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = new RegExp(`^${PROFILE}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || isOtherProcessAlive(Number(pid))) continue;
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {} // another user's
  }
}

const Attached = z.object({
  method: z.literal('Target.attachedToTarget'),
  params: z.object({ sessionId: z.string(), targetInfo: z.object({ type: z.string() }) }),
});

/**
 * Sends the browser's first page to `url` by the Chrome DevTools Protocol
 * (https://chromedevtools.github.io/devtools-protocol/): JSON messages ended by NUL, written to its descriptor 3 and
 * read from its descriptor 4. The page is let go of at once.
 */
function navigateFirstPage(child: ChildProcess, url: string): void {
  // safe: both are pipes, as the caller's `stdio` says
  const [to, from] = [child.stdio[3] as Writable, child.stdio[4] as Readable];
  for (const pipe of [to, from]) pipe.on('error', () => undefined); // the browser has ended
  const send = (message: object) => to.write(`${JSON.stringify(message)}\0`);
  const attach = (id: number, autoAttach: boolean) =>
    send({
      id,
      method: 'Target.setAutoAttach',
      params: { autoAttach, waitForDebuggerOnStart: false, flatten: true },
    });
  let unread = '';
  let done = false;
  from.setEncoding('utf8').on('data', (chunk: string) => {
    const messages = (unread + chunk).split('\0');
    unread = messages.pop() ?? '';
    for (const message of messages) {
      const attached = Attached.safeParse(JSON.parse(message));
      if (done || !attached.success || attached.data.params.targetInfo.type !== 'page') continue;
      done = true;
      const { sessionId } = attached.data.params;
      send({ id: 2, sessionId, method: 'Page.navigate', params: { url } });
      attach(3, false);
    }
  });
  attach(1, true);
}
