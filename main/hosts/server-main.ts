/** Runs the server as a program until a signal ends it. Log lines are JSON; they name methods and people, no text. */
import { existsSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../shared/result.ts';
import { App } from '../ipc/app.ts';
import { spawnHere } from '../processes/spawn-here.ts';
import { givenCertificate, ownCertificate } from './certificate.ts';
import { type RunningServer, startServer } from './server.ts';
import { surviveStrayErrors } from './stray-errors.ts';

export interface ServeRequest {
  readonly dir: string;
  readonly configDir: string;
  readonly passphrase?: string;
  readonly address: string;
  readonly port: number;
  /** Further names by which browsers ask for the server. */
  readonly names: readonly string[];
  /** Whether programs with tokens are answered. */
  readonly api: boolean;
  /** Files of a certificate and its key; absent: one is made. */
  readonly certificate?: { readonly cert: string; readonly key: string };
  /** Is told the addresses and the certificate's fingerprint once the server listens. */
  readonly ready: (urls: readonly string[], fingerprint: string) => void;
}

/**
 * Serves a workspace; settles when a signal has ended it. Throws `forbidden` for a workspace without accounts, since
 * everybody on the network could then do everything, and `locked` for one whose passphrase is missing.
 */
export async function runServer(request: ServeRequest): Promise<void> {
  const { dir, configDir, passphrase, address, port } = request;
  if (!existsSync(join(dir, 'workspace.json'))) throw needsAccounts(dir);
  const app = new App({
    ...{ host: 'browser', dir, configDir, spawn: spawnHere, checkOutput: false },
    ...(passphrase === undefined ? {} : { passphrase }),
  });
  await app.start();
  try {
    if (!app.isOpen)
      throw new AppError('locked', 'workspace.locked', {}, { hint: 'hint.give-passphrase-file' });
    if (!app.hasAccounts) throw needsAccounts(dir);
    const names = namesOf(address, request.names);
    const { certificate: given } = request;
    const certificate =
      given === undefined
        ? await ownCertificate(join(configDir, 'server'), names)
        : givenCertificate(given.cert, given.key);
    const server = await startServer(app, {
      ...{ address, port, names, certificate, log },
      ...(request.api ? { api: app } : {}),
    });
    surviveStrayErrors();
    request.ready(urlsOf(names, server.port), certificate.fingerprint);
    log('start', { address, port: server.port });
    await signalled();
    await stopped(server);
  } finally {
    await app.stop();
  }
}

async function stopped(server: RunningServer): Promise<void> {
  log('stop');
  await server.close();
}

const needsAccounts = (dir: string): AppError =>
  new AppError('forbidden', 'serve.needs-accounts', { dir }, { hint: 'hint.add-people' });

const EVERY_ADDRESS = new Set(['0.0.0.0', '::']);

/** Returns what the Host header may name: the address, or all of this machine's, its name, and those given. */
function namesOf(address: string, given: readonly string[]): string[] {
  if (!EVERY_ADDRESS.has(address)) return [...new Set([address.toLowerCase(), ...given.map(lower)])];
  const addresses = Object.values(networkInterfaces()).flatMap((ends) =>
    (ends ?? []).map((end) => end.address),
  );
  return [...new Set(['localhost', hostname(), ...addresses, ...given].map(lower))];
}

const lower = (name: string): string => name.toLowerCase();

const urlsOf = (names: readonly string[], port: number): string[] =>
  names.map((name) => `https://${name.includes(':') ? `[${name}]` : name}:${port}/`);

/** Settles at the first signal that ends programs. */
const signalled = (): Promise<void> =>
  new Promise((ended) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ended());
  });

function log(event: string, detail: Readonly<Record<string, string | number>> = {}): void {
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), event, ...detail })}\n`);
}
