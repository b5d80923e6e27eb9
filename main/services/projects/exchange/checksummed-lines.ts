/**
 * JSON lines that each carry the checksum of everything up to them, so that a truncated, altered or combined file is
 * refused with the line. They detect mistakes, not forgery.
 */
import { createHash } from 'node:crypto';
import { AppError } from '../../../../shared/result.ts';

const HEAD = '{"sha256":"';
const MIDDLE = '","data":';
const SUM_CHARS = 64;

/** Writes checksummed lines one after another. */
export class LineSealer {
  #sum = '';

  line(data: unknown): string {
    const json = JSON.stringify(data);
    this.#sum = next(this.#sum, json);
    return `${HEAD}${this.#sum}${MIDDLE}${json}}\n`;
  }
}

function next(before: string, json: string): string {
  return createHash('sha256').update(before).update(json, 'utf8').digest('hex');
}

/** Yields the data of every line. Throws `bad-input` at the first altered line. */
export function* openLines(name: string, bytes: Uint8Array): Generator<{ line: number; data: unknown }> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let sum = '';
  let line = 0;
  for (let at = 0; at < bytes.length; ) {
    line++;
    const end = bytes.indexOf(0x0a, at);
    if (end < 0) throw broken(name, line, 'it is cut off here', '文件在此处中断');
    let text: string;
    try {
      text = decoder.decode(bytes.subarray(at, end));
    } catch (cause) {
      throw broken(name, line, 'it is no UTF-8', '不是有效的 UTF-8', cause);
    }
    const json = text.slice(HEAD.length + SUM_CHARS + MIDDLE.length, -1);
    sum = next(sum, json);
    if (text !== `${HEAD}${sum}${MIDDLE}${json}}`)
      throw broken(name, line, 'it is not as it was written', '内容与写出时不符');
    yield { line, data: JSON.parse(json) }; // it was made by JSON.stringify, as the sum says
    at = end + 1;
  }
}

export function broken(
  name: string,
  line: number,
  english: string,
  chinese: string,
  cause?: unknown,
): AppError {
  return new AppError('bad-input', `${name}:${line}: ${english}. (第 ${line} 行：${chinese})`, {
    kept: 'kept.nothing-imported',
    hint: 'hint.other-copy',
    cause,
  });
}
