/**
 * Annotations of one document, made by people or read from files: spans, relations between spans, labels of the
 * document. Offsets are UTF-16 code units, end exclusive, valid for one text only.
 */
import { z } from 'zod';
import { keysOf } from '../keys-of.ts';
import { Message } from '../messages/message.ts';
import { ANNOTATION_FORMATS } from './annotation-formats.ts';
import { limitedRecord, Time } from './limits.ts';
import { Span } from './span.ts';

/** Id of an item within its document. New ids count up; ids are never reused. */
export const ItemId = z.number().int().positive();
export type ItemId = z.infer<typeof ItemId>;

export const Fragment = Span.refine(({ start, end }) => start < end, 'a fragment ends after it starts');

/** Concept of a span: an entity of the graph, a code of another vocabulary, or NIL (in none). */
export const ConceptLink = z.object({
  /** `kg`: the workspace's graph; `icd-10` and others: codes; `nil`: none. */
  system: z.string().min(1).max(60),
  /** Id or code; empty for NIL. */
  code: z.string().max(200),
  name: z.string().max(500),
});
export type ConceptLink = z.infer<typeof ConceptLink>;

/** Source of an adjudicated item: annotator and item id in that layer, no id when the layer is elsewhere. */
export const ReadingOf = z.object({ annotator: z.string().max(200), item: ItemId.optional() });
export type ReadingOf = z.infer<typeof ReadingOf>;

/** Origin of an item and the person responsible for it. Permanent: accepting a suggestion adds to it. */
export const Provenance = z.object({
  kind: z.enum(['human', 'model', 'dictionary', 'import']),
  /** Name of the person, model, dictionary or file. */
  name: z.string().max(500),
  /** Version of the model or dictionary. */
  version: z.string().max(200).optional(),
  /** Confidence of the model, 0..1. */
  confidence: z.number().min(0).max(1).optional(),
  at: Time.optional(),
  acceptedBy: z.string().max(200).optional(),
  acceptedAt: Time.optional(),
  /** For gold items: the readings that were equal or merged into this one. */
  readings: z.array(ReadingOf).max(1000).optional(),
});
export type Provenance = z.infer<typeof Provenance>;

/** `suggested` items are ignored everywhere until accepted. */
export const ItemStatus = z.enum(['accepted', 'suggested']);
export type ItemStatus = z.infer<typeof ItemStatus>;

/** Attribute values by name: a choice, free text, or `true` for a set flag. */
export const Attributes = limitedRecord(z.string().min(1).max(100), z.string().max(2000), 1000);
export type Attributes = z.infer<typeof Attributes>;

const common = {
  id: ItemId,
  type: z.string().min(1).max(100),
  attributes: Attributes.default({}),
  note: z.string().max(5000).default(''),
  status: ItemStatus.default('accepted'),
  provenance: Provenance,
};

/** A span of one fragment, or of several (discontinuous), sorted and separate. */
export const SpanItem = z.object({
  kind: z.literal('span'),
  ...common,
  fragments: z.array(Fragment).min(1).max(100),
  link: ConceptLink.optional(),
});
export type SpanItem = z.infer<typeof SpanItem>;

export const Relation = z.object({ kind: z.literal('relation'), ...common, from: ItemId, to: ItemId });
export type Relation = z.infer<typeof Relation>;

/** A label of the whole document; `type` is the label. */
export const DocumentLabel = z.object({ kind: z.literal('label'), ...common });
export type DocumentLabel = z.infer<typeof DocumentLabel>;

export const Item = z.discriminatedUnion('kind', [SpanItem, Relation, DocumentLabel]);
export type Item = z.infer<typeof Item>;

/** One document with its annotations, as formats read and write it. */
export const AnnotatedDocument = z.object({
  /** Name in the file, unique within it. */
  name: z.string().min(1).max(500),
  text: z.string(),
  /** Other fields of the file, such as the patient; kept, and written back by formats that can hold them. */
  meta: z.record(z.string(), z.string()).default({}),
  items: z.array(Item),
});
export type AnnotatedDocument = z.infer<typeof AnnotatedDocument>;

export const AnnotationFormat = z.enum(keysOf(ANNOTATION_FORMATS));
export type AnnotationFormat = z.infer<typeof AnnotationFormat>;

/** Parts that a format cannot hold or a reader left out, counted by kind, with an example. */
export const Loss = z.object({ what: Message, count: z.number().int().positive(), example: z.string() });
export type Loss = z.infer<typeof Loss>;

/** Returns the start of the first fragment. */
export const startOf = (span: SpanItem): number => span.fragments[0]?.start ?? 0;

/** Returns the end of the last fragment. */
export const endOf = (span: SpanItem): number => span.fragments.at(-1)?.end ?? 0;

/** Returns the words of a span, fragments joined by ` … `. */
export const wordsOf = (text: string, span: Pick<SpanItem, 'fragments'>): string =>
  span.fragments.map(({ start, end }) => text.slice(start, end)).join(' … ');
