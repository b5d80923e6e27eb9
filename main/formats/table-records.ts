/**
 * Records of a text table. CSV follows RFC 4180: fields in quotes may hold separators, quotes and line breaks. A record
 * whose quotes do not fit is told as a problem, and reading goes on at the next line.
 */

export type Delimiter = ',' | ';' | '\t';

export interface TableRecord {
  /** Where it begins, from 1. */
  readonly line: number;
  readonly fields: readonly string[];
  readonly problem?: string;
}

/** What stands most often in the first line, outside of quotes. */
export function delimiterOf(text: string): Delimiter {
  const heading = text.slice(0, lineEnd(text, 0)).replace(/"[^"]*"/g, '');
  const count = (delimiter: Delimiter): number => heading.split(delimiter).length;
  const [best] = ([',', ';', '\t'] as const).toSorted((a, b) => count(b) - count(a));
  return best!;
}

/** Empty lines are left out. */
export function* tableRecords(text: string, delimiter: Delimiter): Generator<TableRecord> {
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const end = lineEnd(text, at);
    if (text.slice(at, end).trim() === '') {
      at = end + 1;
      line++;
      continue;
    }
    const record = delimiter === '\t' ? tabRecord(text, at, end) : quotedRecord(text, at, delimiter);
    yield {
      line,
      fields: record.fields,
      ...(record.problem === undefined ? {} : { problem: record.problem }),
    };
    line += breaksIn(text, at, record.next);
    at = record.next;
  }
}

interface Found {
  readonly fields: readonly string[];
  readonly problem?: string;
  /** Where the next record begins. */
  readonly next: number;
}

/** Quotes are rare between tabs, and stand for nothing unless they enclose a field. */
function tabRecord(text: string, from: number, end: number): Found {
  const fields = withoutReturn(text.slice(from, end)).split('\t').map(unquote);
  return { fields, next: end + 1 };
}

function unquote(field: string): string {
  if (field.length < 2 || !field.startsWith('"') || !field.endsWith('"')) return field;
  return field.slice(1, -1).replaceAll('""', '"');
}

function quotedRecord(text: string, from: number, delimiter: Delimiter): Found {
  const fields: string[] = [];
  let at = from;
  for (;;) {
    if (text[at] !== '"') {
      const end = lineEnd(text, at);
      const separator = text.indexOf(delimiter, at);
      const isLast = separator < 0 || separator > end;
      fields.push(isLast ? withoutReturn(text.slice(at, end)) : text.slice(at, separator));
      if (isLast) return { fields, next: end + 1 };
      at = separator + 1;
      continue;
    }
    const quoted = quotedField(text, at);
    if (quoted === undefined) return broken(text, from, 'a quote is never closed (引号未闭合)');
    fields.push(quoted.value);
    at = quoted.end;
    if (text[at] === '\r' && text[at + 1] === '\n') at++;
    if (at >= text.length || text[at] === '\n') return { fields, next: at + 1 };
    if (text[at] !== delimiter)
      return broken(text, from, 'words stand behind a closing quote (引号位置错误)');
    at++;
  }
}

/** @param from at its first quote */
function quotedField(text: string, from: number): { value: string; end: number } | undefined {
  let value = '';
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return undefined;
    value += text.slice(at, quote);
    if (text[quote + 1] !== '"') return { value, end: quote + 1 };
    value += '"';
    at = quote + 2;
  }
}

const broken = (text: string, from: number, problem: string): Found => ({
  fields: [],
  problem,
  next: lineEnd(text, from) + 1,
});

function lineEnd(text: string, from: number): number {
  const found = text.indexOf('\n', from);
  return found < 0 ? text.length : found;
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

function breaksIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
