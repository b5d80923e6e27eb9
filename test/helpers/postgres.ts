/** A private PostgreSQL server: a cluster in a temporary folder on a loopback port, stopped and started at will. */
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const DEBIAN = '/usr/lib/postgresql';

/** Returns the folder of the newest server's programs, or `undefined` where there is none. */
function programs(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  return versions
    .map((version) => join(DEBIAN, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
}

const isRoot = process.getuid?.() === 0;
/** The server refuses root; Debian's package brings this account. */
const ACCOUNT = 'postgres';

/** Says why there is no server here, in one line; `undefined` where one can be started. */
export const withoutPostgres: string | undefined =
  programs() === undefined
    ? 'no PostgreSQL is installed here (apt-get install postgresql)'
    : isRoot && spawnSync('id', [ACCOUNT]).status !== 0
      ? 'PostgreSQL refuses root, and there is no account postgres'
      : undefined;

export class Postgres {
  readonly #folder: string;
  readonly url: string;
  readonly #port: number;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
    this.url = `postgresql://meridian@127.0.0.1:${port}/postgres`;
  }

  static async start(): Promise<Postgres> {
    const folder = mkdtempSync(join(tmpdir(), 'meridian-postgres-'));
    if (isRoot) chownSync(folder, idOf('-u'), idOf('-g'));
    const server = new Postgres(folder, await freePort());
    run('initdb', ['-D', server.#data, '-U', 'meridian', '-A', 'trust', '-E', 'UTF8', '--no-locale']);
    server.resume();
    return server;
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  /** Ends the server as a power failure would. */
  kill(): void {
    run('pg_ctl', ['-D', this.#data, '-m', 'immediate', '-w', 'stop']);
  }

  /** Starts the server again. */
  resume(): void {
    const options = `-c listen_addresses=127.0.0.1 -p ${this.#port} -k ${this.#folder}`;
    run('pg_ctl', ['-D', this.#data, '-l', join(this.#folder, 'log'), '-o', options, '-w', 'start']);
  }

  /** Ends the server and removes its files. */
  close(): void {
    run('pg_ctl', ['-D', this.#data, '-m', 'immediate', '-w', 'stop']);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Runs a statement; returns its rows, one a line, columns parted by `|`. */
  query(sql: string): string {
    const place = ['-h', '127.0.0.1', '-p', String(this.#port), '-U', 'meridian', 'postgres'];
    return run('psql', [...place, '-At', '-c', sql]).trim();
  }
}

const idOf = (which: string): number => Number(spawnSync('id', [which, ACCOUNT]).stdout.toString());

/** Runs a program of PostgreSQL, as another account where this process is root. */
function run(program: string, args: readonly string[]): string {
  const command = [join(programs() ?? '', program), ...args];
  const [file = '', ...rest] = isRoot ? ['runuser', '-u', ACCOUNT, '--', ...command] : command;
  const { status, stdout, stderr } = spawnSync(file, rest, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  if (status !== 0) throw new Error(`${program}: ${stderr}${stdout}`);
  return stdout.toString();
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
