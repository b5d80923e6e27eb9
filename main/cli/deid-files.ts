/** Files that `deid` reads and writes: the input is never touched, the output is whole or not there. */
import { existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { AppError } from '../../shared/result.ts';

/** Kinds of files that can be de-identified. */
export const READABLE = /\.(?:txt|jsonl|ndjson)(?:\.gz)?$/i;

/** Files of a folder, by their path inside it; links and files whose names begin with a dot are left out. */
export function filesBelow(folder: string): string[] {
  const found: string[] = [];
  const walk = (dir: string): void => {
    for (const entry of readdirSync(dir, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      if (entry.name.startsWith('.')) continue;
      const path = join(dir, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile()) found.push(relative(folder, path));
    }
  };
  walk(folder);
  return found;
}

/** @throws AppError when the output would be the input or lie in it, or a folder that is there already */
export function checkOutput(input: string, out: string): void {
  if (!existsSync(input)) throw new AppError('not-found', 'files.no-path', { input });
  const from = realpathSync(input);
  const to = realOf(out);
  const clash = to === from || to.startsWith(from + sep) || from.startsWith(to + sep);
  if (clash)
    throw new AppError(
      'bad-request',
      'deid.output-in-input',
      { out },
      { kept: 'kept.nothing-written', hint: 'hint.other-out' },
    );
  const folders = lstatSync(from).isDirectory();
  if (existsSync(to) && (folders || lstatSync(to).isDirectory()))
    throw new AppError(
      'conflict',
      'files.exists',
      { out },
      { kept: 'kept.nothing-written', hint: 'hint.new-out' },
    );
}

/** Its real path, whether it is there yet or not. */
function realOf(path: string): string {
  const whole = resolve(path);
  if (existsSync(whole)) return realpathSync(whole);
  const parent = dirname(whole);
  return parent === whole ? whole : join(realOf(parent), basename(whole));
}
