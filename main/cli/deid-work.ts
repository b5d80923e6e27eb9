/** De-identifies the records of files one after the other and counts. */
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { MAX_TEXT } from '../../shared/contract/index.ts';
import type { DeidField, DeidLevel, DeidMode } from '../../shared/domain/deid.ts';
import type { Message } from '../../shared/messages/message.ts';
import { AppError, toErrorData } from '../../shared/result.ts';
import {
  type DeidentifiedRecord,
  type Deidentifier,
  DeidRun,
  deidentify,
  type FoundRecord,
  type RecordToDeidentify,
} from '../deid/deidentify.ts';
import type { DetectOptions } from '../deid/detect.ts';
import { deidentifyJsonRecord, readJsonRecord, textOfJson } from '../deid/json-record.ts';
import type { EmrRecord } from '../formats/emr-json.ts';
import { readChunks, sourceFile } from '../reading/files.ts';
import { parseShallowJson } from '../reading/json.ts';
import { readLines } from '../reading/lines.ts';
import type { Background } from '../services/background/background.ts';
import { deidentifierOf } from '../services/deid/deid.ts';
import { unusedName } from '../services/deid/deidentify-records.ts';
import { type IdentifierTagger, markedInGroups } from '../services/deid/identifier-tagger.ts';
import type { Session } from '../services/session/session.ts';
import { PendingFile, writeFileAtomic } from '../workspace/atomic-file.ts';
import { UsageError } from './command.ts';
import { filesBelow, READABLE } from './deid-files.ts';
import type { PersonModel } from './deid-model.ts';

/** Files of one record a line. */
const LINES = /\.(?:jsonl|ndjson)(?:\.gz)?$/i;

interface JsonLine {
  readonly line: number;
  readonly value: unknown;
  /** Why there is no value. */
  readonly reason?: Message;
}

async function* jsonLines(path: string): AsyncGenerator<JsonLine> {
  for await (const { number: line, text, problem } of readLines(readChunks(sourceFile(path)))) {
    try {
      if (problem !== undefined) throw new AppError('bad-input', problem);
      if (text.trim() === '') continue;
      if (text.length > 2 * MAX_TEXT) throw new AppError('too-large', 'deid.line-too-long');
      yield { line, value: parseShallowJson(text.replace(/^\ufeff/, '')) };
    } catch (error) {
      yield { line, value: undefined, reason: toErrorData(error).message };
    }
  }
}

interface WorkOptions {
  readonly mode: DeidMode;
  readonly patientField: string | undefined;
  readonly model: PersonModel | undefined;
  readonly tagger: IdentifierTagger | undefined;
  readonly level: DeidLevel;
}

/** Counts of the work done. */
export class DeidWork {
  readonly #background: Background;
  readonly #tools: Deidentifier;
  readonly #run: DeidRun;
  /** Findings of all records of the run, by file and line. */
  readonly #found = new Map<string, FoundRecord>();
  readonly #mode: DeidMode;
  readonly #patientField: string | undefined;
  readonly model: PersonModel | undefined;
  readonly tagger: IdentifierTagger | undefined;
  readonly level: DeidLevel;
  /** Records by the name that they were told apart by. */
  readonly #byName = new Map<string, number>();
  readonly fields = new Map<DeidField, number>();
  readonly refused: { file: string; line: number; reason: Message }[] = [];
  readonly skipped: string[] = [];
  records = 0;
  files = 0;
  lostSpans = 0;

  constructor(session: Session, { mode, patientField, model, tagger, level }: WorkOptions) {
    this.#background = session.background;
    this.#tools = { ...deidentifierOf(session), level };
    this.#run = new DeidRun(this.#tools);
    this.level = level;
    this.#mode = mode;
    this.#patientField = patientField;
    this.model = model;
    this.tagger = tagger;
  }

