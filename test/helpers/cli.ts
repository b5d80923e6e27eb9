/** The command line, as a process of its own or in a thread that several commands share. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { appRoot } from '../../main/resources.ts';
import type { Home } from './app.ts';
import type { Asked, Line } from './cli-thread.ts';

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

const environment = (home: Home, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  ...home.env,
  MERIDIAN_PASSPHRASE: '',
  ...more,
});

/** Runs a command as people do. */
export function cliProcess(home: Home, args: readonly string[], options: RunOptions = {}): Ran {
  const command = [process.execPath, join(appRoot, 'main', 'cli.ts'), ...args];
  const [program = '', ...rest] =
    options.pipe === undefined
      ? command
      : ['bash', '-c', `set -o pipefail; ${command.map(quoted).join(' ')} ${options.pipe}`];
  const { status, stdout, stderr } = spawnSync(program, rest, {
    env: environment(home, options.env),
    input: options.input ?? '',
    maxBuffer: 256 * 2 ** 20,
  });
  return { code: status ?? -1, out: stdout.toString(), err: stderr.toString() };
}

const LIMIT_MS = 900_000;
let thread: { readonly ask: (asked: Asked) => Ran } | undefined;

function startThread(): { readonly ask: (asked: Asked) => Ran } {
  const { port1, port2 } = new MessageChannel();
  const answered = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(join(import.meta.dirname, 'cli-thread.ts'), {
    workerData: { port: port2, answered } satisfies Line,
    transferList: [port2],
    execArgv: [],
  });
  worker.unref();
  port1.unref();
  return {
    ask: (asked) => {
      port1.postMessage(asked);
      // Vitest's limit cannot end a thread that waits here.
      if (Atomics.wait(answered, 0, 0, LIMIT_MS) === 'timed-out') {
        thread = undefined;
        throw new Error(`the command did not end; does it read standard input? ${asked.args.join(' ')}`);
      }
      Atomics.store(answered, 0, 0);
      const reply: { readonly message: Ran } | undefined = receiveMessageOnPort(port1);
      if (reply === undefined) throw new Error('the command gave no answer');
      return reply.message;
    },
  };
}

/** Runs a command in the shared thread, and as a process where its input or a pipe matters. Loading the command line takes longer than most commands. */
export function cli(home: Home, args: readonly string[], options: RunOptions = {}): Ran {
  if (options.input !== undefined || options.pipe !== undefined) return cliProcess(home, args, options);
  thread ??= startThread();
  return thread.ask({ args, env: environment(home, options.env) });
}
