/** Defines the cases of the engine bench, the same for Meridian and for PyTorch. */

interface BertShape {
  readonly vocab: number;
  readonly width: number;
  readonly layers: number;
  readonly heads: number;
  readonly batch: number;
  readonly length: number;
}

/** AdamW, dropout; loss over tags of all tokens, or over `places` masked tokens a sequence. */
export interface BertTrainingCase extends BertShape {
  readonly kind: 'bert-training';
  readonly loss:
    | { readonly kind: 'tags'; readonly tags: number }
    | { readonly kind: 'mlm'; readonly places: number };
  readonly dropout: number;
  /** Meridian's; PyTorch computes in float32. */
  readonly precision?: 'mixed-int8';
}

export interface BertInferenceCase extends BertShape {
  readonly kind: 'bert-inference';
  readonly weights: 'frozen' | 'int8';
}

/** Character vectors, recurrent layers in both directions, CRF; Adam. */
export interface TaggerTrainingCase {
  readonly kind: 'tagger-training';
  readonly cell: 'bilstm' | 'bigru';
  readonly vocab: number;
  readonly embedding: number;
  readonly hidden: number;
  readonly layers: number;
  readonly tags: number;
  readonly dropout: number;
  readonly batch: number;
  readonly length: number;
}

export type BenchCase = BertTrainingCase | BertInferenceCase | TaggerTrainingCase;

const VOCAB = 21128;
const MINI = { vocab: VOCAB, width: 256, layers: 4, heads: 4 };
const BASE = { vocab: VOCAB, width: 768, layers: 12, heads: 12 };
const BATCH = { batch: 8, length: 128 };

/** BIOES over four types, and O. */
const TAGS = 17;

const bertTraining = (shape: typeof MINI, loss: 'tags' | 'mlm'): BertTrainingCase => ({
  kind: 'bert-training',
  ...shape,
  ...BATCH,
  loss: loss === 'tags' ? { kind: 'tags', tags: TAGS } : { kind: 'mlm', places: 26 },
  dropout: 0.1,
});

const bertInference = (shape: typeof MINI, weights: 'frozen' | 'int8'): BertInferenceCase => ({
  kind: 'bert-inference',
  ...shape,
  batch: 1,
  length: 512,
  weights,
});

const taggerTraining = (cell: 'bilstm' | 'bigru'): TaggerTrainingCase => ({
  kind: 'tagger-training',
  cell,
  vocab: 5000,
  embedding: 100,
  hidden: 128,
  layers: 2,
  tags: TAGS,
  dropout: 0.4,
  batch: 32,
  length: 128,
});

export const CASES = {
  'train-mini': bertTraining(MINI, 'tags'),
  'train-mini-mlm': bertTraining(MINI, 'mlm'),
  'train-base': bertTraining(BASE, 'tags'),
  'train-base-mlm': bertTraining(BASE, 'mlm'),
  'train-mini-int8': { ...bertTraining(MINI, 'tags'), precision: 'mixed-int8' },
  'train-base-int8': { ...bertTraining(BASE, 'tags'), precision: 'mixed-int8' },
  'train-bilstm': taggerTraining('bilstm'),
  'train-bigru': taggerTraining('bigru'),
  'infer-mini': bertInference(MINI, 'frozen'),
  'infer-mini-int8': bertInference(MINI, 'int8'),
  'infer-base': bertInference(BASE, 'frozen'),
  'infer-base-int8': bertInference(BASE, 'int8'),
} as const satisfies Readonly<Record<string, BenchCase>>;
export type CaseName = keyof typeof CASES;

/** Small enough for backends that compute one operation at a time in JavaScript. */
export const EVERYWHERE: BertTrainingCase = {
  ...bertTraining({ vocab: 2000, width: 128, layers: 2, heads: 2 }, 'tags'),
  length: 64,
};

export const isTagger = (bench: BenchCase): bench is TaggerTrainingCase => bench.kind === 'tagger-training';

/** Name and target of each row: a factor over PyTorch, or milliseconds. */
export const BARS: Readonly<
  Record<
    CaseName,
    {
      readonly title: string;
      readonly bar:
        | { readonly kind: 'ratio'; readonly least: number }
        | { readonly kind: 'time'; readonly most: number };
    }
  >
> = {
  'train-mini': { title: 'training, BERT 4 × 256, tags, batch 8 × 128', bar: { kind: 'ratio', least: 1.3 } },
  'train-mini-mlm': {
    title: 'training, BERT 4 × 256, MLM, batch 8 × 128',
    bar: { kind: 'ratio', least: 1.3 },
  },
  'train-base': { title: 'training, BERT 12 × 768, tags, batch 8 × 128', bar: { kind: 'ratio', least: 1.3 } },
  'train-base-mlm': {
    title: 'training, BERT 12 × 768, MLM, batch 8 × 128',
    bar: { kind: 'ratio', least: 1.3 },
  },
  'train-mini-int8': {
    title: 'training, BERT 4 × 256 mixed int8, tags, batch 8 × 128',
    bar: { kind: 'ratio', least: 1.3 },
  },
  'train-base-int8': {
    title: 'training, BERT 12 × 768 mixed int8, tags, batch 8 × 128',
    bar: { kind: 'ratio', least: 1.3 },
  },
  'train-bilstm': {
    title: 'training, BiLSTM-CRF 2 × (2 × 128), batch 32 × 128',
    bar: { kind: 'ratio', least: 2 },
  },
  'train-bigru': {
    title: 'training, BiGRU-CRF 2 × (2 × 128), batch 32 × 128',
    bar: { kind: 'ratio', least: 2 },
  },
  'infer-mini': { title: 'inference, BERT 4 × 256, 512 tokens', bar: { kind: 'ratio', least: 1.3 } },
  'infer-mini-int8': { title: 'inference, BERT 4 × 256 int8, 512 tokens', bar: { kind: 'time', most: 25 } },
  'infer-base': { title: 'inference, BERT 12 × 768, 512 tokens', bar: { kind: 'ratio', least: 1.3 } },
  'infer-base-int8': { title: 'inference, BERT 12 × 768 int8, 512 tokens', bar: { kind: 'ratio', least: 3 } },
};
