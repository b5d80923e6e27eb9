/**
 * Sessions of browsers with the server. A visitor has none and can only sign in. Signing in makes a secret, which the
 * server alone chooses, so nobody can be made to use one that somebody else knows; every further sign-in or unlock
 * replaces it, signing out ends it. Browsers send it as a subprotocol of the WebSocket; it is no cookie, so pages of
 * other origins cannot make a browser use it.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { AccountStatus } from '../../shared/domain/account.ts';
import type { App } from '../ipc/app.ts';
import type { Client } from '../ipc/client.ts';
import { PROTOCOL } from './frames.ts';

/** Hours after which a person must sign in again. */
const LONGEST_MS = 12 * 3_600_000;
/** Time that a session outlives its last connection. */
const GONE_MS = 30 * 60_000;

export interface Visit {
  readonly client: Client;
  readonly sockets: Set<WebSocket>;
  /** Hash of the secret; undefined while nobody is signed in. */
  key: string | undefined;
  person: AccountStatus['person'];
  state: AccountStatus['state'];
  goneAt: number;
}

export class ServerSessions {
  readonly #app: Pick<App, 'away' | 'connect' | 'disconnect'>;
  readonly #noted: (event: string, visit: Visit) => void;
  readonly #visits = new Set<Visit>();
  readonly #bySecret = new Map<string, Visit>();

  /** @param noted is told of each sign-in, sign-out and lock */
  constructor(
    app: Pick<App, 'away' | 'connect' | 'disconnect'>,
    noted: (event: string, visit: Visit) => void,
  ) {
    this.#app = app;
    this.#noted = noted;
  }

  get signedIn(): number {
    return this.#bySecret.size;
  }

  /** Returns the session whose secret is among the subprotocols that a WebSocket offers, else a new one without any. */
  enter(protocols: string, address: string, socket: WebSocket): Visit {
    const offered = protocols.split(',').map((protocol) => protocol.trim());
    const known = offered
      .filter((secret) => secret !== PROTOCOL)
      .map((secret) => this.#bySecret.get(hash(secret)));
    const visit = known.find((found) => found !== undefined) ?? this.#begin(address);
    visit.sockets.add(socket);
    return visit;
  }

  /** Forgets a closed connection, and with it a session in which nobody is signed in. */
  leave(visit: Visit, socket: WebSocket): void {
    visit.sockets.delete(socket);
    if (visit.sockets.size > 0) return;
    visit.goneAt = performance.now();
    this.#app.away(visit.client);
    if (visit.key === undefined) this.#end(visit);
  }

  /** Ends sessions whose windows have been gone for long. */
  sweep(): void {
    const now = performance.now();
    for (const visit of this.#visits)
      if (visit.sockets.size === 0 && now - visit.goneAt > GONE_MS) this.#end(visit);
  }

  #begin(address: string): Visit {
    const client = this.#app.connect({ address, longestMs: LONGEST_MS });
    const nobody = { key: undefined, person: null, state: 'signed-out', goneAt: 0 } as const;
    const visit: Visit = { client, sockets: new Set(), ...nobody };
    // safe: what is sent under this name
    client.listen((event, data) => event === 'account.changed' && this.#follow(visit, data as AccountStatus));
    this.#visits.add(visit);
    return visit;
  }

  #end(visit: Visit): void {
    this.#forget(visit);
    this.#visits.delete(visit);
    this.#app.disconnect(visit.client);
  }

  /** Gives a new secret to whoever has just shown a password, and takes it from who is out. */
  #follow(visit: Visit, { state, person }: AccountStatus): void {
    const before = { state: visit.state, person: visit.person };
    visit.state = state;
    if (state === before.state && person?.name === before.person?.name) return;
    if (person === null) this.#noted('sign-out', visit);
    visit.person = person;
    if (person === null) {
      this.#forget(visit);
      return this.#tell(visit, null);
    }
    this.#noted(state === 'locked' ? 'lock' : 'sign-in', visit);
    if (state === 'locked') return;
    this.#forget(visit);
    const secret = randomBytes(32).toString('hex');
    visit.key = hash(secret);
    this.#bySecret.set(visit.key, visit);
    this.#tell(visit, secret);
  }

  #forget(visit: Visit): void {
    if (visit.key !== undefined) this.#bySecret.delete(visit.key);
    visit.key = undefined;
  }

  #tell(visit: Visit, session: string | null): void {
    const frame = JSON.stringify({ session });
    for (const socket of visit.sockets) if (socket.readyState === socket.OPEN) socket.send(frame);
  }
}

const hash = (secret: string): string => createHash('sha256').update(secret).digest('hex');
