/** Records (EMR): revisions, drafts and their full-text index. */

import { createHash } from 'node:crypto';
import { z } from 'zod';
import type {
  DocumentFilter,
  DocumentFull,
  DocumentOrder,
  DocumentSummary,
  DocumentTotals,
  NamingRecords,
  Revision,
  SearchHit,
  SearchPage,
  SearchPlace,
} from '../../../shared/domain/document.ts';
import type { Span } from '../../../shared/domain/span.ts';
import { type Message, message, readMessage } from '../../../shared/messages/message.ts';
import { insert } from '../columns.ts';
import type { ReadDb, WriteDb } from '../connection.ts';
import type { Actor } from './audit.ts';

const SUMMARY = `
  SELECT d.id, d.title, d.origin, d.head AS revision, d.created_at AS createdAt, d.updated_at AS updatedAt,
         coalesce(length(w.text), r.chars) AS chars, ifnull(w.version, 0) AS draft,
         d.archived_at AS archivedAt, d.archived_by AS archivedBy, d.dated, d.scan,
         p.id AS patientId, p.name AS patientName
    FROM document d
    JOIN revision r ON r.document_id = d.id AND r.number = d.head
    LEFT JOIN draft w ON w.document_id = d.id
    LEFT JOIN patient q ON q.id = d.patient_id
    LEFT JOIN patient p ON p.id = coalesce(q.root, q.id)
   WHERE d.deleted_at IS NULL`;

const SummaryRow = z.object({
  id: z.number(),
  title: z.string(),
  origin: z.string(),
  revision: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  chars: z.number(),
  draft: z.number(),
  archivedAt: z.string().nullable(),
  archivedBy: z.string().nullable(),
  dated: z.string().nullable(),
  scan: z.number().nullable(),
  patientId: z.number().nullable(),
  patientName: z.string().nullable(),
});

function toSummary({ archivedAt, archivedBy, ...row }: z.infer<typeof SummaryRow>): DocumentSummary {
  const { dated, scan, patientId, patientName, ...rest } = row;
  return {
    ...rest,
    ...(archivedAt !== null && { archived: { at: archivedAt, by: archivedBy ?? '' } }),
    ...(dated !== null && { dated }),
    ...(scan !== null && { scan }),
    ...(patientId !== null && { patient: { id: patientId, name: patientName ?? '' } }),
  };
}

const TextRow = z.object({ text: z.string() });

const ORDERS: Readonly<Record<DocumentOrder, string>> = {
  added: 'd.id',
  newest: 'd.id DESC',
  changed: 'd.updated_at DESC, d.id DESC',
  title: 'd.title COLLATE NOCASE, d.id',
  dated: 'd.dated DESC, d.id DESC',
};

/** Returns the SQL that selects the ids of a filter's records in their order, and the values it binds. */
function idsOf(
  { ids, ...filter }: DocumentFilter,
  order: DocumentOrder = 'added',
): { readonly sql: string; readonly values: string[] } {
  const conditions = ['d.deleted_at IS NULL'];
  const values: string[] = [];
  const also = (condition: string, value: string | undefined): void => {
    if (value === undefined) return;
    conditions.push(condition);
    values.push(value);
  };
  also('d.id IN (SELECT value FROM json_each(?))', ids && JSON.stringify(ids));
  also(
    'd.patient_id IN (SELECT id FROM patient WHERE coalesce(root, id) = CAST(? AS INTEGER))',
    filter.patient === undefined ? undefined : String(filter.patient),
  );
  also('d.title = ?', filter.title);
  also('instr(lower(d.title), lower(?)) > 0', filter.words);
  const sql = `SELECT d.id FROM document d WHERE ${conditions.join(' AND ')} ORDER BY ${ORDERS[order]}`;
  return { sql, values };
}

interface Page extends DocumentFilter {
  readonly order?: DocumentOrder | undefined;
  readonly offset?: number;
  /** All from there on if absent. */
  readonly limit?: number;
}

export function listRecords(
  db: ReadDb,
  { offset = 0, limit = -1, order = 'added', ...filter }: Page = {},
): DocumentSummary[] {
  // The ids alone are skipped: joins of skipped rows would cost as much as those of listed ones.
  const { sql, values } = idsOf(filter, order);
  const page = `${SUMMARY} AND d.id IN (${sql} LIMIT ? OFFSET ?) ORDER BY ${ORDERS[order]}`;
  return db.all(SummaryRow, page, ...values, limit, offset).map(toSummary);
}

