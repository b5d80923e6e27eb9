/** Serves a workspace to other machines: as a program of its own, or from the running app while somebody asks for it. */
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type { SharingStatus } from '../../shared/domain/server.ts';
import { AppError } from '../../shared/result.ts';
import type { App, Sharing } from '../ipc/app.ts';
import { givenCertificate, ownCertificate } from './certificate.ts';
import { type RunningServer, type ServerOptions, startServer } from './server.ts';

type Served = Pick<App, 'away' | 'connect' | 'disconnect'>;

export interface ShareRequest {
  readonly configDir: string;
  readonly address: string;
  readonly port: number;
  /** Further names by which browsers ask for the server. */
  readonly names: readonly string[];
  /** Files of a certificate and its key; absent: one is made. */
  readonly certificate?: { readonly cert: string; readonly key: string };
  readonly log: ServerOptions['log'];
  /** Answers programs with tokens; absent: nothing does. */
  readonly programs?: ServerOptions['api'];
}

export interface Share {
  readonly server: RunningServer;
  readonly urls: readonly string[];
  readonly fingerprint: string;
}

/** Listens, with the certificate for its names. Throws the system's error when it cannot. */
export async function share(app: Served, request: ShareRequest): Promise<Share> {
  const { configDir, address, port, log, programs, certificate: given } = request;
  const names = namesOf(address, request.names);
  const certificate =
    given === undefined
      ? await ownCertificate(join(configDir, 'server'), names)
      : givenCertificate(given.cert, given.key);
  const server = await startServer(app, {
    ...{ address, port, names, certificate, log },
    ...(programs === undefined ? {} : { api: programs }),
  });
  return { server, urls: urlsOf(names, server.port), fingerprint: certificate.fingerprint };
}

/** Sharing of the open workspace from the running app. */
export class AppSharing implements Sharing {
  readonly #configDir: string;
  readonly #app: () => Served;
  #shared: (Share & { readonly since: string }) | undefined;
  #starting = false;

  constructor(configDir: string, app: () => Served) {
    this.#configDir = configDir;
    this.#app = app;
  }

  status(): SharingStatus {
    const shared = this.#shared;
    return {
      on:
        shared === undefined
          ? null
          : { urls: [...shared.urls], fingerprint: shared.fingerprint, since: shared.since },
      addresses: ends().flatMap(({ address, internal }) => (internal ? [] : address)),
    };
  }

  /** Throws `conflict` while it is on, `io` when it cannot listen there. */
  async start(address: string, port: number): Promise<void> {
    if (this.#shared !== undefined || this.#starting) throw new AppError('conflict', 'sharing.on');
    this.#starting = true;
    try {
      const request = { configDir: this.#configDir, address, port, names: [], log: () => undefined };
      this.#shared = { ...(await share(this.#app(), request)), since: new Date().toISOString() };
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      throw new AppError(
        'io',
        'sharing.cannot-listen',
        { address, port, reason },
        { hint: 'hint.other-port', cause: error },
      );
    } finally {
      this.#starting = false;
    }
  }

  /** Waits for requests under way and ends all connections. */
  async stop(): Promise<void> {
    const shared = this.#shared;
    this.#shared = undefined;
    await shared?.server.close();
  }
}

const EVERY_ADDRESS = new Set(['0.0.0.0', '::']);

const ends = () => Object.values(networkInterfaces()).flatMap((list) => list ?? []);

/** Returns what the Host header may name: the address, or all of this machine's, its name, and those given. */
function namesOf(address: string, given: readonly string[]): string[] {
  if (!EVERY_ADDRESS.has(address)) return [...new Set([address, ...given].map(lower))];
  const addresses = ends().map((end) => end.address);
  return [...new Set(['localhost', hostname(), ...addresses, ...given].map(lower))];
}

const lower = (name: string): string => name.toLowerCase();

const urlsOf = (names: readonly string[], port: number): string[] =>
  names.map((name) => `https://${name.includes(':') ? `[${name}]` : name}:${port}/`);
