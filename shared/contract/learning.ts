/** Requests of the loop between labelling and training; part of the contract. */
import { z } from 'zod';
import { LearningRound, LearningState, SuggestionRequest } from '../domain/learning.ts';
import { ProjectId } from '../domain/project.ts';

const ofProject = z.object({ projectId: ProjectId });

export const learningContract = {
  'learning.get': { input: ofProject, output: LearningState },
  /** Trains on what is finished, in the background; settings that are absent are those that suit the amount of data. */
  'learning.train': { input: ofProject, output: LearningRound },
  /** Suggestions by the dictionary or a model, as one edit in the layers of the person who asks. */
  'learning.suggest': {
    input: SuggestionRequest,
    output: z.object({ documents: z.number().int(), items: z.number().int() }),
  },
  /** Orders the documents that are still to be labelled anew. */
  'learning.order': { input: ofProject, output: LearningState },
} as const;

export const learningEvents = {
  'learning.changed': ofProject,
} as const;
