/**
 * Delays sign-in and unlocking after repeated failures. Failures are stored, so that a restart does not reset them; time is measured
 * by this process's monotonic clock, so that setting the system clock does not help either.
 */
import type { Failures } from '../../db/repositories/accounts.ts';

/** Consecutive failures without a delay. */
export const FREE_FAILURES = 4;
const FIRST_WAIT_MS = 15_000;
/** Longest delay after a start, whatever the clocks say. */
export const LONGEST_WAIT_MS = 15 * 60_000;

/** Returns the delay in ms after consecutive failures: 15 s after the first that is not free, then twice as long each time. */
export function waitAfter(failures: number, free = FREE_FAILURES): number {
  if (failures <= free) return 0;
  return Math.min(FIRST_WAIT_MS * 2 ** (failures - free - 1), LONGEST_WAIT_MS);
}

/** Consecutive failures by name, kept over restarts. */
export interface FailureStore {
  read(name: string): Failures | undefined;
  write(name: string, failures: Failures): void;
  clear(name: string): void;
}

/** Clocks in ms: `steady` is monotonic within the process; `wall` is the system clock, which may be set. */
export interface Clocks {
  steady(): number;
  wall(): number;
}

export const systemClocks: Clocks = { steady: () => performance.now(), wall: () => Date.now() };

/** Last failure known to this process; `since` is on the steady clock. */
interface Seen extends Failures {
  readonly since: number;
}

export class SignInDelay {
  readonly #clocks: Clocks;
  readonly #free: number;
  readonly #seen = new Map<string, Seen>();

  /** @param free consecutive failures without a delay */
  constructor(clocks: Clocks = systemClocks, free = FREE_FAILURES) {
    this.#clocks = clocks;
    this.#free = free;
  }

  /** Returns the milliseconds until `person` may try again; 0: now. */
  remaining(store: FailureStore, person: string): number {
    const kept = store.read(person);
    if (kept === undefined) return 0;
    const { since } = this.#place(person, kept);
    return Math.max(0, waitAfter(kept.failures, this.#free) - (this.#clocks.steady() - since));
  }

  /** Counts a failure; call it in the transaction that audits it. @param seen latest audited time, ms since 1970 */
  fail(store: FailureStore, person: string, seen: number): void {
    const failures = (store.read(person)?.failures ?? 0) + 1;
    // Without `seen`, setting the clock back for the failures and forward after a restart would skip the delay.
    const at = Math.max(this.#clocks.wall(), seen);
    store.write(person, { failures, at });
    this.#seen.set(person, { failures, at, since: this.#clocks.steady() });
  }

  succeed(store: FailureStore, person: string): void {
    store.clear(person);
    this.#seen.delete(person);
  }

  /**
   * Places a failure of an earlier process on the steady clock by the time that passed on the wall clock, at least 0. If
   * the wall clock went back, the whole delay begins now.
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
