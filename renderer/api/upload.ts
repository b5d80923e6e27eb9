/** Files on their way to main, in pieces that both transports carry. */
import { AppError } from '../../shared/result.ts';
import { toBase64 } from '../lib/base64.ts';
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
  const { uploadId } = await call('files.open', { name: file.name, bytes: file.size });
  for (let at = 0; at < file.size; at += CHUNK) {
    if (signal?.aborted === true) throw new AppError('cancelled', 'The import was cancelled. (导入已取消)');
    const piece = new Uint8Array(await file.slice(at, at + CHUNK).arrayBuffer());
    await call('files.append', { uploadId, base64: toBase64(piece) });
    sent(Math.min(1, (at + CHUNK) / file.size));
  }
  return uploadId;
}
