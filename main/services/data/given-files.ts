/** Files that the system asked the app to open, until a window takes them. */
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileTooLarge, MAX_FILE_BYTES } from '../../../shared/file-size.ts';

export class GivenFiles {
  readonly #paths: string[] = [];

  add(paths: readonly string[]): void {
    this.#paths.push(...paths);
  }

  /** Reads the next file, which is then forgotten; `undefined` after the last. @throws AppError `too-large` */
  async take(): Promise<{ name: string; bytes: Uint8Array } | undefined> {
    const path = this.#paths.shift();
    if (path === undefined) return undefined;
    const name = basename(path);
    const { size } = statSync(path);
    if (size > MAX_FILE_BYTES) throw fileTooLarge(name, size);
    return { name, bytes: await readFile(path) };
  }
}
