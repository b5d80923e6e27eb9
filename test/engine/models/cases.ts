/** One small instance of every kind of model, with a batch that it must learn by heart. */
import type { ModelType } from '../../../main/engine/models/registry.ts';
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
const charBatch = { ids: [5, 6, 7, 8, 9, 5, 6, 11, 10, 0, 0, 0], mask: [1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0] };
// O, B-a, I-a, B-b, I-b
const bertTags = { tags: [1, 2, 0, 3, 0, 1, 0, 0] };
const charTags = { tags: [1, 2, 0, 3, 4, 1, 1, 0, 3, 0, 0, 0] };

const tags = { types: ['a', 'b'], scheme: 'BIO' };
const embedding = { kind: 'embedding', vocabSize: 12, size: 6 };

function pretraining(pair: 'nsp' | 'sop' | 'none'): ModelCase {
  const labels = pair === 'none' ? {} : { pairLabels: [0, 1] };
  return {
    name: `bert-pretraining, ${pair}`,
    type: 'bert-pretraining',
    config: { bert, pair },
    size,
    batch: { ...bertBatch, mlmPositions: [2, 2], mlmLabels: [7, 11], mlmWeights: [1, 1], ...labels },
    steps: 40,
    learningRate: 0.02,
    outputs: { hidden: [2, 6, 8], ...(pair === 'none' ? {} : { pooled: [2, 8] }) },
  };
}

function bertTagger(head: 'softmax' | 'crf', middle: unknown): ModelCase {
  return {
    name: `tagger, BERT, ${JSON.stringify(middle)}, ${head}`,
    type: 'tagger',
    config: { front: { kind: 'bert', bert }, middle, head, tags },
    size,
    batch: { ...bertBatch, ...bertTags },
    steps: 40,
    learningRate: 0.02,
    outputs: { emissions: [2, 4, 5] },
  };
}

function charTagger(head: 'softmax' | 'crf', middle: unknown): ModelCase {
  return {
    name: `tagger, characters, ${JSON.stringify(middle)}, ${head}`,
    type: 'tagger',
    config: { front: embedding, middle, head, tags },
    size,
    batch: { ...charBatch, ...charTags },
    steps: 40,
    learningRate: 0.05,
    outputs: { emissions: [2, 6, 5] },
  };
}

const recurrent = (kind: string, layers = 1) => ({ kind, layers, hiddenSize: 5, dropout: 0.1 });

export const MODEL_CASES: readonly ModelCase[] = [
  pretraining('sop'),
  pretraining('nsp'),
  pretraining('none'),
  bertTagger('softmax', { kind: 'none' }),
  bertTagger('crf', { kind: 'none' }),
  bertTagger('crf', recurrent('lstm')),
  bertTagger('crf', recurrent('bilstm')),
  charTagger('softmax', recurrent('bigru', 2)),
  charTagger('softmax', recurrent('bilstm')),
  charTagger('crf', recurrent('bigru')),
  charTagger('crf', recurrent('bilstm', 2)),
  ...NETWORK_CASES,
];
