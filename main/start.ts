/**
 * `npm start`: builds what is stale, then starts the app: Electron where its binary and a display are there or can be
 * had, else the browser host.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildAll, buildIsStale } from './build.ts';
import { appRoot } from './resources.ts';

/** Path of Electron's binary, fetched if need be; undefined where it cannot be had. */
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

if (buildIsStale()) {
  console.log('Building … (正在构建)');
  await buildAll();
}
const electron = electronBinary();
const args = process.argv.slice(2);
if (electron === undefined) {
  console.log('No Electron binary or no display: starting the browser host. (改用浏览器方式启动)');
}
const root = process.getuid?.() === 0 ? ['--no-sandbox'] : []; // Chromium refuses its sandbox to root
const child =
  electron === undefined
    ? spawn(process.execPath, [join(appRoot, 'main', 'index.ts'), ...args], { stdio: 'inherit' })
    : spawn(electron, [...root, appRoot, ...args], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
