/** Reads values from tables: rows of cells under a header that names results, or analytes, or times. */
import type { Span } from '../../../shared/domain/span.ts';
import type { ValueTime } from '../../../shared/domain/value.ts';
import type { FoundName } from './names.ts';
import { matchAt, type Parsed } from './parse-numbers.ts';
import { parseResults } from './parse-result.ts';
import type { Patterns, ValueRules } from './patterns.ts';
import type { Times } from './times.ts';

interface TableValue {
  readonly name: Span;
  readonly parsed: Parsed;
  readonly time?: ValueTime;
}

interface ReadTables {
  readonly values: readonly TableValue[];
  /** Lines whose values are read. */
  readonly covered: readonly Span[];
}

/** Folded text of a record, and what is found in it. */
export interface Sources {
  readonly text: string;
  readonly names: readonly FoundName[];
  readonly times: Times;
  readonly patterns: Patterns;
}

type Role = keyof ValueRules['columns'] | 'analyte' | undefined;

const DELIMITERS = [/\|/g, /\t/g, /,/g, / {2,}/g, / +/g];
const MIN_CELLS = 2;

/** Reads every table that has a header. */
export function readTables(sources: Sources, columns: ValueRules['columns']): ReadTables {
  const { text } = sources;
  const values: TableValue[] = [];
  const covered: Span[] = [];
  const lines = linesOf(text);
  for (let i = 0; i + 1 < lines.length; i++) {
    const header = headerOf(sources, lines[i]!, columns);
    if (header === undefined) continue;
    let row = i + 1;
    for (; row < lines.length; row++) {
      const cells = cellsOf(text, lines[row]!, header.delimiter);
      if (cells.length < MIN_CELLS) break;
      if (/^[\s|:-]*$/.test(text.slice(lines[row]!.start, lines[row]!.end))) continue; // Markdown's rule
      if (cells.length > header.roles.length) break;
      values.push(...readRow(sources, cells, header));
    }
    if (row > i + 1) covered.push({ start: lines[i]!.start, end: lines[row - 1]!.end });
    i = row - 1;
  }
  return { values, covered };
}

function linesOf(text: string): Span[] {
  const lines: Span[] = [];
  for (const { index, 0: line } of text.matchAll(/[^\n\r]+/g))
    lines.push({ start: index, end: index + line.length });
  return lines;
}

/** Returns trimmed cells; empty ones stay, except before the first and after the last bar. */
function cellsOf(text: string, { start, end }: Span, delimiter: RegExp): Span[] {
  const line = text.slice(start, end);
  const cells: Span[] = [];
  let from = 0;
  const push = (to: number) => {
    const raw = line.slice(from, to);
    const lead = raw.length - raw.trimStart().length;
    cells.push({ start: start + from + lead, end: start + from + Math.max(lead, raw.trimEnd().length) });
  };
  for (const { index, 0: mark } of line.matchAll(delimiter)) {
    if (delimiter.source !== '\\|' || index > 0) push(index);
    from = index + mark.length;
  }
  if (from < line.length || delimiter.source !== '\\|') push(line.length);
  return cells;
}

interface Header {
  readonly delimiter: RegExp;
  readonly roles: readonly Role[];
  /** Analyte of each column of the role `analyte`, or time of each column that is one. */
  readonly names: readonly (FoundName | undefined)[];
  readonly times: readonly (ValueTime | undefined)[];
}

function headerOf(sources: Sources, line: Span, columns: ValueRules['columns']): Header | undefined {
  const { text } = sources;
  for (const delimiter of DELIMITERS) {
    const cells = cellsOf(text, line, delimiter);
    if (cells.length < MIN_CELLS) continue;
    const names = cells.map((cell) => wholeName(sources, cell));
    const times = cells.map(({ start, end }) => sources.times.within(start, end));
    const roles = cells.map((cell, i): Role => {
      const role = roleOf(text.slice(cell.start, cell.end), columns);
      if (role !== undefined) return role;
      if (times[i] !== undefined) return 'result';
      return names[i] === undefined ? undefined : 'analyte';
    });
    const results = roles.filter((role) => role === 'result').length;
    const horizontal = roles.includes('name') && results > 0;
    const vertical = roles[0] === 'time' && roles.includes('analyte');
    if (horizontal || vertical) return { delimiter, roles, names, times };
  }
  return undefined;
}