export function listRecordIds(db: ReadDb, filter: DocumentFilter): number[] {
  const { sql, values } = idsOf(filter);
  return db.rows(sql, ...values).map(([id]) => Number(id));
}

export function countRecords(db: ReadDb, filter: DocumentFilter): number {
  const { sql, values } = idsOf(filter);
  return Number(db.rows(`SELECT count(*) FROM (${sql})`, ...values)[0]?.[0]);
}

/** Adds up the present texts of all records. */
export function recordTotals(db: ReadDb): DocumentTotals {
  const [[documents, characters] = []] = db.rows(`SELECT count(*), total(chars) FROM (${SUMMARY})`);
  return { documents: Number(documents), characters: Number(characters) };
}

export function getSummary(db: ReadDb, id: number): DocumentSummary | undefined {
  const row = db.get(SummaryRow, `${SUMMARY} AND d.id = ?`, id);
  return row === undefined ? undefined : toSummary(row);
}

/** Returns a record with its draft's text, or the newest revision's where there is no draft. */
export function getRecord(db: ReadDb, id: number): DocumentFull | undefined {
  const summary = getSummary(db, id);
  if (summary === undefined) return undefined;
  const draft = db.get(TextRow, 'SELECT text FROM draft WHERE document_id = ?', id);
  const text = draft?.text ?? getRevisionText(db, id, summary.revision) ?? '';
  return { ...summary, text, chars: text.length };
}

/** Returns a string for each record, oldest first, that differs whenever its newest text does. */
export function recordVersions(db: ReadDb): Map<number, string> {
  const rows = db.rows(
    `SELECT d.id, d.head || ':' || ifnull(w.version, 0) || ':' || d.updated_at FROM document d
       LEFT JOIN draft w ON w.document_id = d.id
      WHERE d.deleted_at IS NULL ORDER BY d.id`,
  );
  return new Map(rows.map(([id, version]) => [Number(id), String(version)]));
}

/** Yields the newest texts of all records, oldest record first. */
export function* iterateTexts(db: ReadDb): IterableIterator<string> {
  for (const [text] of db.iterate(
    `SELECT coalesce(w.text, r.text) FROM document d
       JOIN revision r ON r.document_id = d.id AND r.number = d.head
       LEFT JOIN draft w ON w.document_id = d.id
      WHERE d.deleted_at IS NULL ORDER BY d.id`,
  ))
    yield String(text);
}

export function getRevisionText(db: ReadDb, id: number, number: number): string | undefined {
  return db.get(TextRow, 'SELECT text FROM revision WHERE document_id = ? AND number = ?', id, number)?.text;
}

const RevisionRow = z.object({
  number: z.number(),
  at: z.string(),
  actor: z.string(),
  reason: z.string().transform(readMessage),
  chars: z.number(),
  sha256: z.string(),
});

/** Lists newest first. */
export function listRevisions(db: ReadDb, id: number): Revision[] {
  return db.all(
    RevisionRow,
    'SELECT number, at, actor, reason, chars, sha256 FROM revision WHERE document_id = ? ORDER BY number DESC',
    id,
  );
}

export function insertRecord(
  db: WriteDb,
  actor: Actor,
  document: { title: string; text: string; origin: string; scan?: number | undefined },
): number {
  const at = new Date().toISOString();
  const { title, origin, scan } = document;
  const read = scan === undefined ? {} : { scan };
  const id = insert(db, 'document', { title, origin, head: 1, createdAt: at, updatedAt: at, ...read });
  insertRevision(db, actor, id, 1, document.text, message('revision.created'), at);
  db.run('INSERT INTO document_fts (rowid, text) VALUES (?, ?)', id, document.text);
  return id;
}

/** Takes away the mark of a text read from pictures. */
export function setScanChecked(db: WriteDb, id: number): void {
  db.run('UPDATE document SET scan = NULL WHERE id = ?', id);
}

export const textSum = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

const SumRow = z.object({ sha256: z.string() });

/** Returns the hashes of the first revisions of documents with an origin, from an id on. */
export function originalSums(db: ReadDb, origin: string, firstId: number): string[] {
  const rows = db.all(
    SumRow,
    `SELECT r.sha256 FROM document d JOIN revision r ON r.document_id = d.id AND r.number = 1
      WHERE d.id >= ? AND d.origin = ? AND d.deleted_at IS NULL`,
    firstId,
    origin,
  );
  return rows.map(({ sha256 }) => sha256);
}

