/** Starts a host; nothing else. Under Electron the Electron host, else the browser host. */
import { parseArgs } from 'node:util';
import { configDir, defaultWorkspace } from './workspace/paths.ts';

// Chromium's own switches stand among the arguments under Electron, and so may the app's folder.
const { values } = parseArgs({
  args: process.argv.slice(1),
  options: { workspace: { type: 'string' }, port: { type: 'string' } },
  strict: false,
  allowPositionals: true,
});
if (values.workspace === true || values.port === true) {
  console.error(
    'meridian: --workspace takes a folder, --port a number (--workspace 需要目录，--port 需要数字)',
  );
  process.exit(2);
}

const options = {
  dir: typeof values.workspace === 'string' ? values.workspace : defaultWorkspace(),
  configDir: configDir(),
  checkOutput: process.env.NODE_ENV === 'test',
  ...(process.env.MERIDIAN_PASSPHRASE ? { passphrase: process.env.MERIDIAN_PASSPHRASE } : {}),
};

if (process.versions.electron !== undefined) {
  const { startElectronHost } = await import('./hosts/electron.ts');
  // Not awaited: Electron is not ready before this module has been evaluated.
  void startElectronHost(options);
} else {
  const { runBrowserHost } = await import('./hosts/browser-main.ts');
  await runBrowserHost(options, typeof values.port === 'string' ? Number(values.port) : 0);
}
