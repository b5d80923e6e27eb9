/** Prediction of a trained classifier for a text, and its explanation. */
import { z } from 'zod';
import { ClassifyTask } from './classification.ts';
import { EntityId, EntitySummary } from './graph.ts';
import { Span } from './span.ts';

/** The model that made the prediction. */
export const PredictorCard = z.object({
  /** Negative for a starter model. */
  id: z.int(),
  name: z.string(),
  task: ClassifyTask,
  network: z.string(),
  createdAt: z.string(),
  /** Version of Meridian that made it. */
  version: z.string(),
});
export type PredictorCard = z.infer<typeof PredictorCard>;

/** Disease, or department with its diseases, of the graph for a label, and the way it was matched. */
export const LabelLink = z.object({
  by: z.enum(['name', 'code', 'linker', 'department']),
  entity: EntitySummary,
  /** Other diseases with the name or code; all diseases of a department. */
  others: z.array(EntityId),
});
export type LabelLink = z.infer<typeof LabelLink>;

export const PredictedLabel = z.object({
  label: z.string(),
  /** Probability, calibrated on dev. */
  probability: z.number(),
  /** Whether the model assigns this label to the text. */
  holds: z.boolean(),
  /** Absent when no disease of the graph fits. */
  link: LabelLink.optional(),
});
export type PredictedLabel = z.infer<typeof PredictedLabel>;

/**
 * Reason for abstention. `unsure`: the best label is not probable enough; `unfamiliar`: the text has too few known
 * tokens; `empty`: the text is empty.
 */
export const Abstaining = z.enum(['unsure', 'unfamiliar', 'empty']);
export type Abstaining = z.infer<typeof Abstaining>;

export const TextPrediction = z.object({
  model: PredictorCard,
  /** All labels, most probable first. */
  labels: z.array(PredictedLabel),
  abstained: Abstaining.optional(),
  /** Abstention threshold for the best label's probability; null: always abstains; absent: never. */
  threshold: z.number().nullable().optional(),
  /** Precision on the dev texts without abstention, if measured. */
  precision: z.number().optional(),
  /** Parts of the text that are read; the rest of a long text is not. */
  read: z.array(Span),
});
export type TextPrediction = z.infer<typeof TextPrediction>;

/** Words that raise (for) or lower (against) a label's probability. */
export const MovingWords = z.object({
  ...Span.shape,
  /** Loss of log odds without them; negative: gain. */
  weight: z.number(),
  /** Probability of the label without them. */
  without: z.number(),
});
export type MovingWords = z.infer<typeof MovingWords>;

export const Explanation = z.object({
  label: z.string(),
  probability: z.number(),
  /** Sorted by place, without overlap; words with almost no effect are left out. */
  words: z.array(MovingWords),
});
export type Explanation = z.infer<typeof Explanation>;
