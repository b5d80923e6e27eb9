/** Servers that somebody connected to from this machine, with their certificates, in the settings folder of this user. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { KnownServer } from '../../shared/domain/server.ts';
import { writeFileAtomic } from '../workspace/atomic-file.ts';

/** Most servers kept; the ones used least recently are forgotten. */
const MOST = 50;

export type DecidedServer = Pick<KnownServer, 'address' | 'fingerprint'>;

export class KnownServers {
  readonly #file: string;

  readonly #decided: DecidedServer | undefined;

  /** @param decided server of the administrator's policy; it stands first, whatever the file says of it */
  constructor(configDir: string, decided?: DecidedServer) {
    this.#file = join(configDir, 'servers.json');
    this.#decided = decided;
  }

  /** Most recently used first. A file that cannot be read counts as empty: certificates are compared anew. */
  list(): KnownServer[] {
    const used = this.#read();
    if (this.#decided === undefined) return used;
    const { address } = this.#decided;
    const usedAt = used.find((server) => server.address === address)?.usedAt;
    const first: KnownServer = { ...this.#decided, decided: true, ...(usedAt !== undefined && { usedAt }) };
    return [first, ...used.filter((server) => server.address !== address)];
  }

  #read(): KnownServer[] {
    if (!existsSync(this.#file)) return [];
    try {
      return z.array(KnownServer).parse(JSON.parse(readFileSync(this.#file, 'utf8')));
    } catch (error) {
      console.error(`${this.#file}:`, error);
      return [];
    }
  }

  find(address: string): KnownServer | undefined {
    return this.list().find((server) => server.address === address);
  }

  keep(address: string, fingerprint: string): void {
    const server = { address, fingerprint, usedAt: new Date().toISOString() };
    this.#write([server, ...this.#others(address)].slice(0, MOST));
  }

  forget(address: string): void {
    this.#write(this.#others(address));
  }

  #others(address: string): KnownServer[] {
    return this.#read().filter((server) => server.address !== address);
  }

  #write(servers: readonly KnownServer[]): void {
    writeFileAtomic(this.#file, `${JSON.stringify(servers, null, 2)}\n`);
  }
}
