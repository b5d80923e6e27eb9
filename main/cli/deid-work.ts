/** De-identifies the records of files one after the other and counts. */
import { readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { MAX_TEXT } from '../../shared/contract/index.ts';
import type { DeidField, DeidLevel, DeidMode, Generalisation } from '../../shared/domain/deid.ts';
import type { LookReport } from '../../shared/domain/second-look.ts';
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
import { changeFields, jsonParts } from '../deid/json-parts.ts';
import {
  type DeidentifiedJson,
  deidentifyJsonRecord,
  readJsonRecord,
  textOfJson,
} from '../deid/json-record.ts';
import type { EmrRecord } from '../formats/emr-json.ts';
import { readChunks, sourceFile } from '../reading/files.ts';
import { parseShallowJson } from '../reading/json.ts';
import { readLines } from '../reading/lines.ts';
import type { Background } from '../services/background/background.ts';
import { deidentifierOf } from '../services/deid/deid.ts';
import { unusedName } from '../services/deid/deidentify-records.ts';
import { type IdentifierTagger, markedInGroups } from '../services/deid/identifier-tagger.ts';
import { type LookOptions, LookRun, removalFindings, withoutPart } from '../services/deid/look-run.ts';
import { dbOf, type Session } from '../services/session/session.ts';
import { PendingFile, writeFileAtomic } from '../workspace/atomic-file.ts';
import { UsageError } from './command.ts';
import { filesBelow, READABLE } from './deid-files.ts';
import type { PersonModel } from './deid-model.ts';

/** Files of one record a line. */
const LINES = /\.(?:jsonl|ndjson)(?:\.gz)?$/i;

type Output = Pick<PendingFile, 'write' | 'finish' | 'discard'>;

/** Keeps nothing of what is written. */
const NOWHERE: Output = { write: () => undefined, finish: () => undefined, discard: () => undefined };

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
  readonly generalise?: readonly Generalisation[] | undefined;
  readonly look: LookOptions;
}

/** Counts of the work done. */
export class DeidWork {
  readonly #background: Background;
  readonly #tools: Deidentifier;
  readonly #run: DeidRun;
  readonly #looking: LookRun;
  /** Findings of all records of the run, by file and line. */
  readonly #found = new Map<string, FoundRecord>();
  readonly #mode: DeidMode;
  readonly #patientField: string | undefined;
  readonly model: PersonModel | undefined;
  readonly tagger: IdentifierTagger | undefined;
  readonly level: DeidLevel;
  readonly generalise: readonly Generalisation[] | undefined;
  /** Records by the name that they were told apart by. */
  readonly #byName = new Map<string, number>();
  readonly fields = new Map<DeidField, number>();
  readonly refused: { file: string; line: number; reason: Message }[] = [];
  readonly skipped: string[] = [];
  records = 0;
  files = 0;
  lostSpans = 0;

  constructor(session: Session, { mode, patientField, model, tagger, level, generalise, look }: WorkOptions) {
    this.#background = session.background;
    this.#tools = { ...deidentifierOf(session), level, generalise };
    this.#run = new DeidRun(this.#tools);
    this.#looking = new LookRun(dbOf(session), this.#tools, look);
    this.level = level;
    this.generalise = generalise;
    this.#mode = mode;
    this.#patientField = patientField;
    this.model = model;
    this.tagger = tagger;
  }

