/** Schema of the used part of Label Studio's exports. */
import { z } from 'zod';
import { Meta } from './extras.ts';

const Id = z.union([z.string(), z.number()]).transform(String);
const Strings = z.union([z.string().transform((one) => [one]), z.array(z.string())]);

export const Value = z.looseObject({
  start: z.union([z.number(), z.string()]).optional(),
  end: z.union([z.number(), z.string()]).optional(),
  /** Words of the region, or input of a text field. */
  text: z.union([z.string(), z.array(z.string())]).optional(),
  labels: Strings.optional(),
  choices: Strings.optional(),
  taxonomy: z.array(z.array(z.string())).optional(),
});
export type Value = z.infer<typeof Value>;

export const Result = z.looseObject({
  id: Id.optional(),
  type: z.string(),
  from_name: z.string().nullish(),
  value: Value.nullish(),
  meta: Meta.nullish(),
  score: z.number().nullish(),
  from_id: Id.optional(),
  to_id: Id.optional(),
  direction: z.string().nullish(),
  labels: Strings.nullish(),
});
export type Result = z.infer<typeof Result>;

const User = z.union([
  z.number(),
  z.string(),
  z.looseObject({ id: z.number().nullish(), email: z.string().nullish() }),
]);

export const Annotation = z.looseObject({
  result: z.array(Result).default([]),
  completed_by: User.nullish(),
  was_cancelled: z.boolean().nullish(),
  ground_truth: z.boolean().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
});
export type Annotation = z.infer<typeof Annotation>;

export const Prediction = z.looseObject({
  result: z.array(Result).default([]),
  model_version: z.union([z.string(), z.number().transform(String)]).nullish(),
  score: z.number().nullish(),
});
export type Prediction = z.infer<typeof Prediction>;

export const Task = z.looseObject({
  id: z.union([z.number(), z.string()]).optional(),
  data: z.record(z.string(), z.unknown()),
  annotations: z.array(Annotation).optional(),
  /** Name before version 1.0. */
  completions: z.array(Annotation).optional(),
  /** Some exports contain ids only. */
  predictions: z
    .array(z.union([Prediction, z.number().transform((number): Prediction => ({ result: [], number }))]))
    .optional(),
  drafts: z.array(z.unknown()).nullish(),
});
export type Task = z.infer<typeof Task>;