function roleOf(cell: string, columns: ValueRules['columns']): Role {
  const word = cell.replace(/[\s*]|\([^)]*\)/g, '');
  for (const role of ['name', 'result', 'unit', 'range', 'mark', 'time'] as const) {
    if (columns[role].includes(word)) return role;
  }
  return undefined;
}

/** Returns the analyte that a cell names, apart from numbering, abbreviations and units. */
function wholeName({ names, text }: Sources, { start, end }: Span): FoundName | undefined {
  const found = firstNameIn(names, start, end);
  if (found === undefined) return undefined;
  return /^[\d.、*★\s-]*$/.test(text.slice(start, found.start)) ? found : undefined;
}

function firstNameIn(names: readonly FoundName[], start: number, end: number): FoundName | undefined {
  let low = 0;
  let high = names.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (names[middle]!.start < start) low = middle + 1;
    else high = middle;
  }
  const name = names[low];
  return name !== undefined && name.end <= end ? name : undefined;
}

function readRow(sources: Sources, cells: readonly Span[], header: Header): TableValue[] {
  const values: TableValue[] = [];
  const rowTime = sources.times.within(cells[0]!.start, cells.at(-1)!.end);
  const rowName = header.roles.indexOf('name');
  const named = cells
    .filter((_, i) => header.roles[i] === 'name' || header.roles[i] === undefined)
    .map((cell) => wholeName(sources, cell))
    .find((name) => name !== undefined);
  cells.forEach((cell, i) => {
    const role = header.roles[i];
    const name = role === 'analyte' ? header.names[i] : role === 'result' ? named : undefined;
    if (name === undefined || cell.start >= cell.end) return;
    const about = role === 'analyte' ? name : { start: cells[rowName]!.start, end: cells[rowName]!.end };
    const parsed = readCell(sources, { cell, name, about, cells, roles: header.roles });
    const time = header.times[i] ?? (role === 'analyte' ? rowTime : undefined);
    if (parsed !== undefined) values.push({ name, parsed, ...(time === undefined ? {} : { time }) });
  });
  return values;
}

interface Place {
  readonly cell: Span;
  readonly name: FoundName;
  /** Cell of the name, which may hold its unit. */
  readonly about: Span;
  readonly cells: readonly Span[];
  readonly roles: readonly Role[];
}

/** Reads a result cell with the unit, range and mark of its row, by writing them as running text. */
function readCell(
  { text, patterns }: Sources,
  { cell, name, about, cells, roles }: Place,
): Parsed | undefined {
  const cellOf = (role: Role) => {
    const at = roles.indexOf(role);
    return at < 0 || cells[at] === undefined ? '' : text.slice(cells[at].start, cells[at].end);
  };
  const result = text.slice(cell.start, cell.end);
  const unit = cellOf('unit') || unitIn(patterns, text.slice(name.end, Math.max(name.end, about.end)));
  const range = cellOf('range');
  const mark = cellOf('mark');
  const written = /[a-z%/μ]/.test(result) && !/^[\d.]+ ?[hl]?$/.test(result) ? result : `${result} ${unit}`;
  const line = `${written}${range === '' ? '' : ` (${range.replace(/[()[\]]/g, '')})`}${mark === '' ? '' : ` ${mark}`}`;
  for (const sense of name.senses) {
    const [parsed] = parseResults(patterns, line, 0, sense);
    if (parsed === undefined) continue;
    return { ...parsed, start: cell.start, end: cell.end, weak: false };
  }
  return undefined;
}

function unitIn(patterns: Patterns, rest: string): string {
  const at = rest.search(/[(\s]/);
  return (at < 0 ? undefined : matchAt(patterns.unit, rest, at + 1)?.groups.unit) ?? '';
}
