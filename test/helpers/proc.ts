/** Processes as other programs of the machine see them, on Linux. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface Seen {
  readonly pid: number;
  readonly cmdline: string;
  readonly environ: string;
}

/** Returns the processes that `pid` started, directly or not. One that ends meanwhile is left out. */
export function descendants(pid: number): Seen[] {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((number) => number > 0 && parentOf(number) === pid);
  return children.flatMap((child) => [...see(child), ...descendants(child)]);
}

export function see(pid: number): Seen[] {
  try {
    const read = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8').replaceAll('\0', '\n');
    return [{ pid, cmdline: read('cmdline'), environ: read('environ') }];
  } catch {
    return [];
  }
}

function parentOf(pid: number): number {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return 0;
  }
}

/** Returns the TCP addresses on which a process or what it started listens, as the kernel writes them: hexadecimal. */
export function listening(pid: number): string[] {
  const sockets = new Set([pid, ...descendants(pid).map((child) => child.pid)].flatMap(socketsOf));
  return ['tcp', 'tcp6'].flatMap((table) => {
    const rows = readFileSync(`/proc/net/${table}`, 'utf8').trim().split('\n').slice(1);
    return rows
      .map((row) => row.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode = '']) => state === '0A' && sockets.has(inode))
      .map(([, local = '']) => local.split(':')[0] ?? '');
  });
}

/** 127.0.0.1 in the kernel's tables. */
export const LOOPBACK = '0100007F';

function socketsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
      } catch {
        return []; // closed meanwhile
      }
    });
  } catch {
    return [];
  }
}
