/** Starts the real app for end-to-end tests: the browser host as a process, Chromium, and Electron. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
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

  static async start(
    home: Home,
    options: { env?: NodeJS.ProcessEnv; nodeArgs?: string[] } = {},
  ): Promise<HostProcess> {
    const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = home.env;
    const program = [...(options.nodeArgs ?? []), join(appRoot, 'main', 'index.ts')];
    const child = spawn(process.execPath, program, {
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

export async function openChromium(): Promise<{ browser: Browser; context: BrowserContext; page: Page }> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: BROWSER_FLAGS });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'zh-CN' });
  return { browser, context, page: await context.newPage() };
}

export async function launchElectron(
  home: Home,
  app: string = appRoot,
): Promise<{ electron: ElectronApplication; page: Page }> {
  const electron = await _electron.launch({
    executablePath: ELECTRON,
    args: ['--no-sandbox', app],
    // safe: undefined values are dropped
    env: Object.fromEntries(Object.entries(home.env).filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >,
  });
  return { electron, page: await electron.firstWindow() };
}
