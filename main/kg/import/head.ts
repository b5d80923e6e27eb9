/** Looks at the beginning of a file before anything is imported: is it text, in UTF-8, and how are rows divided? */
import { AppError } from '../../../shared/result.ts';
import { readStart, type SourceFile } from '../../reading/files.ts';
import { LIMITS } from '../../reading/limits.ts';
import { LineSplitter } from '../../reading/lines.ts';
import { type Delimiter, splitCsv } from '../../reading/table.ts';
import { REASON } from './reasons.ts';

const SAMPLE_BYTES = 64 * 1024;
const SAMPLE_LINES = 200;

export interface Head {
  readonly file: SourceFile;
  /** The first readable lines that are not empty. */
  readonly lines: readonly string[];
  readonly delimiter: Delimiter;
}

/** Throws `bad-input` for what is no text: binary files, other encodings, nothing but white space. */
export async function readHead(file: SourceFile): Promise<Head> {
  const start = wholeCharacters(await readStart(file, SAMPLE_BYTES));
  refuseBinary(file, start);
  const splitter = new LineSplitter(LIMITS.graphLineBytes);
  const sampled = splitter.push(start);
  // The last line of a longer file is cut anywhere.
  if (start.length < SAMPLE_BYTES - 3 || sampled.length === 0) sampled.push(...splitter.end());
  const broken = sampled.filter((line) => line.problem === REASON.invalidUtf8);
  if (broken.length * 2 > sampled.length) {
    throw new AppError(
      'bad-input',
      `${file.name} is not UTF-8: ${broken.length} of the first ${sampled.length} lines cannot be decoded, first line ${broken[0]?.number}. (文件不是 UTF-8 编码)`,
      {
        hint: 'Save it as UTF-8 first; it may be GBK or GB18030 now. (请先另存为 UTF-8，原文件可能是 GBK/GB18030)',
      },
    );
  }
  const lines = sampled
    .filter((line) => line.problem === undefined && line.text.trim() !== '')
    .slice(0, SAMPLE_LINES)
    .map((line) => line.text);
  if (lines.length === 0) throw new AppError('bad-input', `${file.name} holds no text. (文件没有内容)`);
  const tabbed = lines.filter((line) => line.includes('\t')).length;
  const tabs = lines[0]?.includes('\t') === true || tabbed * 2 > lines.length;
  return { file, lines, delimiter: tabs ? '\t' : ',' };
}

/** Without a character of UTF-8 that a cut has left incomplete at the end. */
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
  if (utf16) {
    throw new AppError('bad-input', `${file.name} is UTF-16 text. (文件是 UTF-16 编码)`, {
      hint: 'Save it as UTF-8 first. (请先另存为 UTF-8)',
    });
  }
  if (start.includes(0)) {
    throw new AppError(
      'bad-input',
      `${file.name} is a binary file, not text: a NUL byte at ${start.indexOf(0)}. (这是二进制文件，不是文本)`,
      { hint: 'Spreadsheets and archives have to be saved as text first. (表格或压缩包请先导出为文本)' },
    );
  }
}

/** The first line cut into columns, lower case and trimmed. */
export function headerOf(head: Head): string[] {
  return columnsOf(head.lines[0] ?? '', head.delimiter).map((column) => column.trim().toLowerCase());
}

export function columnsOf(line: string, delimiter: Delimiter): string[] {
  if (delimiter === '\t') return line.split('\t');
  return [...(splitCsv(line) ?? [line])];
}

/** The error for a table whose columns are not those of its format. */
export function wrongColumns(head: Head, expected: string): AppError {
  const found = columnsOf(head.lines[0] ?? '', head.delimiter)
    .slice(0, 20)
    .map((column) => column.trim().slice(0, 40));
  return new AppError(
    'bad-input',
    `${head.file.name}: found ${found.length} column(s): ${found.join(', ')}; expected ${expected}. (列不符合要求)`,
    {
      kept: 'Nothing was imported. (未导入任何内容)',
      hint: 'Check the header row and the format chosen. (请检查表头和所选格式)',
    },
  );
}
