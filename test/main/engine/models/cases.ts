/** One small instance of every kind of model, with a batch that it must learn by heart. */
import { z } from 'zod';
import type { ModelType } from './build-model.ts';
import type { Batch } from './eager.ts';
import { NETWORK_CASES } from './network-cases.ts';

export interface ModelCase {
  readonly name: string;
  readonly type: ModelType;
  readonly config: unknown;
  readonly size: { readonly batch: number; readonly length: number };
  readonly batch: Batch;
  readonly steps: number;
  readonly learningRate: number;
  /** Shapes of the outputs. */
  readonly outputs: Readonly<Record<string, readonly number[]>>;
}

const bert = {
  vocab_size: 12,
  hidden_size: 8,
  num_hidden_layers: 1,
  num_attention_heads: 2,
  intermediate_size: 12,
  max_position_embeddings: 10,
  hidden_dropout_prob: 0.1,
  attention_probs_dropout_prob: 0.1,
};

const size = { batch: 2, length: 6 };
const bertBatch = {
  ids: [2, 5, 6, 7, 8, 3, 2, 9, 10, 3, 0, 0],
  types: [0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0],
  mask: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0],
};

const masked = { mlmPositions: [2, 8], mlmLabels: [7, 11], mlmWeights: [1, 1] };

function pretraining(pair: 'nsp' | 'sop' | 'none'): ModelCase {
  const labels = pair === 'none' ? {} : { pairLabels: [0, 1], pairWeights: [1, 1] };
  return {
    name: `bert-pretraining, ${pair === 'none' ? 'mlm' : pair}`,
    type: 'bert-pretraining',
    config: { bert, pair },
    size,
    batch: { ...bertBatch, ...masked, ...labels },
    steps: 40,
    learningRate: 0.02,
    outputs: { hidden: [2, 6, 8], ...(pair === 'none' ? {} : { pooled: [2, 8] }) },
  };
}

/** Two texts in the first row, one in the second. */
const packed: ModelCase = {
  ...pretraining('none'),
  name: 'bert-pretraining, packed',
  config: { bert, pair: 'none', packed: true },
  batch: {
    ...bertBatch,
    ...masked,
    types: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    texts: [1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 0, 0],
    positions: [0, 1, 2, 0, 1, 2, 0, 1, 2, 3, 0, 0],
  },
};

const detection: ModelCase = {
  ...pretraining('none'),
  name: 'bert-pretraining, rtd',
  // the generator has a quarter of the width; normalised states of two units would have no gradient
  config: { bert: { ...bert, hidden_size: 16 }, objective: 'rtd', pair: 'none' },
  outputs: { hidden: [2, 6, 16] },
  batch: {
    ...bertBatch,
    ...masked,
    rtdUniforms: [0.3, 0.8],
    rtdSources: [0, 1, 12, 3, 4, 5, 6, 7, 13, 9, 10, 11],
    rtdWeights: bertBatch.mask,
  },
};

/** One causal row in eight. */
const masksAndNext: ModelCase = {
  ...pretraining('none'),
  name: 'bert-pretraining, hybrid',
  config: { bert, objective: 'hybrid', pair: 'none', guess: { share: 0.25, most: 1 } },
  size: { batch: 8, length: 3 },
  batch: {
    ids: Array.from({ length: 8 }, (_, row) => [2, 4 + row, 3]).flat(),
    types: Array<number>(24).fill(0),
    mask: Array<number>(24).fill(1),
    causal: [1, 0, 0, 0, 0, 0, 0, 0],
    nextPositions: [0, 1, 0, 3, 6, 9, 12, 15, 18, 21],
    nextLabels: [4, 3, 0, 5, 6, 7, 8, 9, 10, 11],
    maskedWeights: [0, 0, 0, 1, 1, 1, 1, 1, 1, 1],
    causalWeights: [1, 1, 0, 0, 0, 0, 0, 0, 0, 0],
  },
  steps: 150,
  outputs: { hidden: [8, 3, 8] },
};

const graph = {
  entities: 5,
  entitySize: 4,
  relations: 2,
  layer: 1,
  neighbours: 2,
  nearestEntities: 3,
  entityNegatives: 2,
};

/** A mention of two tokens and one of a single token. */
const mentions = {
  mentionStarts: [1, 7],
  mentionEnds: [2, 7],
  mentionEntities: [0, 3],
  mentionWeights: [1, 1],
};

/** One of the drawn entities is an answer. */
const drawn = {
  answerChances: [-1, -0.5],
  drawnEntities: [2, 3, 0, 1],
  drawnChances: [-1, -1, -2, -1],
};

