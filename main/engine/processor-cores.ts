/** Chooses the number of training threads. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** Physical cores that this process may use: two threads of one core would take each other's time. */
export function physicalCores(): number {
  const logical = availableParallelism();
  const counted = process.platform === 'linux' ? coresOfLinux() : undefined;
  const physical = counted ?? (process.arch === 'x64' ? Math.ceil(logical / 2) : logical);
  return Math.max(1, Math.min(logical, physical));
}

function coresOfLinux(): number | undefined {
  try {
    return countCores(readFileSync('/proc/cpuinfo', 'utf8'));
  } catch {
    return undefined; // a system without /proc
  }
}

/** Different pairs of processor and core in `/proc/cpuinfo`; `undefined` where it names none. */
export function countCores(cpuinfo: string): number | undefined {
  const cores = new Set<string>();
  for (const processor of cpuinfo.split(/\n\s*\n/)) {
    const field = (name: string) => new RegExp(`^${name}\\s*:\\s*(\\d+)`, 'm').exec(processor)?.[1];
    const core = field('core id');
    if (core !== undefined) cores.add(`${field('physical id') ?? 0}/${core}`);
  }
  return cores.size === 0 ? undefined : cores.size;
}
