/** How well annotators agree: a report over documents that several of them annotated. */
import { z } from 'zod';

/** A coefficient with its interval over documents. `null` where it is not defined: nothing there, or nothing varies. */
export const Estimate = z.object({
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});
export type Estimate = z.infer<typeof Estimate>;

/**
 * Units of the κ and α coefficients are characters (UTF-16 code units); the value of a character is the set of types
 * over it. F1 is the mean over pairs of annotators, as is Cohen's κ.
 */
export const Coefficients = z.object({
  /** F1 of spans: same fragments, same type. */
  exact: Estimate,
  /** F1 of spans: a shared character, same type, one to one. */
  relaxed: Estimate,
  /** F1 of spans: same fragments, whatever the type. */
  place: Estimate,
  cohen: Estimate,
  fleiss: Estimate,
  alpha: Estimate,
  /** Krippendorff's uα: places and types. */
  unitizing: Estimate,
  /** |uα: places alone. */
  boundary: Estimate,
  /** cuα: types alone, where spans meet. */
  coding: Estimate,
});
export type Coefficients = z.infer<typeof Coefficients>;
export type CoefficientName = keyof Coefficients;

const count = z.number().int().nonnegative();

export const AgreementAnnotator = z.object({
  name: z.string(),
  /** Of the documents compared. */
  documents: count,
  spans: count,
  relations: count,
  labels: count,
});
export type AgreementAnnotator = z.infer<typeof AgreementAnnotator>;

export const TypeAgreement = z.object({
  type: z.string(),
  /** Of each annotator, in the order of the report. */
  counts: z.array(count),
  /** `place` says what `exact` says, `boundary` what `unitizing` says: of one type alone. */
  coefficients: Coefficients,
});
export type TypeAgreement = z.infer<typeof TypeAgreement>;

export const PairAgreement = z.object({
  left: z.string(),
  right: z.string(),
  /** Documents that both annotated. */
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
  /** Of all annotators together. */
  spans: count,
  exact: z.number().nullable(),
  relaxed: z.number().nullable(),
  alpha: z.number().nullable(),
  unitizing: z.number().nullable(),
});
export type DocumentAgreement = z.infer<typeof DocumentAgreement>;

/** Relations: F1 over those between the same spans (same fragments and type) with the same type. */
export const RelationAgreement = z.object({ type: z.string(), counts: z.array(count), exact: Estimate });
export type RelationAgreement = z.infer<typeof RelationAgreement>;

/** Labels of documents; the unit is the document. */
export const LabelAgreement = z.object({
  /** The label; empty for the whole set of a document's labels. */
  label: z.string(),
  counts: z.array(count),
  exact: Estimate,
  cohen: Estimate,
  fleiss: Estimate,
  alpha: Estimate,
});
export type LabelAgreement = z.infer<typeof LabelAgreement>;

/** An attribute of spans; the unit is a span that two annotators or more made alike (same fragments and type). */
export const AttributeAgreement = z.object({
  name: z.string(),
  units: count,
  /** Share of pairs of annotators that gave the same value. */
  same: Estimate,
  alpha: Estimate,
});
export type AttributeAgreement = z.infer<typeof AttributeAgreement>;

export const AgreementReport = z.object({
  annotators: z.array(AgreementAnnotator),
  /** Documents that two annotators or more annotated. */
  documents: count,
  /** Documents that fewer annotated, which say nothing. */
  single: count,
  /** Characters of the documents compared. */
  characters: count,
  /** Intervals are percentiles of this many resamples of documents; 0 where there are none. */
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
