/** Arguments of the app: options, and files to open. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** Returns options and other arguments. Chromium's own switches stand among them under Electron, and may the app's folder. */
export const appArguments = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    options: {
      workspace: { type: 'string' },
      port: { type: 'string' },
      'passphrase-file': { type: 'string' },
    },
    strict: false,
    allowPositionals: true,
  });

/** Returns the absolute paths of the files among the arguments. @param folder that relative paths begin at */
export const fileArguments = (args: readonly string[], folder: string): string[] =>
  appArguments(args)
    .positionals.map((path) => resolve(folder, path))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true);
