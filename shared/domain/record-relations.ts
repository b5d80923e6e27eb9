/** Relations between mentions of a record: found by a model, accepted or rejected by people. */
import { z } from 'zod';
import { Span } from './span.ts';

/** Longest words of a mention, and longest name of a type. */
export const MAX_MENTION = 500;
/** Longest evidence; the rest is cut off. */
export const MAX_EVIDENCE = 1000;
/** Mentions of one request. */
export const MAX_MENTIONS = 20_000;

const Name = z.string().max(MAX_MENTION);

/** A mention between which and others relations are sought, with the types that it may have, best first. */
export const TypedMention = z.object({ ...Span.shape, types: z.array(Name).min(1).max(4) });
export type TypedMention = z.infer<typeof TypedMention>;

/** One end of a relation, with its type in the model's words. */
export const RelationEnd = z.object({ ...Span.shape, text: Name, type: Name });
export type RelationEnd = z.infer<typeof RelationEnd>;

export const RecordRelation = z.object({
  type: Name,
  head: RelationEnd,
  tail: RelationEnd,
  /** Calibrated probability. */
  confidence: z.number(),
  /** The sentences of both mentions and those between. */
  evidence: z.string().max(MAX_EVIDENCE),
});
export type RecordRelation = z.infer<typeof RecordRelation>;

/** A relation in `waiting` has no decision. */
export const RelationState = z.enum(['waiting', 'accepted', 'rejected']);
export type RelationState = z.infer<typeof RelationState>;

/** Offsets are those of the text at the time of the decision. */
export const DecidedRelation = RecordRelation.extend({
  state: RelationState.exclude(['waiting']),
  /** Name of the model that found it. */
  model: z.string(),
  at: z.string(),
  actor: z.string(),
});
export type DecidedRelation = z.infer<typeof DecidedRelation>;

/** Returns what makes two relations of a record the same: type, and words and types of both ends. */
export const tripleOf = ({ type, head, tail }: Pick<RecordRelation, 'type' | 'head' | 'tail'>): string =>
  JSON.stringify([type, head.type, head.text, tail.type, tail.text]);
