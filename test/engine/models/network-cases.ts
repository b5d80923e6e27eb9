/** One small instance of every network, and of every setting that changes what a network computes. */
import type { TaggingNetwork, TextNetwork } from '../../../main/engine/models/networks/catalogue.ts';
import { TAGGING_NETWORKS, TEXT_NETWORKS } from '../../../main/engine/models/networks/catalogue.ts';
import type { ModelCase } from './cases.ts';

/** A case of a network from the catalogue. */
export type NetworkCase = ModelCase &
  (
    | { readonly type: 'tagger'; readonly network: TaggingNetwork }
    | { readonly type: 'text-classifier'; readonly network: TextNetwork }
  );

const bert = {
  vocab_size: 12,
  hidden_size: 8,
  num_hidden_layers: 2,
  num_attention_heads: 2,
  intermediate_size: 12,
  max_position_embeddings: 10,
};
const embedding = { kind: 'embedding', vocabSize: 12, size: 6 };
const tags = { types: ['a', 'b'], scheme: 'BIO' };
const labels = ['p', 'q', 'r'];

const size = { batch: 2, length: 6 };
const ids = [5, 6, 7, 8, 9, 5, 6, 11, 10, 0, 0, 0];
const mask = [1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0];
const words = [1, 1, 2, 2, 2, 1, 3, 4, 4, 0, 0, 0];
const types = ids.map(() => 0);
const vectors = Array.from({ length: 2 * 6 * 4 }, (_, i) => Math.sin(3 * i + 1));
/** What any front may ask for. */
const read = { ids, mask, words, types, vectors };
const characterTags = { tags: [1, 2, 0, 3, 4, 1, 1, 0, 3, 0, 0, 0] };
const single = { labels: [2, 0] };
const multiple = { labels: [1, 0, 1, 0, 1, 0] };

interface Settings {
  readonly [name: string]: unknown;
}

function tagging(network: TaggingNetwork, middle: Settings, settings: Settings = {}): NetworkCase {
  const entry = TAGGING_NETWORKS[network].settings;
  const config = { front: embedding, tags, ...entry, ...settings, middle: { ...entry.middle, ...middle } };
  return {
    name: `${TAGGING_NETWORKS[network].name} tagger ${JSON.stringify({ ...middle, ...settings })}`,
    type: 'tagger',
    network,
    config: 'dense' in entry ? { ...config, dense: 5 } : config,
    size,
    batch: { ...read, ...characterTags },
    steps: 60,
    learningRate: 0.03,
    outputs: { emissions: [2, 6, 5] },
  };
}

function text(network: TextNetwork, body: Settings, settings: Settings = {}): NetworkCase {
  const entry = TEXT_NETWORKS[network].settings;
  const config = { front: embedding, labels, mode: 'single', ...entry, ...settings };
  return {
    name: `${TEXT_NETWORKS[network].name} ${JSON.stringify({ ...body, ...settings })}`,
    type: 'text-classifier',
    network,
    config: { ...config, body: { ...entry.body, ...body }, ...('dense' in entry ? { dense: 7 } : {}) },
    size,
    batch: { ...read, ...(config.mode === 'single' ? single : multiple) },
    steps: 60,
    learningRate: 0.03,
    outputs: { logits: [2, 3] },
  };
}

const stares = { hiddenSize: 3, dense: 5 };

export const NETWORK_CASES: readonly NetworkCase[] = [
  tagging('bilstm-crf', { hiddenSize: 4 }),
  tagging('cnn-lstm', { filters: 4, hiddenSize: 5 }),
  tagging('bilstm', { hiddenSize: 4, layers: 2, dropout: 0.1 }),
  tagging('bigru', { hiddenSize: 4 }),
  tagging('staresgru-cnn-crf', { ...stares, dropout: 0.1 }),
  tagging('staresgru-cnn-crf', { ...stares, residual: 'gated', activation: 'tanh' }),
  tagging('staresgru-cnn-crf', { ...stares, concatenation: false }),
  tagging('bigru', { hiddenSize: 4 }, { front: { ...embedding, words: { vocabSize: 5, size: 3 } } }),
  tagging('bigru', { hiddenSize: 4 }, { front: { kind: 'words', vocabSize: 5, size: 3 } }),
  tagging('bigru', { hiddenSize: 4 }, { front: { kind: 'vectors', size: 4 } }),

  text('cnn', { filters: 5, kernel: 3 }),
  text('cnn', { filters: 5, kernel: 4 }, { mode: 'multiple' }),
  text('cnn-lstm', { filters: 4, hiddenSize: 4 }),
  text('cnn-gru', { filters: 4, hiddenSize: 4 }),
  text('bilstm', { hiddenSize: 3 }),
  text('bigru', { hiddenSize: 3 }),
  text('bigru', { hiddenSize: 3 }, { loss: { focal: 2, weights: [1, 2, 3] } }),
  text('bigru', { hiddenSize: 3 }, { mode: 'multiple', loss: { focal: 1, weights: [1, 2, 3] } }),
  text('dropout-bigru', { hiddenSize: 3 }),
  text('avrnn', { hiddenSize: 3, dropout: 0.1 }),
  text('dropout-avrnn', { hiddenSize: 3 }),
  text('avcnn', { filters: 5 }),
  text('dpcnn', { filters: 5, blocks: 2 }),
  text('staresgru-cnn', stares),
  text('staresgru-cnn', { ...stares, residual: 'gated' }, { mode: 'multiple' }),
  text('staresgru-cnn', { ...stares, residual: 'none', layers: 1, concatenation: false }),
  text('staresgru-cnn', { ...stares, pooling: 'final', dropout: 0.1 }),
  text('bert', {}, { front: { kind: 'bert', bert } }),
  text('bigru', { hiddenSize: 3 }, { front: { kind: 'bert', bert, frozen: true, lastLayers: 2 } }),
  text('cnn', { filters: 5, kernel: 3 }, { front: { kind: 'vectors', size: 4 } }),
];
