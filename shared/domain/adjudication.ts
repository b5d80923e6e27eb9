/** Layers of one document compared side by side, and the decisions of its adjudicator. */
import { z } from 'zod';
import { Attributes, ConceptLink, Fragment, Item, ItemId } from './annotation.ts';
import { EditSummary } from './project.ts';

/** An item of one annotator's layer. */
export const Vote = z.object({ annotator: z.string(), item: ItemId });
export type Vote = z.infer<typeof Vote>;

const reading = { type: z.string(), attributes: Attributes, votes: z.array(Vote).min(1) };

/** Identical place, type, attributes and link, with the people who voted for it. Notes are not compared. */
const SpanReading = z.object({
  kind: z.literal('span'),
  ...reading,
  fragments: z.array(Fragment).min(1),
  link: ConceptLink.optional(),
});

/** Relations end at groups of spans, since annotators with different boundaries may mean the same relation. */
const RelationReading = z.object({
  kind: z.literal('relation'),
  ...reading,
  /** Null when the relation's end is not an accepted span. */
  from: z.string().nullable(),
  to: z.string().nullable(),
});

const LabelReading = z.object({ kind: z.literal('label'), ...reading });

export const Reading = z.discriminatedUnion('kind', [SpanReading, RelationReading, LabelReading]);
export type Reading = z.infer<typeof Reading>;

export const Difference = z.enum([
  'presence', // an annotator has no such item
  'boundary', // overlapping spans
  'type',
  'direction', // reversed relation
  'attributes',
  'link',
]);
export type Difference = z.infer<typeof Difference>;

/** Items of several annotators that agree or contradict each other. Every accepted item is in exactly one group. */
export const AdjudicationGroup = z.object({
  /** Derived from the group's contents: stable while the layers are unchanged, independent of their order. */
  id: z.string(),
  kind: z.enum(['span', 'relation', 'label']),
  /** Sorted by votes, most first. */
  readings: z.array(Reading).min(1),
  /** Annotators without an item in this group. */
  missing: z.array(z.string()),
  /** Empty when all agree. */
  differs: z.array(Difference),
});
export type AdjudicationGroup = z.infer<typeof AdjudicationGroup>;

export const DocumentDifferences = z.object({
  documentId: z.number().int(),
  /** Groups with disagreement. */
  differences: z.number().int(),
  /** Groups with disagreement and without a decision. */
  open: z.number().int(),
});
export type DocumentDifferences = z.infer<typeof DocumentDifferences>;

export const MajorityTaken = z.object({
  /** Null when there was no majority to accept. */
  edit: z.number().int().nullable(),
  documents: z.number().int(),
  /** Disagreements decided, and those still open in these documents. */
  decided: z.number().int(),
  open: z.number().int(),
});
export type MajorityTaken = z.infer<typeof MajorityTaken>;

/** A suggestion that was accepted as gold or rejected. */
export const DecidedItem = z.object({
  documentId: z.number().int(),
  document: z.string(),
  item: Item,
  /** Words of a span, or of both ends of a relation; empty for a label. */
  words: z.string(),
  /** Place in the text to show. */
  at: z.number().int(),
  taken: z.boolean(),
});
export type DecidedItem = z.infer<typeof DecidedItem>;

export const DecidedList = z.object({
  projectId: z.number().int(),
  edit: EditSummary,
  /** Total, which exceeds `items` when the list was cut. */
  total: z.number().int(),
  items: z.array(DecidedItem),
});
export type DecidedList = z.infer<typeof DecidedList>;