  get namesakes(): { readonly records: number; readonly names: number } {
    const shared = [...this.#byName.values()].filter((records) => records > 1);
    return { records: shared.reduce((sum, records) => sum + records, 0), names: shared.length };
  }

  /** Its files under names that tell no patient's; the folder appears when all of them are written. */
  async folder(input: string, out: string): Promise<void> {
    const temporary = join(dirname(out), `.${basename(out)}.${process.pid}.tmp`);
    const names = new Set<string>();
    try {
      for (const path of filesBelow(input)) {
        if (!READABLE.test(path)) this.skipped.push(path);
        else await this.#within(join(input, path), temporary, path, names);
      }
      if (this.files === 0) throw new AppError('bad-input', 'deid.no-readable-file', { input });
      renameSync(temporary, out);
    } catch (error) {
      rmSync(temporary, { recursive: true, force: true });
      throw error;
    }
  }

  async #within(from: string, temporary: string, path: string, names: Set<string>): Promise<void> {
    try {
      const [stem = '', ending = ''] = splitName(path);
      if (/jsonl|ndjson/i.test(ending)) {
        await this.#lines(from, join(temporary, unusedName(this.#safePath(stem), names) + ending));
        return;
      }
      const hidden = await this.#text(from);
      const name = unusedName(this.#safePath(stem, hidden), names);
      writeFileAtomic(join(temporary, name + ending), hidden.text);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.refused.push({ file: path, line: 0, reason: error.localized });
    }
  }

  async file(input: string, out: string): Promise<void> {
    if (!READABLE.test(input))
      throw new AppError(
        'bad-input',
        'deid.only-text-and-lines',
        { input },
        { hint: 'hint.open-and-export' },
      );
    if (/\.gz$/i.test(out)) throw new UsageError('cli.written-plain');
    if (LINES.test(input)) await this.#lines(input, out);
    else writeFileAtomic(out, (await this.#text(input)).text);
  }

  /** Reads files before any is written, so that each record profits from what the others say. */
  async read(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      try {
        if (LINES.test(path)) {
          const lines = markedInGroups(jsonLines(path), ({ value }) => textOfJson(value), this.tagger);
          for await (const { item, marks } of lines)
            if (item.value !== undefined) await this.#learn(path, item, marks);
        } else if (READABLE.test(path)) {
          const { record, found } = await this.#readText(path);
          this.#found.set(keyOf(path, 0), found ?? this.#run.read(record));
        }
      } catch (error) {
        if (!(error instanceof AppError)) throw error; // told when it is its turn to be written
      }
    }
  }

  async #learn(path: string, { value, line }: JsonLine, marks: DetectOptions['marks']): Promise<void> {
    try {
      const options = { ...(await this.#options(value, line)), marks };
      this.#found.set(keyOf(path, line), readJsonRecord(this.#tools, this.#run, value, options));
    } catch (error) {
      if (!(error instanceof AppError)) throw error; // told when it is its turn to be written
    }
  }

  async #readText(path: string): Promise<{ record: RecordToDeidentify; found: FoundRecord | undefined }> {
    const documents: EmrRecord[] = [];
    const file = { name: basename(path), bytes: readFileSync(path) };
    await this.#background.run('readRecords', file, { onPart: (part) => void documents.push(...part) });
    const [document] = documents;
    if (document === undefined) throw new AppError('bad-input', 'deid.no-text', { path });
    const found = this.#found.get(keyOf(path, 0));
    if (found !== undefined) return { record: { ...document, id: path }, found };
    const model = await this.model?.find(document.text);
    const marks = await this.tagger?.(document.text);
    return { record: { ...document, id: path, model, marks }, found };
  }

  async #text(path: string): Promise<DeidentifiedRecord> {
    if (this.#patientField !== undefined)
      throw new UsageError('cli.belongs-to', { option: '--patient-field', other: '.jsonl' });
    const { record, found } = await this.#readText(path);
    const hidden = this.#run.finish(record, found ?? this.#run.read(record), this.#mode);
    this.#count(hidden);
    this.files++;
    return hidden;
  }

  /** One line after the other; refused ones are told, counted and not written. */
  async #lines(input: string, out: string): Promise<void> {
    const pending = new PendingFile(out);
    const before = this.records;
    try {
      for await (const { line, value, reason } of jsonLines(input)) {
        const refusal = reason ?? (await this.#writeRecord(pending, value, keyOf(input, line), line));
        if (refusal !== undefined) this.refused.push({ file: basename(input), line, reason: refusal });
      }
      if (this.records === before) throw new AppError('bad-input', 'documents.no-record', { input });
      pending.finish();
    } catch (error) {
      pending.discard();
      throw error;
    }
    this.files++;
  }

  /** Why the record cannot be written, if so. */
  async #writeRecord(
    pending: PendingFile,
    value: unknown,
    key: string,
    ordinal: number,
  ): Promise<Message | undefined> {
    try {
      const found = this.#found.get(key);
      const options =
        found === undefined
          ? { ...(await this.#options(value, ordinal)), marks: await this.tagger?.(textOfJson(value)) }
          : { mode: this.#mode, ordinal, patientField: this.#patientField };
      const { fields, hidden, lostSpans } = deidentifyJsonRecord(
        this.#tools,
        value,
        options,
        this.#run,
        found,
      );
      pending.write(`${JSON.stringify(fields)}\n`);
      this.#count(hidden);
      this.lostSpans += lostSpans;
      return undefined;
    } catch (error) {
      if (error instanceof AppError) return error.localized;
      throw error;
    }
  }

  async #options(value: unknown, ordinal: number) {
    const model = await this.model?.find(textOfJson(value));
    return { mode: this.#mode, ordinal, patientField: this.#patientField, model };
  }

  #count({ findings, patientKey }: DeidentifiedRecord): void {
    this.records++;
    if (patientKey.startsWith('name:')) this.#byName.set(patientKey, (this.#byName.get(patientKey) ?? 0) + 1);
    for (const { field } of findings) this.fields.set(field, (this.fields.get(field) ?? 0) + 1);
  }

  /** Folders and files are named after patients too. */
  #safePath(stem: string, hidden?: DeidentifiedRecord): string {
    const { applyTo } = hidden ?? deidentify(this.#tools, { text: '', title: '', id: stem }, this.#mode);
    return stem
      .split(/[\\/]/)
      .map((part) => applyTo(part).replace(/[\\/:*?"<>|\p{Cc}]/gu, '_'))
      .join('/');
  }
}

const keyOf = (path: string, line: number): string => `${path}\n${line}`;

function splitName(path: string): [string, string] {
  const ending = READABLE.exec(path)?.[0] ?? '';
  return [path.slice(0, path.length - ending.length), ending.replace(/\.gz$/i, '')];
}
