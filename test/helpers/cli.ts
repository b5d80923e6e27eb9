/** The command line as a process of its own. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { appRoot } from '../../main/resources.ts';
import type { Home } from './app.ts';

export interface Ran {
  /** Exit status; -1 when a signal ended it. */
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly input?: string | Uint8Array;
  readonly env?: NodeJS.ProcessEnv;
  /** Shell text after the command, such as `| head -1`; a failing command fails the whole pipe. */
  readonly pipe?: string;
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

export function cli(home: Home, args: readonly string[], options: RunOptions = {}): Ran {
  const command = [process.execPath, join(appRoot, 'main', 'cli.ts'), ...args];
  const [program = '', ...rest] =
    options.pipe === undefined
      ? command
      : ['bash', '-c', `set -o pipefail; ${command.map(quoted).join(' ')} ${options.pipe}`];
  const { status, stdout, stderr } = spawnSync(program, rest, {
    env: { ...home.env, MERIDIAN_PASSPHRASE: '', ...options.env },
    input: options.input ?? '',
    maxBuffer: 256 * 2 ** 20,
  });
  return { code: status ?? -1, out: stdout.toString(), err: stderr.toString() };
}
