/** Cuts a stream of bytes into lines of text, with a check of every line's encoding. */
import { isUtf8 } from 'node:buffer';
import { REASON, type Reason } from './reasons.ts';

/** Longer lines are dropped unread: no format has them, and they would fill the memory. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;

const NEWLINE = 0x0a;

export interface Line {
  /** Counts from 1. */
  readonly number: number;
  /** Without its line break; the readable part when there is a problem. */
  readonly text: string;
  readonly problem?: Reason;
}

/** Feed it chunks with `push`, then call `end` once for a last line without a line break. */
export class LineSplitter {
  #number = 0;
  /** The line that has begun but not ended. */
  #rest: Buffer[] = [];
  #restBytes = 0;
  #overlong = false;

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

  /** Whole lines joined by line breaks. */
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
    if (this.#restBytes + part.length > MAX_LINE_BYTES) {
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
    return { number: ++this.#number, text: bytes.toString('utf8', 0, 400), problem: REASON.lineTooLong };
  }

  #decode(bytes: Buffer): Line {
    const number = ++this.#number;
    if (!isUtf8(bytes)) return { number, text: bytes.toString('utf8', 0, 400), problem: REASON.invalidUtf8 };
    const text = withoutReturn(bytes.toString('utf8'));
    return { number, text: number === 1 ? text.replace(/^\ufeff/, '') : text };
  }
}

function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}
