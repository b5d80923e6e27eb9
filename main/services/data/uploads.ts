/** Receives files from windows in pieces. */
import { randomUUID } from 'node:crypto';
import { appendFileSync, closeSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../../shared/result.ts';
import type { Session } from '../session/session.ts';

interface Upload {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  received: number;
}

/** Uploads of files. They lie in the workspace's tmp folder until their import ends. */
export class Uploads {
  readonly #uploads = new Map<string, Upload>();

  open(session: Session, name: string, bytes: number): string {
    const id = randomUUID();
    // Keeps only the extension of the name, which tells the format; the sender's path is never used.
    const ending = /(\.[A-Za-z0-9]{1,20}){1,2}$/.exec(name)?.[0] ?? '';
    const path = join(session.workspace.temporaryDir(), `${id}${ending}`);
    closeSync(openSync(path, 'wx', 0o600));
    this.#uploads.set(id, { name, path, bytes, received: 0 });
    return id;
  }

  append(id: string, data: Uint8Array): void {
    const upload = this.#get(id);
    if (upload.received + data.length > upload.bytes) {
      this.#drop(id);
      throw new AppError('bad-request', 'data.upload-too-long');
    }
    appendFileSync(upload.path, data);
    upload.received += data.length;
  }

  /** Returns a complete upload, which stays. */
  get(id: string): Upload {
    const upload = this.#get(id);
    if (upload.received !== upload.bytes) {
      throw new AppError('bad-request', 'data.upload-incomplete', {
        received: upload.received,
        bytes: upload.bytes,
      });
    }
    return upload;
  }

  /** Hands a complete upload over to an import. */
  take(id: string): { name: string; path: string } {
    const upload = this.get(id);
    this.#uploads.delete(id);
    return upload;
  }

  discard(id: string): void {
    this.#drop(id);
  }

  /**
   * Passes complete uploads to `body` and removes them when it has ended.
   * @param stay whether a result keeps them for another try
   */
  async consume<T>(
    ids: readonly string[],
    body: (files: { name: string; path: string }[]) => T | Promise<T>,
    stay: (result: T) => boolean = () => false,
  ): Promise<T> {
    const taken = new Map<string, Upload>();
    let wanted = false;
    try {
      for (const id of ids) {
        taken.set(id, this.get(id));
        this.#uploads.delete(id);
      }
      const result = await body([...taken.values()]);
      wanted = stay(result);
      return result;
    } finally {
      for (const [id, upload] of taken) {
        if (wanted) this.#uploads.set(id, upload);
        else rmSync(upload.path, { force: true });
      }
    }
  }

  #get(id: string): Upload {
    const upload = this.#uploads.get(id);
    if (upload === undefined) throw new AppError('not-found', 'data.no-upload');
    return upload;
  }

  #drop(id: string): void {
    const upload = this.#uploads.get(id);
    this.#uploads.delete(id);
    if (upload !== undefined) rmSync(upload.path, { force: true });
  }
}
