/** Hash chain of the audit table: computes it and finds the entries where it is broken. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AuditProblem, ClockStep } from '../../../shared/domain/audit.ts';
import type { ReadDb } from '../connection.ts';

export const AuditRow = z.object({
  id: z.number(),
  at: z.string(),
  actor: z.string(),
  action: z.string(),
  object: z.string(),
  detail: z.string(),
  prev_hash: z.string(),
  hash: z.string(),
});
export type AuditRow = z.infer<typeof AuditRow>;

/** Returns the sha256 over the previous hash and the entry. */
export const chainHash = (row: Omit<AuditRow, 'id' | 'hash'>): string =>
  createHash('sha256')
    .update(JSON.stringify([row.prev_hash, row.at, row.actor, row.action, row.object, row.detail]))
    .digest('hex');

export const AuditHead = z.object({ id: z.number(), hash: z.string() });
export type AuditHead = z.infer<typeof AuditHead>;

/** Returns the last entry as stored apart from the table. */
const readHead = (db: ReadDb): AuditHead =>
  db.get(AuditHead, 'SELECT id, hash FROM audit_head') ?? { id: 0, hash: '' };

/** Checks the chain entry by entry from the first one, and continues after a problem. */
export class ChainCheck {
  readonly #problem: (problem: AuditProblem) => void;
  readonly #clock: (step: ClockStep) => void;
  #last: Pick<AuditRow, 'id' | 'hash' | 'at'> = { id: 0, hash: '', at: '' };
  #entries = 0;

  constructor(problem: (problem: AuditProblem) => void, clock: (step: ClockStep) => void) {
    this.#problem = problem;
    this.#clock = clock;
  }

  get entries(): number {
    return this.#entries;
  }

  get last(): number {
    return this.#last.id;
  }

  add(row: AuditRow): void {
    const { id, hash, at } = this.#last;
    this.#entries++;
    // Reports a gap once: the entry after it cannot match the missing one.
    if (row.id !== id + 1) this.#problem({ kind: 'missing', entry: id + 1, to: row.id - 1 });
    else if (row.prev_hash !== hash) this.#problem({ kind: 'unlinked', entry: row.id });
    if (row.hash !== chainHash(row)) this.#problem({ kind: 'altered', entry: row.id });
    if (row.at < at) this.#clock({ entry: row.id, at: row.at, before: at });
    this.#last = row;
  }

  /** Checks that the last entry is the one stored as head. */
  end(noted: AuditHead): void {
    const { id, hash } = this.#last;
    if (noted.id !== id || noted.hash !== hash) this.#problem({ kind: 'cut', entry: id, noted: noted.id });
  }
}

const PAGE = 500;

/**
 * Passes the whole table to a check, one page between two yields, including entries that any process appends
 * meanwhile. Returns the stored head.
 */
export function* followChain(
  db: () => ReadDb,
  check: ChainCheck,
): Generator<undefined, AuditHead, undefined> {
  for (;;) {
    // Reads the head first, so that its entry exists when the entries are read.
    const noted = readHead(db());
    const rows = db().all(AuditRow, 'SELECT * FROM audit WHERE id > ? ORDER BY id LIMIT ?', check.last, PAGE);
    if (rows.length === 0) {
      check.end(noted);
      return noted;
    }
    for (const row of rows) check.add(row);
    yield undefined;
  }
}

/** Returns the id of the first entry that a problem affects. */
export function entryOf(problem: AuditProblem): number | undefined {
  switch (problem.kind) {
    case 'altered':
    case 'unlinked':
      return problem.entry;
    case 'missing':
      return problem.to + 1;
    case 'cut':
      return problem.entry + 1;
    case 'content':
      return undefined;
  }
}
