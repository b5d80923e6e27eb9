/** Splits bytes and text into lines at line feeds; a preceding carriage return belongs to the line's end. */
import { isUtf8 } from 'node:buffer';
import { LIMITS } from './limits.ts';

const NEWLINE = 0x0a;

/** Reason for an unreadable line. */
export const LINE_PROBLEM = {
  invalidUtf8: 'refused.invalid-utf8',
  lineTooLong: 'refused.line-too-long',
} as const;

export interface Line {
  /** Line number from 1. */
  readonly number: number;
  /** Text without its line break; the readable part when there is a problem. */
  readonly text: string;
  readonly problem?: (typeof LINE_PROBLEM)[keyof typeof LINE_PROBLEM];
}

/** Reads the lines of a stream one by one and checks their encoding. */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  const splitter = new LineSplitter();
  for await (const chunk of chunks) yield* splitter.push(chunk);
  yield* splitter.end();
}

/** Splits a text in memory. @param keepReturns keeps carriage returns before line feeds */
export function* linesOf(text: string, keepReturns = false): Generator<Line> {
  let number = 1;
  for (let from = 0; from < text.length; number++) {
    const at = text.indexOf('\n', from);
    const end = at < 0 ? text.length : at;
    const line = text.slice(from, end);
    yield { text: keepReturns ? line : withoutReturn(line), number };
    from = end + 1;
  }
}

/**
 * Cuts a stream of bytes into lines and checks every line's encoding. Feed it chunks with `push`, then call `end` once
 * for a last line without a line break. Longer lines than `maxBytes` are dropped unread.
 */
export class LineSplitter {
  readonly #maxBytes: number;
  #number = 0;
  /** Start of the unfinished line. */
  #rest: Buffer[] = [];
  #restBytes = 0;
  #overlong = false;

  constructor(maxBytes: number = LIMITS.lineBytes) {
    this.#maxBytes = maxBytes;
  }

  push(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    const first = chunk.indexOf(NEWLINE);
    if (first < 0) {
      this.#keep(chunk);
      return lines;
    }
    this.#keep(chunk.subarray(0, first));
    lines.push(this.#finishRest());
    const last = chunk.lastIndexOf(NEWLINE);
    if (last > first) this.#split(chunk.subarray(first + 1, last), lines);
    this.#keep(chunk.subarray(last + 1));
    return lines;
  }

  end(): Line[] {
    return this.#restBytes > 0 || this.#overlong ? [this.#finishRest()] : [];
  }

  /** Complete lines joined by line breaks. */
  #split(block: Buffer, into: Line[]): void {
    if (isUtf8(block)) {
      for (const text of block.toString('utf8').split('\n')) {
        into.push({ number: ++this.#number, text: withoutReturn(text) });
      }
      return;
    }
    for (let from = 0; from <= block.length; ) {
      const next = block.indexOf(NEWLINE, from);
      const to = next < 0 ? block.length : next;
      into.push(this.#decode(block.subarray(from, to)));
      from = to + 1;
    }
  }

  #keep(part: Buffer): void {
    if (this.#overlong || part.length === 0) return;
    if (this.#restBytes + part.length > this.#maxBytes) {
      this.#overlong = true;
      this.#rest = this.#rest.slice(0, 1);
      return;
    }
    this.#rest.push(part);
    this.#restBytes += part.length;
  }

  #finishRest(): Line {
    const bytes = Buffer.concat(this.#rest);
    const overlong = this.#overlong;
    this.#rest = [];
    this.#restBytes = 0;
    this.#overlong = false;
    if (!overlong) return this.#decode(bytes);
    return {
      number: ++this.#number,
      text: bytes.toString('utf8', 0, 400),
      problem: LINE_PROBLEM.lineTooLong,
    };
  }

  #decode(bytes: Buffer): Line {
    const number = ++this.#number;
    if (!isUtf8(bytes))
      return { number, text: bytes.toString('utf8', 0, 400), problem: LINE_PROBLEM.invalidUtf8 };
    const text = withoutReturn(bytes.toString('utf8'));
    return { number, text: number === 1 ? text.replace(/^\ufeff/, '') : text };
  }
}

export const withoutReturn = (text: string): string => (text.endsWith('\r') ? text.slice(0, -1) : text);