const twoLayers = { ...bert, num_hidden_layers: 2 };
const withNeighbours = {
  ...twoLayers,
  neighbours: { after: 1, entities: 5, entitySize: 4, most: 2, attention: 'both', graph: 'g' },
};
/** The first mention has two neighbours of different types. */
const nearMentions = {
  neighbours: [1, 2, 4, 0],
  neighbourTypes: [1, 2, 1, 0],
  neighbourMask: [1, 1, 1, 0],
  changes: [0, 1, 3, 0, 0, 0, 0, 2, 0, 0, 0, 0],
};

/** Taggers and classifiers above an encoder that reads linked mentions. */
const onNeighbours = (name: 'bert-fc' | 'bert'): ModelCase => {
  const { type, config, steps, learningRate } = NETWORK_CASES.find((one) => one.name.startsWith(`${name} `))!;
  const others = { front: { kind: 'bert', bert: { ...withNeighbours, vocab_size: 12 } }, dropout: 0 };
  return {
    ...{ name: `${name} with neighbours`, type, steps, learningRate, size },
    config: { ...z.looseObject({}).parse(config), ...others },
    batch: {
      ...bertBatch,
      ...mentions,
      ...nearMentions,
      ...(name === 'bert' ? { labels: [2, 0] } : { tags: [1, 2, 0, 3, 4, 1, 0, 0] }),
    },
    outputs: name === 'bert' ? { logits: [2, 3] } : { emissions: [2, 4, 5] },
  };
};

const neighbours: ModelCase = {
  ...pretraining('none'),
  name: 'bert-pretraining, smedbert',
  config: { bert: withNeighbours, pair: 'none', model: 'smedbert', knowledge: graph },
  batch: {
    ...bertBatch,
    ...masked,
    ...mentions,
    ...drawn,
    ...nearMentions,
    answerEntities: [1, 4],
    answerRelations: [0, 1],
    answerWeights: [1, 1],
    originalIds: [2, 5, 7, 7, 8, 3, 2, 9, 11, 3, 0, 0],
    hiddenMentions: [1, 0],
  },
  steps: 150,
};

function linking(kind: 'full' | 'sampled'): ModelCase {
  return {
    ...pretraining('none'),
    name: `bert-pretraining, kebiolm, ${kind}`,
    config: {
      bert: { ...twoLayers, linking: { after: 1, entities: 5, entitySize: 4, nearest: 3 } },
      pair: 'none',
      model: 'kebiolm',
      knowledge: { ...graph, linking: kind },
    },
    batch: {
      ...bertBatch,
      ...masked,
      ...mentions,
      ...drawn,
      mentionOf: [0, 1, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0],
      bioLabels: [0, 1, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0],
      bioWeights: bertBatch.mask,
    },
    steps: 100,
  };
}

/** One mention replaced, a long one with two parts, of which the second is masked. */
const entityParts: ModelCase = {
  ...pretraining('nsp'),
  name: 'bert-pretraining, embert',
  config: { bert, pair: 'nsp', model: 'embert', knowledge: graph },
  batch: {
    ...pretraining('nsp').batch,
    tokensBefore: [0, 6],
    tokensAfter: [3, 8],
    consistencyLabels: [1, 0],
    consistencyWeights: [1, 1],
    cutLabels: [0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0],
    cutWeights: [0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0],
    partFirsts: [1, 7],
    partLasts: [2, 7],
    partOffsets: [1, 0],
    partLabels: [8, 9],
    coreWeights: [1, 0],
    modifierWeights: [0, 1],
  },
  steps: 60,
};

/** ALBERT's shared layers below narrower embeddings, with an output layer of its own. */
const factorised: ModelCase = {
  ...pretraining('nsp'),
  name: 'bert-pretraining, factorised and shared',
  config: {
    bert: {
      ...{ ...twoLayers, embedding_size: 4, num_hidden_groups: 1 },
      ...{ hidden_act: 'gelu_new', tie_word_embeddings: false },
    },
    pair: 'nsp',
  },
  steps: 60,
};

const withRelu: ModelCase = {
  ...pretraining('none'),
  name: 'bert-pretraining, relu and narrower embeddings, embert',
  config: {
    bert: { ...bert, embedding_size: 6, hidden_act: 'relu' },
    pair: 'none',
    model: 'embert',
    knowledge: graph,
  },
  batch: entityParts.batch,
  steps: 60,
};

export const MODEL_CASES: readonly ModelCase[] = [
  factorised,
  withRelu,
  entityParts,
  onNeighbours('bert-fc'),
  onNeighbours('bert'),
  neighbours,
  linking('full'),
  linking('sampled'),
  masksAndNext,
  detection,
  packed,
  pretraining('sop'),
  pretraining('nsp'),
  pretraining('none'),
  ...NETWORK_CASES,
];
