/** Pre-training of encoders on texts without labels: objectives on tokens and on pairs of segments. */
import { z } from 'zod';
import { LoopSettings } from './loop-settings.ts';

export const CorpusDocument = z.object({ id: z.string(), text: z.string() });
export type CorpusDocument = z.infer<typeof CorpusDocument>;

/**
 * Objective on the tokens of a text: `mlm` guesses masked ones (BERT), `rtd` finds those that a generator replaced
 * (ELECTRA), `hybrid` guesses masked ones and, in a few sequences, every next one (GPT-BERT).
 */
export const TokenObjective = z.enum(['mlm', 'rtd', 'hybrid']);
export type TokenObjective = z.infer<typeof TokenObjective>;

/** Second objective: whether a segment follows another (`nsp`), or whether two are in order (`sop`). */
export const PairObjective = z.enum(['none', 'nsp', 'sop']);
export type PairObjective = z.infer<typeof PairObjective>;

/**
 * Entities of the knowledge graph in pre-training: none, read by the encoder (Zhang et al. 2021, Yuan et al. 2021), or
 * known by their names alone (EMBERT, Cai et al. 2021).
 */
export const KnowledgeModel = z.enum(['bert', 'smedbert', 'kebiolm', 'embert']);
export type KnowledgeModel = z.infer<typeof KnowledgeModel>;

/** Settings of encoders with knowledge. */
export const KnowledgeSettings = z.object({
  model: KnowledgeModel.default('bert'),
  /** Name of vectors of the graph's entities, from `embed transe` and others; not needed for random ones. */
  entityVectors: z.string().max(200).default(''),
  /** Whether entity vectors go on learning, stay as they are, or begin at random. */
  entityTraining: z.enum(['trained', 'frozen', 'random']).default('trained'),
  /** Layers before the one that reads entities; 0: 10 of 12 (SMedBERT) or 8 of 12 (KeBioLM), rounded. */
  fusionLayer: z.number().int().min(0).max(48).default(0),
  /** Share of the linked mentions that get knowledge. */
  hitRatio: z.number().min(0.01).max(1).default(1),
  /** SMedBERT: neighbours of a mention, the best by PEPR. */
  neighbours: z.number().int().min(1).max(100).default(10),
  /** SMedBERT: weighs neighbours by type and node, by node alone, or all the same. */
  neighbourAttention: z.enum(['both', 'node', 'none']).default('both'),
  /** SMedBERT: λ1 of masked neighbour modelling; 0: left out. */
  neighbourWeight: z.number().min(0).max(100).default(2),
  /** SMedBERT: λ2 of masked mention modelling; 0: left out. */
  mentionWeight: z.number().min(0).max(100).default(4),
  /** KeBioLM: nearest entities that a mention reads. */
  nearestEntities: z.number().int().min(1).max(1000).default(100),
  /** KeBioLM: softmax of the linking loss over all entities or over drawn ones. */
  linking: z.enum(['full', 'sampled']).default('full'),
  /** Entities drawn per sequence for a sampled softmax. */
  entityNegatives: z.number().int().min(1).max(1024).default(16),
  /** EMBERT: λ1 of the consistency of replaced mentions with their context; 0: left out, and nothing is replaced. */
  consistencyWeight: z.number().min(0).max(100).default(2),
  /** EMBERT: λ2 of the segmentation of long mentions; 0: left out. */
  segmentationWeight: z.number().min(0).max(100).default(2),
  /** EMBERT: λ3 of masked parts of long mentions; 0: left out. */
  partWeight: z.number().min(0).max(100).default(0.5),
  /** EMBERT: part of a long mention that is masked and guessed from the other. */
  maskedPart: z.enum(['either', 'core', 'modifier']).default('either'),
  /** EMBERT: share of the mentions that are replaced, and of the long ones of which a part is masked. */
  corruptionRate: z.number().min(0.01).max(1).default(0.15),
  /** EMBERT: name of a list of mined phrases by which long names are cut; empty: by jieba alone. */
  phrases: z.string().max(200).default(''),
});
export type KnowledgeSettings = z.infer<typeof KnowledgeSettings>;

/** Models that read vectors of entities. */
export const readsEntityVectors = (model: unknown): boolean => model === 'smedbert' || model === 'kebiolm';

/** Settings that one model alone reads. */
const OWN_SETTINGS: Readonly<Record<string, KnowledgeModel>> = {
  neighbours: 'smedbert',
  neighbourAttention: 'smedbert',
  neighbourWeight: 'smedbert',
  mentionWeight: 'smedbert',
  nearestEntities: 'kebiolm',
  linking: 'kebiolm',
  consistencyWeight: 'embert',
  segmentationWeight: 'embert',
  partWeight: 'embert',
  maskedPart: 'embert',
  corruptionRate: 'embert',
  phrases: 'embert',
};

/** Whether a setting of `KnowledgeSettings` has any effect with a model; `undefined` for other settings. */
export function knowledgeApplies(name: string, model: unknown): boolean | undefined {
  if (name === 'model' || !Object.hasOwn(KnowledgeSettings.shape, name)) return undefined;
  const own = OWN_SETTINGS[name];
  return own === undefined ? readsEntityVectors(model) : model === own;
}

