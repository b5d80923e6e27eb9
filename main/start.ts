/**
 * `npm start`: builds what is stale, then starts the app: Electron where its binary and a display are there or can be
 * had, else the browser host.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { localeLanguage } from '../shared/messages/language.ts';
import { message } from '../shared/messages/message.ts';
import { words } from '../shared/messages/words.ts';
import { isBuilt } from './bundle.ts';
import { environmentPassphrase } from './passphrase.ts';
import { SMALL_YOUNG_SPACE } from './processes/entries.ts';
import { appRoot } from './resources.ts';

/** Returns the path of Electron's binary, fetched if need be, or `undefined` where there is none. */
function electronBinary(): string | undefined {
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return undefined;
  try {
    // The package exports the path of its binary and tries to download a missing one.
    const path: unknown = createRequire(import.meta.url)('electron');
    return typeof path === 'string' ? path : undefined;
  } catch {
    return undefined;
  }
}

const language = localeLanguage(process.env);
if (!isBuilt('all')) {
  console.log(words(message('hosts.building'), language));
  await (await import('./build.ts')).buildAll(); // the bundler takes a third of a second to load
}
const electron = electronBinary();
const args = process.argv.slice(2);
if (electron === undefined) console.log(words(message('hosts.browser-instead'), language));
const root = process.getuid?.() === 0 ? ['--no-sandbox'] : []; // Chromium refuses its sandbox to root
const command =
  electron === undefined
    ? [process.execPath, SMALL_YOUNG_SPACE, join(appRoot, 'dist', 'main', 'index.js')]
    : [electron, ...root, appRoot];
const child = spawnWithPassphrase([...command, ...args]);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));

/**
 * Starts the host. A passphrase goes to its standard input: Chromium's processes under Electron would inherit an
 * environment that held it, before any code of ours runs. Windows programs with a window have no standard input; there
 * the environment, which other users cannot read, carries it.
 */
function spawnWithPassphrase([program = '', ...rest]: readonly string[]): ChildProcess {
  const passphrase = environmentPassphrase('MERIDIAN_PASSPHRASE');
  if (passphrase === undefined) return spawn(program, rest, { stdio: 'inherit' });
  if (process.platform === 'win32')
    return spawn(program, rest, {
      stdio: 'inherit',
      env: { ...process.env, MERIDIAN_PASSPHRASE: passphrase },
    });
  const host = spawn(program, [...rest, '--passphrase-file=-'], { stdio: ['pipe', 'inherit', 'inherit'] });
  host.stdin.on('error', () => undefined); // it ended before reading
  host.stdin.end(passphrase);
  return host;
}
