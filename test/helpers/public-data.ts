/** Public data sets and reference values. They are not part of the project; tests of them are skipped where they are absent. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { appRoot } from '../../main/resources.ts';

/** Holds `data/` (one folder a set) and `parity/`. */
const root = process.env.MERIDIAN_TEST_DATA || join(appRoot, '..', 'shared');

export const PUBLIC_DATA = join(root, 'data');

/** A BERT folder with PyTorch's values; JSON files of other layers lie beside it. */
export const PARITY_FOLDER = process.env.PARITY_DIR ?? join(root, 'parity', 'bert-tiny');

/** Returns true when all of these sets are here; else prints which tests are skipped. */
export function haveSets(names: readonly string[], tests: string): boolean {
  const missing = names.filter((name) => !existsSync(setPath(name)));
  if (missing.length > 0) console.log(`skipped: ${tests}, data sets are not here: ${missing.join(', ')}`);
  return missing.length === 0;
}

export const setPath = (set: string, file = ''): string => join(PUBLIC_DATA, set, file);

/** Returns the lines of a gzipped file that are not empty. */
export function gzipLines(path: string): string[] {
  return gunzipSync(readFileSync(path)).toString('utf8').split('\n').filter(Boolean);
}

/** Returns the rows of a gzipped file of JSON lines. */
export function setRows(set: string, split: string): unknown[] {
  return gzipLines(setPath(set, `${split}.jsonl.gz`)).map((line): unknown => JSON.parse(line));
}
