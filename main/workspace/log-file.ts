/**
 * Log of the program in the settings folder: a line of JSON an event, in files that rotate. Errors are logged by their
 * class and place in the code, never by their words, which may quote a record.
 */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';

const FILE = 'meridian.log';
const MAX_BYTES = 1024 * 1024;
/** Files that are kept, with the present one. */
const FILES = 5;
const FRAMES = 12;

export type LogDetail = Readonly<Record<string, string | number>>;

export const logFolder = (configDir: string): string => join(configDir, 'logs');

export class LogFile {
  readonly #folder: string;
  readonly #maxBytes: number;

  constructor(configDir: string, maxBytes = MAX_BYTES) {
    this.#folder = logFolder(configDir);
    this.#maxBytes = maxBytes;
  }

  /** Appends a line. A log that cannot be written stops nothing. */
  write(event: string, detail: LogDetail = {}): void {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      const file = join(this.#folder, FILE);
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= this.#maxBytes) this.#rotate();
      const line = JSON.stringify({ at: new Date().toISOString(), event, ...detail });
      appendFileSync(file, `${line}\n`, { mode: 0o600 });
    } catch {
      // told nowhere: the log is where it would be told
    }
  }

  #rotate(): void {
    const numbered = (n: number) => join(this.#folder, n === 0 ? FILE : `meridian.${n}.log`);
    rmSync(numbered(FILES - 1), { force: true });
    for (let n = FILES - 2; n >= 0; n--)
      if (existsSync(numbered(n))) renameSync(numbered(n), numbered(n + 1));
  }
}

/** Returns all log files with their content. */
export function readLogs(configDir: string): { readonly name: string; readonly text: string }[] {
  const folder = logFolder(configDir);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^meridian(?:\.\d+)?\.log$/.test(name))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
}

/** Returns class, code and places of an error, without its words. Functions and files are named, folders of people are not. */
export function errorPlaces(error: unknown): LogDetail {
  if (!(error instanceof Error)) return { error: typeof error };
  const code =
    'code' in error && typeof error.code === 'string' && /^[\w-]{1,40}$/.test(error.code)
      ? { code: error.code }
      : {};
  const stack = error.stack ?? '';
  const words = stack.indexOf(error.message);
  const frames = words < 0 ? '' : stack.slice(words + error.message.length);
  const places = frames.split('\n').flatMap((line) => {
    const [, name = '', place] =
      /^\s+at (?:(\S[^(]*) )?\(?.*?([\w.-]+\/[\w.-]+:\d+):\d+\)?$/.exec(line) ?? [];
    return place === undefined ? [] : [`${/^[\w.#<> ]{0,60}$/.test(name) ? name : ''} ${place}`.trim()];
  });
  return { error: error.name.slice(0, 60), ...code, places: places.slice(0, FRAMES).join(' < ') };
}
