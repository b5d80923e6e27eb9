/** Runs one command after another for `cli()`, in a thread that has loaded the command line once. */
import { type MessagePort, workerData } from 'node:worker_threads';
import { main } from '../../main/cli/main.ts';
import type { Ran } from './cli.ts';

/** A command for the thread, and its environment. */
export interface Asked {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** Sends answers over the port, then sets the flag that the asking thread waits for. */
export interface Line {
  readonly port: MessagePort;
  readonly answered: Int32Array;
}

const { port, answered } = workerData as Line; // safe: cli.ts starts this thread

/** Collects what is written to a stream of this thread. */
function collect(stream: NodeJS.WriteStream): string[] {
  const written: string[] = [];
  stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    written.push(Buffer.from(chunk as Uint8Array).toString()); // safe: Buffer.from takes text too
    const done = rest.at(-1);
    if (typeof done === 'function') done();
    return true;
  };
  return written;
}

const out = collect(process.stdout);
const err = collect(process.stderr);

async function run({ args, env }: Asked): Promise<Ran> {
  for (const name of Object.keys(process.env)) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
  process.exitCode = undefined;
  await main(args, { limitsMemory: false }).catch((error: unknown) => {
    err.push(String(error));
    process.exitCode = -1;
  });
  return { code: Number(process.exitCode ?? 0), out: out.splice(0).join(''), err: err.splice(0).join('') };
}

port.on('message', (asked: Asked) =>
  run(asked).then((ran) => {
    port.postMessage(ran);
    Atomics.store(answered, 0, 1);
    Atomics.notify(answered, 0);
  }),
);
