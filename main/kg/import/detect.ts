/** Detects the format of a file from its header, first lines and name. */
import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { KgFormat } from '../../../shared/domain/graph.ts';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { type SourceFile, sourceFile } from '../../reading/files.ts';
import { isDiseaseTable } from './formats/crawl-39net.ts';
import { codeColumns, isCode } from './formats/icd10.ts';
import { isMeridianGraph } from './formats/meridian-graph.ts';
import { parseStatement } from './formats/ntriples-line.ts';
import { RRF_TABLES, rrfTable } from './formats/rrf.ts';
import { isDiseaseHeader, isTermHeader } from './formats/starter.ts';
import { synonymColumns } from './formats/synonyms.ts';
import { tripleColumns } from './formats/triples.ts';
import { columnsOf, type Head, headerOf, readHead, wrongColumns } from './pass.ts';

export type KnownFormat = Exclude<KgFormat, 'auto'>;

/**
 * Returns the format of a file, or of a folder with UMLS tables. Pass `name` when `path` does not end in the file's
 * own name.
 * @throws AppError `bad-input`, naming what was found, for an unknown format
 */
export async function detectFormat(path: string, name = basename(path)): Promise<KnownFormat> {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) {
    rrfFiles(path);
    return 'rrf';
  }
  return formatOf(await readHead(sourceFile(path, name)));
}

/** Returns the UMLS tables of a folder, or of its META folder. */
export function rrfFiles(folder: string): SourceFile[] {
  for (const dir of [folder, join(folder, 'META')]) {
    const names = RRF_TABLES.flatMap((table) => [`${table}.RRF`, `${table}.RRF.gz`]);
    const found = names.filter((name) => existsSync(join(dir, name)));
    if (found.length > 0) return found.map((name) => sourceFile(join(dir, name), name));
  }
  throw new AppError(
    'bad-input',
    'graph.no-umls-files',
    { folder: basename(folder) },
    { hint: 'hint.file-or-meta-folder' },
  );
}

function formatOf(head: Head): KnownFormat {
  const first = head.lines[0] ?? '';
  if (isMeridianGraph(first)) return 'meridian';
  if (first.startsWith('{')) return 'xywy';
  if (head.lines.some((line) => parseStatement(line) !== undefined)) return 'ntriples';
  if (rrfTable(first) !== undefined) return 'rrf';
  return byHeader(headerOf(head)) ?? byColumns(head);
}

function byHeader(header: readonly string[]): KnownFormat | undefined {
  if (isDiseaseHeader(header) || isTermHeader(header)) return 'starter';
  if (isDiseaseTable(header)) return '39net';
  if (tripleColumns(header) !== undefined) return 'triples';
  if (synonymColumns(header) !== undefined) return 'synonyms';
  if (codeColumns(header) !== undefined) return 'icd10';
  if (header.length > 1 && header.some((cell) => HEADER_WORDS.has(cell.trim().toLowerCase())))
    throw new AppError(
      'bad-input',
      'graph.lacks-columns',
      { columns: header.join(', ') },
      { kept: 'kept.nothing-imported', hint: 'hint.table-columns' },
    );
  return undefined;
}

/** Words that occur only in headers. A table with some of them but no known set of columns lacks columns. */
const HEADER_WORDS = new Set(
  'head relation tail subject predicate object head_type tail_type disease symptom drug exam name code alias source target 头实体 关系 尾实体 主体 谓词 客体 疾病 症状名 实体1 实体2'.split(
    ' ',
  ),
);

/** Detects the format of a table without a header. */
function byColumns(head: Head): KnownFormat {
  const rows = head.lines.map((line) => columnsOf(line, head.delimiter));
  const most = (holds: (row: readonly string[]) => boolean) => rows.filter(holds).length * 2 > rows.length;
  if (most((row) => row.length === 3)) return 'triples';
  if (most((row) => row.length === 2 && isCode(row[0] ?? ''))) return 'icd10';
  if (most((row) => row.length === 2 && /^\s*\d+\s*$/.test(row[1] ?? ''))) return 'wordlist';
  if (most((row) => row.length === 2)) return 'synonyms';
  if (most((row) => row.length === 1 && looksLikeName(row[0] ?? ''))) return 'wordlist';
  throw wrongColumns(head, message('graph.columns-any'));
}

/** Excludes prose, mark-up and code, which are no word lists. */
const looksLikeName = (text: string): boolean => text.length <= 60 && !/[。！？;；{}<>=]/.test(text);
