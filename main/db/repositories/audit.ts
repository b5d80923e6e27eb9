/** Append-only audit table: actor, action and object, hash-chained so that removed or edited entries are detected. */
import { z } from 'zod';
import { invariant } from '../../../shared/assert.ts';
import type { AuditAction, AuditFacets, AuditFilter } from '../../../shared/domain/audit.ts';
import type { AuditEntry } from '../../../shared/domain/system.ts';
import type { ReadDb, WriteDb } from '../connection.ts';
import { AuditRow, chainHash } from './audit-chain.ts';

/** Author of an action. Services take it from the session; tests pass fixed ones. */
export interface Actor {
  readonly name: string;
  /** Label of the token by which a program acts for this person; absent for the person themselves. */
  readonly token?: string;
}

/** Appends an entry inside the transaction of the change itself; throws outside of one. `object` is like `document:12`. */
export function appendAudit(
  db: WriteDb,
  actor: Actor,
  action: AuditAction,
  object: string,
  detail: Record<string, unknown> = {},
): void {
  invariant(db.inTransaction, `audit: ${action} stands outside of the transaction of its change`);
  const last = db.get(z.object({ hash: z.string() }), 'SELECT hash FROM audit ORDER BY id DESC LIMIT 1');
  const row = {
    at: new Date().toISOString(),
    actor: actor.name,
    action,
    object,
    detail: JSON.stringify(actor.token === undefined ? detail : { ...detail, token: actor.token }),
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
    chainHash(row),
  );
}

/** Appends the entry of an action that changes nothing in the database, such as an export; call it before the action. */
export function auditAlone(db: WriteDb, ...entry: DropFirst<Parameters<typeof appendAudit>>): void {
  db.nestedTransaction(() => appendAudit(db, ...entry));
}

type DropFirst<List extends readonly unknown[]> = List extends readonly [unknown, ...infer Rest]
  ? Rest
  : never;

const ListedRow = AuditRow.extend({ clock_back: z.number() });

/** Returns the SQL condition of a filter on table `a`. Times compare as text, since all are ISO in UTC. */
function conditions(filter: AuditFilter): { readonly sql: string; readonly values: readonly string[] } {
  const sql = ['true'];
  const values: string[] = [];
  const also = (condition: string, ...bound: string[]): void => {
    sql.push(condition);
    values.push(...bound);
  };
  const { object, actors = [], actions = [], since, until } = filter;
  // An object is `kind:id`; `;` is the character after `:`.
  if (object) also('(a.object = ? OR (a.object > ? AND a.object < ?))', object, `${object}:`, `${object};`);
  if (actors.length > 0) also('a.actor IN (SELECT value FROM json_each(?))', JSON.stringify(actors));
  if (actions.length > 0) also('a.action IN (SELECT value FROM json_each(?))', JSON.stringify(actions));
  if (since !== undefined) also('a.at >= ?', withMilliseconds(since));
  if (until !== undefined) also('a.at < ?', withMilliseconds(until));
  return { sql: sql.join(' AND '), values };
}

/** Adds milliseconds, as entries have them; without, a time would sort after the entries of its own second. */
const withMilliseconds = (at: string): string => new Date(at).toISOString();

const Id = z.object({ id: z.number() });

/** Returns the number of the last entry; 0 for an empty table. */
export const latestAuditId = (db: ReadDb): number =>
  db.get(Id, 'SELECT ifnull(max(id), 0) AS id FROM audit')?.id ?? 0;

/** Returns a number that changes whenever another connection, of this process or another one, has written. */
export const writesOfOthers = (db: ReadDb): number =>
  db.get(Id, 'SELECT data_version AS id FROM pragma_data_version')?.id ?? 0;

export interface AuditPage extends AuditFilter {
  /** Only entries with a smaller id. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Returns entries by id, newest first, so that a clock set back does not change the order. `before` pages. */
export function listAudit(db: ReadDb, filter: AuditPage): AuditEntry[] {
  const { sql, values } = conditions(filter);
  const rows = db.all(
    ListedRow,
    `SELECT a.*, a.at < ifnull((SELECT p.at FROM audit p WHERE p.id = a.id - 1), '') AS clock_back
       FROM audit a WHERE ${sql} AND a.id < ? ORDER BY a.id DESC LIMIT ?`,
    ...values,
    filter.before ?? Number.MAX_SAFE_INTEGER,
    filter.limit,
  );
  return rows.map(({ id, at, actor, action, object, detail, clock_back }) => ({
    id,
    at,
    actor,
    action,
    object,
    detail: readDetail(detail),
    ...(clock_back === 1 ? { clockBack: true } : {}),
  }));
}

/** Reads the detail of an entry. An altered entry may hold anything and must still be shown. */
function readDetail(detail: string): AuditEntry['detail'] {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(detail));
  } catch {
    return { unreadable: detail };
  }
}

/** Ids of entries: those above `after`, up to `last`. */
export interface AuditRange {
  readonly after: number;
  readonly last: number;
}

/** Yields whole rows with their hashes, oldest first, for exports that can be verified elsewhere. */
export function* iterateAudit(
  db: ReadDb,
  filter: AuditFilter,
  { after, last }: AuditRange,
): IterableIterator<AuditRow> {
  const columns = 'id, at, actor, action, object, detail, prev_hash, hash';
  const { sql, values } = conditions(filter);
  for (const [id, at, actor, action, object, detail, prev_hash, hash] of db.iterate(
    `SELECT ${columns} FROM audit a WHERE ${sql} AND a.id > ? AND a.id <= ? ORDER BY id`,
    ...values,
    after,
    last,
  ))
    yield AuditRow.parse({ id, at, actor, action, object, detail, prev_hash, hash });
}

export function countAudit(db: ReadDb, filter: AuditFilter, { after, last }: AuditRange): number {
  const { sql, values } = conditions(filter);
  const count = `SELECT count(*) FROM audit a WHERE ${sql} AND a.id > ? AND a.id <= ?`;
  return Number(db.rows(count, ...values, after, last)[0]?.[0]);
}

/** Returns the id of the newest entry, 0 in an empty table. */
export function lastAuditId(db: ReadDb): number {
  return Number(db.rows('SELECT ifnull(max(id), 0) FROM audit')[0]?.[0]);
}

/** Returns all actors and actions in the table. */
export function auditFacets(db: ReadDb): AuditFacets {
  // Each step looks the next name up in the index; DISTINCT would read every entry.
  const names = (column: 'actor' | 'action'): string[] =>
    db
      .rows(
        `WITH RECURSIVE names (name) AS (
           SELECT min(${column}) FROM audit
           UNION ALL SELECT (SELECT min(${column}) FROM audit WHERE ${column} > name) FROM names WHERE name IS NOT NULL)
         SELECT name FROM names WHERE name IS NOT NULL`,
      )
      .map(([name]) => String(name));
  return { actors: names('actor'), actions: names('action') };
}

/** Returns whether the table has an entry of this action, on this object or with these words in its detail. */
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
