/** A lead's view of the people of a project. */
import { z } from 'zod';
import { Person } from './project.ts';

const count = z.number().int().nonnegative();

export const BoardPerson = z.object({
  person: Person,
  /** False for people with work who are members no more. */
  member: z.boolean(),
  /** Assigned documents, without removed ones. */
  assigned: count,
  done: count,
  /** Begun and not finished. */
  open: count,
  /** Accepted spans, relations and labels. */
  items: count,
  suggested: count,
  /** Minutes at work: times between consecutive edits of less than five minutes. */
  activeMinutes: z.number().nonnegative(),
  /** Exact F1 of spans against finished gold layers; null without a document in both. */
  agreement: z.object({ f1: z.number(), documents: count }).nullable(),
  lastAt: z.string().nullable(),
  /** Finished layers in the last seven days. */
  week: count,
  remindedAt: z.string().nullable(),
});
export type BoardPerson = z.infer<typeof BoardPerson>;

export const Board = z.object({
  people: z.array(BoardPerson),
  documents: count,
  /** Documents without an assignee. */
  unassigned: count,
  /** Documents that two people have finished and nobody has adjudicated. */
  ready: count,
  gold: count,
  /** Unresolved discussions. */
  threads: count,
});
export type Board = z.infer<typeof Board>;
