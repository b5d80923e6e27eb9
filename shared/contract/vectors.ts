/** Requests and events of word vectors; part of the contract. */
import { z } from 'zod';
import { EmbeddingSettings, VectorUnit } from '../domain/embeddings.ts';
import { Token } from '../domain/limits.ts';
import {
  Neighbourhood,
  PointsRequest,
  VectorFormat,
  VectorPoints,
  VectorsCard,
  VectorsId,
  VectorTraining,
} from '../domain/vectors.ts';
import { Done, Nothing } from './common.ts';

export const vectorsContract = {
  'vectors.list': { input: Nothing, output: z.array(VectorsCard) },
  'vectors.rename': {
    input: z.object({ id: VectorsId, name: z.string().min(1).max(200) }),
    output: VectorsCard,
  },
  'vectors.delete': { input: z.object({ id: VectorsId }), output: Done },
  /** Imports an uploaded file in word2vec or GloVe format. The unit is guessed from the tokens unless given. */
  'vectors.import': {
    input: z.object({ uploadId: Token, name: z.string().min(1).max(200), unit: VectorUnit.optional() }),
    output: z.object({ card: VectorsCard, duplicates: z.number().int() }),
  },
  /** Writes a file into the workspace's `exports/`; it is not encrypted. */
  'vectors.export': {
    input: z.object({ id: VectorsId, format: VectorFormat }),
    output: z.object({ path: z.string() }),
  },
  /** Null when the token has no vector. */
  'vectors.neighbours': {
    input: z.object({
      id: VectorsId,
      token: z.string().min(1).max(200),
      count: z.number().int().min(1).max(200),
    }),
    output: Neighbourhood.nullable(),
  },
  /** Tokens that start with or contain a text, most frequent first. */
  'vectors.tokens': {
    input: z.object({ id: VectorsId, text: z.string().max(200), limit: z.number().int().min(1).max(100) }),
    output: z.array(z.string()),
  },
  /**
   * Projects vectors to two dimensions. `vectors.projecting` reports progress. A new request cancels the previous one.
   */
  'vectors.points': { input: PointsRequest, output: VectorPoints },
  'vectors.trainings': { input: Nothing, output: z.array(VectorTraining) },
  'vectors.train': {
    input: z.object({
      name: z.string().min(1).max(200),
      settings: EmbeddingSettings,
      documents: z.boolean(),
      uploadIds: z.array(Token).max(100),
      graphNames: z.boolean(),
    }),
    output: VectorTraining,
  },
  /** The training after the change; null when it was deleted. */
  'vectors.control': {
    input: z.object({ id: z.number().int().positive(), action: z.enum(['pause', 'resume', 'cancel']) }),
    output: VectorTraining.nullable(),
  },
} as const;

export const vectorsEvents = {
  'vectors.changed': Nothing,
  'vectors.training': VectorTraining,
  /** Progress of a projection, 0 to 1. */
  'vectors.projecting': z.object({ id: VectorsId, share: z.number() }),
} as const;
