/** Starts the real app for end-to-end tests: the browser host as a process with Chromium, and Electron. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright';
import { z } from 'zod';
import { isBuilt } from '../../main/bundle.ts';
import { QUIET_BROWSER } from '../../main/hosts/open-browser.ts';
import { appRoot } from '../../main/resources.ts';

export const CHROMIUM = process.env.MERIDIAN_TEST_CHROMIUM ?? '';
export const ELECTRON = process.env.MERIDIAN_TEST_ELECTRON ?? '';

export type HostKind = 'browser' | 'electron';

interface Host {
  readonly kind: HostKind;
  /** The host can be tested on this machine. */
  readonly here: boolean;
  /** Tags of journeys that `npm test` makes in Chromium only. */
  readonly tags: string[];
}

export const HOSTS: readonly Host[] = [
  { kind: 'browser', here: CHROMIUM !== '', tags: [] },
  { kind: 'electron', here: ELECTRON !== '', tags: ['long'] },
];

const BROWSER_FLAGS = [...QUIET_BROWSER, '--no-sandbox', '--disable-gpu'];
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

  /** Makes it a copy of another home, whose workspace is closed. Processes that end there may still write its caches. */
  copyFrom(other: string): void {
    cpSync(other, this.dir, { recursive: true, filter: (path) => basename(path) !== '.cache' });
    const file = join(this.workspace, 'workspace.json'); // holds the path of the key
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(other, this.dir));
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

export interface OpenOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** A command that starts the app in its own process, as `strace -D` does. */
  readonly under?: readonly string[];
  readonly browserFlags?: readonly string[];
  /** Sees the window before its first page is loaded; under Electron just after. */
  readonly watch?: (page: Page) => void;
  /** Electron's program and, unless it is packaged, the app's folder. */
  readonly electron?: readonly string[];
}

/** A program of ours, and what it has printed. */
export class Program {
  readonly child: ChildProcess;
  readonly #exit: Promise<void>;
  #output = '';

  constructor(command: readonly string[], env: NodeJS.ProcessEnv) {
    const [program = '', ...args] = command;
    this.child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child.stdout?.on('data', (chunk: Buffer) => this.#print(chunk));
    this.child.stderr?.on('data', (chunk: Buffer) => this.#print(chunk));
    this.#exit = new Promise((ended) => this.child.once('exit', () => ended()));
  }

  #print(chunk: Buffer): void {
    this.#output += chunk.toString();
    this.child.emit('printed');
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** The first group of `pattern`, once it is printed. */
  async printed(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = pattern.exec(this.#output)?.[1];
      if (found !== undefined) return found;
      if (this.#ended) throw new Error(`the program ended: ${this.#output}`);
      await Promise.race([this.#exit, new Promise((more) => this.child.once('printed', more))]);
    }
  }

  get #ended(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  async end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    if (signal !== undefined && !this.#ended) this.child.kill(signal);
    await this.#exit;
  }
}

/** The browser host as a process of its own, without a display so that it opens no browser. */
export class HostProcess {
  readonly url: string;
  readonly #program: Program;

  private constructor(url: string, program: Program) {
    this.url = url;
    this.#program = program;
  }

  static async start(home: Home, options: OpenOptions = {}): Promise<HostProcess> {
    const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = home.env;
    // As `npm start` runs it; from the sources where the build is missing or older.
    const main = isBuilt('all')
      ? join(appRoot, 'dist', 'main', 'index.js')
      : join(appRoot, 'main', 'index.ts');
    const program = new Program([...(options.under ?? []), process.execPath, main], {
      ...env,
      ...options.env,
    });
    return new HostProcess(await program.printed(/(http:\/\/127\.0\.0\.1:\d+\/#token=[0-9a-f]+)/), program);
  }

  get origin(): string {
    return new URL(this.url).origin;
  }

  get pid(): number {
    return this.#program.pid;
  }

  /** Ends it as Ctrl+C does, or as a crash does. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    await this.#program.end(signal);
  }
}

export async function openChromium(
  options: OpenOptions = {},
): Promise<{ browser: Browser; context: BrowserContext; page: Page }> {
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: [...BROWSER_FLAGS, ...(options.browserFlags ?? [])],
  });
  const context = await newWindow(browser);
  return { browser, context, page: await context.newPage() };
}

/** Opens a window beside others; pages in one window hide each other and then get one event a second. */
export async function newWindow(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: WINDOW, locale: 'zh-CN', ...options });
  context.setDefaultTimeout(TIMEOUT_MS);
  return context;
}

/** Time limit of a window on a busy machine. */
const TIMEOUT_MS = 600_000;

/** A window on a running app. */
export interface OpenApp {
  readonly kind: HostKind;
  readonly page: Page;
  /** The process of the main side. */
  readonly pid: number;
  /** Closes the window, and ends what does not end with it. */
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
    await host.stop(signal);
    await browser.close();
  };
  return {
    kind: 'browser',
    page,
    pid: host.pid,
    close: async () => {
      await page.close({ runBeforeUnload: true });
      await end('SIGTERM');
    },
    kill: () => end('SIGKILL'),
  };
}

/** Electron is driven over its debugging port, so that it runs as it does for people, packaged or not. */
async function openInElectron(home: Home, options: OpenOptions): Promise<OpenApp> {
  const [executable = '', ...app] = options.electron ?? [ELECTRON, appRoot];
  const flags = ['--no-sandbox', '--remote-debugging-port=0'];
  const program = new Program([...(options.under ?? []), executable, ...flags, ...app], {
    ...home.env,
    ...options.env,
  });
  const address = await program.printed(/DevTools listening on (ws:\S+)/);
  await windowLoaded(`http://${new URL(address).host}/json/list`);
  const browser = await chromium.connectOverCDP(address);
  const context = browser.contexts()[0];
  context?.setDefaultTimeout(TIMEOUT_MS);
  const page = context?.pages()[0];
  if (page === undefined) throw new Error('Electron shows no window');
  options.watch?.(page);
  const end = async (signal?: 'SIGKILL') => {
    await program.end(signal);
    await browser.close();
  };
  return {
    kind: 'electron',
    page,
    pid: program.pid,
    close: async () => {
      await page.evaluate(() => window.close()).catch(() => undefined); // its answer may be lost with it
      await end();
    },
    kill: () => end('SIGKILL'),
  };
}

const Targets = z.array(z.object({ type: z.string(), url: z.string(), title: z.string() }));

/** Waits for the window's page: a debugger that comes while a page is being made can stop it for good. */
async function windowLoaded(list: string): Promise<void> {
  for (;;) {
    const targets = Targets.parse(await fetch(list).then((reply) => reply.json()));
    const page = targets.find(({ type, url }) => type === 'page' && url.startsWith('app:'));
    if (page !== undefined && page.title !== '' && !page.url.includes(page.title)) return; // parsed its <title>
    await new Promise((later) => setTimeout(later, 50));
  }
}
