/** Records (EMR): create, import, autosave, revisions, search. Every change is audited in its transaction. */

import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Out, Parsed } from '../../../shared/contract/index.ts';
import type {
  DocumentFilter,
  DocumentFull,
  DocumentPage,
  DocumentSummary,
  DocumentTotals,
  Revision,
} from '../../../shared/domain/document.ts';
import { refusalOf } from '../../../shared/file-size.ts';
import { type Message, message, plainText } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import * as documents from '../../db/repositories/records.ts';
import { deleteMark, readMark, writeMark } from '../../db/repositories/settings.ts';
import type { EmrRecord } from '../../formats/emr-json.ts';
import type { Watch } from '../background/background.ts';
import { dbOf, type Session, throwIfCancelled } from '../session/session.ts';
import { requireUnlocked } from './archive.ts';
import { commitDraft } from './commit-draft.ts';
import { followText } from './corrections.ts';
import { requireNewestSeen, type SeenVersion } from './newest-seen.ts';
import { throwRecordNotFound } from './not-found.ts';
import { keepBelonging, type PatientsOfFile } from './patients.ts';

export const listRecords = (session: Session): DocumentSummary[] => documents.listRecords(dbOf(session));

/** Returns one page of the records that the request asks for. */
export function pageRecords(
  session: Session,
  { offset, limit, order, ...filter }: Parsed<'docs.list'>,
): DocumentPage {
  const db = dbOf(session);
  return {
    documents: documents.listRecords(db, { ...filter, offset, limit, order }),
    total: documents.countRecords(db, filter),
  };
}

export const listRecordIds = (session: Session, filter: DocumentFilter): number[] =>
  documents.listRecordIds(dbOf(session), filter);

export const recordTotals = (session: Session): DocumentTotals => documents.recordTotals(dbOf(session));

export function getRecord(session: Session, id: number): DocumentFull {
  return documents.getRecord(dbOf(session), id) ?? throwRecordNotFound(id);
}

export function createRecord(
  session: Session,
  document: { title: string; text: string; origin: string },
): DocumentFull {
  const db = dbOf(session);
  const id = db.transaction(() => {
    const created = documents.insertRecord(db, session.actor, document);
    appendAudit(db, session.actor, 'document.create', `document:${created}`, {
      title: document.title,
      origin: document.origin,
      chars: document.text.length,
      sha256: documents.textSum(document.text),
    });
    return created;
  });
  session.emit('docs.changed', { id });
  return getRecord(session, id);
}

/** Imports files. A file that cannot be read is refused by name; the others are imported. */
export async function importFiles(
  session: Session,
  files: readonly NamedBytes[],
  watch: Watch = {},
): Promise<Out<'docs.import'>> {
  const created: DocumentSummary[] = [];
  const refused: Out<'docs.import'>['refused'] = [];
  for (const file of files) {
    try {
      throwIfCancelled(watch.signal);
      await importInto({ created, refused }, session, file, { watch });
    } catch (error) {
      refused.push({ name: file.name, reason: refusalOf(error) });
    }
  }
  if (created.length > 0) session.emit('docs.changed', {});
  return { created, refused };
}

/**
 * Imports one file. Throws the reason when nothing of it can be read.
 * @param finished is called in the transaction of the last record, with the number of all
 */
export async function importFile(
  session: Session,
  file: NamedBytes,
  finished: (records: number) => void,
): Promise<Out<'docs.import'>> {
  const imported: Out<'docs.import'> = { created: [], refused: [] };
  await importInto(imported, session, file, { finished });
  return imported;
}

interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Adds what becomes of a file to `imported`, also when a later part of it fails. */
async function importInto(
  { created, refused }: Out<'docs.import'>,
  session: Session,
  file: NamedBytes,
  { finished, watch }: { readonly finished?: (records: number) => void; readonly watch?: Watch },
): Promise<void> {
  const records: EmrRecord[] = [];
  const read = await session.background.run('readRecords', file, {
    ...watch,
    onPart: (part) => void records.push(...part),
  });
  for (const { line, reason } of read.refused)
    refused.push({ name: `${file.name}:${line}`, reason, part: true });
  const count = read.refusedCount - read.refused.length;
  if (count > 0)
    refused.push({ name: file.name, reason: message('docs.more-refused', { count }), count, part: true });
  const untold = await keepRecords(session, file, { records, created, finished });
  for (const reason of untold) refused.push({ name: file.name, reason, part: true });
}

/** Milliseconds of one transaction, about one screen frame. */
const SLICE_MS = 20;

/**
 * Keeps records in short transactions, between which other requests are answered. A mark with the first id stays until
 * the last one: a file that is opened again after a crash continues with the records that are missing. Returns what the
 * file tells of its records and could not be kept.
 */
async function keepRecords(
  session: Session,
  { name: origin, bytes }: NamedBytes,
  {
    records,
    created,
    finished,
  }: {
    readonly records: readonly EmrRecord[];
    readonly created: DocumentSummary[];
    readonly finished: ((records: number) => void) | undefined;
  },
): Promise<Message[]> {
  const untold: Message[] = [];
  const known: PatientsOfFile = new Map();
  const mark = `import.${createHash('sha256').update(bytes).digest('hex')}`;
  const missing = missingRecords(session, origin, records, readMark(dbOf(session), mark));
  for (let at = 0; at < missing.length; ) {
    const db = dbOf(session);
    const ids: number[] = [];
    const until = performance.now() + SLICE_MS;
    db.transaction(() => {
      // At least one: on a busy machine the slice may be over before it begins.
      for (; at + ids.length < missing.length && (ids.length === 0 || performance.now() < until); )
        ids.push(keepRecord(session, missing[at + ids.length]!, { origin, known, untold }));
      if (at + ids.length === missing.length) {
        deleteMark(db, mark);
        finished?.(records.length);
      } else if (readMark(db, mark) === undefined) writeMark(db, mark, String(ids[0]));
    });
    at += ids.length;
    for (const id of ids) created.push(documents.getSummary(db, id) ?? throwRecordNotFound(id));
    await nextTurn();
  }
  return untold;
}

/** Returns the records that an unfinished import has not kept. Records deleted since count as missing. */
function missingRecords(
  session: Session,
  origin: string,
  records: readonly EmrRecord[],
  firstId: string | undefined,
): readonly EmrRecord[] {
  if (firstId === undefined) return records;
  const kept = new Map<string, number>();
  for (const sum of documents.originalSums(dbOf(session), origin, Number(firstId)))
    kept.set(sum, (kept.get(sum) ?? 0) + 1);
  return records.filter(({ text }) => {
    const sum = documents.textSum(text);
    const left = kept.get(sum) ?? 0;
    kept.set(sum, left - 1);
    return left <= 0;
  });
}

interface ImportedFile {
  readonly origin: string;
  readonly known: PatientsOfFile;
  readonly untold: Message[];
}

function keepRecord(session: Session, record: EmrRecord, { origin, known, untold }: ImportedFile): number {
  const db = dbOf(session);
  const { title, text, scan } = record;
  const id = documents.insertRecord(db, session.actor, { title, text, origin, scan });
  appendAudit(db, session.actor, 'document.import', `document:${id}`, {
    title,
    origin,
    chars: text.length,
    sha256: documents.textSum(text),
    ...(scan !== undefined && { scan }),
  });
  untold.push(...keepBelonging(session, id, record, { origin, known }));
  return id;
}

