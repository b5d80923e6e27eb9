/** What a trained predictor says about a text, and what in the text made it say so. */
import { z } from 'zod';
import { EntityId, EntitySummary } from './graph.ts';
import { Span } from './span.ts';

/** The model that answered. */
export const PredictorCard = z.object({
  id: z.number().int().positive(),
  name: z.string(),
  task: z.enum(['classify', 'diagnose']),
  network: z.string(),
  createdAt: z.string(),
  /** Version of Meridian that made it. */
  version: z.string(),
});
export type PredictorCard = z.infer<typeof PredictorCard>;

/** The disease of the graph that a label stands for, and how that was found. */
export const LabelLink = z.object({
  by: z.enum(['name', 'code', 'linker']),
  entity: EntitySummary,
  /** Diseases that share the name or the code. */
  others: z.array(EntityId),
});
export type LabelLink = z.infer<typeof LabelLink>;

export const PredictedLabel = z.object({
  label: z.string(),
  /** Calibrated on dev. */
  probability: z.number(),
  /** Whether it is among the labels that the model gives the text. */
  holds: z.boolean(),
  /** Absent: no disease of the graph fits the label. */
  link: LabelLink.optional(),
});
export type PredictedLabel = z.infer<typeof PredictedLabel>;

/**
 * Why a model says nothing. `unsure`: its best label is not probable enough; `unfamiliar`: it knows too little of what
 * the text is made of; `empty`: there is nothing to read.
 */
export const Abstaining = z.enum(['unsure', 'unfamiliar', 'empty']);
export type Abstaining = z.infer<typeof Abstaining>;

export const TextPrediction = z.object({
  model: PredictorCard,
  /** All labels, the most probable first. */
  labels: z.array(PredictedLabel),
  abstained: Abstaining.optional(),
  /** Below this probability of the best label it is `unsure`; null: always; absent: never. */
  threshold: z.number().nullable().optional(),
  /** Share of right ones among the texts of dev that it says something about, where it was measured. */
  precision: z.number().optional(),
  /** Parts of the text that are read: the rest of a long text is not. */
  read: z.array(Span),
});
export type TextPrediction = z.infer<typeof TextPrediction>;

/** Words without which a label would be less (for) or more (against) probable. */
export const MovingWords = z.object({
  ...Span.shape,
  /** Log odds that are lost without them; below 0: gained. */
  weight: z.number(),
  /** The label's probability without them. */
  without: z.number(),
});
export type MovingWords = z.infer<typeof MovingWords>;

export const Explanation = z.object({
  label: z.string(),
  probability: z.number(),
  /** In order of place, without overlap; those that hardly move anything are left out. */
  words: z.array(MovingWords),
});
export type Explanation = z.infer<typeof Explanation>;
