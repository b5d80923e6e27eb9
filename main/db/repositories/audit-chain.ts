/** The chain of the audit table: how entries follow from each other, and where they do not. */
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

/** sha256 over the previous hash and the entry. */
export function chainHash(row: Omit<AuditRow, 'id' | 'hash'>): string {
  return createHash('sha256')
    .update(JSON.stringify([row.prev_hash, row.at, row.actor, row.action, row.object, row.detail]))
    .digest('hex');
}

export const AuditHead = z.object({ id: z.number(), hash: z.string() });
export type AuditHead = z.infer<typeof AuditHead>;

/** The last entry as it is noted apart from the table. */
export function readHead(db: ReadDb): AuditHead {
  return db.get(AuditHead, 'SELECT id, hash FROM audit_head') ?? { id: 0, hash: '' };
}

/** Follows the chain from its first entry on, one entry after the other, and goes on after what is wrong. */
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
    // One thing wrong is said once: what follows a gap cannot follow from what is not there.
    if (row.id !== id + 1) this.#problem({ kind: 'missing', entry: id + 1, to: row.id - 1 });
    else if (row.prev_hash !== hash) this.#problem({ kind: 'unlinked', entry: row.id });
    if (row.hash !== chainHash(row)) this.#problem({ kind: 'altered', entry: row.id });
    if (row.at < at) this.#clock({ entry: row.id, at: row.at, before: at });
    this.#last = row;
  }

  /** The last entry must be the one that is noted as such. */
  end(noted: AuditHead): void {
    const { id, hash } = this.#last;
    if (noted.id !== id || noted.hash !== hash) this.#problem({ kind: 'cut', entry: id, noted: noted.id });
  }
}

const PAGE = 500;

/**
 * Feeds the whole table to a check, a page between two yields: entries appended meanwhile, also by other processes, are
 * part of it. Returns the last entry as it is noted.
 */
export function* followChain(
  db: () => ReadDb,
  check: ChainCheck,
): Generator<undefined, AuditHead, undefined> {
  for (;;) {
    // The note is read first: whatever it names is there when the entries are read.
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

/** The entry where a problem shows first. */
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
