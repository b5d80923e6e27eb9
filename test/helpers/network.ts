/** Sees every attempt to reach the network: a proxy that refuses and remembers, and system calls under strace. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** A proxy on loopback that gives nothing to anybody and keeps what it was asked for. */
export class RefusingProxy {
  readonly asked: string[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (data) => {
        this.asked.push(data.toString('latin1').split('\r\n')[0] ?? '');
        socket.end('HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n');
      });
    });
  }

  static async start(): Promise<RefusingProxy> {
    const proxy = new RefusingProxy();
    await new Promise<void>((listening) => proxy.#server.listen(0, '127.0.0.1', listening));
    return proxy;
  }

  /** Sends a browser's traffic here, loopback apart, and lets it resolve no name by itself. */
  get browserFlags(): string[] {
    // safe: a listening TCP server has an AddressInfo
    const { port } = this.#server.address() as AddressInfo;
    return [
      `--proxy-server=127.0.0.1:${port}`,
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      '--dns-prefetch-disable',
    ];
  }

  stop(): void {
    this.#server.close();
  }
}

/** Returns whether system calls of a process and its children can be watched here. */
export function canTrace(): boolean {
  return (
    process.platform === 'linux' &&
    spawnSync('strace', ['-qq', '-o', '/dev/null', 'true'], { stdio: 'ignore' }).status === 0
  );
}

/** A command under which a program runs in its own process, with the addresses it uses written to `log`. */
export function tracing(log: string): string[] {
  return [
    'strace',
    '-D',
    '-f',
    '-qq',
    '--seccomp-bpf',
    '-e',
    'trace=connect,sendto,sendmsg,sendmmsg',
    '-o',
    log,
  ];
}

const ADDRESS =
  /sa_family=AF_INET6?, sin6?_port=htons\((\d+)\).*?(?:inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)")/;
const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** Addresses outside this machine that were connected or sent to, and name servers anywhere. */
export function remoteAddresses(log: string): string[] {
  const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : [];
  return lines.flatMap((line) => {
    const [, port = '', v4, v6] = ADDRESS.exec(line) ?? [];
    const address = v4 ?? v6;
    if (address === undefined || (LOOPBACK.test(address) && port !== '53')) return [];
    return [`${address} port ${port}`];
  });
}
