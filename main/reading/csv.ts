/**
 * Reads records of a text table. CSV follows RFC 4180: quoted fields may contain separators, quotes and line breaks. A
 * malformed record is refused with its first line; the following lines are read again.
 */
import { LIMITS } from './limits.ts';
import { type Line, linesOf, withoutReturn } from './lines.ts';

export type Delimiter = ',' | ';' | '\t';

/** Reason for a malformed record. */
export const TABLE_PROBLEM = {
  openQuote: 'refused.open-quote',
  malformedQuotes: 'refused.malformed-quotes',
  tooManyColumns: 'refused.too-many-columns',
} as const;

export type TableProblem = (typeof TABLE_PROBLEM)[keyof typeof TABLE_PROBLEM] | NonNullable<Line['problem']>;

export interface Row {
  /** First line of the record. */
  readonly number: number;
  readonly text: string;
  readonly fields: readonly string[];
}

export interface RowEvents {
  row(row: Row): void;
  refuse(line: Line, reason: TableProblem): void;
}

/** Joins lines to rows, without empty lines. */
export class RowReader {
  readonly #delimiter: Delimiter;
  readonly #events: RowEvents;
  readonly #maxLines: number;
  /** Lines of the unfinished record, and the progress of reading it. */
  #open: Line[] = [];
  #record = new QuotedRecord(',');
  #chars = 0;
  /** Lines that have been read again. */
  #reread = 0;

  /** @param maxLines of one record; a longer record has an unclosed quote */
  constructor(delimiter: Delimiter, events: RowEvents, maxLines = Number.POSITIVE_INFINITY) {
    this.#delimiter = delimiter;
    this.#events = events;
    this.#maxLines = maxLines;
  }

  push(line: Line): void {
    if (line.problem !== undefined) {
      this.end();
      this.#events.refuse(line, line.problem);
    } else if (this.#open.length > 0 || line.text.trim() !== '') {
      if (this.#delimiter === '\t') this.#finish(line, line.text, splitTabs(line.text));
      else this.#pushQuoted(line);
    }
  }

  /** Call after the last line. */
  end(): void {
    while (this.#open.length > 0) this.#refuseFirst(TABLE_PROBLEM.openQuote);
  }

  #pushQuoted(line: Line): void {
    if (this.#open.length === 0) {
      this.#record = new QuotedRecord(this.#delimiter);
      this.#chars = 0;
    }
    this.#open.push(line);
    this.#chars += line.text.length;
    const state = this.#record.push(line.text);
    if (state === 'malformed') return this.#refuseFirst(TABLE_PROBLEM.malformedQuotes);
    if (state === 'open') {
      if (this.#open.length > this.#maxLines || this.#chars > LIMITS.tableRecordChars)
        this.#refuseFirst(TABLE_PROBLEM.openQuote);
      return;
    }
    const open = this.#open;
    this.#open = [];
    const text = open.length === 1 ? line.text : open.map((each) => each.text).join('\n');
    this.#finish(open[0] ?? line, text, this.#record.fields);
  }

  #finish(line: Line, text: string, fields: readonly string[]): void {
    if (fields.length > LIMITS.columns) this.#events.refuse(line, TABLE_PROBLEM.tooManyColumns);
    else this.#events.row({ number: line.number, text, fields });
  }

  #refuseFirst(reason: TableProblem): void {
    const [first, ...rest] = this.#open;
    this.#open = [];
    if (first !== undefined) this.#events.refuse(first, reason);
    this.#reread += rest.length;
    // Each line may open a quote again, so that reading would take the square of their number.
    if (this.#reread > LIMITS.rereadLines) for (const line of rest) this.#events.refuse(line, reason);
    else for (const line of rest) this.push(line);
  }
}

function splitTabs(text: string): string[] {
  const fields = withoutReturn(text).split('\t', LIMITS.columns + 1);
  // Spreadsheets quote fields with commas or quotes here too.
  return text.includes('"') ? fields.map(unquote) : fields;
}

function unquote(field: string): string {
  if (field.length < 2 || !field.startsWith('"') || !field.endsWith('"')) return field;
  return field.slice(1, -1).replaceAll('""', '"');
}

/** Parses the fields of one record over several lines. Reads each character once. */
class QuotedRecord {
  readonly fields: string[] = [];
  readonly #delimiter: Delimiter;
  /** Parts of the unclosed quoted field. */
  #pieces: string[] | undefined;

  constructor(delimiter: Delimiter) {
    this.#delimiter = delimiter;
  }

  /** Adds the next line. */
  push(text: string): 'done' | 'open' | 'malformed' {
    let at = 0;
    this.#pieces?.push('\n');
    for (;;) {
      if (this.#pieces === undefined && text[at] === '"') {
        this.#pieces = [];
        at++;
      }
      if (this.#pieces === undefined) {
        const found = text.indexOf(this.#delimiter, at);
        const end = found < 0 ? text.length : found;
        this.fields.push(found < 0 ? withoutReturn(text.slice(at)) : text.slice(at, end));
        at = end;
      } else {
        at = this.#readQuoted(this.#pieces, text, at);
        if (at < 0) return 'open';
        this.fields.push(this.#pieces.join(''));
        this.#pieces = undefined;
        if (at === text.length - 1 && text[at] === '\r') at++;
        if (at < text.length && text[at] !== this.#delimiter) return 'malformed';
      }
      if (at >= text.length) return 'done';
      at++;
    }
  }

  /** Returns the offset after the closing quote, -1 if the line ends before it. */
  #readQuoted(pieces: string[], text: string, start: number): number {
    for (let from = start; ; ) {
      const quote = text.indexOf('"', from);
      pieces.push(text.slice(from, quote < 0 ? text.length : quote));
      if (quote < 0) return -1;
      if (text[quote + 1] !== '"') return quote + 1;
      pieces.push('"');
      from = quote + 2;
    }
  }
}

/** Parses one CSV record in a single line; `undefined` for unbalanced quotes. */
export function splitCsv(text: string): readonly string[] | undefined {
  const record = new QuotedRecord(',');
  return record.push(text) === 'done' ? record.fields : undefined;
}

/** Returns the most frequent delimiter in the first line, outside of quotes. */
export function delimiterOf(text: string): Delimiter {
  const [first] = linesOf(text);
  const heading = (first?.text ?? '').replace(/"[^"]*"/g, '');
  const count = (delimiter: Delimiter): number => heading.split(delimiter).length;
  const [best] = ([',', ';', '\t'] as const).toSorted((a, b) => count(b) - count(a));
  return best!;
}

export interface TableRecord {
  /** First line of the record, from 1. */
  readonly line: number;
  readonly fields: readonly string[];
  readonly problem?: TableProblem;
}

/** Reads the records of a text in memory. */
export function* tableRecords(text: string, delimiter: Delimiter): Generator<TableRecord> {
  let found: TableRecord[] = [];
  const reader = new RowReader(delimiter, {
    row: ({ number, fields }) => found.push({ line: number, fields }),
    refuse: ({ number }, problem) => found.push({ line: number, fields: [], problem }),
  });
  for (const line of linesOf(text, true)) {
    reader.push(line);
    if (found.length > 0) yield* found;
    found = [];
  }
  reader.end();
  yield* found;
}
