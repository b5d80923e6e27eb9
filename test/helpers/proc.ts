/** Processes as other programs of the machine see them, on Linux. */
import { readdirSync, readFileSync } from 'node:fs';

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
