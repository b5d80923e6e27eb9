/** Revisions against the audit table: a text changed, exchanged or removed past Meridian shows. */
import { z } from 'zod';
import type { ReadDb } from '../../db/connection.ts';
import { textSum } from '../../db/repositories/documents.ts';
import type { ContentCheck } from './content-check.ts';

const Entry = z.object({ id: z.number(), action: z.string(), object: z.string(), detail: z.string() });
/** What an entry says about the revision it made; older entries have no sum. */
const Told = z.object({ after: z.number().optional(), sha256: z.string() });

const MAKES = ['document.create', 'document.import', 'document.revise', 'document.restore'];

/** Sums that were told of a revision. A restored backup may bring back any of them, so one that fits is enough. */
function readTold(db: ReadDb): { sums: Map<string, Set<string>>; expected: Set<string> } {
  const sums = new Map<string, Set<string>>();
  const expected = new Set<string>();
  const entries = db.all(
    Entry,
    `SELECT id, action, object, detail FROM audit
      WHERE action IN (${[...MAKES, 'workspace.restore'].map((name) => `'${name}'`).join(', ')}) ORDER BY id`,
  );
  for (const { action, object, detail } of entries) {
    // What was made before a backup was put back need not be there any more.
    if (action === 'workspace.restore') expected.clear();
    const told = Told.safeParse(parse(detail));
    if (!told.success) continue;
    const revision = `${object} ${told.data.after ?? 1}`;
    sums.set(revision, (sums.get(revision) ?? new Set()).add(told.data.sha256));
    expected.add(revision);
  }
  return { sums, expected };
}

function parse(detail: string): unknown {
  try {
    return JSON.parse(detail);
  } catch {
    return undefined; // the chain says that it was altered
  }
}

export const revisionsCheck: ContentCheck = {
  what: 'revisions',
  *run(db) {
    const { sums, expected } = readTold(db);
    const Row = z.object({ id: z.number(), number: z.number(), text: z.string(), sha256: z.string() });
    const next = `SELECT r.id, r.number, r.text, r.sha256 FROM revision r
                   WHERE r.document_id = ? ORDER BY r.number`;
    for (const { id: document } of db.all(
      z.object({ id: z.number() }),
      'SELECT id FROM document ORDER BY id',
    )) {
      for (const { number, text, sha256 } of db.all(Row, next, document)) {
        const revision = `document:${document} ${number}`;
        expected.delete(revision);
        const sum = textSum(text);
        const told = sums.get(revision);
        if (sum === sha256 && (told === undefined || told.has(sum))) yield null;
        else
          yield {
            object: `document:${document}`,
            reason: `revision ${number} is not the text that was saved (第 ${number} 版与保存时的文本不符)`,
          };
      }
    }
    for (const revision of expected) {
      const [object = '', number = ''] = revision.split(' ');
      yield { object, reason: `revision ${number} is missing (第 ${number} 版缺失)` };
    }
  },
};
