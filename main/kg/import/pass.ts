/** Reading plan of a format: one or more passes, each over a stream of lines. */
import type { SourceFile } from '../../reading/files.ts';
import { LIMITS } from '../../reading/limits.ts';
import type { Line } from '../../reading/lines.ts';
import { type Delimiter, type Row, type RowEvents, RowReader } from '../../reading/table.ts';
import type { Head } from './head.ts';
import type { Intake } from './intake.ts';

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
