/** Discussions of documents, and reminders of members. */
import { z } from 'zod';
import { Mentions, type Thread, ThreadAnchor, type ThreadComment } from '../../../../shared/domain/thread.ts';
import { insert, json, update } from '../../columns.ts';
import type { ReadDb, WriteDb } from '../../connection.ts';

const Row = z.object({
  id: z.number(),
  uid: z.string(),
  documentId: z.number(),
  anchor: json(ThreadAnchor),
  resolvedAt: z.string().nullable(),
  resolvedBy: z.string().nullable(),
});
const CommentRow = z.object({
  threadId: z.number(),
  uid: z.string(),
  at: z.string(),
  author: z.string(),
  text: z.string(),
  mentions: json(Mentions),
});

type Of = 'project_id' | 'document_id' | 'id';

/** Returns threads with their comments, both oldest first. */
function select(db: ReadDb, of: Of, value: number): Thread[] {
  const from = `thread t JOIN project_document d ON d.id = t.document_id`;
  const where = `${of === 'project_id' ? 'd' : 't'}.${of} = ?`;
  const comments = Map.groupBy(
    db.all(
      CommentRow,
      `SELECT c.thread_id AS threadId, c.uid, c.at, c.author, c.text, c.mentions
         FROM thread_comment c JOIN ${from.replace('JOIN', 'ON t.id = c.thread_id JOIN')}
        WHERE ${where} ORDER BY c.at, c.id`,
      value,
    ),
    ({ threadId }) => threadId,
  );
  const sql = `SELECT t.id, t.uid, t.document_id AS documentId, t.anchor, t.resolved_at AS resolvedAt,
                      t.resolved_by AS resolvedBy
                 FROM ${from} WHERE ${where} ORDER BY d.position, t.id`;
  return db.all(Row, sql, value).map((row) => ({
    ...row,
    comments: (comments.get(row.id) ?? []).map(({ threadId: _, ...comment }) => comment),
  }));
}

export const findThread = (db: ReadDb, id: number): Thread | undefined => select(db, 'id', id)[0];
export const threadsOfDocument = (db: ReadDb, documentId: number): Thread[] =>
  select(db, 'document_id', documentId);
/** Returns the threads of a project, those of removed documents too. */
export const threadsOfProject = (db: ReadDb, projectId: number): Thread[] =>
  select(db, 'project_id', projectId);

export function insertThread(
  db: WriteDb,
  { uid, documentId, anchor, resolvedAt, resolvedBy }: Omit<Thread, 'id' | 'comments'>,
): number {
  return insert(db, 'thread', { uid, documentId, anchor, resolvedAt, resolvedBy });
}

export function insertComment(db: WriteDb, threadId: number, comment: ThreadComment): void {
  insert(db, 'thread_comment', { threadId, ...comment });
}

export function setResolved(db: WriteDb, id: number, resolved: { at: string; by: string } | null): void {
  update(db, 'thread', id, { resolvedAt: resolved?.at ?? null, resolvedBy: resolved?.by ?? null });
}

export function putReminder(db: WriteDb, projectId: number, person: string, at: string, by: string): void {
  const sql = `INSERT INTO reminder (project_id, person, at, by) VALUES (?, ?, ?, ?)
               ON CONFLICT (project_id, person) DO UPDATE SET at = excluded.at, by = excluded.by`;
  db.run(sql, projectId, person, at, by);
}

const ReminderRow = z.object({ person: z.string(), at: z.string(), by: z.string() });

/** Returns the reminders of people who have finished no document since. */
export const openReminders = (db: ReadDb, projectId: number): z.infer<typeof ReminderRow>[] =>
  db.all(
    ReminderRow,
    `SELECT r.person, r.at, r.by FROM reminder r WHERE r.project_id = ? AND NOT EXISTS (
       SELECT 1 FROM layer l JOIN project_document d ON d.id = l.document_id
        WHERE d.project_id = r.project_id AND l.person = r.person AND l.state = 'done' AND l.done_at >= r.at)`,
    projectId,
  );

/** Deletes the discussions and reminders of a project. */
export function deleteThreads(db: WriteDb, projectId: number): void {
  const threads = `SELECT t.id FROM thread t JOIN project_document d ON d.id = t.document_id WHERE d.project_id = ?`;
  db.run(`DELETE FROM thread_comment WHERE thread_id IN (${threads})`, projectId);
  db.run(`DELETE FROM thread WHERE id IN (${threads})`, projectId);
  db.run('DELETE FROM reminder WHERE project_id = ?', projectId);
}
