/** One small instance of every network in the table, and of every setting that changes what a network computes. */
import {
  ClassifyNetwork,
  classifierRow,
  linearMethod,
  NETWORKS,
  NerNetwork,
  networkConfig,
  type TaggerRow,
} from '../../../../shared/domain/networks.ts';
import type { ModelCase } from './cases.ts';

export interface NetworkCase extends ModelCase {
  readonly type: 'tagger' | 'text-classifier';
  /** Tokens of a text that have no tag: [CLS] and [SEP] of taggers over an encoder. */
  readonly untagged: number;
}

const bert = {
  vocab_size: 12,
  hidden_size: 8,
  num_hidden_layers: 2,
  num_attention_heads: 2,
  intermediate_size: 12,
  max_position_embeddings: 12,
};
const encoder = { kind: 'bert', bert };
const embedding = { kind: 'embedding', vocabSize: 12, size: 6 };
const tags = { types: ['a', 'b'], scheme: 'BIO' };
const labels = ['p', 'q', 'r'];

const size = { batch: 2, length: 6 };
const ids = [5, 6, 7, 8, 9, 5, 6, 11, 10, 0, 0, 0];
const mask = [1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0];
const words = [1, 1, 2, 2, 2, 1, 3, 4, 4, 0, 0, 0];
const types = ids.map(() => 0);
const vectors = Array.from({ length: 2 * 6 * 4 }, (_, i) => Math.sin(3 * i + 1));
/** Features of a lexicon with two slots a set and three types. */
const lexicon = { words: { vocabSize: 7, size: 3 }, slots: 2, types: 3, bigrams: { vocabSize: 5, size: 2 } };
const lexiconFeatures = {
  lexiconRows: Array.from({ length: 12 * 8 }, (_, i) => (5 * i) % 7),
  lexiconWeights: Array.from({ length: 12 * 8 }, (_, i) => (i % 3) / 2),
  lexiconTypes: Array.from({ length: 12 * 12 }, (_, i) => Number(i % 5 === 0)),
  bigrams: ids.map((id) => id % 4),
};
/** Inputs for any front. */
const matches = ids.map((id) => id % 4);
const read = { ids, mask, words, types, vectors, marks: [3, 1, 0, 2], matches, ...lexiconFeatures };
/** The same tokens between [CLS] and [SEP]. */
const readByEncoder = {
  ids: [2, 5, 6, 7, 8, 9, 5, 3, 2, 6, 11, 10, 3, 0, 0, 0],
  mask: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0],
  types: new Array<number>(16).fill(0),
  ...lexiconFeatures,
};
const characterTags = { tags: [1, 2, 0, 3, 4, 1, 1, 0, 3, 0, 0, 0] };
/** Nested: [0, 3) and [1, 2) of type a, [1, 2) of type b is left out; [B, C, N, N]. */
const characterSpans = {
  spans: Array.from({ length: 2 * 2 * 36 }, (_, i) => Number([2, 7, 53, 72, 109].includes(i))),
};
const ROW_WIDTHS = { softmax: 5, crf: 5, 'global-pointer': 132, biaffine: 259 };
const single = { labels: [2, 0] };
const multiple = { labels: [1, 0, 1, 0, 1, 0] };

/** A network takes those sizes that it has. */
const SMALL = { hiddenSize: 3, filters: 5, kernel: 3, dense: 5, blocks: 2 };

type Settings = Readonly<Record<string, unknown>>;

function tagging(network: NerNetwork, changes: Settings = {}, settings: Settings = {}): NetworkCase {
  const { architecture, front, ner }: TaggerRow = NETWORKS[network];
  const untagged = front === 'encoder' ? 2 : 0;
  return {
    name: `${network} tagger ${JSON.stringify({ ...changes, ...settings })}`,
    type: 'tagger',
    config: {
      front: front === 'encoder' ? encoder : embedding,
      tags,
      head: ner.head,
      dense: ner.dense === undefined ? 0 : 5,
      ...settings,
      middle: networkConfig(architecture, { ...ner.sizes, ...SMALL, ...changes }),
    },
    size: { ...size, length: size.length + untagged },
    batch: { ...(front === 'encoder' ? readByEncoder : read), ...characterTags, ...characterSpans },
    steps: 60,
    learningRate: 0.03,
    outputs: { emissions: [2, 6, ROW_WIDTHS[ner.head]] },
    untagged,
  };
}

