/** Reading plan of a format: one or more passes, each over a stream of lines. */

import type { Message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { type Delimiter, type Row, type RowEvents, RowReader, splitCsv } from '../../reading/csv.ts';
import { readStart, type SourceFile } from '../../reading/files.ts';
import { LIMITS } from '../../reading/limits.ts';
import { type Line, LineSplitter } from '../../reading/lines.ts';
import { type Intake, REASON } from './intake.ts';

export interface Pass {
  readonly file: SourceFile;
  /** Handles one line within a transaction. */
  line(line: Line): void;
  /** Handles the end of input within a transaction. */
  end(): void;
}

/** Checks the heads of the files and plans the passes. Throws `bad-input` for wrong columns. */
export type OpenFormat = (heads: readonly Head[], intake: Intake) => Pass[];

/** Makes a pass over a table. `counted`: this pass reports rows and refusals of whole rows. */
export function tablePass(
  head: { file: SourceFile; delimiter: Delimiter },
  intake: Intake,
  options: { header: boolean; counted: boolean },
  onRow: (row: Row) => void,
): Pass {
  let header = options.header;
  const events: RowEvents = {
    row: (row) => {
      if (header) {
        header = false;
        return;
      }
      if (options.counted) intake.report.rows++;
      onRow(row);
    },
    refuse: (line, reason) => {
      if (!options.counted) return;
      intake.report.rows++;
      intake.refuse(line, reason);
    },
  };
  const reader = new RowReader(head.delimiter, events, LIMITS.graphRecordLines);
  return { file: head.file, line: (line) => reader.push(line), end: () => reader.end() };
}

/** Makes a pass over lines with one item each; skips empty lines and comments, and reports broken ones. */
export function linePass(
  file: SourceFile,
  intake: Intake,
  options: { counted: boolean; comment?: string },
  onLine: (line: Line) => void,
): Pass {
  const isComment = (text: string) => options.comment !== undefined && text.startsWith(options.comment);
  return {
    file,
    line: (line) => {
      const text = line.text.trimStart();
      if (line.problem === undefined && (text === '' || isComment(text))) return;
      if (options.counted) intake.report.rows++;
      if (line.problem === undefined) onLine(line);
      else if (options.counted) intake.refuse(line, line.problem);
    },
    end: () => undefined,
  };
}

const SAMPLE_BYTES = 64 * 1024;
const SAMPLE_LINES = 200;

export interface Head {
  readonly file: SourceFile;
  /** First non-empty readable lines. */
  readonly lines: readonly string[];
  readonly delimiter: Delimiter;
}

/** Reads the head. @throws AppError `bad-input` for binary files, other encodings and blank files */
export async function readHead(file: SourceFile): Promise<Head> {
  const start = wholeCharacters(await readStart(file, SAMPLE_BYTES));
  refuseBinary(file, start);
  const splitter = new LineSplitter(LIMITS.graphLineBytes);
  const sampled = splitter.push(start);
  // The last sampled line of a longer file may be incomplete.
  if (start.length < SAMPLE_BYTES - 3 || sampled.length === 0) sampled.push(...splitter.end());
  const broken = sampled.filter((line) => line.problem === REASON.invalidUtf8);
  if (broken.length * 2 > sampled.length)
    throw new AppError(
      'bad-input',
      'graph.not-utf8',
      { name: file.name, broken: broken.length, lines: sampled.length, first: broken[0]?.number ?? 0 },
      { hint: 'hint.save-as-utf8-maybe-gbk' },
    );
  const lines = sampled
    .filter((line) => line.problem === undefined && line.text.trim() !== '')
    .slice(0, SAMPLE_LINES)
    .map((line) => line.text);
  if (lines.length === 0) throw new AppError('bad-input', 'graph.no-text', { name: file.name });
  const tabbed = lines.filter((line) => line.includes('\t')).length;
  const tabs = lines[0]?.includes('\t') === true || tabbed * 2 > lines.length;
  return { file, lines, delimiter: tabs ? '\t' : ',' };
}

/** Returns the bytes without an incomplete UTF-8 character at the end. */
function wholeCharacters(bytes: Buffer): Buffer {
  const end = bytes.length;
  for (let back = 1; back <= 3 && back <= end; back++) {
    const byte = bytes[end - back] ?? 0;
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return needed > back ? bytes.subarray(0, end - back) : bytes;
    }
    if (byte < 0x80) return bytes;
  }
  return bytes;
}

function refuseBinary(file: SourceFile, start: Buffer): void {
  const utf16 = (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff);
  if (utf16)
    throw new AppError('bad-input', 'graph.utf16', { name: file.name }, { hint: 'hint.save-as-utf8-first' });
  if (start.includes(0))
    throw new AppError(
      'bad-input',
      'graph.binary',
      { name: file.name, at: start.indexOf(0) },
      { hint: 'hint.save-as-text-first' },
    );
}

/** Returns the columns of the first line, lower-cased and trimmed. */
export const headerOf = (head: Head): string[] =>
  columnsOf(head.lines[0] ?? '', head.delimiter).map((column) => column.trim().toLowerCase());

export function columnsOf(line: string, delimiter: Delimiter): string[] {
  if (delimiter === '\t') return line.split('\t');
  return [...(splitCsv(line) ?? [line])];
}

/** Returns the error for a table with unexpected columns. */
export function wrongColumns(head: Head, expected: Message): AppError {
  const found = columnsOf(head.lines[0] ?? '', head.delimiter)
    .slice(0, 20)
    .map((column) => column.trim().slice(0, 40));
  return new AppError(
    'bad-input',
    'graph.wrong-columns',
    { name: head.file.name, count: found.length, found: found.join(', '), expected },
    { kept: 'kept.nothing-imported', hint: 'hint.check-header' },
  );
}
