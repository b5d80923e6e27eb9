/** Word vectors in the workspace: their cards. */
import { z } from 'zod';
import { EmbeddingSettings, VectorUnit } from './embeddings.ts';

export const VectorsId = z.number().int().positive();

/** A token near another one. */
export const NearToken = z.object({
  token: z.string(),
  /** Cosine, −1 … 1. */
  similarity: z.number(),
});
export type NearToken = z.infer<typeof NearToken>;

export const TokenNeighbours = z.object({ token: z.string(), near: z.array(NearToken) });
export type TokenNeighbours = z.infer<typeof TokenNeighbours>;

/** What vectors were trained on. */
export const CorpusFacts = z.object({
  /** Names of files, or what people would call it. */
  name: z.string(),
  texts: z.number().int(),
  /** UTF-16 code units. */
  characters: z.number().int(),
  /** Of the texts in their order: equal corpora have equal hashes. */
  sha256: z.string(),
});
export type CorpusFacts = z.infer<typeof CorpusFacts>;

export const VectorsCard = z.object({
  id: VectorsId,
  name: z.string(),
  createdAt: z.string(),
  version: z.string(),
  origin: z.enum(['trained', 'imported']),
  unit: VectorUnit,
  dimension: z.number().int(),
  tokens: z.number().int(),
  /** Whether width and case of the tokens are folded. */
  folded: z.boolean(),
  /** Words that segmentation keeps together for unit word. */
  userWords: z.number().int(),
  /** Lengths of the vectors. */
  norm: z.object({ mean: z.number(), sd: z.number(), min: z.number(), max: z.number() }),
  bytes: z.number().int(),
  /** Of trained ones. */
  settings: EmbeddingSettings.optional(),
  corpus: CorpusFacts.optional(),
  seconds: z.number().optional(),
  /** Name of the file of imported ones. */
  file: z.string().optional(),
  /** Of some common medical words that are there. */
  neighbours: z.array(TokenNeighbours),
});
export type VectorsCard = z.infer<typeof VectorsCard>;
