/** Streams of bytes as lines, unpacked where they are gzipped. */

import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { words } from '../../shared/messages/words.ts';
import { AppError, toErrorData } from '../../shared/result.ts';

/** Longest line that is read: a document of the greatest length with room for escapes. */
const MAX_LINE = 64 * 1024 * 1024;
const NEWLINE = 0x0a;

/** Errors of the file reach whoever reads the unzipped stream. */
export function unzip(file: Readable): Readable {
  const unzipped = createGunzip();
  file.on('error', (error) => unzipped.destroy(error));
  return file.pipe(unzipped);
}

/** Lines as bytes: nothing but a line feed ends one, and each is checked to be UTF-8 by itself. */
export async function* byteLines(stream: NodeJS.ReadableStream, name: string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of stream) {
      let from = 0;
      const bytes = Buffer.from(chunk);
      for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, from)) {
        yield Buffer.concat([...rest, bytes.subarray(from, at)]);
        rest = [];
        length = 0;
        from = at + 1;
      }
      rest.push(bytes.subarray(from));
      length += bytes.length - from;
      if (length > MAX_LINE) {
        throw new AppError('too-large', `${name} has a line of over ${MAX_LINE >> 20} MB. (单行过长)`);
      }
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const { message } = toErrorData(cause);
    throw new AppError('bad-input', `${name} cannot be read: ${words(message, 'en')}. (文件无法读取)`, {
      cause,
    });
  }
  if (length > 0) yield Buffer.concat(rest);
}

/** @param decoder made with `fatal` */
export function decodeLine(decoder: InstanceType<typeof TextDecoder>, bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new AppError('bad-input', 'invalid UTF-8 (UTF-8 编码错误)', { cause });
  }
}
