/**
 * Fuzzes readers in processes of their own, one chunk of inputs after another. Ended chunks stand in a file, so that a run
 * that was cut short goes on. The first chunk of a reader is guided by coverage, which takes ten times as long, and its corpus
 * is mutated by the others. Slow readers get fewer inputs: their number goes by the square root of the speed.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { withReaders } from './fuzz.ts';

const Chunk = z.object({
  name: z.string(),
  seed: z.number(),
  inputs: z.number(),
  found: z.number(),
  slowestMs: z.number(),
  processorMs: z.number(),
  failures: z.array(z.object({ kind: z.string(), input: z.string() })),
});
export type Chunk = z.infer<typeof Chunk>;

/** Inputs of a first, guided chunk, and of a second by which the speed of a reader is measured. */
const FIRST = 500;
/** Inputs of one process. */
const CHUNK = 20_000;
/** A process that takes longer hangs. */
const LIMIT_MS = 3_600_000;

/** Returns the chunks of all readers whose names hold `only`. @param folder of the outcomes and the corpus */
export async function fuzzInChunks(
  count: number,
  seed: number,
  only: string,
  folder: string,
): Promise<Chunk[]> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'chunks.jsonl');
  const names = (await withReaders((readers) => readers.map(({ name }) => name))).filter((name) =>
    name.includes(only),
  );
  const done = existsSync(file)
    ? readFileSync(file, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => Chunk.parse(JSON.parse(line)))
    : [];
  const fuzzTo = (name: string, wanted: number): void => {
    for (;;) {
      const earlier = done.filter((chunk) => chunk.name === name);
      const left = wanted - earlier.reduce((sum, { inputs }) => sum + inputs, 0);
      if (left <= 0) return;
      const chunk = runChunk(folder, name, [
        seed + earlier.length,
        Math.min(CHUNK, left),
        earlier.length === 0,
      ]);
      appendFileSync(file, `${JSON.stringify(chunk)}\n`);
      done.push(chunk);
    }
  };
  const first = Math.min(FIRST, Math.ceil(count / names.length / 2));
  for (const name of names) fuzzTo(name, first);
  for (const name of names) fuzzTo(name, 2 * first);
  const speeds = names.map((name) => {
    const { inputs = 0, processorMs = 0 } = done.filter((chunk) => chunk.name === name)[1] ?? {};
    return Math.sqrt(inputs / Math.max(1, processorMs));
  });
  const all = speeds.reduce((sum, speed) => sum + speed, 0);
  const left = Math.max(0, count - 2 * first * names.length);
  for (const [i, name] of names.entries()) fuzzTo(name, 2 * first + Math.ceil((left * speeds[i]!) / all));
  return done.filter(({ name }) => names.includes(name));
}

function runChunk(
  folder: string,
  name: string,
  [seed, inputs, guided]: readonly [number, number, boolean],
): Chunk {
  const corpus = join(folder, 'corpus', name.replaceAll(/\W+/g, '-'));
  const { status, signal, stdout } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'fuzz-chunk.ts'), corpus, name, String(seed), String(inputs), String(guided)],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: LIMIT_MS,
      maxBuffer: 2 ** 28,
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/node'),
      },
    },
  );
  if (status === 0) return Chunk.parse(JSON.parse(stdout));
  const failures = [{ kind: `the process ended with ${signal ?? status}`, input: '' }];
  return { name, seed, inputs, found: 0, slowestMs: 0, processorMs: 0, failures };
}
