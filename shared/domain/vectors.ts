/** Word vectors of the workspace: model cards. */
import { z } from 'zod';
import { AppErrorData } from '../result.ts';
import { EmbeddingProgress, EmbeddingSettings, VectorUnit } from './embeddings.ts';
import { EntityType } from './graph.ts';
import { GraphVectorFacts } from './graph-embeddings.ts';

export const VectorFormat = z.enum(['word2vec-text', 'word2vec-binary', 'glove']);
export type VectorFormat = z.infer<typeof VectorFormat>;

export const VectorsId = z.number().int().positive();

const NearToken = z.object({
  token: z.string(),
  /** Cosine, −1 … 1. */
  similarity: z.number(),
});

export const TokenNeighbours = z.object({ token: z.string(), near: z.array(NearToken) });
export type TokenNeighbours = z.infer<typeof TokenNeighbours>;

export const CorpusFacts = z.object({
  /** Names of files, or a descriptive name. */
  name: z.string(),
  texts: z.number().int(),
  /** UTF-16 code units. */
  characters: z.number().int(),
  /** Hash of the ordered texts: equal corpora have equal hashes. */
  sha256: z.string(),
});
export type CorpusFacts = z.infer<typeof CorpusFacts>;

/** A point of the curve: loss and speed after a number of epochs. */
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
  /** Number of words that segmentation keeps whole, for unit word. */
  userWords: z.number().int(),
  norm: z.object({ mean: z.number(), sd: z.number(), min: z.number(), max: z.number() }),
  bytes: z.number().int(),
  /** For trained vectors. */
  settings: EmbeddingSettings.optional(),
  corpus: CorpusFacts.optional(),
  seconds: z.number().optional(),
  /** Loss by epoch. */
  curve: z.array(VectorPoint).optional(),
  file: z.string().optional(),
  /** For vectors of the entities of a knowledge graph. */
  graph: GraphVectorFacts.optional(),
  /** Neighbours of some common medical words. */
  neighbours: z.array(TokenNeighbours),
});
export type VectorsCard = z.infer<typeof VectorsCard>;

/** Training texts of a training in the app. */
const VectorSource = z.object({
  /** Records of the workspace. */
  documents: z.boolean(),
  /** Names of uploaded files. */
  files: z.array(z.string()),
  /** Segmentation keeps names of the knowledge graph whole. */
  graphNames: z.boolean(),
});

const VectorTrainingState = z.enum(['queued', 'running', 'paused', 'interrupted', 'failed']);

export const VectorProgress = z.object({
  /** Stages: collecting texts, tokenizing, counting pairs (GloVe), training. */
  stage: z.enum(['collecting', 'reading', 'counting', 'training']),
  texts: z.number().int().optional(),
  tokens: z.number().int().optional(),
  /** Progress of counting. */
  share: z.number().optional(),
  vocabulary: z.number().int().optional(),
  threads: z.number().int().optional(),
  training: EmbeddingProgress.optional(),
});
export type VectorProgress = z.infer<typeof VectorProgress>;

/** A training that is not finished; a finished one is a card of the registry. */
export const VectorTraining = z.object({
  id: z.number().int().positive(),
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

export const ProjectionMethod = z.enum(['pca', 'umap']);
export type ProjectionMethod = z.infer<typeof ProjectionMethod>;

/** Upper limit: more words take too long and cannot be told apart. */
export const MAX_POINTS = 10_000;

export const PointsRequest = z.object({
  id: VectorsId,
  method: ProjectionMethod,
  /** Maximum number of words, most frequent first. */
  count: z.number().int().min(3).max(MAX_POINTS),
  /** Restricts to names of the knowledge graph. */
  typed: z.boolean(),
  seed: z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER),
});
export type PointsRequest = z.infer<typeof PointsRequest>;

/** Projected words in parallel arrays. */
export const VectorPoints = z.object({
  tokens: z.array(z.string()),
  x: z.array(z.number()),
  y: z.array(z.number()),
  /** Types in the knowledge graph; null for other words. */
  types: z.array(EntityType.nullable()),
  /** PCA: explained variance of both axes. */
  explained: z.tuple([z.number(), z.number()]).optional(),
});
export type VectorPoints = z.infer<typeof VectorPoints>;

/** A token with its nearest neighbours. */
export const Neighbourhood = z.object({
  token: z.string(),
  /** Frequency rank, from 1. */
  rank: z.number().int(),
  type: EntityType.nullable(),
  near: z.array(NearToken.extend({ type: EntityType.nullable() })),
});
export type Neighbourhood = z.infer<typeof Neighbourhood>;