/** Takes away the mark of a text read from pictures; the audit table keeps the confidence that it had. */
export function confirmScan(session: Session, id: number): DocumentSummary {
  const db = dbOf(session);
  db.transaction(() => {
    requireUnlocked(session, id);
    const { scan, revision } = documents.getSummary(db, id) ?? throwRecordNotFound(id);
    if (scan === undefined) return;
    documents.setScanChecked(db, id);
    appendAudit(db, session.actor, 'document.scan-checked', `document:${id}`, { scan, revision });
  });
  session.emit('docs.changed', { id });
  return documents.getSummary(db, id) ?? throwRecordNotFound(id);
}

export function saveDraft(
  session: Session,
  id: number,
  seen: SeenVersion,
  text: string,
): { at: string; draft: number } {
  const db = dbOf(session);
  const saved = db.transaction(() => {
    requireNewestSeen(session, id, seen);
    return followText(session, id, () => documents.saveDraft(db, id, seen.base, text));
  });
  session.emit('docs.changed', { id }); // other windows on this record reload
  return saved;
}

/** Makes the text a revision. Text equal to the newest revision only drops the draft. */
export function commitRecord(
  session: Session,
  id: number,
  seen: SeenVersion,
  text: string,
  reason: string,
): DocumentSummary {
  const db = dbOf(session);
  db.transaction(() => {
    requireNewestSeen(session, id, seen);
    if (documents.getRevisionText(db, id, seen.base) === text) {
      followText(session, id, () => documents.dropDraft(db, id));
      return;
    }
    const number = followText(session, id, () =>
      documents.commitRevision(db, session.actor, id, text, plainText(reason)),
    );
    appendAudit(db, session.actor, 'document.revise', `document:${id}`, {
      before: seen.base,
      after: number,
      chars: text.length,
      sha256: documents.textSum(text),
      reason,
    });
  });
  session.emit('docs.changed', { id });
  return documents.getSummary(db, id) ?? throwRecordNotFound(id);
}

export function renameRecord(session: Session, id: number, title: string): DocumentSummary {
  const db = dbOf(session);
  db.transaction(() => {
    const before = documents.getSummary(db, id) ?? throwRecordNotFound(id);
    requireUnlocked(session, id);
    documents.renameRecord(db, id, title);
    appendAudit(db, session.actor, 'document.rename', `document:${id}`, {
      before: before.title,
      after: title,
    });
  });
  session.emit('docs.changed', { id });
  return documents.getSummary(db, id) ?? throwRecordNotFound(id);
}

export function removeRecord(session: Session, id: number): void {
  const db = dbOf(session);
  db.transaction(() => {
    const before = documents.getSummary(db, id) ?? throwRecordNotFound(id);
    requireUnlocked(session, id);
    documents.markDeleted(db, id);
    appendAudit(db, session.actor, 'document.delete', `document:${id}`, {
      title: before.title,
      revision: before.revision,
    });
  });
  session.emit('docs.changed', { id });
}

export function listRevisions(session: Session, id: number): Revision[] {
  return documents.listRevisions(dbOf(session), id);
}

export function getRevisionText(session: Session, id: number, number: number): string {
  const text = documents.getRevisionText(dbOf(session), id, number);
  if (text === undefined) throw new AppError('not-found', 'documents.no-revision', { id, number });
  return text;
}

/** Makes an old revision's text the newest revision. Revisions between stay in the history; a draft becomes one. */
export function restoreRevision(session: Session, id: number, number: number): DocumentFull {
  const db = dbOf(session);
  const text = getRevisionText(session, id, number);
  db.transaction(() => {
    const present = getRecord(session, id);
    requireUnlocked(session, id);
    commitDraft(session, present, message('revision.draft-before-restore'));
    const reason = message('revision.restored', { number });
    const after = followText(session, id, () =>
      documents.commitRevision(db, session.actor, id, text, reason),
    );
    appendAudit(db, session.actor, 'document.restore', `document:${id}`, {
      before: present.revision,
      after,
      number,
      sha256: documents.textSum(text),
    });
  });
  session.emit('docs.changed', { id });
  return getRecord(session, id);
}
