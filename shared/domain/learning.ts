/** Active learning in a project: training rounds, their gain, and suggestions. */
import { z } from 'zod';
import { Message } from '../messages/message.ts';
import { Person, ProjectDocumentId, ProjectId } from './project.ts';
import { ModelId, RunId, RunState } from './training.ts';

const Named = z.object({ id: ModelId, name: z.string() });

/** One training round on the documents finished at its time. */
export const LearningRound = z.object({
  id: z.number().int().positive(),
  projectId: ProjectId,
  at: z.string(),
  by: z.string(),
  /** Null when the run was deleted. */
  runId: RunId.nullable(),
  run: RunState.nullable(),
  /** Finished documents, those held out for evaluation, and accepted spans in the others. */
  documents: z.number().int(),
  devDocuments: z.number().int(),
  labels: z.number().int(),
  state: z.enum(['training', 'finished', 'failed']),
  /** `id` is null when the model is in another workspace. */
  model: Named.extend({ id: ModelId.nullable() }).nullable(),
  /** Score on the held-out documents, which no round trained on. */
  f1: z.number().nullable(),
  /** Score of the previous model on the same documents. */
  previous: z.object({ name: z.string(), f1: z.number() }).nullable(),
  /** Whether it replaced the previous model, being no worse. */
  adopted: z.boolean(),
  error: Message.nullable(),
});
export type LearningRound = z.infer<typeof LearningRound>;

export const LearningState = z.object({
  /** Oldest first. */
  rounds: z.array(LearningRound),
  /** Model that orders documents and suggests; null: none yet. */
  model: Named.nullable(),
  /** Finished documents, and those since the last round. */
  finished: z.number().int(),
  sinceLast: z.number().int(),
  /** Finished documents by side of the split. */
  trainDocuments: z.number().int(),
  devDocuments: z.number().int(),
  /** Number of documents in an order of the model's. */
  ordered: z.number().int(),
});
export type LearningState = z.infer<typeof LearningState>;

export const SuggestionSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('dictionary') }),
  z.object({ kind: z.literal('model'), model: ModelId }),
  /** A person's layers, such as those to which predictions were imported. */
  z.object({ kind: z.literal('layer'), person: Person }),
]);
export type SuggestionSource = z.infer<typeof SuggestionSource>;

export const SuggestionRequest = z.object({
  projectId: ProjectId,
  source: SuggestionSource,
  /** Absent: all that the person has not finished. */
  documents: z.array(ProjectDocumentId).min(1).max(100_000).optional(),
  /** Minimum confidence of suggestions. */
  threshold: z.number().min(0).max(1).default(0),
  /** Layers that get the suggestions: the requester's, or those of all assignees, which takes a lead. */
  for: z.enum(['me', 'assigned']).default('me'),
});
export type SuggestionRequest = z.infer<typeof SuggestionRequest>;
