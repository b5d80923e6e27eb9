/** Reads a file into documents: .txt, .docx, .pdf, .png, .jpg, .json, .jsonl, .csv, .tsv, .xlsx, FHIR, HL7 v2, each also gzipped. */
import { MAX_TEXT } from '../../shared/domain/limits.ts';
import { fileTooLarge } from '../../shared/file-size.ts';
import { message } from '../../shared/messages/message.ts';
import { words } from '../../shared/messages/words.ts';
import { AppError, toErrorData } from '../../shared/result.ts';
import { ByteBudget, isGzip } from '../reading/budget.ts';
import { decodeText } from '../reading/decode.ts';
import { parseShallowJson } from '../reading/json.ts';
import { LIMITS } from '../reading/limits.ts';
import { linesOf } from '../reading/lines.ts';
import { type DocumentTable, openTable } from './document-tables.ts';
import { docxText } from './docx.ts';
import { type EmrRecord, recordFromJson } from './emr-json.ts';
import { recordsFromFhir } from './fhir/read.ts';
import { type FhirRow, isFhir } from './fhir/resources.ts';
import { decodeHl7, recordsFromHl7 } from './hl7/read.ts';
import { isHl7 } from './hl7/segments.ts';
import { type OnPage, pdfText } from './pdf/read-pdf.ts';
import { Refusals, type RefusedLine } from './refusals.ts';
import { scanText } from './scan/read-scan.ts';
import type { TrainingRow } from './training-rows.ts';

export interface ReadResult {
  readonly documents: readonly EmrRecord[];
  /** The first refused lines; the rest of the file is used. */
  readonly refused: readonly RefusedLine[];
  readonly refusedCount: number;
}

/**
 * Throws `bad-input` or `too-large` when the file has no usable record.
 * @param onPage told after each page of a file with pages
 */
export async function readDocuments(
  name: string,
  bytes: Uint8Array,
  onPage: OnPage = () => undefined,
): Promise<ReadResult> {
  if (bytes.length === 0) throw new AppError('bad-input', 'files.empty', { name });
  if (bytes.length > LIMITS.recordFileBytes) throw fileTooLarge(name, bytes.length);
  const data = new ByteBudget(LIMITS.recordFileBytes).unpack(bytes, name);
  const base = isGzip(bytes) ? name.replace(/\.gz$/i, '') : name;
  const ending = /\.[^.]+$/.exec(base)?.[0].toLowerCase() ?? '';
  switch (ending) {
    case '.docx':
      return one(base, await docxText(data, name));
    case '.pdf':
      return pdf(base, data, onPage);
    case '.png':
    case '.jpg':
    case '.jpeg':
      return scanned(base, data);
    case '.jsonl':
    case '.ndjson':
      return jsonLines(decodeText(data, name).text, name);
    case '.json':
      return json(decodeText(data, name).text, name);
    case '.csv':
    case '.tsv':
    case '.tab':
    case '.xlsx':
      return table(openTable({ name: base, bytes: data }), name);
    case '.doc':
    case '.rtf':
    case '.xls':
      throw new AppError(
        'bad-input',
        'documents.unsupported-ending',
        { name, ending },
        { hint: 'hint.save-as-docx-or-text' },
      );
    default:
      if (isHl7(data)) return hl7(decodeHl7(data, name), name);
      return one(base, decodeText(data, name).text);
  }
}

function one(name: string, text: string, scan?: number): ReadResult {
  const title = name.replace(/^.*[\\/]/, '').replace(/\.[^.]+$/, '') || name;
  return {
    documents: [
      bounded(
        { id: title, title: title.slice(0, 200), text, composed: false, ...(scan !== undefined && { scan }) },
        name,
      ),
    ],
    refused: [],
    refusedCount: 0,
  };
}

async function pdf(name: string, data: Uint8Array, onPage: OnPage): Promise<ReadResult> {
  const { text, withoutText, confidence } = await pdfText(data, name, onPage);
  if (text === '') throw new AppError('bad-input', 'documents.pdf-without-text', { name });
  const refused = new Refusals();
  for (const page of withoutText)
    refused.add(page, new AppError('bad-input', 'documents.pdf-page-without-text', { page }));
  return { ...one(name, text, confidence), refused: refused.first, refusedCount: refused.count };
}

async function scanned(name: string, data: Uint8Array): Promise<ReadResult> {
  const { text, confidence } = await scanText(data, name);
  return one(name, text, confidence);
}

