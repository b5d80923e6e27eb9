/** Documents of annotation projects and their assignees. Texts of documents never change. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { DocumentSearch } from '../../../../shared/domain/project.ts';
import { insert, json, update } from '../../columns.ts';
import type { ReadDb, WriteDb } from '../../connection.ts';

/** Documents that a list holds: those in the project, or the removed ones too. */
export type WhichDocuments = 'present' | 'all';

/** Returns the condition on the table `project_document`, named `d`. */
export const within = (which: WhichDocuments): string => (which === 'all' ? 'true' : 'd.removed_at IS NULL');

export interface NewDocument {
  readonly name: string;
  readonly text: string;
  readonly meta: Readonly<Record<string, string>>;
  /** Checksum of the text, if known already. */
  readonly sha256?: string | undefined;
  /** EMR record and revision from which the text was taken. */
  readonly source?: { readonly documentId: number; readonly revision: number } | undefined;
}

const Row = z
  .object({
    id: z.number(),
    projectId: z.number(),
    position: z.number(),
    name: z.string(),
    text: z.string(),
    sha256: z.string(),
    meta: json(z.record(z.string(), z.string())),
    documentId: z.number().nullable(),
    revision: z.number().nullable(),
    lockedAt: z.string().nullable(),
    lockedBy: z.string().nullable(),
    removedAt: z.string().nullable(),
    removedBy: z.string().nullable(),
  })
  .transform(({ documentId, revision, ...row }) => ({
    ...row,
    source: documentId === null ? null : { documentId, revision: revision ?? 0 },
  }));
export type ProjectDocumentRow = Readonly<z.infer<typeof Row>>;

export const textSum = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

export function nextPosition(db: ReadDb, projectId: number): number {
  const sql = 'SELECT ifnull(max(position) + 1, 0) AS next FROM project_document WHERE project_id = ?';
  return db.get(z.object({ next: z.number() }), sql, projectId)?.next ?? 0;
}

export function insertDocument(
  db: WriteDb,
  projectId: number,
  position: number,
  { name, text, meta, source, sha256 = textSum(text) }: NewDocument,
): number {
  const { documentId, revision } = source ?? {};
  const columns = { projectId, position, name, text, sha256, chars: text.length, meta, documentId, revision };
  return insert(db, 'project_document', columns);
}

/** Returns a document, removed or not. */
export function findDocument(db: ReadDb, id: number): ProjectDocumentRow | undefined {
  const sql = `SELECT id, project_id AS projectId, position, name, text, sha256, meta, document_id AS documentId,
                      revision, locked_at AS lockedAt, locked_by AS lockedBy, removed_at AS removedAt,
                      removed_by AS removedBy
                 FROM project_document WHERE id = ?`;
  return db.get(Row, sql, id);
}

const NameRow = z.object({
  id: z.number(),
  sha256: z.string(),
  lockedAt: z.string().nullable(),
  lockedBy: z.string().nullable(),
  removedAt: z.string().nullable(),
});

/** Returns the document of that name in a project, removed or not, or `undefined`. */
export function findByName(db: ReadDb, projectId: number, name: string): z.infer<typeof NameRow> | undefined {
  const sql = `SELECT id, sha256, locked_at AS lockedAt, locked_by AS lockedBy, removed_at AS removedAt
                 FROM project_document WHERE project_id = ? AND name = ?`;
  return db.get(NameRow, sql, projectId, name);
}

const HeadRow = z.object({
  id: z.number(),
  name: z.string(),
  position: z.number(),
  chars: z.number(),
  lockedAt: z.string().nullable(),
});
export type DocumentHead = z.infer<typeof HeadRow>;

/** Returns the documents of a project without their texts, in order of import. */
export const listHeads = (db: ReadDb, projectId: number, which: WhichDocuments = 'present'): DocumentHead[] =>
  db.all(
    HeadRow,
    `SELECT d.id, d.name, d.position, d.chars, d.locked_at AS lockedAt FROM project_document d
      WHERE d.project_id = ? AND ${within(which)} ORDER BY d.position`,
    projectId,
  );

