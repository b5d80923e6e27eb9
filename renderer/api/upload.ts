/** Files on their way to main, in pieces that both transports carry. */
import { AppError } from '../../shared/result.ts';
import { toBase64 } from '../lib/base64.ts';
import { pathOf } from '../lib/dropped-files.ts';
import { call } from './client.ts';

const CHUNK = 1024 * 1024;

/**
 * Sends a file in pieces of 1 MiB; `sent` is told the share already sent, 0..1. Returns the upload's name; throws
 * `cancelled` once the signal says so.
 */
export async function uploadFile(
  file: File,
  sent: (fraction: number) => void,
  signal?: AbortSignal,
): Promise<string> {
  const { uploadId } = await call('files.open', { name: pathOf(file), bytes: file.size });
  for (let at = 0; at < file.size; at += CHUNK) {
    if (signal?.aborted === true) throw new AppError('cancelled', 'graph.import-cancelled');
    const piece = new Uint8Array(await file.slice(at, at + CHUNK).arrayBuffer());
    await call('files.append', { uploadId, base64: toBase64(piece) });
    sent(Math.min(1, (at + CHUNK) / file.size));
  }
  return uploadId;
}

/** Several at a time: most of the time of a small file is the way to main and back. */
const AT_ONCE = 6;

interface UploadWatch {
  /** Told how many have arrived. */
  readonly sent: (count: number) => void;
  readonly signal: AbortSignal;
}

/** Sends files; `ids` gets the names of the uploads in the files' order, also of those that came before a failure. */
export async function uploadFiles(
  files: readonly File[],
  ids: string[],
  { sent, signal }: UploadWatch,
): Promise<void> {
  const names: (string | undefined)[] = [];
  let next = 0;
  let arrived = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < files.length; at = next++) {
      const file = files[at];
      if (file === undefined) return;
      names[at] = await uploadFile(file, () => undefined, signal);
      sent(++arrived);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, files.length) }, work));
  } finally {
    ids.push(...names.flatMap((id) => id ?? []));
  }
}

/** Sends files one after the other; `sent` is told the share of all bytes, 0..1. Returns their uploads. */
export async function uploadInTurn(
  files: readonly File[],
  sent: (fraction: number) => void,
  signal?: AbortSignal,
): Promise<string[]> {
  const bytes = Math.max(
    1,
    files.reduce((sum, { size }) => sum + size, 0),
  );
  const uploadIds: string[] = [];
  let before = 0;
  for (const file of files) {
    const start = before;
    const share = (fraction: number): void => sent((start + fraction * file.size) / bytes);
    uploadIds.push(await uploadFile(file, share, signal));
    before += file.size;
  }
  return uploadIds;
}
