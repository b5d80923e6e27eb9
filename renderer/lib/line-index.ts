/**
 * Offsets (UTF-16 code units) ↔ lines and columns as Monaco counts them: both from 1, columns in code units, a line
 * ends with \r\n, \n or \r, and the line end itself belongs to no column.
 */
import type { Span } from '../../shared/domain/span.ts';
import { lowerBound } from './lower-bound.ts';

export interface Position {
  readonly lineNumber: number;
  readonly column: number;
}

export interface LineRange {
  readonly startLineNumber: number;
  readonly startColumn: number;
  readonly endLineNumber: number;
  readonly endColumn: number;
}

export class LineIndex {
  readonly length: number;
  readonly #starts: readonly number[];
  /** End of each line's content, without its line end. */
  readonly #ends: readonly number[];

  constructor(text: string) {
    const starts = [0];
    const ends: number[] = [];
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit !== 10 && unit !== 13) continue;
      ends.push(i);
      if (unit === 13 && text.charCodeAt(i + 1) === 10) i++;
      starts.push(i + 1);
    }
    ends.push(text.length);
    this.length = text.length;
    this.#starts = starts;
    this.#ends = ends;
  }

  get lineCount(): number {
    return this.#starts.length;
  }

  /** Offsets beyond the text are clamped; one inside a \r\n counts as the end of its line. */
  positionAt(offset: number): Position {
    const clamped = Math.min(Math.max(offset, 0), this.length);
    const lineNumber = lowerBound(this.#starts, clamped + 1);
    const line = lineNumber - 1;
    return { lineNumber, column: Math.min(clamped, this.#ends[line]!) - this.#starts[line]! + 1 };
  }

  /** Lines and columns beyond the text are clamped. */
  offsetAt({ lineNumber, column }: Position): number {
    const line = Math.min(Math.max(lineNumber, 1), this.#starts.length) - 1;
    return Math.min(this.#starts[line]! + Math.max(column, 1) - 1, this.#ends[line]!);
  }

  rangeOf({ start, end }: Span): LineRange {
    const from = this.positionAt(start);
    const to = this.positionAt(end);
    return {
      startLineNumber: from.lineNumber,
      startColumn: from.column,
      endLineNumber: to.lineNumber,
      endColumn: to.column,
    };
  }
}

/**
 * An offset of `stored` in the text as an editor holds it, with every line end turned into one of `eolLength` code
 * units. The two differ only where a file mixes line ends.
 */
export function offsetAfterEol(stored: string, offset: number, eolLength: number): number {
  let moved = 0;
  for (let i = 0; i < Math.min(offset, stored.length); i++) {
    const unit = stored.charCodeAt(i);
    if (unit !== 10 && unit !== 13) continue;
    const width = unit === 13 && stored.charCodeAt(i + 1) === 10 ? 2 : 1;
    if (i + width > offset) break;
    moved += eolLength - width;
    i += width - 1;
  }
  return offset + moved;
}
