/** Runs the server as a program until a signal ends it. Log lines are JSON; they name methods and people, no text. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/result.ts';
import { App } from '../ipc/app.ts';
import { spawnHere } from '../processes/spawn-here.ts';
import { type ShareRequest, share } from './sharing.ts';
import { surviveStrayErrors } from './stray-errors.ts';

export interface ServeRequest extends Omit<ShareRequest, 'log'> {
  readonly dir: string;
  readonly passphrase?: string;
  /** Whether programs with tokens are answered. */
  readonly api: boolean;
  /** Is told the addresses and the certificate's fingerprint once the server listens. */
  readonly ready: (urls: readonly string[], fingerprint: string) => void;
}

/**
 * Serves a workspace; settles when a signal has ended it. Throws `forbidden` for a workspace without accounts, since
 * everybody on the network could then do everything, and `locked` for one whose passphrase is missing.
 */
export async function runServer(request: ServeRequest): Promise<void> {
  const { dir, configDir, passphrase } = request;
  if (!existsSync(join(dir, 'workspace.json'))) throw needsAccounts(dir);
  const app = new App({
    ...{ host: 'browser', dir, configDir, spawn: spawnHere, checkOutput: false },
    ...(passphrase === undefined ? {} : { passphrase }),
  });
  await app.start('throw');
  try {
    if (!app.isOpen)
      throw new AppError('locked', 'workspace.locked', {}, { hint: 'hint.give-passphrase-file' });
    if (!app.hasAccounts) throw needsAccounts(dir);
    const { server, urls, fingerprint } = await share(app, {
      ...{ ...request, log: (event, detail) => tell(app, event, detail) },
      ...(request.api ? { programs: app } : {}),
    });
    surviveStrayErrors();
    request.ready(urls, fingerprint);
    tell(app, 'start', { address: request.address, port: server.port });
    await signalled();
    tell(app, 'stop');
    await server.close();
  } finally {
    await app.stop();
  }
}

const needsAccounts = (dir: string): AppError =>
  new AppError('forbidden', 'serve.needs-accounts', { dir }, { hint: 'hint.add-people' });

/** Settles at the first signal that ends programs. */
const signalled = (): Promise<void> =>
  new Promise((ended) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ended());
  });

/** Writes a line to standard output and to the log of the program. */
function tell(app: App, event: string, detail: Readonly<Record<string, string | number>> = {}): void {
  app.log(event, detail);
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), event, ...detail })}\n`);
}