export const PretrainSettings = LoopSettings.extend({
  task: z.literal('pretrain'),
  ...KnowledgeSettings.shape,
  /** Encoder to continue from, by name in the registry; or a size, with random weights. */
  encoder: z.string().min(1).max(200).default('mini'),
  objective: TokenObjective.default('mlm'),
  pair: PairObjective.default('none'),
  /** Unit of masking: a token, all tokens of a word found by jieba, or also all of a mention of an entity. */
  masking: z.enum(['char', 'word', 'entity']).default('char'),
  /** Share of the tokens that is masked: 0.15 in BERT, 0.3 in MosaicBERT (arXiv:2312.17482). */
  maskShare: z.number().min(0.01).max(0.9).default(0.15),
  /** Whether a sequence holds several texts, which do not see each other, instead of padding. */
  packing: z.boolean().default(false),
  /** Sequence length in tokens, [CLS] and [SEP] included. */
  length: z.number().int().min(16).max(512).default(128),
  /** Maximum masked tokens per sequence; 0: a fifth of its length as in the paper (77 of 384), or `maskShare` of it if that is more. */
  maxPredictions: z.number().int().min(0).max(512).default(0),
  /** Share of the texts held out for dev loss. */
  devShare: z.number().min(0.001).max(0.5).default(0.02),
  /** Evaluations per epoch, the unit of patience. */
  evaluations: z.number().int().min(1).max(1000).default(1),
  /** Maximum number of updates within the epochs; 0: no maximum. */
  steps: z.number().int().min(0).max(100_000_000).default(0),
  /**
   * Layers of the encoder; 0: as many as it has. Layers beyond those of a trained encoder begin as its own from the first
   * on (stacking, Gong et al. 2019): half of the layers learn the first part of the way in half of the time.
   */
  encoderLayers: z.number().int().min(0).max(48).default(0),
  /** With random weights: minimum count of a character, rarer ones are unknown. */
  minCount: z.number().int().min(1).max(1000).default(2),
  epochs: LoopSettings.shape.epochs.default(3),
  learningRate: LoopSettings.shape.learningRate.default(1e-4),
  warmupShare: LoopSettings.shape.warmupShare.default(0.08),
  clipNorm: LoopSettings.shape.clipNorm.default(1),
});
export type PretrainSettings = z.infer<typeof PretrainSettings>;

/** Objectives beside entities: SMedBERT has sentence order, EMBERT next sentences; the others mask whole entities. */
const MODEL_DEFAULTS: Readonly<Record<KnowledgeModel, Partial<PretrainSettings>>> = {
  bert: {},
  smedbert: { masking: 'entity', pair: 'sop' },
  kebiolm: { masking: 'entity' },
  embert: { pair: 'nsp', warmupShare: 0.1 },
};

/** Returns the recommended settings: random weights take a higher learning rate than pre-trained ones. */
export const pretrainDefaults = (
  randomWeights: boolean,
  model: KnowledgeModel = 'bert',
): Partial<PretrainSettings> => ({
  ...(randomWeights ? { learningRate: 5e-4 } : {}),
  ...(model === 'embert' && !randomWeights ? { learningRate: 5e-5 } : {}),
  ...MODEL_DEFAULTS[model],
});

/** Statistics of a prepared corpus. */
export const PretrainCorpus = z.object({
  /** Distinct texts; a long one counts as several. */
  documents: z.number().int(),
  /** Duplicate texts left out, compared without width, case and white space. */
  duplicates: z.number().int(),
  /** UTF-16 code units of the remaining texts. */
  characters: z.number().int(),
  /** Tokens of the remaining texts. */
  tokens: z.number().int(),
  /** Held-out texts, and sequences in both parts. */
  devDocuments: z.number().int(),
  trainSequences: z.number().int(),
  devSequences: z.number().int(),
  /** Mentions of entities of the graph, with an encoder that reads them. */
  mentions: z.number().int().optional(),
  /** List of phrases that cut long names, as it was at the start of the run. */
  phrases: z
    .object({ name: z.string(), phrases: z.number().int(), cutPoints: z.number().int(), sha256: z.string() })
    .optional(),
});
export type PretrainCorpus = z.infer<typeof PretrainCorpus>;

/** Scores of guesses of one kind. */
export interface GuessScores {
  /** Mean cross entropy, in nats. */
  readonly loss: number;
  /** Share of guesses whose most probable answer is right. */
  readonly accuracy: number;
  /** Number of guesses. */
  readonly guesses: number;
}

/** Scores of an encoder on held-out texts. */
export const PretrainReport = z.object({
  task: z.literal('pretrain'),
  dataSet: z.string(),
  objective: TokenObjective.default('mlm'),
  pair: PairObjective,
  masking: PretrainSettings.shape.masking.unwrap(),
  corpus: PretrainCorpus,
  /** Mean cross entropy per masked token, in nats. */
  loss: z.number(),
  /** exp(loss). */
  perplexity: z.number(),
  /** Share of masked tokens predicted as most probable. */
  accuracy: z.number(),
  /** Number of masked tokens. */
  guesses: z.number().int(),
  /** Further guesses: of pairs, of an RTD run's generator, of next tokens, of neighbours, entities and parts of them. */
  pairLoss: z.number().optional(),
  pairAccuracy: z.number().optional(),
  generatorLoss: z.number().optional(),
  generatorAccuracy: z.number().optional(),
  causalLoss: z.number().optional(),
  causalAccuracy: z.number().optional(),
  neighboursLoss: z.number().optional(),
  neighboursAccuracy: z.number().optional(),
  mentionsLoss: z.number().optional(),
  mentionsAccuracy: z.number().optional(),
  detectionLoss: z.number().optional(),
  detectionAccuracy: z.number().optional(),
  linkingLoss: z.number().optional(),
  linkingAccuracy: z.number().optional(),
  consistencyLoss: z.number().optional(),
  consistencyAccuracy: z.number().optional(),
  segmentationLoss: z.number().optional(),
  segmentationAccuracy: z.number().optional(),
  coreLoss: z.number().optional(),
  coreAccuracy: z.number().optional(),
  modifierLoss: z.number().optional(),
  modifierAccuracy: z.number().optional(),
});
export type PretrainReport = z.infer<typeof PretrainReport>;
