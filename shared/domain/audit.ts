/** Questions to the audit table, and what verifying it found. */
import { z } from 'zod';

/** Which entries: all conditions hold; lists name any of them. */
export const AuditFilter = z.object({
  /** One thing, e.g. `document:3`, or all of a kind, e.g. `document`. */
  object: z.string().max(200).optional(),
  actors: z.array(z.string().max(200)).max(1000).optional(),
  actions: z.array(z.string().max(100)).max(1000).optional(),
  /** By the entries' own times, ISO in UTC, `since` included and `until` not. */
  since: z.iso.datetime().optional(),
  until: z.iso.datetime().optional(),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

/** Everybody and every action that the table has, in order of name. */
export const AuditFacets = z.object({ actors: z.array(z.string()), actions: z.array(z.string()) });
export type AuditFacets = z.infer<typeof AuditFacets>;

export const AuditProblem = z.discriminatedUnion('kind', [
  /** The entry is not what its hash says. */
  z.object({ kind: z.literal('altered'), entry: z.number().int() }),
  /** Entries from one number to another are not there. */
  z.object({ kind: z.literal('missing'), entry: z.number().int(), to: z.number().int() }),
  /** The entry does not follow from the one before it: one was put between, exchanged or rewritten. */
  z.object({ kind: z.literal('unlinked'), entry: z.number().int() }),
  /** The table does not end with the entry noted as its last: 0 for an empty table. */
  z.object({ kind: z.literal('cut'), entry: z.number().int(), noted: z.number().int() }),
  /** Something that the table tells of is not as the table says; in both languages. */
  z.object({ kind: z.literal('content'), object: z.string(), reason: z.string() }),
]);
export type AuditProblem = z.infer<typeof AuditProblem>;

/** An entry with an earlier time than the one before it: the computer's clock had gone back. */
export const ClockStep = z.object({ entry: z.number().int(), at: z.string(), before: z.string() });
export type ClockStep = z.infer<typeof ClockStep>;

export const AuditVerdict = z.object({
  entries: z.number().int(),
  /** The first entry that is not as it should be. */
  brokenAt: z.number().int().optional(),
  /** How many problems there are; the first of them follow. */
  found: z.number().int(),
  problems: z.array(AuditProblem),
  /** No fault of the table: entries count by number, not by time. */
  clockSteps: z.number().int(),
  clock: z.array(ClockStep),
  /** Whoever writes these down elsewhere can tell later whether the whole table was rewritten. */
  head: z.object({ id: z.number().int(), hash: z.string() }),
  /** What else was compared with the table, and how many of it. */
  compared: z.array(z.object({ what: z.string(), count: z.number().int() })),
});
export type AuditVerdict = z.infer<typeof AuditVerdict>;

export const AuditExportFormat = z.enum(['csv', 'jsonl']);
export type AuditExportFormat = z.infer<typeof AuditExportFormat>;
