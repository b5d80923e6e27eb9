/** Suspicious content of imports of a graph, as rules find it and people decide about it. */
import { z } from 'zod';
import { EntitySummary, EntityType } from './graph.ts';

/** Rules in the order in which they speak; an entity is listed under the first that finds it. */
export const ReviewKind = z.enum([
  'symbols', // digits and punctuation alone
  'duration', // 3个月
  'heading', // 临床表现, 病因
  'long', // a sentence as a name
  'typed', // the name's last characters speak for another type: a drug named 咳嗽
  'twice', // one name under contradicting types
  'ends', // a relation between types that it does not join
  'loop', // an edge from a name to itself
]);
export type ReviewKind = z.infer<typeof ReviewKind>;

/** `keep`: it is right. `retype`: another type, or merged with the entity that has name and type. */
export const ReviewDecision = z.enum(['keep', 'retype', 'remove']);
export type ReviewDecision = z.infer<typeof ReviewDecision>;

const Named = EntitySummary.pick({ id: true, type: true, name: true });

export const ReviewItem = z.object({
  /** Names the item by kind, type and name, so that a decision holds for later imports. */
  key: z.string(),
  kind: ReviewKind,
  /** The suspicious entity, or the head of the edge. */
  entity: Named,
  edge: z.object({ relation: z.string(), tail: Named }).optional(),
  /** Type that the name speaks for. */
  suggestion: EntityType.optional(),
  sources: z.array(z.string()),
});
export type ReviewItem = z.infer<typeof ReviewItem>;

export const ReviewCounts = z.record(ReviewKind, z.number().int());
export type ReviewCounts = z.infer<typeof ReviewCounts>;
