/**
 * Repeated failures to sign in make the next attempt wait. How often it failed is stored, so that a restart does not
 * help; the time is this process's steady clock, so that setting the system's clock does not either.
 */

import type { ReadDb, WriteDb } from '../../db/connection.ts';
import { clearFailures, type Failures, readFailures, writeFailures } from '../../db/repositories/accounts.ts';

/** Failures in a row that have no consequence. */
export const FREE_FAILURES = 4;
const FIRST_WAIT_MS = 15_000;
/** Whatever the clocks say, nobody waits longer than this after a start. */
export const LONGEST_WAIT_MS = 15 * 60_000;

/** Milliseconds to wait after so many failures in a row: 15 s after the fifth, then twice as long each time. */
export function waitAfter(failures: number): number {
  if (failures <= FREE_FAILURES) return 0;
  return Math.min(FIRST_WAIT_MS * 2 ** (failures - FREE_FAILURES - 1), LONGEST_WAIT_MS);
}

/** `steady` never goes back but stops with the process; `wall` is the system's, which anybody may set. In ms. */
export interface Clocks {
  steady(): number;
  wall(): number;
}

export const systemClocks: Clocks = { steady: () => performance.now(), wall: () => Date.now() };

/** The last failure as this process knows it: `since` on the steady clock. */
interface Seen extends Failures {
  readonly since: number;
}

export class Patience {
  readonly #clocks: Clocks;
  readonly #seen = new Map<string, Seen>();

  constructor(clocks: Clocks = systemClocks) {
    this.#clocks = clocks;
  }

  /** Milliseconds until the next attempt of `person` counts; 0: now. */
  remaining(db: ReadDb, person: string): number {
    const kept = readFailures(db, person);
    if (kept === undefined) return 0;
    const { since } = this.#place(person, kept);
    return Math.max(0, waitAfter(kept.failures) - (this.#clocks.steady() - since));
  }

  /** Inside the transaction that audits it. `seen`: the latest time that the workspace knows of, in ms since 1970. */
  fail(db: WriteDb, person: string, seen: number): void {
    const failures = (readFailures(db, person)?.failures ?? 0) + 1;
    // A clock set back for the failures and forward again after a restart would have made the wait pass.
    const at = Math.max(this.#clocks.wall(), seen);
    writeFailures(db, person, { failures, at });
    this.#seen.set(person, { failures, at, since: this.#clocks.steady() });
  }

  succeed(db: WriteDb, person: string): void {
    clearFailures(db, person);
    this.#seen.delete(person);
  }

  /**
   * A failure before this process began: what the system's clock says has passed since then counts, but not less than
   * nothing. A clock that went back makes the whole wait begin now.
   */
  #place(person: string, kept: Failures): Seen {
    const known = this.#seen.get(person);
    if (known !== undefined && known.failures === kept.failures && known.at === kept.at) return known;
    const passed = Math.max(0, this.#clocks.wall() - kept.at);
    const seen = { ...kept, since: this.#clocks.steady() - passed };
    this.#seen.set(person, seen);
    return seen;
  }
}
