/** What verifying compares with the audit table besides its own chain. Rooms that keep sums add theirs to the list. */
import type { ReadDb } from '../../db/connection.ts';

export interface ContentCheck {
  /** Names what is compared, e.g. `revisions`. */
  readonly what: string;
  /**
   * Yields once for each thing compared: null where it is as the table says, else what is wrong with it, in both
   * languages. Others write to the database between two yields, so no statement may stay open over one.
   */
  run(db: ReadDb): Iterable<{ readonly object: string; readonly reason: string } | null>;
}