  get namesakes(): { readonly records: number; readonly names: number } {
    const shared = [...this.#byName.values()].filter((records) => records > 1);
    return { records: shared.reduce((sum, records) => sum + records, 0), names: shared.length };
  }

  /** Places that may be left in all that was de-identified. */
  look(): LookReport {
    return this.#looking.report();
  }

  /**
   * Its files under names that tell no patient's; the folder appears when all of them are written.
   * @param out absent: nothing is written
   * @param check throws when nothing may be written
   */
  async folder(input: string, out: string | undefined, check: () => void): Promise<void> {
    const temporary =
      out === undefined ? undefined : join(dirname(out), `.${basename(out)}.${process.pid}.tmp`);
    const names = new Set<string>();
    try {
      for (const path of filesBelow(input)) {
        if (!READABLE.test(path)) this.skipped.push(path);
        else await this.#within(join(input, path), temporary, path, names);
      }
      if (this.files === 0) throw new AppError('bad-input', 'deid.no-readable-file', { input });
      check();
      if (temporary !== undefined && out !== undefined) renameSync(temporary, out);
    } catch (error) {
      if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true });
      throw error;
    }
  }

  async #within(from: string, folder: string | undefined, path: string, names: Set<string>): Promise<void> {
    const inside = (name: string) => (folder === undefined ? undefined : join(folder, name));
    try {
      const [stem = '', ending = ''] = splitName(path);
      if (/jsonl|ndjson/i.test(ending)) {
        const name = unusedName(this.#safePath(stem, path), names) + ending;
        await this.#lines(from, inside(name), path);
        return;
      }
      const hidden = await this.#text(from, path);
      const name = unusedName(this.#safePath(stem, path, hidden), names) + ending;
      const to = inside(name);
      if (to !== undefined) writeFileAtomic(to, hidden.text);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.refused.push({ file: path, line: 0, reason: error.localized });
    }
  }

  async file(input: string, out: string | undefined, check: () => void): Promise<void> {
    if (!READABLE.test(input))
      throw new AppError(
        'bad-input',
        'deid.only-text-and-lines',
        { input },
        { hint: 'hint.open-and-export' },
      );
    if (out !== undefined && /\.gz$/i.test(out)) throw new UsageError('cli.written-plain');
    const name = basename(input);
    if (LINES.test(input)) return this.#lines(input, out, name, check);
    const { text } = await this.#text(input, name);
    check();
    if (out !== undefined) writeFileAtomic(out, text);
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
          this.#keep(keyOf(path, 0), record.text, found ?? this.#run.read(record));
        }
      } catch (error) {
        if (!(error instanceof AppError)) throw error; // told when it is its turn to be written
      }
    }
  }

  async #learn(path: string, { value, line }: JsonLine, marks: DetectOptions['marks']): Promise<void> {
    try {
      const options = { ...(await this.#options(value, line)), marks };
      const found = readJsonRecord(this.#tools, this.#run, value, options);
      this.#keep(keyOf(path, line), textOfJson(value), found);
    } catch (error) {
      if (!(error instanceof AppError)) throw error; // told when it is its turn to be written
    }
  }

  #keep(key: string, text: string, found: FoundRecord): void {
    this.#found.set(key, found);
    this.#looking.learn(text, found.findings);
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

  async #text(path: string, object: string): Promise<DeidentifiedRecord> {
    if (this.#patientField !== undefined)
      throw new UsageError('cli.belongs-to', { option: '--patient-field', other: '.jsonl' });
    const { record, found } = await this.#readText(path);
    const first = this.#run.finish(record, found ?? this.#run.read(record), this.#mode);
    const { text, pieces, findings, title } = first;
    const parts = [{ part: 'text', text, pieces }];
    const removed = this.#looking.look({ object, title, parts, original: record.text, finer: first.finer });
    const all = [...findings, ...removalFindings(pieces, removed)];
    const hidden =
      removed.length === 0
        ? first
        : this.#run.finish({ ...record, findings: all }, { ...first, findings: all }, this.#mode);
    this.#count(hidden);
    this.files++;
    return hidden;
  }

  /** One line after the other; refused ones are told, counted and not written. */
  async #lines(
    input: string,
    out: string | undefined,
    name: string,
    check: () => void = () => undefined,
  ): Promise<void> {
    const pending = out === undefined ? NOWHERE : new PendingFile(out);
    const before = this.records;
    try {
      for await (const { line, value, reason } of jsonLines(input)) {
        const refusal = reason ?? (await this.#writeRecord(pending, value, [input, name, line]));
        if (refusal !== undefined) this.refused.push({ file: basename(input), line, reason: refusal });
      }
      if (this.records === before) throw new AppError('bad-input', 'documents.no-record', { input });
      check();
      pending.finish();
    } catch (error) {
      pending.discard();
      throw error;
    }
    this.files++;
  }

  /** Why the record cannot be written, if so. */
  async #writeRecord(
    pending: Output,
    value: unknown,
    [input, name, ordinal]: readonly [input: string, name: string, line: number],
  ): Promise<Message | undefined> {
    try {
      const found = this.#found.get(keyOf(input, ordinal));
      const options =
        found === undefined
          ? { ...(await this.#options(value, ordinal)), marks: await this.tagger?.(textOfJson(value)) }
          : { mode: this.#mode, ordinal, patientField: this.#patientField };
      const hide = (first = found) => deidentifyJsonRecord(this.#tools, value, options, this.#run, first);
      const { fields, hidden, lostSpans } = this.#lookAtJson(hide, value, `${name}:${ordinal}`);
      pending.write(`${JSON.stringify(fields)}\n`);
      this.#count(hidden);
      this.lostSpans += lostSpans;
      return undefined;
    } catch (error) {
      if (error instanceof AppError) return error.localized;
      throw error;
    }
  }

  /** Looks at a record a second time, and removes what is to be removed. */
  #lookAtJson(
    hide: (found?: FoundRecord) => DeidentifiedJson,
    value: unknown,
    object: string,
  ): DeidentifiedJson {
    const first = hide();
    const { fields, hidden, written } = first;
    const { text, pieces, findings, title } = hidden;
    const parts = [{ part: 'text', text, pieces }, ...jsonParts(fields, written)];
    const original = JSON.stringify(value);
    const removed = this.#looking.look({ object, title, parts, original, finer: hidden.finer });
    if (removed.length === 0) return first;
    const again = hide({ ...hidden, findings: [...findings, ...removalFindings(pieces, removed)] });
    const without = changeFields(again.fields, written, (words, part) => withoutPart(words, removed, part));
    return { ...again, fields: without };
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
  #safePath(stem: string, object: string, hidden?: DeidentifiedRecord): string {
    const { applyTo } = hidden ?? deidentify(this.#tools, { text: '', title: '', id: stem }, this.#mode);
    const name = stem
      .split(/[\\/]/)
      .map((part) => applyTo(part))
      .join('/');
    const parts = [{ part: 'file name', text: name }];
    const removed = this.#looking.look({ object, title: name, parts, original: stem });
    return withoutPart(name, removed, 'file name')
      .split('/')
      .map((part) => part.replace(/[\\:*?"<>|\p{Cc}]/gu, '_'))
      .join('/');
  }
}

const keyOf = (path: string, line: number): string => `${path}\n${line}`;

function splitName(path: string): [string, string] {
  const ending = READABLE.exec(path)?.[0] ?? '';
  return [path.slice(0, path.length - ending.length), ending.replace(/\.gz$/i, '')];
}