function bounded(record: EmrRecord, name: string): EmrRecord {
  if (record.text.trim() === '') throw new AppError('bad-input', 'deid.no-text', { path: name });
  if (record.text.length > MAX_TEXT) {
    throw new AppError(
      'too-large',
      'documents.too-long',
      { name, characters: record.text.length, limit: MAX_TEXT },
      { kept: 'kept.nothing-changed', hint: 'hint.single-records' },
    );
  }
  return { ...record, title: record.title.slice(0, 200) };
}

function json(text: string, name: string): ReadResult {
  let value: unknown;
  try {
    value = parseShallowJson(text);
  } catch (cause) {
    if (cause instanceof AppError)
      throw new AppError('bad-input', 'system.about', { what: name, problem: cause.localized }, { cause });
    // Many public .json files are JSON lines.
    if (text.includes('\n')) return jsonLines(text, name);
    throw new AppError(
      'bad-input',
      'files.invalid-json',
      { name, problem: words(toErrorData(cause).message, 'en') },
      { cause },
    );
  }
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const items = values.map((item, index) => ({ line: index + 1, read: () => item }));
  return isFhir(values[0]) ? fhir(items, name) : collect(items, name);
}

function jsonLines(text: string, name: string): ReadResult {
  const [first] = readableLines(text);
  const isResource = first !== undefined && FHIR_LINE.test(text);
  return isResource ? fhir(readableLines(text), name) : collect(readableLines(text), name);
}

/** First line of bulk data of FHIR. */
export const FHIR_LINE = /^\s*\{(?:[^\n]{0,4000}?,)?\s*"resourceType"\s*:\s*"/;

function fhir(items: Iterable<Item>, name: string): ReadResult {
  const refused = new Refusals();
  const rows: FhirRow[] = [];
  for (const { line, read } of items)
    try {
      rows.push({ line, value: read() });
    } catch (error) {
      refused.add(line, error);
    }
  return readRecords(recordsFromFhir(rows, refused), refused, name);
}

function hl7(text: string, name: string): ReadResult {
  const refused = new Refusals();
  return readRecords(recordsFromHl7(text, refused), refused, name);
}

function readRecords(records: readonly EmrRecord[], refused: Refusals, name: string): ReadResult {
  const documents = records.flatMap((record) => {
    try {
      return [bounded(record, `${name}: ${record.id}`)];
    } catch (error) {
      refused.add(1, error);
      return [];
    }
  });
  if (documents.length === 0) throw refused.nothingRead(name);
  return { documents, refused: refused.first, refusedCount: refused.count };
}

/** Names of a column with whole texts, the first of which counts. */
const TEXT_COLUMNS = [
  'text',
  'texts',
  'content',
  'document',
  'emr',
  '正文',
  '文本',
  '内容',
  '病历',
  '病历内容',
];
/** Columns with sections of a record, of which a table without a column of texts has one. */
export const SECTION =
  /^(主诉|现病史|既往史|个人史|家族史|体格检查|辅助检查|病史|病程记录|诊疗经过|入院情况|出院情况)$/;

/** Reads a document a row. @throws AppError `bad-input` for a table without a column of texts or sections */
function table({ columns: names, rows }: DocumentTable, name: string): ReadResult {
  const column = TEXT_COLUMNS.flatMap((one) => names.find((each) => each.toLowerCase() === one) ?? [])[0];
  if (column === undefined && !names.some((each) => SECTION.test(each)))
    throw new AppError(
      'bad-input',
      'documents.no-text-column',
      { name, columns: names.join(', ').slice(0, 200) },
      {
        kept: 'kept.nothing-imported',
        hint: message('hint.text-column', { names: TEXT_COLUMNS.join(', ') }),
      },
    );
  return collect(column === undefined ? rows : withText(rows, column), name);
}

function* withText(rows: Iterable<TrainingRow>, column: string): Generator<Item> {
  for (const { line, read } of rows)
    yield {
      line,
      read: () => {
        const { [column]: text, id, 编号: number, ...others } = read();
        return { ...others, id: id ?? number, text: text ?? '' };
      },
    };
}

interface Item {
  readonly line: number;
  /** @throws AppError or SyntaxError for invalid records */
  read(): unknown;
}

function* readableLines(text: string): Generator<Item> {
  for (const { text: line, number } of linesOf(text))
    if (line.trim() !== '') yield { line: number, read: () => parseShallowJson(line) };
}

function collect(items: Iterable<Item>, name: string): ReadResult {
  const documents: EmrRecord[] = [];
  const refused = new Refusals();
  for (const { line, read } of items) {
    try {
      documents.push(bounded(recordFromJson(read(), documents.length + 1, line), `${name}:${line}`));
    } catch (error) {
      refused.add(line, error);
      refused.check(name, documents.length);
    }
  }
  if (documents.length === 0) throw refused.nothingRead(name);
  return { documents, refused: refused.first, refusedCount: refused.count };
}
