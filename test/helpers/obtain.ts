/** Finds what end-to-end tests need on this machine, installing Debian's packages where root may. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { findBrowser } from '../../main/hosts/open-browser.ts';

export interface Obtained {
  readonly chromium: string | undefined;
  /** Electron's binary, when it is installed or ELECTRON_OVERRIDE_DIST_PATH names a folder that has it. */
  readonly electron: string | undefined;
  /** Xvfb is there, or a display. */
  readonly display: boolean;
  /** One reason a thing that is missing. */
  readonly missing: readonly string[];
}

function succeeds(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

let updated = false;
function aptInstall(...packages: string[]): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !succeeds('which', 'apt-get')) return false;
  if (!updated) updated = succeeds('apt-get', 'update', '-qq');
  return succeeds('apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages);
}

function playwrightChromium(): string | undefined {
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}

function electronBinary(): string | undefined {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) {
    const path = join(override, process.platform === 'win32' ? 'electron.exe' : 'electron');
    return existsSync(path) ? path : undefined;
  }
  // Only a binary that is already there: tests download nothing.
  const folder = join(createRequire(import.meta.url).resolve('electron/package.json'), '..');
  if (!existsSync(join(folder, 'path.txt'))) return undefined;
  const path: unknown = createRequire(import.meta.url)('electron');
  return typeof path === 'string' && existsSync(path) ? path : undefined;
}

export function obtain(): Obtained {
  const missing: string[] = [];
  let browser = findBrowser() ?? playwrightChromium();
  if (browser === undefined && aptInstall('chromium', 'fonts-noto-cjk')) browser = findBrowser();
  if (browser === undefined)
    missing.push('browser tests: no Chromium or Chrome here, and apt-get is not ours to use');
  const electron = electronBinary();
  if (electron === undefined)
    missing.push('Electron tests: no Electron binary (set ELECTRON_OVERRIDE_DIST_PATH)');
  let display = process.platform !== 'linux' || Boolean(process.env.DISPLAY) || succeeds('which', 'Xvfb');
  if (!display && electron !== undefined) display = aptInstall('xvfb') && succeeds('which', 'Xvfb');
  if (electron !== undefined && !display) missing.push('Electron tests: no display and no Xvfb');
  if (process.platform !== 'linux') missing.push('system calls of the app: strace is for Linux');
  else if (!succeeds('which', 'strace') && !aptInstall('strace'))
    missing.push('system calls of the app: no strace here, and apt-get is not ours to use');
  return { chromium: browser, electron, display, missing };
}
