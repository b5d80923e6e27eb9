/** Checks that verification runs beside the audit chain. Services that store checksums add their own. */
import type { Message } from '../../../shared/messages/message.ts';
import type { ReadDb } from '../../db/connection.ts';

export interface ContentCheck {
  /** Name of the compared content, e.g. `revisions`. */
  readonly what: string;
  /**
   * Yields once for each compared object: null if it matches, else the problem. Others write to the database between two
   * yields, so no statement may stay open over one.
   */
  run(
    db: ReadDb,
  ): Iterable<{ readonly object: string; readonly reason: Message; readonly isNote?: true } | null>;
}
