/** Models that learn from a project: rounds of training, what they gained, and suggestions. */

import { z } from 'zod';
import { Message } from '../messages/message.ts';
import { ProjectDocumentId, ProjectId } from './project.ts';
import { ModelId, RunId, RunState } from './training.ts';

const Named = z.object({ id: ModelId, name: z.string() });

/** Once a model was trained on what was finished then. */
export const LearningRound = z.object({
  id: z.number().int().positive(),
  projectId: ProjectId,
  at: z.string(),
  by: z.string(),
  /** Null when the run has been deleted. */
  runId: RunId.nullable(),
  run: RunState.nullable(),
  /** Documents finished then, those of them kept for measuring, and accepted spans in the others. */
  documents: z.number().int(),
  devDocuments: z.number().int(),
  labels: z.number().int(),
  state: z.enum(['training', 'finished', 'failed']),
  /** `id` is null for a model of another workspace. */
  model: Named.extend({ id: ModelId.nullable() }).nullable(),
  /** On the documents kept for measuring, none of which any round was trained on. */
  f1: z.number().nullable(),
  /** The model used before, on the same documents. */
  previous: z.object({ name: z.string(), f1: z.number() }).nullable(),
  /** Whether it took over: it is no worse than the one before. */
  adopted: z.boolean(),
  error: Message.nullable(),
});
export type LearningRound = z.infer<typeof LearningRound>;

export const LearningState = z.object({
  /** Oldest first. */
  rounds: z.array(LearningRound),
  /** That orders documents and suggests; null: none yet. */
  model: Named.nullable(),
  /** Documents finished by somebody, and those of them since the last round. */
  finished: z.number().int(),
  sinceLast: z.number().int(),
  /** Of the finished ones, by the side they lie on. */
  trainDocuments: z.number().int(),
  devDocuments: z.number().int(),
  /** Documents in an order of the model's, and whether that order was made without a model. */
  ordered: z.number().int(),
});
export type LearningState = z.infer<typeof LearningState>;

export const SuggestionSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('dictionary') }),
  z.object({ kind: z.literal('model'), model: ModelId }),
]);
export type SuggestionSource = z.infer<typeof SuggestionSource>;

export const SuggestionRequest = z.object({
  projectId: ProjectId,
  source: SuggestionSource,
  /** Absent: all that the person who asks has not finished. */
  documents: z.array(ProjectDocumentId).min(1).max(100_000).optional(),
  /** Suggestions that the model is less sure of are left out. */
  threshold: z.number().min(0).max(1).default(0),
});
export type SuggestionRequest = z.infer<typeof SuggestionRequest>;
