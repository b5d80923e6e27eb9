/**
 * Fuzzes one reader: `fuzz-chunk.ts CORPUS READER SEED INPUTS GUIDED`. Begins with the files of the corpus folder too, adds
 * those with new coverage where coverage guides, and prints the outcome as one line of JSON.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Coverage, fuzzReader, withReaders } from './fuzz.ts';
import type { Chunk } from './fuzz-chunks.ts';

const [corpus = '', name = '', seed, inputs, guided] = process.argv.slice(2);

await withReaders(async (readers) => {
  const reader = readers.find((one) => one.name === name);
  if (reader === undefined) throw new Error(`no reader ${name}`);
  mkdirSync(corpus, { recursive: true });
  const kept = readdirSync(corpus).map((file) => readFileSync(join(corpus, file)));
  const { found, failures, ...rest } = await fuzzReader(
    { ...reader, seeds: [...reader.seeds, ...kept] },
    Number(inputs),
    Number(seed),
    guided === 'true' ? new Coverage() : undefined,
  );
  for (const file of found)
    writeFileSync(join(corpus, createHash('sha256').update(file).digest('hex').slice(0, 16)), file);
  const told = [...failures].map(([kind, input]) => ({
    kind,
    input: Buffer.from(input).toString('base64'),
  }));
  const chunk: Chunk = { ...rest, seed: Number(seed), found: found.length, failures: told };
  console.log(JSON.stringify(chunk));
});
process.exit();
