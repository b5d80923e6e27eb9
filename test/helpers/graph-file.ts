/** Graph files made up for tests: no name in them is a real one. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import type { Home } from './app.ts';
import { ask } from './screen.ts';

/** Writes a TSV of triples with `rows` rows, every one with names of its own. */
export function writeLargeGraph(home: Home, rows: number): string {
  const path = join(home.dir, 'large.tsv');
  const lines = Array.from({ length: rows }, (_, i) => `虚构病${i}号\tHasSymptom\t虚构症${i}号`);
  writeFileSync(path, `head\trelation\ttail\n${lines.join('\n')}\n`);
  return path;
}

/** Imports triples with a heading through the app, and waits until they are in the graph. */
export async function importCrawl(page: Page, triples: string): Promise<void> {
  const bytes = Buffer.from(triples);
  const { uploadId } = await ask(page, 'files.open', { name: 'crawl.tsv', bytes: bytes.length });
  await ask(page, 'files.append', { uploadId, base64: bytes.toString('base64') });
  const { id } = await ask(page, 'kg.import', { uploadId, format: 'triples' });
  for (let state = 'running'; state === 'running'; )
    state = (await ask(page, 'jobs.list', {})).find((job) => job.id === id)?.state ?? 'failed';
}
