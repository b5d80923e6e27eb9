/**
 * Annotations of one document as people make them and files carry them: spans, relations between spans, labels of the
 * whole document. Offsets are UTF-16 code units, end exclusive, and hold in exactly one text.
 */
import { z } from 'zod';
import { keysOf } from '../keys-of.ts';
import { ANNOTATION_FORMATS } from './annotation-formats.ts';
import { Span } from './span.ts';

/** Names an item within its document; new ones count up, ids are never used again. */
export const ItemId = z.number().int().positive();
export type ItemId = z.infer<typeof ItemId>;

export const Fragment = Span.refine(({ start, end }) => start < end, 'a fragment ends after it starts');

/** Where a span means: an entity of the graph, a code of another vocabulary, or known to be in none (NIL). */
export const ConceptLink = z.object({
  /** `kg` for the workspace's graph, `icd-10` and the like for codes, `nil` for none. */
  system: z.string().min(1).max(60),
  /** Id or code; empty for NIL. */
  code: z.string().max(200),
  name: z.string().max(500),
});
export type ConceptLink = z.infer<typeof ConceptLink>;

/** Whose reading an adjudicated item is: the item's id in that annotator's layer, absent where the layer is elsewhere. */
export const ReadingOf = z.object({ annotator: z.string().max(200), item: ItemId.optional() });
export type ReadingOf = z.infer<typeof ReadingOf>;

/** Who put an item there and who stands for it. Kept for good: accepting a suggestion adds to it. */
export const Provenance = z.object({
  kind: z.enum(['human', 'model', 'dictionary', 'import']),
  /** The person, the model, the dictionary or the file. */
  name: z.string().max(500),
  /** Of the model or dictionary. */
  version: z.string().max(200).optional(),
  /** The model's own, 0..1. */
  confidence: z.number().min(0).max(1).optional(),
  at: z.string().optional(),
  acceptedBy: z.string().max(200).optional(),
  acceptedAt: z.string().optional(),
  /** Of gold: everybody who had it so, or whose readings became this one. */
  readings: z.array(ReadingOf).max(1000).optional(),
});
export type Provenance = z.infer<typeof Provenance>;

/** `suggested` items count nowhere until somebody accepts them. */
export const ItemStatus = z.enum(['accepted', 'suggested']);
export type ItemStatus = z.infer<typeof ItemStatus>;

/** Attribute values by the attribute's name: a choice, free text, or `true` for a flag that is set. */
export const Attributes = z.record(z.string().min(1).max(100), z.string().max(2000));
export type Attributes = z.infer<typeof Attributes>;

const common = {
  id: ItemId,
  type: z.string().min(1).max(100),
  attributes: Attributes.default({}),
  note: z.string().max(5000).default(''),
  status: ItemStatus.default('accepted'),
  provenance: Provenance,
};

/** A span of one fragment, or of several (discontinuous): sorted, apart from each other. */
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

/** What a file of annotations holds of one document; formats read into it and write from it. */
export const AnnotatedDocument = z.object({
  /** As the file names it; unique within a file. */
  name: z.string().min(1).max(500),
  text: z.string(),
  /** Other fields that the file gave, such as the patient; kept and given back where the format can hold them. */
  meta: z.record(z.string(), z.string()).default({}),
  items: z.array(Item),
});
export type AnnotatedDocument = z.infer<typeof AnnotatedDocument>;

/** The id of a format of annotations. */
export const AnnotationFormat = z.enum(keysOf(ANNOTATION_FORMATS));
export type AnnotationFormat = z.infer<typeof AnnotationFormat>;

/** What a format could not hold of what it was given, or a reader had to leave out: counted, with an example each. */
export const Loss = z.object({ what: z.string(), count: z.number().int().positive(), example: z.string() });
export type Loss = z.infer<typeof Loss>;

/** The first fragment's start, for order in the text. */
export function startOf(span: SpanItem): number {
  return span.fragments[0]?.start ?? 0;
}

/** The last fragment's end. */
export function endOf(span: SpanItem): number {
  return span.fragments.at(-1)?.end ?? 0;
}

/** The words of a span; fragments with ` … ` between. */
export function wordsOf(text: string, span: Pick<SpanItem, 'fragments'>): string {
  return span.fragments.map(({ start, end }) => text.slice(start, end)).join(' … ');
}
