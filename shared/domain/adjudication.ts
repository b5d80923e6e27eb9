/** What several annotators made of one document, side by side, and what an adjudicator takes of it. */
import { z } from 'zod';
import { Attributes, ConceptLink, Fragment, ItemId } from './annotation.ts';

/** An item of one annotator's layer. */
export const Vote = z.object({ annotator: z.string(), item: ItemId });
export type Vote = z.infer<typeof Vote>;

const reading = { type: z.string(), attributes: Attributes, votes: z.array(Vote).min(1) };

/** The same place, type, attributes and link, by whoever made it so; notes are no difference. */
export const SpanReading = z.object({
  kind: z.literal('span'),
  ...reading,
  fragments: z.array(Fragment).min(1),
  link: ConceptLink.optional(),
});
export type SpanReading = z.infer<typeof SpanReading>;

/** Ends are groups of spans: who drew a border elsewhere may still mean the same relation. */
export const RelationReading = z.object({
  kind: z.literal('relation'),
  ...reading,
  /** Null where the relation's end is no accepted span. */
  from: z.string().nullable(),
  to: z.string().nullable(),
});
export type RelationReading = z.infer<typeof RelationReading>;

export const LabelReading = z.object({ kind: z.literal('label'), ...reading });
export type LabelReading = z.infer<typeof LabelReading>;

export const Reading = z.discriminatedUnion('kind', [SpanReading, RelationReading, LabelReading]);
export type Reading = z.infer<typeof Reading>;

export const Difference = z.enum([
  'presence', // somebody has nothing of the kind
  'boundary', // spans that overlap
  'type',
  'direction', // of a relation
  'attributes',
  'link',
]);
export type Difference = z.infer<typeof Difference>;

/** Items of the annotators that mean the same or contradict each other. Every accepted item is in exactly one group. */
export const AdjudicationGroup = z.object({
  /** Follows from what is in the group: stays while the layers stay, whatever their order. */
  id: z.string(),
  kind: z.enum(['span', 'relation', 'label']),
  /** Those with more votes first. */
  readings: z.array(Reading).min(1),
  /** Annotators of the document who have nothing here. */
  missing: z.array(z.string()),
  /** Empty: all agree. */
  differs: z.array(Difference),
});
export type AdjudicationGroup = z.infer<typeof AdjudicationGroup>;

/** What becomes of a group. */
export const Choice = z.discriminatedUnion('take', [
  /** Some of its readings, by number; none: nothing of it is gold. */
  z.object({
    take: z.literal('readings'),
    group: z.string(),
    readings: z.array(z.number().int().nonnegative()),
  }),
  /** Something of the adjudicator's own; spans need fragments. */
  z.object({
    take: z.literal('own'),
    group: z.string(),
    type: z.string().min(1).max(100),
    attributes: Attributes,
    fragments: z.array(Fragment).min(1).max(100).optional(),
    link: ConceptLink.optional(),
    note: z.string().max(5000).default(''),
  }),
]);
export type Choice = z.infer<typeof Choice>;
