/** Graph files made up for tests: no name in them is a real one. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Home } from './app.ts';

/** Writes a TSV of triples with `rows` rows, every one with names of its own. */
export function writeLargeGraph(home: Home, rows: number): string {
  const path = join(home.dir, 'large.tsv');
  const lines = Array.from({ length: rows }, (_, i) => `虚构病${i}号\tHasSymptom\t虚构症${i}号`);
  writeFileSync(path, `head\trelation\ttail\n${lines.join('\n')}\n`);
  return path;
}