function insertRevision(
  db: WriteDb,
  actor: Actor,
  id: number,
  number: number,
  text: string,
  reason: Message,
  at: string,
): void {
  const sums = { chars: text.length, sha256: textSum(text) };
  insert(db, 'revision', {
    documentId: id,
    number,
    text,
    ...sums,
    at,
    actor: actor.name,
    reason: JSON.stringify(reason),
  });
}

/** Replaces the draft and increments its version. Returns its time and version. */
export function saveDraft(
  db: WriteDb,
  id: number,
  base: number,
  text: string,
): { at: string; draft: number } {
  const at = new Date().toISOString();
  db.run(
    `INSERT INTO draft (document_id, base, version, text, at) VALUES (?, ?, 1, ?, ?)
     ON CONFLICT (document_id) DO UPDATE
       SET base = excluded.base, version = version + 1, text = excluded.text, at = excluded.at`,
    id,
    base,
    text,
    at,
  );
  db.run('UPDATE document SET updated_at = ? WHERE id = ?', at, id);
  const Version = z.object({ version: z.number() });
  const row = db.get(Version, 'SELECT version FROM draft WHERE document_id = ?', id);
  return { at, draft: row?.version ?? 0 };
}

/** Makes `text` the next revision and drops the draft. */
export function commitRevision(db: WriteDb, actor: Actor, id: number, text: string, reason: Message): number {
  const { head } = db.get(z.object({ head: z.number() }), 'SELECT head FROM document WHERE id = ?', id) ?? {
    head: 0,
  };
  const at = new Date().toISOString();
  insertRevision(db, actor, id, head + 1, text, reason, at);
  db.run('UPDATE document SET head = ?, updated_at = ? WHERE id = ?', head + 1, at, id);
  db.run('UPDATE document_fts SET text = ? WHERE rowid = ?', text, id);
  dropDraft(db, id);
  return head + 1;
}

export function dropDraft(db: WriteDb, id: number): void {
  db.run('DELETE FROM draft WHERE document_id = ?', id);
}

export function renameRecord(db: WriteDb, id: number, title: string): void {
  db.run('UPDATE document SET title = ? WHERE id = ?', title, id);
}

/** Archives a record in the name of `by`, or unlocks it with null. */
export function setArchived(db: WriteDb, id: number, by: Actor | null): void {
  const at = by === null ? null : new Date().toISOString();
  db.run('UPDATE document SET archived_at = ?, archived_by = ? WHERE id = ?', at, by?.name ?? null, id);
}

/** Hides a record; its revisions stay, as the record-keeping rules demand. */
export function markDeleted(db: WriteDb, id: number): void {
  db.run('UPDATE document SET deleted_at = ? WHERE id = ?', new Date().toISOString(), id);
  db.run('DELETE FROM document_fts WHERE rowid = ?', id);
}

const SNIPPETS = 3;
const CONTEXT = 18;

/** Records and characters that one ranking reads at most. */
const RANKED = { records: 1000, characters: 4_000_000 };

/**
 * Returns records whose text contains all words; drafts count instead of revisions. Ranks the first thousand by their
 * number of matches, then the next thousand. Words of three or more characters use the trigram index; shorter ones
 * (胸痛) scan texts until enough are found.
 */
export function searchRecords(
  db: ReadDb,
  words: readonly string[],
  limit: number,
  { at, skip }: SearchPlace = { at: 0, skip: 0 },
): SearchPage {
  const found: { id: number; text: string; count: number; places: Span[] }[] = [];
  let [seen, characters, more] = [0, 0, false];
  for (const { id, text } of matchingTexts(db, words, at)) {
    more = seen === RANKED.records || characters >= RANKED.characters;
    if (more) break;
    seen++;
    characters += text.length;
    const each = words.map((word) => findAll(text, word));
    if (each.some(({ count }) => count === 0)) continue;
    const places = each.flatMap((one) => one.places.slice(0, Math.ceil(SNIPPETS / words.length)));
    found.push({ id, text, count: each.reduce((sum, one) => sum + one.count, 0), places });
  }
  found.sort((a, b) => b.count - a.count || a.id - b.id);
  const hits = found.slice(skip, skip + limit).flatMap(({ id, text, count, places }) => {
    const document = getSummary(db, id);
    return document === undefined ? [] : [{ document, count, snippets: snippetsOf(text, places) }];
  });
  if (skip + limit < found.length) return { hits, next: { at, skip: skip + limit } };
  return more ? { hits, next: { at: at + seen, skip: 0 } } : { hits };
}