const Id = z.object({ id: z.number() });

/** Returns the ids of documents with the words in name or text and an item that fits, in order of import. */
export function findDocuments(
  db: ReadDb,
  projectId: number,
  { words, type, person, status, least, most }: Readonly<DocumentSearch>,
): number[] {
  const conditions: string[] = [];
  const values: (string | number)[] = [projectId];
  const when = (condition: string, ...given: (string | number)[]): void => {
    conditions.push(condition);
    values.push(...given);
  };
  const text = words.trim();
  // SQLite's lower() knows ASCII letters only, so that others must be written as they stand.
  const contains = (column: string) => `instr(lower(${column}), lower(?)) > 0`;
  if (text !== '') when(`(${contains('d.name')} OR ${contains('d.text')})`, text, text);
  if ([type, status, least, most].some((given) => given !== undefined)) {
    const score = `json_extract(i.data, '$.provenance.confidence')`;
    const parts = [
      ['l.person = ?', person],
      ['i.type = ?', type],
      ['i.status = ?', status],
      [`${score} >= ?`, least],
      [`${score} <= ?`, most],
    ] as const;
    const given = parts.flatMap(([part, value]) => (value === undefined ? [] : [{ part, value }]));
    when(
      `EXISTS (SELECT 1 FROM layer l JOIN item i ON i.layer_id = l.id WHERE l.document_id = d.id AND ${given.map(({ part }) => part).join(' AND ')})`,
      ...given.map(({ value }) => value),
    );
  }
  const sql = `SELECT d.id FROM project_document d WHERE d.project_id = ? AND d.removed_at IS NULL ${conditions.map((one) => `AND ${one}`).join(' ')} ORDER BY d.position`;
  return db.all(Id, sql, ...values).map(({ id }) => id);
}

export function setLock(db: WriteDb, id: number, lock: { at: string; by: string } | null): void {
  update(db, 'project_document', id, { lockedAt: lock?.at ?? null, lockedBy: lock?.by ?? null });
}

const RemovedRow = HeadRow.omit({ position: true, lockedAt: true }).extend({
  removedAt: z.string(),
  removedBy: z.string(),
});

/** Returns the removed documents of a project, last removed first. */
export const listRemoved = (db: ReadDb, projectId: number): z.infer<typeof RemovedRow>[] =>
  db.all(
    RemovedRow,
    `SELECT id, name, chars, removed_at AS removedAt, removed_by AS removedBy FROM project_document
      WHERE project_id = ? AND removed_at IS NOT NULL ORDER BY removed_at DESC, position`,
    projectId,
  );

export function setRemoved(db: WriteDb, id: number, removed: { at: string; by: string } | null): void {
  update(db, 'project_document', id, { removedAt: removed?.at ?? null, removedBy: removed?.by ?? null });
}

const Assigned = z.object({ documentId: z.number(), person: z.string() });

/** Returns the assignees of each document by id; documents without assignees are missing. */
export function listAssignments(
  db: ReadDb,
  projectId: number,
  which: WhichDocuments = 'present',
): Map<number, string[]> {
  const assigned = new Map<number, string[]>();
  const rows = db.all(
    Assigned,
    `SELECT a.document_id AS documentId, a.person FROM assignment a
       JOIN project_document d ON d.id = a.document_id
      WHERE d.project_id = ? AND ${within(which)} ORDER BY a.document_id, a.person`,
    projectId,
  );
  for (const { documentId, person } of rows) {
    const people = assigned.get(documentId);
    if (people === undefined) assigned.set(documentId, [person]);
    else people.push(person);
  }
  return assigned;
}

export function setAssignment(db: WriteDb, documentId: number, people: readonly string[]): void {
  db.run('DELETE FROM assignment WHERE document_id = ?', documentId);
  for (const person of new Set(people))
    db.run('INSERT INTO assignment (document_id, person) VALUES (?, ?)', documentId, person);
}
