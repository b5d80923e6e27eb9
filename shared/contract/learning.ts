/** Requests of active learning; part of the contract. */
import { z } from 'zod';
import { LearningRound, LearningState, SuggestionRequest } from '../domain/learning.ts';
import { ProjectId } from '../domain/project.ts';

const ofProject = z.object({ projectId: ProjectId });

export const learningContract = {
  'learning.get': { input: ofProject, output: LearningState },
  /** Trains on finished documents in the background. Absent settings follow from the amount of data. */
  'learning.train': { input: ofProject, output: LearningRound },
  /** Adds suggestions of the dictionary, a model or a layer to one's own layers, or to those of all assignees, as one edit. */
  'learning.suggest': {
    input: SuggestionRequest,
    output: z.object({ documents: z.number().int(), items: z.number().int() }),
  },
  /** Reorders the unfinished documents. */
  'learning.order': { input: ofProject, output: LearningState },
} as const;

export const learningEvents = { 'learning.changed': ofProject } as const;
