/** Files that `deid` reads and writes: the input is never touched, the output is whole or not there. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
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

/** A file that takes its name once all of it is on the disk. */
export class PendingFile {
  readonly #path: string;
  readonly #temporary: string;
  readonly #handle: number;

  constructor(path: string) {
    this.#path = path;
    this.#temporary = `${path}.${process.pid}.tmp`;
    mkdirSync(dirname(path), { recursive: true });
    this.#handle = openSync(this.#temporary, 'w', 0o600);
  }

  write(text: string): void {
    const bytes = Buffer.from(text, 'utf8');
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#handle, bytes, done);
  }

  finish(): void {
    fsyncSync(this.#handle);
    closeSync(this.#handle);
    renameSync(this.#temporary, this.#path);
  }

  discard(): void {
    closeSync(this.#handle);
    rmSync(this.#temporary, { force: true });
  }
}
