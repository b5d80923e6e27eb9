/** Files cross the border as base64 text, which every transport carries. */
import { AppError } from '../../../shared/result.ts';

export function toFileData(file: { name: string; bytes: Uint8Array }): { name: string; base64: string } {
  return { name: file.name, base64: Buffer.from(file.bytes).toString('base64') };
}

/** Throws `bad-request` on anything that is not base64. */
export function fromBase64(text: string): Uint8Array {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) {
    throw new AppError('bad-request', 'fault.no-base64');
  }
  return Buffer.from(text, 'base64');
}