/** One pair of texts, read apart: the first row of the batch and the second one. */
const pair = (network: ClassifyNetwork, pairs: 'matched' | 'apart'): NetworkCase => {
  const one = text(network, {}, { pairs });
  return {
    ...one,
    size: { batch: 1, length: 6 },
    batch: { ...read, labels: [2] },
    outputs: { logits: [1, 3] },
  };
};

/** Two pairs of texts, the first right and the second wrong; the last text is shorter. */
const biEncoder = (network: ClassifyNetwork, vectorPooling: 'mean' | 'cls'): NetworkCase => {
  const one = text(
    network,
    {},
    { pairs: 'vectors', vectorPooling, temperature: 0.2, dropout: 0, frontDropout: 0.1 },
  );
  return {
    ...one,
    config: { ...(one.config as object), labels: ['0', '1', '2'], dense: 0 }, // safe: settings of a model
    size: { batch: 2, length: 3 },
    batch: {
      ...read,
      ids: [5, 6, 7, 8, 9, 5, 6, 11, 10, 7, 4, 0],
      mask: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0],
      ...single,
      right: [1, 0],
      contrasted: [1, 1, 0, 1],
    },
    outputs: { logits: [2, 3] },
  };
};

function text(network: ClassifyNetwork, changes: Settings = {}, settings: Settings = {}): NetworkCase {
  const { architecture, front, texts } = classifierRow(network);
  const { sizes, dense = 0, ...others } = texts;
  const config = { front: front === 'encoder' ? encoder : embedding, mode: 'single', ...others, ...settings };
  return {
    name: `${network} ${JSON.stringify({ ...changes, ...settings })}`,
    type: 'text-classifier',
    config: {
      ...config,
      labels,
      dense: dense === 0 ? 0 : 7,
      body: networkConfig(architecture, { ...sizes, ...SMALL, ...changes }),
    },
    size,
    batch: { ...read, ...(config.mode === 'single' ? single : multiple) },
    steps: 60,
    learningRate: 0.03,
    outputs: { logits: [2, 3] },
    untagged: 0,
  };
}

/** Settings beyond sizes. Every row of the table has a case by itself. */
export const NETWORK_CASES: readonly NetworkCase[] = [
  ...NerNetwork.options.map((network) => tagging(network)),
  tagging('bilstm', { layers: 2, dropout: 0.1 }),
  tagging('bigru', { layers: 2, dropout: 0.1 }),
  tagging('staresgru-cnn-crf', { dropout: 0.1 }),
  tagging('staresgru-cnn-crf', { residual: 'gated', activation: 'tanh' }),
  tagging('staresgru-cnn-crf', { concatenation: false }),
  tagging('bigru', {}, { front: { ...embedding, words: { vocabSize: 5, size: 3 } } }),
  tagging('bigru', {}, { front: { kind: 'words', vocabSize: 5, size: 3 } }),
  tagging('bigru', {}, { front: { kind: 'vectors', size: 4 } }),
  tagging('bigru', {}, { lexicon }),
  tagging('bilstm-crf', {}, { lexicon: { types: 3 } }),
  tagging('bert-fc', {}, { lexicon: { ...lexicon, words: { ...lexicon.words, frozen: true } } }),

  ...ClassifyNetwork.options
    .filter((network) => linearMethod(network) === undefined)
    .map((network) => text(network)),
  text('bilstm', {}, { mentions: true }),
  text('cnn-lstm', {}, { mentions: true }),
  text('bert', {}, { mentions: true }),
  pair('bilstm', 'matched'),
  pair('cnn-lstm', 'matched'),
  pair('bilstm', 'apart'),
  pair('cnn', 'apart'),
  biEncoder('bilstm', 'mean'),
  biEncoder('cnn', 'cls'),
  biEncoder('bert', 'mean'),
  biEncoder('bert', 'cls'),
  text('bert', {}, { pairs: 'joint' }),
  text('cnn', { kernel: 4 }, { mode: 'multiple' }),
  text('bigru', {}, { loss: { focal: 2, weights: [1, 2, 3] } }),
  text('bigru', {}, { mode: 'multiple', loss: { focal: 1, weights: [1, 2, 3] } }),
  text('avrnn', { dropout: 0.1 }),
  text('staresgru-cnn', { residual: 'gated' }, { mode: 'multiple' }),
  text('staresgru-cnn', { residual: 'none', layers: 1, concatenation: false }),
  text('staresgru-cnn', { pooling: 'final', dropout: 0.1 }),
  text('bigru', {}, { front: { ...encoder, frozen: true, lastLayers: 2 } }),
  text('cnn', {}, { front: { kind: 'vectors', size: 4 } }),
];