/** Returns the ids of the records whose text contains all words, ignoring case. */
export function recordsWith(db: ReadDb, words: readonly string[]): Set<number> {
  const ids = new Set<number>();
  for (const { id } of matchingTexts(db, words, 0)) ids.add(id);
  return ids;
}

/** Returns the first matches of each word. */
export const placesOfWords = (text: string, words: readonly string[]): Span[] =>
  words.flatMap((word) => findAll(text, word).places);

/**
 * Returns the records whose text contains one of the names, most matches first, and the number of all matches; a longer
 * name counts before a shorter one inside of it. Reads the first thousand records of each name.
 */
export function recordsNaming(db: ReadDb, names: readonly string[], limit: number): NamingRecords {
  const texts = new Map<number, string>();
  for (const name of names) {
    let seen = 0;
    for (const { id, text } of matchingTexts(db, [name], 0)) {
      texts.set(id, text);
      if (++seen === RANKED.records) break;
    }
  }
  const longestFirst = names.toSorted((a, b) => b.length - a.length);
  const escaped = longestFirst.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const pattern = new RegExp(escaped.join('|'), 'giu');
  const found = [...texts]
    .map(([id, text]) => ({ id, text, matches: [...text.matchAll(pattern)] }))
    .filter(({ matches }) => matches.length > 0)
    .toSorted((a, b) => b.matches.length - a.matches.length || a.id - b.id);
  const hits = found.slice(0, limit).flatMap(({ id, text, matches }) => {
    const document = getSummary(db, id);
    const snippets = matches
      .slice(0, 1)
      .map(({ index, 0: match }) => snippetOf(text, index, index + match.length));
    return document === undefined ? [] : [{ document, count: matches.length, snippets }];
  });
  return { hits, records: found.length, matches: found.reduce((sum, one) => sum + one.matches.length, 0) };
}

/** Yields drafts, then newest revisions that contain all words, from the one at place `at` on. */
function* matchingTexts(
  db: ReadDb,
  words: readonly string[],
  at: number,
): Generator<{ id: number; text: string }> {
  const indexed = words.filter((word) => [...word].length >= 3);
  const scanned = words.filter((word) => !indexed.includes(word));
  const holds = 'instr(lower(text), lower(?)) > 0';
  const conditions = [...(indexed.length > 0 ? ['document_fts MATCH ?'] : []), ...scanned.map(() => holds)];
  // Drafts change with every key and are few, so they are scanned instead of indexed.
  for (const [id, text] of db.iterate(
    `SELECT document_id, text FROM draft
      WHERE ${words.map(() => holds).join(' AND ')}
        AND document_id IN (SELECT id FROM document WHERE deleted_at IS NULL)
     UNION ALL
     SELECT rowid, text FROM document_fts
      WHERE ${conditions.join(' AND ')}
        AND rowid NOT IN (SELECT document_id FROM draft)
     LIMIT -1 OFFSET ?`,
    ...words,
    ...(indexed.length > 0 ? [indexed.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ')] : []),
    ...scanned,
    at,
  ))
    yield { id: Number(id), text: String(text) };
}

/** Counts matches, ignoring case, and returns the places of the first. */
function findAll(text: string, query: string): { count: number; places: Span[] } {
  const haystack = text.toLowerCase();
  const needle = query.toLowerCase();
  const places: Span[] = [];
  let count = 0;
  for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + needle.length)) {
    count++;
    if (places.length < SNIPPETS) places.push({ start: at, end: at + query.length });
  }
  return { count, places };
}

/** Returns a few places of a text, the first given, in text order, with the words around them. */
export function snippetsOf(text: string, places: readonly Span[]): SearchHit['snippets'] {
  const distinct = new Map(places.map((place) => [place.start, place]));
  return [...distinct.values()]
    .slice(0, SNIPPETS)
    .sort((a, b) => a.start - b.start)
    .map(({ start, end }) => snippetOf(text, start, end));
}

const snippetOf = (text: string, start: number, end: number): SearchHit['snippets'][number] => ({
  start,
  before: text.slice(Math.max(0, start - CONTEXT), start),
  match: text.slice(start, end),
  after: text.slice(end, end + CONTEXT),
});
