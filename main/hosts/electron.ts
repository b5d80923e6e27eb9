/** The app under Electron: window, menu, protocol and keychain. Everything else is common to both hosts. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  BrowserWindow,
  dialog,
  app as electron,
  ipcMain,
  Menu,
  protocol,
  safeStorage,
  session,
} from 'electron';
import { languageOf } from '../../shared/messages/language.ts';
import { plainText } from '../../shared/messages/message.ts';
import { errorWords, toErrorData } from '../../shared/result.ts';
import type { App, AppOptions } from '../ipc/app.ts';
import { spawnUtility } from '../processes/spawn-utility.ts';
import { appRoot } from '../resources.ts';
import type { Keychain } from '../workspace/keychain.ts';
import { fileArguments } from './arguments.ts';
import type { Answering } from './frames.ts';
import { pageAt, printerAt } from './print-pdf.ts';
import { SECURITY_HEADERS, staticFile } from './static-files.ts';
import { surviveStrayErrors } from './stray-errors.ts';
import type { Switchboard } from './switchboard.ts';

const ORIGIN = 'app://meridian';

/** The system's keychain; on Linux only a real one counts, not the built-in fixed password. */
const keychain: Keychain = {
  available: () =>
    safeStorage.isEncryptionAvailable() &&
    (process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text'),
  encrypt: (secret) => safeStorage.encryptString(secret).toString('base64'),
  decrypt: (wrapped) => safeStorage.decryptString(Buffer.from(wrapped, 'base64')),
};

/** Must be called before Electron is ready. */
function declareProtocol(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

/**
 * Keeps Chromium itself off the network: it can resolve no name, and its spelling checker, which would look for a
 * dictionary before it can be turned off, starts from preferences without languages. Must be called before Electron is
 * ready.
 */
function cutNetwork(): void {
  electron.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND');
  electron.commandLine.appendSwitch('no-proxy-server');
  electron.commandLine.appendSwitch('disable-background-networking');
  const preferences = join(electron.getPath('userData'), 'Preferences');
  if (existsSync(preferences)) return; // lockDown() has left it without languages
  mkdirSync(dirname(preferences), { recursive: true });
  writeFileSync(preferences, JSON.stringify({ spellcheck: { dictionaries: [] } }));
}

function serveRenderer(): void {
  protocol.handle('app', async (request) => {
    const url = new URL(request.url);
    const page = url.origin === ORIGIN || url.host === 'meridian' ? pageAt(url.pathname) : undefined;
    if (page !== undefined)
      return new Response(new Uint8Array(page), {
        headers: { ...SECURITY_HEADERS, 'content-type': 'text/html; charset=utf-8' },
      });
    const file =
      url.origin === ORIGIN || url.host === 'meridian' ? await staticFile(url.pathname) : undefined;
    if (file === undefined) return new Response('not found', { status: 404, headers: SECURITY_HEADERS });
    return new Response(new Uint8Array(file.body), {
      headers: { ...SECURITY_HEADERS, 'content-type': file.type },
    });
  });
}

/** Refuses permissions, navigation, new windows, web views, and requests and downloads from elsewhere. */
function lockDown(): void {
  session.defaultSession.setPermissionRequestHandler((_contents, permission, answer) =>
    answer(permission === 'clipboard-sanitized-write'),
  );
  session.defaultSession.setPermissionCheckHandler(
    (_contents, permission) => permission === 'clipboard-sanitized-write',
  );
  session.defaultSession.setSpellCheckerEnabled(false);
  session.defaultSession.setSpellCheckerLanguages([]);
  session.defaultSession.webRequest.onBeforeRequest((details, answer) =>
    answer({ cancel: !/^(app:|blob:|data:|devtools:)/.test(details.url) }),
  );
  // Files are saved from the window's own memory only.
  session.defaultSession.on('will-download', (event, item) => {
    if (!item.getURL().startsWith(`blob:${ORIGIN}/`)) event.preventDefault();
  });
  electron.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    // Reloading is allowed: the window starts anew when somebody else signs in.
    contents.on('will-navigate', (event) => {
      if (event.url !== contents.getURL()) event.preventDefault();
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
  });
}

/** A window, and what answers the page that it shows. */
interface OpenWindow {
  readonly window: BrowserWindow;
  answering: Promise<Answering>;
}

/** The app and its connections, which are loaded while the window already draws itself. */
interface Backend {
  readonly app: App;
  readonly switchboard: Switchboard;
}

function openWindow(backend: Promise<Backend>): OpenWindow {
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    minWidth: 960,
    minHeight: 600,
    title: 'Meridian 经络',
    show: false,
    webPreferences: {
      preload: join(appRoot, 'dist', 'main', 'preload.cjs'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
    },
  });
  const send = (event: string, data: unknown): void => {
    if (!window.isDestroyed()) window.webContents.send('meridian-event', event, data);
  };
  let stop = Promise.resolve(() => {});
  const connect = (): Promise<Answering> => {
    const answering = backend.then(({ switchboard }) => switchboard.window());
    stop = Promise.all([answering, stop]).then(([answers, stopBefore]) => {
      stopBefore();
      return answers.listen(send);
    });
    stop.catch(() => undefined); // the program ends with what went wrong
    return answering;
  };
  const open: OpenWindow = { window, answering: connect() };
  // A page that is loaded anew shows the workspace in use by then.
  window.webContents.on('did-navigate', () => {
    open.answering = connect();
  });
  window.on('closed', () => void stop.then((end) => end()).catch(() => undefined));
  window.once('ready-to-show', () => window.show());
  window.loadURL(`${ORIGIN}/`).catch((error: unknown) => console.error('window:', error));
  return open;
}

function setMenu(): void {
  const mac = process.platform === 'darwin';
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(mac ? [{ role: 'appMenu' as const }] : []),
      { role: 'editMenu' },
      {
        label: 'View',
        submenu: [
          { role: 'zoomIn' },
          { role: 'zoomOut' },
          { role: 'resetZoom' },
          { role: 'togglefullscreen' },
        ],
      },
      { role: 'windowMenu' },
    ]),
  );
}

