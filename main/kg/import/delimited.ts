/** Tab- and comma-separated rows. CSV follows RFC 4180: fields in quotes may hold commas, quotes and line breaks. */
import type { Line } from './lines.ts';
import { REASON } from './reasons.ts';

/** A quoted field that runs over more lines than this was never closed. */
const MAX_RECORD_LINES = 50;

export type Delimiter = '\t' | ',';

export interface Row {
  /** The line on which it begins. */
  readonly number: number;
  readonly text: string;
  readonly fields: readonly string[];
}

export interface RowEvents {
  row(row: Row): void;
  refuse(line: Line, reason: string): void;
}

/** Puts lines together to rows. A line that cannot be one is refused by itself; what follows it is read again. */
export class RowReader {
  readonly #delimiter: Delimiter;
  readonly #events: RowEvents;
  #open: Line[] = [];

  constructor(delimiter: Delimiter, events: RowEvents) {
    this.#delimiter = delimiter;
    this.#events = events;
  }

  push(line: Line): void {
    if (line.problem !== undefined) {
      this.#giveUp();
      this.#events.refuse(line, line.problem);
    } else if (this.#open.length === 0 && line.text.trim() === '') {
      // an empty line says nothing
    } else if (this.#delimiter === '\t') {
      this.#events.row({ number: line.number, text: line.text, fields: splitTabs(line.text) });
    } else {
      this.#pushCsv(line);
    }
  }

  /** Call after the last line. */
  end(): void {
    this.#giveUp();
  }

  #pushCsv(line: Line): void {
    this.#open.push(line);
    const text = this.#open.length === 1 ? line.text : this.#open.map((open) => open.text).join('\n');
    const fields = splitCsv(text);
    if (fields === 'open') {
      if (this.#open.length > MAX_RECORD_LINES) this.#refuseFirst(REASON.openQuote);
      return;
    }
    if (fields === 'malformed') {
      this.#refuseFirst(REASON.malformedQuotes);
      return;
    }
    const { number } = this.#open[0] ?? line;
    this.#open = [];
    this.#events.row({ number, text, fields });
  }

  #giveUp(): void {
    while (this.#open.length > 0) this.#refuseFirst(REASON.openQuote);
  }

  #refuseFirst(reason: string): void {
    const [first, ...rest] = this.#open;
    this.#open = [];
    if (first !== undefined) this.#events.refuse(first, reason);
    for (const line of rest) this.push(line);
  }
}

function splitTabs(text: string): string[] {
  const fields = text.split('\t');
  // Spreadsheets put fields with commas or quotes into quotes here too.
  return text.includes('"') ? fields.map(unquote) : fields;
}

function unquote(field: string): string {
  if (field.length < 2 || !field.startsWith('"') || !field.endsWith('"')) return field;
  return field.slice(1, -1).replaceAll('""', '"');
}

/** Fields of one CSV record; `open` when its last quote is not closed yet. */
export function splitCsv(text: string): string[] | 'open' | 'malformed' {
  if (!text.includes('"')) return text.split(',');
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    if (text[at] === '"') {
      let value = '';
      let from = at + 1;
      for (;;) {
        const quote = text.indexOf('"', from);
        if (quote < 0) return 'open';
        value += text.slice(from, quote);
        at = quote + 1;
        if (text[at] !== '"') break;
        value += '"';
        from = at + 1;
      }
      fields.push(value);
      if (at < text.length && text[at] !== ',') return 'malformed';
    } else {
      const comma = text.indexOf(',', at);
      const end = comma < 0 ? text.length : comma;
      fields.push(text.slice(at, end));
      at = end;
    }
    if (at >= text.length) return fields;
    at++;
  }
}
