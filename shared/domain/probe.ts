/** Measures of a model's knowledge of the graph: cloze queries, intrinsic similarity of names, and attention. */
import { z } from 'zod';
import { EntityType } from './graph.ts';

export const ProbeSettings = z.object({
  /** Most queries a relation. */
  limit: z.int().min(1).max(10_000).default(20),
  /** Most masks of a query; every number from 1 on is tried. */
  masks: z.int().min(1).max(20).default(4),
  seed: z.int().min(0).max(1_000_000).default(1),
});
export type ProbeSettings = z.infer<typeof ProbeSettings>;

const ProbeScores = z.object({
  /** Means of the relations' shares of queries with a right answer among five for each number of masks. */
  all: z.number(),
  /** Queries in which a right answer stands. Absent where there are none. */
  type1: z.number().optional(),
  /** Queries in which none stands. */
  type2: z.number().optional(),
  relations: z.record(z.string(), z.object({ queries: z.int(), recall: z.number() })),
});

/** A query with its answers, as names are compared. */
export const ProbedQuery = z.object({
  relation: z.string(),
  /** Text before and after the masks. */
  before: z.string(),
  after: z.string(),
  type: z.union([z.literal(1), z.literal(2)]),
  /** Some of the right answers; `answerCount` counts all. */
  answers: z.array(z.string()),
  answerCount: z.int(),
  /** The model's answers, the best ones of each number of masks. */
  found: z.array(z.string()),
  isRight: z.boolean(),
});
export type ProbedQuery = z.infer<typeof ProbedQuery>;

export const ProbeReport = z.object({
  scores: ProbeScores,
  /** Scores of the five most frequent answers of each relation and side. */
  baseline: ProbeScores,
  queries: z.array(ProbedQuery),
});
export type ProbeReport = z.infer<typeof ProbeReport>;

export const SimilaritySettings = z.object({
  seed: z.int().min(0).max(1_000_000).default(1),
  /** Most pairs; absent: all. */
  limit: z.int().min(1).max(1_000_000).optional(),
});

const SimilarityScore = z.object({ pairs: z.int(), covered: z.int(), accuracy: z.number() });
const SimilarityScores = z.object({ D1: SimilarityScore, D2: SimilarityScore, D3: SimilarityScore });

export const SimilarityReport = z.object({
  /** All pairs, those with like neighbours, and those with a rarely mentioned name. */
  sets: SimilarityScores,
  /** Scores of the characters alone, by Jaro-Winkler. */
  baseline: SimilarityScores,
  /** Synonyms that fewer than 19 names of their type are like. */
  withoutNegatives: z.int(),
});
export type SimilarityReport = z.infer<typeof SimilarityReport>;

/** Attention of an entity's tokens to all other tokens but the special ones. */
const AttentionCurve = z.object({
  /** The entity itself, another of its names, or another entity of its type in its place. */
  kind: z.enum(['own', 'synonym', 'random']),
  name: z.string(),
  /** Values of each layer, in the order of the tokens. */
  layers: z.array(z.array(z.number())),
  /** Cosine of each layer's curve to that of the entity itself. */
  similarity: z.array(z.number()),
});

export const AttendedEntity = z.object({
  name: z.string(),
  type: EntityType,
  /** Its tokens, `to` exclusive. */
  from: z.int(),
  to: z.int(),
  curves: z.array(AttentionCurve),
});
export type AttendedEntity = z.infer<typeof AttendedEntity>;

export const AttentionReport = z.object({
  /** As they stand in the text, between [CLS] and [SEP]. */
  tokens: z.array(z.string()),
  heads: z.int(),
  /** Attention of each layer summed over heads, by attending and attended token. */
  layers: z.array(z.array(z.array(z.number()))),
  entities: z.array(AttendedEntity),
});
export type AttentionReport = z.infer<typeof AttentionReport>;
