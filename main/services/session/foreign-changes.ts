/**
 * Tells windows what other programs change in the workspace, such as the command line beside the open app: events of
 * another process do not come here. SQLite tells that another connection has written, and the audit table what.
 */
import { latestAuditId, listAudit, writesOfOthers } from '../../db/repositories/audit.ts';
import { dbOf, type Emit, type Session } from './session.ts';

/** Milliseconds between looks; each costs one read of a number. */
const LOOK_MS = 2000;
/** Entries that are looked at; more of them count as a change of everything. */
const MOST = 200;

/** Events by the first part of an action. What is not listed shows in no list, or is looked up anew anyway. */
const TELL: Readonly<Record<string, (emit: Emit) => void>> = {
  annotation: (emit) => emit('projects.changed', {}),
  project: (emit) => emit('projects.changed', {}),
  document: (emit) => emit('docs.changed', {}),
  patient: (emit) => emit('docs.changed', {}),
  kg: (emit) => emit('kg.changed', {}),
  dataset: (emit) => emit('datasets.changed', {}),
  model: (emit) => emit('models.changed', {}),
  vectors: (emit) => emit('vectors.changed', {}),
  range: (emit) => emit('kg.changed', {}),
  rule: (emit) => emit('corrections.changed', {}),
};

export class ForeignChanges {
  readonly #session: Session;
  readonly #timer: ReturnType<typeof setInterval>;
  #writes: number;
  #entry: number;

  constructor(session: Session) {
    this.#session = session;
    this.#writes = writesOfOthers(dbOf(session));
    this.#entry = latestAuditId(dbOf(session));
    this.#timer = setInterval(() => this.#lookQuietly(), LOOK_MS);
    this.#timer.unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Emits events for what was audited since another connection last wrote. */
  look(): void {
    const db = dbOf(this.#session);
    const writes = writesOfOthers(db);
    if (writes === this.#writes) {
      this.#entry = latestAuditId(db); // all of them are this program's
      return;
    }
    const fresh = listAudit(db, { limit: MOST }).filter(({ id }) => id > this.#entry);
    this.#writes = writes;
    this.#entry = latestAuditId(db);
    const kinds = fresh.map(({ action }) => action.split('.', 1)[0] ?? '');
    const changed = fresh.length < MOST ? kinds : Object.keys(TELL);
    for (const tell of new Set(changed.map((kind) => TELL[kind]))) tell?.(this.#session.emit);
  }

  #lookQuietly(): void {
    try {
      this.look();
    } catch (error) {
      console.error('changes by others:', error); // another process holds the database; the next look comes soon
    }
  }
}
