/** Word vectors in the workspace: their cards. */
import { z } from 'zod';
import { AppErrorData } from '../result.ts';
import { EmbeddingProgress, EmbeddingSettings, VectorUnit } from './embeddings.ts';
import { EntityType } from './graph.ts';

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

/** A point of the curve: loss and speed after so many passes over the corpus. */
export const VectorPoint = z.object({ epoch: z.number(), loss: z.number(), rate: z.number() });
export type VectorPoint = z.infer<typeof VectorPoint>;

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
  /** Loss over the epochs. */
  curve: z.array(VectorPoint).optional(),
  /** Name of the file of imported ones. */
  file: z.string().optional(),
  /** Of some common medical words that are there. */
  neighbours: z.array(TokenNeighbours),
});
export type VectorsCard = z.infer<typeof VectorsCard>;

/** What a training in the app is to read. */
export const VectorSource = z.object({
  /** The records of the workspace. */
  documents: z.boolean(),
  /** Names of files that were uploaded. */
  files: z.array(z.string()),
  /** Names of the knowledge graph are kept together by segmentation. */
  graphNames: z.boolean(),
});
export type VectorSource = z.infer<typeof VectorSource>;

export const VectorTrainingState = z.enum(['queued', 'running', 'paused', 'interrupted', 'failed']);
export type VectorTrainingState = z.infer<typeof VectorTrainingState>;

export const VectorProgress = z.object({
  /** Texts are gathered, cut into tokens, pairs of tokens are counted (GloVe), then it trains. */
  stage: z.enum(['collecting', 'reading', 'counting', 'training']),
  texts: z.number().int().optional(),
  tokens: z.number().int().optional(),
  /** Of counting. */
  share: z.number().optional(),
  /** Tokens that get a vector. */
  vocabulary: z.number().int().optional(),
  threads: z.number().int().optional(),
  training: EmbeddingProgress.optional(),
});
export type VectorProgress = z.infer<typeof VectorProgress>;

/** A training that has not ended well yet; one that has is a card of the registry. */
export const VectorTraining = z.object({
  id: z.number().int().positive(),
  /** Of the vectors that it will make. */
  name: z.string(),
  settings: EmbeddingSettings,
  source: VectorSource,
  state: VectorTrainingState,
  createdAt: z.string(),
  progress: VectorProgress.optional(),
  points: z.array(VectorPoint),
  error: AppErrorData.optional(),
});
export type VectorTraining = z.infer<typeof VectorTraining>;

/** How vectors become places in a picture. */
export const ProjectionMethod = z.enum(['pca', 'umap']);
export type ProjectionMethod = z.infer<typeof ProjectionMethod>;

/** Places of more words take too long, and nobody could see them apart. */
export const MAX_POINTS = 10_000;

export const PointsRequest = z.object({
  id: VectorsId,
  method: ProjectionMethod,
  /** The most frequent ones, at most so many. */
  count: z.number().int().min(3).max(MAX_POINTS),
  /** Only tokens that the knowledge graph names. */
  typed: z.boolean(),
  seed: z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER),
});
export type PointsRequest = z.infer<typeof PointsRequest>;

/** Words as points of a picture; the lists run side by side. */
export const VectorPoints = z.object({
  tokens: z.array(z.string()),
  x: z.array(z.number()),
  y: z.array(z.number()),
  /** By the knowledge graph; null for words that it does not name. */
  types: z.array(EntityType.nullable()),
  /** PCA: shares of the variance that the two axes show. */
  explained: z.tuple([z.number(), z.number()]).optional(),
});
export type VectorPoints = z.infer<typeof VectorPoints>;

/** A token among its nearest ones. */
export const Neighbourhood = z.object({
  token: z.string(),
  /** Place by frequency, from 1. */
  rank: z.number().int(),
  type: EntityType.nullable(),
  near: z.array(NearToken.extend({ type: EntityType.nullable() })),
});
export type Neighbourhood = z.infer<typeof Neighbourhood>;
