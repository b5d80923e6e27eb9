/** Settings and results of knowledge graph embeddings. */
import { z } from 'zod';

export const GRAPH_MODELS = ['transe', 'transr', 'distmult', 'complex', 'rotate'] as const;
export const GraphModel = z.enum(GRAPH_MODELS);
export type GraphModel = z.infer<typeof GraphModel>;

export const GraphEmbeddingSettings = z
  .object({
    model: GraphModel,
    /** Values of an entity vector; ComplEx and RotatE read half of them as imaginary parts. */
    dimension: z.number().int().min(1).max(1024).default(100),
    /** Values of a relation vector of TransR; default: the same. */
    relationDimension: z.number().int().min(1).max(1024).optional(),
    /** Distance of TransE. */
    norm: z.enum(['l1', 'l2']).default('l2'),
    /**
     * Margin ranking (Bordes et al. 2013), self-adversarial negative sampling (Sun et al. 2019, eq. 5), or cross-entropy of
     * the softmax over all entities, which takes no negatives.
     */
    loss: z.enum(['margin', 'self-adversarial', 'softmax']).default('margin'),
    /** γ of the first two losses. */
    margin: z.number().nonnegative().max(1000).default(1),
    /** α of self-adversarial sampling: temperature of the weights of negatives. */
    temperature: z.number().nonnegative().max(100).default(1),
    /** Negatives per triple. */
    negatives: z.number().int().min(1).max(1024).default(16),
    /** Chance of replacing the head: one half, or tph / (tph + hpt) of the relation (Wang et al. 2014). */
    sampling: z.enum(['uniform', 'bernoulli']).default('bernoulli'),
    /** Draws a negative again while it is a triple of the training set. */
    filtered: z.boolean().default(true),
    /** Keeps entity vectors at length 1. Default: with the margin loss of translations, as in the papers. */
    normalised: z.boolean().optional(),
    epochs: z.number().int().min(1).max(10_000).default(100),
    /** Triples per step of Adam. */
    batchSize: z.number().int().min(1).max(65_536).default(2048),
    learningRate: z.number().positive().max(1).default(0.001),
    /** Share of triples held out for validation, and again for the test; 10,000 at most. */
    heldOut: z.number().min(0).max(0.4).default(0.02),
    /** Epochs between two validations. */
    evaluateEvery: z.number().int().min(1).max(10_000).default(10),
    /** Ends after this many validations without a better MRR. */
    patience: z.number().int().min(1).max(1000).default(3),
    seed: z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER).default(1),
    /** 0: one per processor core. The number never changes the result. */
    threads: z.number().int().min(0).max(256).default(0),
  })
  .refine(({ model, dimension }) => (model !== 'complex' && model !== 'rotate') || dimension % 2 === 0, {
    path: ['dimension'],
    message: 'must be even',
  });
export type GraphEmbeddingSettings = z.infer<typeof GraphEmbeddingSettings>;

/** Defaults of a model that differ from those of the settings. */
export const MODEL_DEFAULTS: Readonly<Record<GraphModel, Partial<GraphEmbeddingSettings>>> = {
  transe: {},
  transr: {},
  distmult: { loss: 'self-adversarial', margin: 0 },
  complex: { loss: 'self-adversarial', margin: 0 },
  rotate: { loss: 'self-adversarial', margin: 6 },
};

/** Ranks of true entities among all, filtered (Bordes et al. 2013); ties count half. */
export const RankScores = z.object({
  /** Number of ranks. */
  count: z.number().int(),
  /** Mean reciprocal rank. */
  mrr: z.number(),
  /** Mean rank. */
  mr: z.number(),
  /** Shares of ranks up to 1, 3 and 10. */
  hits1: z.number(),
  hits3: z.number(),
  hits10: z.number(),
});
export type RankScores = z.infer<typeof RankScores>;

export const LinkScores = z.object({
  both: RankScores,
  /** Heads, and tails, that were asked for. */
  head: RankScores,
  tail: RankScores,
  byRelation: z.record(z.string(), RankScores),
  /** By relation category: 1-1, 1-N, N-1, N-N. */
  byCategory: z.record(z.string(), RankScores),
});
export type LinkScores = z.infer<typeof LinkScores>;

/** Facts about the graph and the result, for the card of the vectors. */
export const GraphVectorFacts = z.object({
  settings: GraphEmbeddingSettings,
  /** Hash of entities, relations and edges: vectors of another version of the graph have another one. */
  fingerprint: z.string(),
  relations: z.number().int(),
  /** Triples of training, validation and test. */
  triples: z.number().int(),
  validation: z.number().int(),
  test: z.number().int(),
  /** Epoch whose vectors were kept: the best on validation. */
  epoch: z.number().int(),
  /** On the test triples; absent when none were held out. */
  scores: LinkScores.optional(),
  /** MRR of ranking entities by their frequency in the relation. */
  frequencyMrr: z.number().optional(),
});
export type GraphVectorFacts = z.infer<typeof GraphVectorFacts>;
