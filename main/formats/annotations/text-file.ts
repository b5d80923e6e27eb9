/** Files as text, and places in them as line and column. */
import type { AppError } from '../../../shared/result.ts';
import { decodeText } from '../decode.ts';
import { brokenFormat, type NamedFile } from './format.ts';

/**
 * Text of a file: valid UTF-8 as it stands, control characters too, since records hold them; else as `decodeText`
 * reads it (UTF-16 with a mark, GB18030). A byte order mark is dropped; line ends are kept.
 * @throws AppError `bad-input` for an empty or a binary file
 */
export function fileText({ name, bytes }: NamedFile): string {
  if (bytes.length > 0 && !hasWideMark(bytes)) {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      // No UTF-8: decodeText knows what else it may be, and says so when it is nothing.
    }
  }
  return decodeText(bytes, name).text;
}

function hasWideMark([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

export interface Line {
  /** Without its line end. */
  readonly text: string;
  /** From 1. */
  readonly number: number;
}

/** Lines of a text: a line feed ends one, a carriage return before it belongs to the line's end. */
export function* linesOf(text: string): Generator<Line> {
  let number = 1;
  for (let from = 0; from < text.length; number++) {
    const at = text.indexOf('\n', from);
    const end = at < 0 ? text.length : at;
    yield { text: text.slice(from, end > from && text[end - 1] === '\r' ? end - 1 : end), number };
    from = end + 1;
  }
}

/** Line and column of an offset, both from 1. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let from = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', from)) {
    line++;
    from = at + 1;
  }
  return { line, column: offset - from + 1 };
}

/** An error at an offset of a file's text. */
export function brokenAt(
  file: string,
  text: string,
  offset: number,
  reason: string,
  chinese: string,
): AppError {
  return brokenFormat({ file, ...placeOf(text, offset) }, reason, chinese);
}
