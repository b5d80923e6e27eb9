/** Report of inter-annotator agreement over documents with several annotators. */
import { z } from 'zod';

/**
 * A coefficient with its confidence interval over documents. `null` where it is undefined: no items, or no variation.
 */
export const Estimate = z.object({
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});
export type Estimate = z.infer<typeof Estimate>;

/**
 * Units of κ and α are characters (UTF-16 code units); a character's value is the set of types over it. F1 and Cohen's
 * κ are means over pairs of annotators.
 */
export const Coefficients = z.object({
  /** F1 of spans: same fragments, same type. */
  exact: Estimate,
  /** F1 of spans: a shared character, same type, one to one. */
  relaxed: Estimate,
  /** F1 of spans: same fragments, any type. */
  place: Estimate,
  cohen: Estimate,
  fleiss: Estimate,
  alpha: Estimate,
  /** Krippendorff's uα: boundaries and types. */
  unitizing: Estimate,
  /** |uα: boundaries alone. */
  boundary: Estimate,
  /** cuα: types of intersecting spans. */
  coding: Estimate,
});
export type Coefficients = z.infer<typeof Coefficients>;
export type CoefficientName = keyof Coefficients;

const count = z.number().int().nonnegative();

const AgreementAnnotator = z.object({
  name: z.string(),
  /** Counts in the compared documents. */
  documents: count,
  spans: count,
  relations: count,
  labels: count,
});

export const TypeAgreement = z.object({
  type: z.string(),
  /** Counts per annotator, in the report's order. */
  counts: z.array(count),
  /** As `exact` and `unitizing` for a single type. */
  coefficients: Coefficients,
});
export type TypeAgreement = z.infer<typeof TypeAgreement>;

export const PairAgreement = z.object({
  left: z.string(),
  right: z.string(),
  /** Number of documents annotated by both. */
  documents: count,
  exact: Estimate,
  relaxed: Estimate,
  place: Estimate,
  cohen: Estimate,
});
export type PairAgreement = z.infer<typeof PairAgreement>;

export const DocumentAgreement = z.object({
  name: z.string(),
  annotators: z.array(z.string()),
  /** Over all annotators. */
  spans: count,
  exact: z.number().nullable(),
  relaxed: z.number().nullable(),
  alpha: z.number().nullable(),
  unitizing: z.number().nullable(),
});
export type DocumentAgreement = z.infer<typeof DocumentAgreement>;

/** Relations: F1 of relations with the same type between the same spans (same fragments and type). */
export const RelationAgreement = z.object({ type: z.string(), counts: z.array(count), exact: Estimate });
export type RelationAgreement = z.infer<typeof RelationAgreement>;

/** Labels of documents; the unit is the document. */
export const LabelAgreement = z.object({
  /** The label; empty for a document's whole set of labels. */
  label: z.string(),
  counts: z.array(count),
  exact: Estimate,
  cohen: Estimate,
  fleiss: Estimate,
  alpha: Estimate,
});
export type LabelAgreement = z.infer<typeof LabelAgreement>;

/** An attribute of spans. The unit is a span that at least two annotators made alike (same fragments and type). */
export const AttributeAgreement = z.object({
  name: z.string(),
  units: count,
  /** Share of pairs of annotators with the same value. */
  same: Estimate,
  alpha: Estimate,
});
export type AttributeAgreement = z.infer<typeof AttributeAgreement>;

export const AgreementReport = z.object({
  annotators: z.array(AgreementAnnotator),
  /** Number of documents with at least two annotators. */
  documents: count,
  /** Number of other documents, which are not compared. */
  single: count,
  /** Characters of the compared documents. */
  characters: count,
  /** Number of bootstrap resamples of documents for the intervals; 0: no intervals. */
  bootstrap: z.object({ samples: count, seed: count, level: z.number() }),
  overall: Coefficients,
  types: z.array(TypeAgreement),
  pairs: z.array(PairAgreement),
  relations: z.array(RelationAgreement),
  labels: z.array(LabelAgreement),
  attributes: z.array(AttributeAgreement),
  perDocument: z.array(DocumentAgreement),
});
export type AgreementReport = z.infer<typeof AgreementReport>;
