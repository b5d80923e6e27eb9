/** Public data sets that lie beside the project on some machines; tests of them are skipped where they do not. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { appRoot } from '../../main/resources.ts';

const root = join(appRoot, '..', 'shared', 'data');

/** Whether all of these sets are there; says once which tests are skipped. */
export function haveSets(names: readonly string[], tests: string): boolean {
  const missing = names.filter((name) => !existsSync(join(root, name)));
  if (missing.length > 0) console.log(`skipped: ${tests}, data sets are not there: ${missing.join(', ')}`);
  return missing.length === 0;
}

export function setPath(set: string, file = ''): string {
  return join(root, set, file);
}

/** Rows of a gzipped file of JSON lines. */
export function setRows(set: string, split: string): unknown[] {
  const text = gunzipSync(readFileSync(setPath(set, `${split}.jsonl.gz`))).toString();
  return text.split('\n').flatMap((line): unknown[] => (line === '' ? [] : [JSON.parse(line)]));
}
