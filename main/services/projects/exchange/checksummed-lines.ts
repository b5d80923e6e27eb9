/**
 * JSON lines that each carry the checksum of everything up to them, so that a truncated, altered or combined file is
 * refused with the line. They detect mistakes, not forgery.
 */
import { createHash } from 'node:crypto';
import { type Message, message } from '../../../../shared/messages/message.ts';
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

const next = (before: string, json: string): string =>
  createHash('sha256').update(before).update(json, 'utf8').digest('hex');

/** Yields the data of every line and its size in characters. Throws `bad-input` at the first altered line. */
export function* openLines(
  name: string,
  bytes: Uint8Array,
): Generator<{ readonly line: number; readonly data: unknown; readonly size: number }> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let sum = '';
  let line = 0;
  for (let at = 0; at < bytes.length; ) {
    line++;
    const end = bytes.indexOf(0x0a, at);
    if (end < 0) throw broken(name, line, message('projects.cut-off'));
    let text: string;
    try {
      text = decoder.decode(bytes.subarray(at, end));
    } catch (cause) {
      throw broken(name, line, message('fault.no-utf8'), cause);
    }
    const json = text.slice(HEAD.length + SUM_CHARS + MIDDLE.length, -1);
    sum = next(sum, json);
    if (text !== `${HEAD}${sum}${MIDDLE}${json}}`)
      throw broken(name, line, message('projects.not-as-written'));
    yield { line, data: JSON.parse(json), size: json.length }; // the checksum proves that JSON.stringify made it
    at = end + 1;
  }
}

export function broken(name: string, line: number, problem: Message, cause?: unknown): AppError {
  const advice = { kept: 'kept.nothing-imported', hint: 'hint.other-copy', cause } as const;
  return new AppError('bad-input', 'system.about', { what: `${name}:${line}`, problem }, advice);
}
