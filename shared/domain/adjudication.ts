/** What several annotators made of one document, side by side, and what an adjudicator takes of it. */
import { z } from 'zod';
import { Attributes, ConceptLink, Fragment, Item, ItemId } from './annotation.ts';
import { EditSummary } from './project.ts';

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

/** How much of a document waits for an adjudicator. */
export const DocumentDifferences = z.object({
  documentId: z.number().int(),
  /** Groups in which annotators differ. */
  differences: z.number().int(),
  /** Those that nobody has decided on. */
  open: z.number().int(),
});
export type DocumentDifferences = z.infer<typeof DocumentDifferences>;

/** What taking over the majority's word came to. */
export const MajorityTaken = z.object({
  /** Null: there was nothing about which a majority agrees. */
  edit: z.number().int().nullable(),
  documents: z.number().int(),
  /** Differences decided, and still open in these documents. */
  decided: z.number().int(),
  open: z.number().int(),
});
export type MajorityTaken = z.infer<typeof MajorityTaken>;

/** A suggestion that became gold, or was let go. */
export const DecidedItem = z.object({
  documentId: z.number().int(),
  document: z.string(),
  item: Item,
  /** Its words; of a relation those of both ends; of a label none. */
  words: z.string(),
  /** Where in the text to look. */
  at: z.number().int(),
  taken: z.boolean(),
});
export type DecidedItem = z.infer<typeof DecidedItem>;

export const DecidedList = z.object({
  projectId: z.number().int(),
  edit: EditSummary,
  /** More than `items` where these are too many to look through. */
  total: z.number().int(),
  items: z.array(DecidedItem),
});
export type DecidedList = z.infer<typeof DecidedList>;