declare global {
  namespace NodeJS {
    interface Process {
      /** Ends the process at once, without events; Node.js has it, its types have not. */
      reallyExit(code: number): never;
    }
  }
}

/** Runs a command of the command line under Electron, without a window, and ends the process with its exit code. */
export async function runCommand(run: (argv: readonly string[]) => Promise<void>, argv: readonly string[]) {
  cutNetwork();
  await electron.whenReady();
  await run(argv);
  await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
  // `app.exit` tears Chromium down; so soon after its start it crashed in one command of three, and the exit code was lost.
  process.reallyExit(Number(process.exitCode ?? 0));
}

/** Settles when all that was written to a stream has left this process, or its reader is gone. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => void stream.write('', () => resolve()));
}

async function openBackend(
  options: Omit<AppOptions, 'host' | 'keychain' | 'print' | 'spawn'>,
): Promise<Backend> {
  const [{ App }, { AppSharing }, { Switchboard }] = await Promise.all([
    import('../ipc/app.ts'),
    import('./sharing.ts'),
    import('./switchboard.ts'),
  ]);
  const app: App = new App({
    ...options,
    sharing: new AppSharing(options.configDir, () => app),
    host: 'electron',
    keychain,
    spawn: spawnUtility,
    print: printerAt(ORIGIN),
  });
  await app.start();
  surviveStrayErrors();
  return { app, switchboard: new Switchboard(app, options.configDir) };
}

/** Opens the window, and behind it the app with files; the promise settles when the window can be answered. */
export async function startElectronHost(
  options: Omit<AppOptions, 'host' | 'keychain' | 'print' | 'spawn'>,
  files: readonly string[],
): Promise<void> {
  if (!electron.requestSingleInstanceLock({ dir: options.dir })) {
    electron.quit();
    return;
  }
  declareProtocol();
  cutNetwork();
  await electron.whenReady();
  setMenu();
  serveRenderer();
  lockDown();
  const begin = Promise.withResolvers<void>();
  const backend = begin.promise.then(() => openBackend(options));
  let shown = openWindow(backend);
  // Requests are taken only from our own page in its top frame.
  ipcMain.handle('meridian', async (event, method: unknown, input: unknown) => {
    const frame = event.senderFrame;
    if (frame === null || frame.parent !== null || !frame.url.startsWith(`${ORIGIN}/`)) {
      return { ok: false, error: { code: 'bad-request', message: plainText('foreign frame') } };
    }
    return event.sender === shown.window.webContents
      ? (await shown.answering).invoke(method, input)
      : { ok: false, error: { code: 'bad-request', message: plainText('foreign window') } };
  });
  const giveFiles = (paths: readonly string[]) =>
    void backend.then(({ app }) => app.giveFiles(paths)).catch(() => undefined);
  electron.on('second-instance', (_event, argv, folder) => {
    if (shown.window.isDestroyed()) shown = openWindow(backend);
    shown.window.focus();
    giveFiles(fileArguments(argv.slice(1), folder));
  });
  electron.on('open-file', (event, path) => {
    event.preventDefault();
    giveFiles([path]);
  });
  electron.on('activate', () => {
    if (shown.window.isDestroyed()) shown = openWindow(backend);
  });
  electron.on('window-all-closed', () => electron.quit());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => electron.quit());
  let stopped = false;
  electron.on('will-quit', (event) => {
    if (stopped) return;
    event.preventDefault();
    stopped = true;
    void backend
      .then(({ app, switchboard }) => switchboard.close().then(() => app.stop()))
      .catch((error: unknown) => console.error('stop:', error))
      .finally(() => electron.quit());
  });
  begin.resolve();
  try {
    (await backend).app.giveFiles(files);
  } catch (error) {
    dialog.showErrorBox(
      'Meridian 经络',
      errorWords(toErrorData(error), languageOf(electron.getLocale())).join('\n'),
    );
    electron.exit(1);
  }
}
