/** The append-only audit table: who did what to what, hash-chained so that a removed or edited entry shows. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AuditEntry } from '../../../shared/domain/system.ts';
import type { ReadDb, WriteDb } from '../connection.ts';

const Row = z.object({
  id: z.number(),
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  object: z.string(),
  detail: z.string(),
  prev_hash: z.string(),
  hash: z.string(),
});
type Row = z.infer<typeof Row>;

/** Who acts and when; services take it from the session, tests pass fixed ones. */
export interface Actor {
  readonly name: string;
}

function chain(row: Omit<Row, 'id' | 'hash'>): string {
  return createHash('sha256')
    .update(JSON.stringify([row.prev_hash, row.at, row.actor, row.action, row.object, row.detail]))
    .digest('hex');
}

/** Appends an entry; call it inside the transaction of the change itself. `object` is like `document:12`. */
export function appendAudit(
  db: WriteDb,
  actor: Actor,
  action: string,
  object: string,
  detail: Record<string, unknown> = {},
): void {
  const last = db.get(z.object({ hash: z.string() }), 'SELECT hash FROM audit ORDER BY id DESC LIMIT 1');
  const row = {
    at: new Date().toISOString(),
    actor: actor.name,
    action,
    object,
    detail: JSON.stringify(detail),
    prev_hash: last?.hash ?? '',
  };
  db.run(
    'INSERT INTO audit (at, actor, action, object, detail, prev_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?)',
    row.at,
    row.actor,
    row.action,
    row.object,
    row.detail,
    row.prev_hash,
    chain(row),
  );
}

/** Newest first; `before` pages by id. */
export function listAudit(
  db: ReadDb,
  filter: { object?: string | undefined; before?: number | undefined; limit: number },
): AuditEntry[] {
  const rows = db.all(
    Row,
    `SELECT * FROM audit WHERE (? IS NULL OR object = ?) AND id < ? ORDER BY id DESC LIMIT ?`,
    filter.object ?? null,
    filter.object ?? null,
    filter.before ?? Number.MAX_SAFE_INTEGER,
    filter.limit,
  );
  return rows.map(({ id, at, actor, action, object, detail }) => ({
    id,
    at,
    actor,
    action,
    object,
    detail: z.record(z.string(), z.unknown()).parse(JSON.parse(detail)),
  }));
}

/** Recomputes the whole chain. `brokenAt` is the first entry that does not follow from the one before it. */
export function verifyAudit(db: ReadDb): { entries: number; brokenAt?: number } {
  let previous = '';
  let entries = 0;
  let expectedId = 1;
  const columns = 'id, at, actor, action, object, detail, prev_hash, hash';
  for (const [id, at, actor, action, object, detail, prev_hash, hash] of db.iterate(
    `SELECT ${columns} FROM audit ORDER BY id`,
  )) {
    const row = Row.parse({ id, at, actor, action, object, detail, prev_hash, hash });
    entries++;
    if (row.id !== expectedId || row.prev_hash !== previous || row.hash !== chain(row)) {
      return { entries, brokenAt: row.id };
    }
    previous = row.hash;
    expectedId++;
  }
  return { entries };
}

/** Whether the table has an entry of this action, on this object or with these words in its detail. */
export function wasAudited(db: ReadDb, action: string, about: { object?: string; words?: string }): boolean {
  const found = db.get(
    z.object({ found: z.number() }),
    `SELECT EXISTS (SELECT 1 FROM audit WHERE action = ? AND (? IS NULL OR object = ?)
                       AND (? IS NULL OR instr(detail, ?) > 0)) AS found`,
    action,
    about.object ?? null,
    about.object ?? null,
    about.words ?? null,
    about.words ?? null,
  );
  return found?.found === 1;
}
