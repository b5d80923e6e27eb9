/** Requests and events of word vectors; part of the contract. */
import { z } from 'zod';
import { EmbeddingSettings, VectorUnit } from '../domain/embeddings.ts';
import {
  Neighbourhood,
  PointsRequest,
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
  /** An uploaded file in the formats of word2vec or GloVe; its unit is guessed from its tokens unless said. */
  'vectors.import': {
    input: z.object({
      uploadId: z.string(),
      name: z.string().min(1).max(200),
      unit: VectorUnit.optional(),
    }),
    output: z.object({ card: VectorsCard, duplicates: z.number().int() }),
  },
  /** Writes a file into the workspace's `exports/`; it is not encrypted. */
  'vectors.export': {
    input: z.object({ id: VectorsId, format: z.enum(['word2vec-text', 'word2vec-binary', 'glove']) }),
    output: z.object({ path: z.string() }),
  },
  /** Null when there is no vector of the token. */
  'vectors.neighbours': {
    input: z.object({
      id: VectorsId,
      token: z.string().min(1).max(200),
      count: z.number().int().min(1).max(200),
    }),
    output: Neighbourhood.nullable(),
  },
  /** Tokens that begin with or hold a text, the most frequent first. */
  'vectors.tokens': {
    input: z.object({ id: VectorsId, text: z.string().max(200), limit: z.number().int().min(1).max(100) }),
    output: z.array(z.string()),
  },
  /** Places of words in a picture; `vectors.projecting` tells how far it is. A new request ends the one before. */
  'vectors.points': { input: PointsRequest, output: VectorPoints },
  'vectors.trainings': { input: Nothing, output: z.array(VectorTraining) },
  'vectors.train': {
    input: z.object({
      name: z.string().min(1).max(200),
      settings: EmbeddingSettings,
      documents: z.boolean(),
      uploadIds: z.array(z.string()).max(100),
      graphNames: z.boolean(),
    }),
    output: VectorTraining,
  },
  /** The training afterwards; null when it is gone. */
  'vectors.control': {
    input: z.object({ id: z.number().int().positive(), action: z.enum(['pause', 'resume', 'cancel']) }),
    output: VectorTraining.nullable(),
  },
} as const;

export const vectorsEvents = {
  'vectors.changed': Nothing,
  'vectors.training': VectorTraining,
  /** Share done of a picture that is being computed. */
  'vectors.projecting': z.object({ id: VectorsId, share: z.number() }),
} as const;
