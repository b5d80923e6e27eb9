/** Starts the real app for end-to-end tests: the browser host as a process, Chromium, and Electron. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  _electron,
  type Browser,
  type BrowserContext,
  chromium,
  type ElectronApplication,
  type Page,
} from 'playwright';
import { appRoot } from '../../main/resources.ts';

export const CHROMIUM = process.env.MERIDIAN_TEST_CHROMIUM ?? '';
export const ELECTRON = process.env.MERIDIAN_TEST_ELECTRON ?? '';

const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

const WINDOW = { width: 1440, height: 900 };

/** An empty home: the app finds no settings, key or workspace of anybody. */
export class Home {
  readonly dir = mkdtempSync(join(tmpdir(), 'meridian-home-'));
  readonly workspace = join(this.dir, 'workspace');

  get env(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      HOME: this.dir,
      XDG_CONFIG_HOME: join(this.dir, 'config'),
      XDG_DATA_HOME: join(this.dir, 'data'),
      APPDATA: join(this.dir, 'config'),
      LOCALAPPDATA: join(this.dir, 'data'),
      NODE_ENV: 'test',
      MERIDIAN_WORKSPACE: this.workspace,
    };
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}

/** The browser host as a process of its own, without a display so that it opens no browser. */
export class HostProcess {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.#child = child;
  }

  static async start(home: Home, options: Pick<OpenOptions, 'env' | 'under'> = {}): Promise<HostProcess> {
    const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = home.env;
    const program = [...(options.under ?? []), process.execPath, join(appRoot, 'main', 'index.ts')];
    const [command = '', ...args] = program;
    const child = spawn(command, args, {
      env: { ...env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const url = await new Promise<string>((found, failed) => {
      const read = (chunk: Buffer) => {
        output += chunk.toString();
        const match = /http:\/\/127\.0\.0\.1:\d+\/\?token=[0-9a-f]+/.exec(output);
        if (match !== null) found(match[0]);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('exit', () => failed(new Error(`the host ended: ${output}`)));
    });
    return new HostProcess(url, child);
  }

  get origin(): string {
    return new URL(this.url).origin;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Ends it as Ctrl+C does, or as a crash does. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill(signal);
    await ended;
  }
}

export interface OpenOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** A command that runs the app as its child in the same process, as `strace -D` does. */
  readonly under?: readonly string[];
  readonly browserFlags?: readonly string[];
  /** Sees the window before its first page is loaded. */
  readonly watch?: (page: Page) => void;
}

export async function openChromium(
  options: OpenOptions = {},
): Promise<{ browser: Browser; context: BrowserContext; page: Page }> {
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: [...BROWSER_FLAGS, ...(options.browserFlags ?? [])],
  });
  const context = await browser.newContext({ viewport: WINDOW, locale: 'zh-CN' });
  return { browser, context, page: await context.newPage() };
}

export async function launchElectron(
  home: Home,
  options: OpenOptions & { readonly executable?: string; readonly app?: string } = {},
): Promise<{ electron: ElectronApplication; page: Page }> {
  const { executable = ELECTRON, app = appRoot } = options;
  const electron = await _electron.launch({
    executablePath: options.under === undefined ? executable : launcher(home, [...options.under, executable]),
    args: ['--no-sandbox', ...(app === '' ? [] : [app])],
    // safe: undefined values are dropped
    env: Object.fromEntries(
      Object.entries({ ...home.env, ...options.env }).filter(([, value]) => value !== undefined),
    ) as Record<string, string>,
  });
  const page = await electron.firstWindow();
  options.watch?.(page);
  return { electron, page };
}

/** A program that runs a longer command, for callers that can only name a program. */
function launcher(home: Home, command: readonly string[]): string {
  const path = join(home.dir, 'launch.sh');
  const words = command.map((word) => `'${word}'`).join(' ');
  writeFileSync(path, `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 });
  return path;
}

export type HostKind = 'browser' | 'electron';

/** Hosts that can be tested here, and those that cannot. */
export const HOSTS: readonly { readonly kind: HostKind; readonly here: boolean }[] = [
  { kind: 'browser', here: CHROMIUM !== '' },
  { kind: 'electron', here: ELECTRON !== '' },
];

/** A window on a running app. */
export interface OpenApp {
  readonly kind: HostKind;
  readonly page: Page;
  /** The process of the main side. */
  readonly pid: number;
  /** Ends both as a person does who closes the window. */
  close(): Promise<void>;
  /** Ends the main side with SIGKILL, then what is left of the window. */
  kill(): Promise<void>;
}

export async function openApp(kind: HostKind, home: Home, options: OpenOptions = {}): Promise<OpenApp> {
  return kind === 'browser' ? openInChromium(home, options) : openInElectron(home, options);
}

async function openInChromium(home: Home, options: OpenOptions): Promise<OpenApp> {
  const host = await HostProcess.start(home, options);
  const { browser, page } = await openChromium(options);
  options.watch?.(page);
  await page.goto(host.url);
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    // A person closes the window first; a crash comes unasked.
    if (signal === 'SIGTERM') await page.close({ runBeforeUnload: true });
    await host.stop(signal);
    await browser.close();
  };
  return { kind: 'browser', page, pid: host.pid, close: () => end('SIGTERM'), kill: () => end('SIGKILL') };
}

async function openInElectron(home: Home, options: OpenOptions): Promise<OpenApp> {
  const { electron, page } = await launchElectron(home, options);
  const child = electron.process();
  const ended = () => child.exitCode !== null || child.signalCode !== null;
  return {
    kind: 'electron',
    page,
    pid: child.pid ?? 0,
    close: () => electron.close(),
    kill: async () => {
      if (ended()) return;
      const exit = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await exit;
    },
  };
}
