/** PyTorch beside Meridian: finding it, and what it measured when it was last there. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { appRoot } from '../../../main/resources.ts';
import type { Command } from './peer.ts';

export interface Torch {
  readonly python: string;
  readonly version: string;
}

/** A Python with torch: `$MERIDIAN_BENCH_PYTHON`, or one on the path. */
export function findTorch(): Torch | undefined {
  for (const python of [process.env.MERIDIAN_BENCH_PYTHON, 'python3', 'python']) {
    if (python === undefined || (python.includes('/') && !existsSync(python))) continue;
    const { status, stdout } = spawnSync(python, ['-c', 'import torch; print(torch.__version__)']);
    if (status === 0) return { python, version: stdout.toString().trim() };
  }
  return undefined;
}

export function torchCommand({ python }: Torch, bench: object): Command {
  return { program: python, args: [join(import.meta.dirname, 'torch_peer.py'), JSON.stringify(bench)] };
}

/** One peer's figures of one case. */
export const Figures = z.object({
  /** Milliseconds a step: median, and the quartiles around it. */
  median: z.number(),
  low: z.number(),
  high: z.number(),
  /** Processor milliseconds a step, all threads: median. */
  cpu: z.number(),
  /** Milliseconds to the end of the first step: from opening, and from the start of the process. */
  first: z.number(),
  start: z.number(),
  /** Most bytes held. */
  peak: z.number(),
});
export type Figures = z.infer<typeof Figures>;

export const StoredRun = z.object({
  /** Version of PyTorch. */
  version: z.string(),
  date: z.string(),
  machine: z.string(),
  cases: z.record(z.string(), Figures),
});
export type StoredRun = z.infer<typeof StoredRun>;

const MARK = 'PyTorch figures of the engine bench: ';

/** A comment that the page keeps, for runs on machines without PyTorch. */
export const storedComment = (run: StoredRun): string => `<!-- ${MARK}${JSON.stringify(run)} -->`;

/** Returns the last measurement of PyTorch, or `undefined` without one. */
export function lastStoredRun(): StoredRun | undefined {
  const page = join(appRoot, 'docs', 'benchmarks.md');
  if (!existsSync(page)) return undefined;
  const line = readFileSync(page, 'utf8')
    .split('\n')
    .find((text) => text.startsWith(`<!-- ${MARK}`));
  return line === undefined
    ? undefined
    : StoredRun.parse(JSON.parse(line.slice(`<!-- ${MARK}`.length, -' -->'.length)));
}
