/** Starts the Electron host under Electron, else the browser host. */

import './compile-cache.ts';
import { localeLanguage } from '../shared/messages/language.ts';
import { message } from '../shared/messages/message.ts';
import { words } from '../shared/messages/words.ts';
import { appArguments, fileArguments } from './hosts/arguments.ts';
import { givenPassphrase } from './passphrase.ts';
import { configDir, defaultWorkspace } from './workspace/paths.ts';

const args = process.argv.slice(1);
const { values } = appArguments(args);

/** Returns the value of an option; ends the process when the option came without one. */
function option(name: keyof typeof values): string | undefined {
  const value = values[name];
  if (typeof value !== 'boolean') return value;
  const problem = message('cli.option-needs-value', { option: `--${name}` });
  console.error(`meridian: ${words(problem, localeLanguage(process.env))}`);
  process.exit(2);
}

const [workspace, port] = [option('workspace'), option('port')];
const passphrase = givenPassphrase(option('passphrase-file'));
const options = {
  dir: workspace ?? defaultWorkspace(),
  configDir: configDir(),
  checkOutput: process.env.NODE_ENV === 'test',
  ...(passphrase ? { passphrase } : {}),
};

/** A command of the command line follows `--`, behind which Chromium reads no switches. */
const separator = process.argv.indexOf('--');

if (process.versions.electron !== undefined) {
  const { runCommand, startElectronHost } = await import('./hosts/electron.ts');
  const started =
    separator < 0
      ? startElectronHost(options, fileArguments(args, process.cwd()))
      : runCommand(
          async (argv) => {
            const { main } = await import('./cli/main.ts');
            await main(argv, {
              serve: async (request) => (await import('./hosts/server-main.ts')).runServer(request),
            });
          },
          process.argv.slice(separator + 1),
        );
  // Not awaited: Electron is not ready before this module has been evaluated.
  started.catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
} else {
  const { runBrowserHost } = await import('./hosts/browser-main.ts');
  await runBrowserHost(options, Number(port ?? 0));
}
