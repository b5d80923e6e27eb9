/** Replaces files atomically: a file is the old version or the new one, never half of either. */
import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

export function writeFileAtomic(file: string, data: string | Uint8Array, mode = 0o600): void {
  replaceFile(file, (write) => write(data), mode);
}

/** Bytes of one call to the system; some systems refuse 2 GB and more. */
const MAX_WRITE = 256 * 1024 * 1024;

/** A file that takes its name once all of it is on the disk. */
export class PendingFile {
  readonly #file: string;
  readonly #temporary: string;
  readonly #handle: number;
  #isOpen = true;

  constructor(file: string, mode = 0o600) {
    const folder = dirname(file);
    if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) syncFolder(dirname(folder));
    this.#file = file;
    this.#temporary = `${file}.${process.pid}.tmp`;
    this.#handle = openSync(this.#temporary, 'w', mode);
  }

  write(data: string | Uint8Array): void {
    const bytes = typeof data === 'string' ? Buffer.from(data, 'utf8') : data;
    for (let done = 0; done < bytes.length; )
      done += writeSync(this.#handle, bytes, done, Math.min(MAX_WRITE, bytes.length - done));
  }

  finish(): void {
    fsyncSync(this.#handle);
    this.#close();
    renameSync(this.#temporary, this.#file);
    syncFolder(dirname(this.#file));
  }

  /** Removes the unfinished file. */
  discard(): void {
    this.#close();
    rmSync(this.#temporary, { force: true });
  }

  #close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeSync(this.#handle);
  }
}

/** Replaces `file` with the output of `body` once all of it is on the disk. */
export function replaceFile(
  file: string,
  body: (write: (bytes: string | Uint8Array) => void) => void,
  mode = 0o600,
): void {
  const pending = new PendingFile(file, mode);
  try {
    body((bytes) => pending.write(bytes));
    pending.finish();
  } catch (error) {
    pending.discard();
    throw error;
  }
}

/** Renames a file within its folder so that a power cut keeps the new name. */
export function renameFile(from: string, to: string): void {
  renameSync(from, to);
  syncFolder(dirname(to));
}

/** Returns a name in `folder` for an unfinished file of this process; it is removed once the process is gone. */
export const temporaryName = (folder: string): string => join(folder, `${randomUUID()}.${process.pid}.tmp`);

/** Returns the id of the process with an unfinished file, or its journal, of this name; `undefined` for other names. */
export function ownerOfTemporary(name: string): number | undefined {
  const owner = /\.(\d+)\.tmp(-journal)?$/.exec(name)?.[1];
  return owner === undefined ? undefined : Number(owner);
}

/** Flushes a file that another library wrote. */
export function syncFile(file: string): void {
  const handle = openSync(file, 'r+'); // Windows flushes no file that is open for reading only
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Flushes the names in a folder, so that they outlast a power cut. Windows has no such call and needs none. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
