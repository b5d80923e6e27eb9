/**
 * The networks of StaResGRU-CNN's experiments by name, at the sizes they had there: its tables 5 and 6, and where its
 * numbers of parameters (tables 7 to 9) show other sizes, those.
 */
import type { z } from 'zod';
import type { TaggerConfig } from '../tagger/config.ts';
import type { TextClassifierConfig } from '../text-classifier/config.ts';

interface CatalogueEntry<Settings> {
  /** As in the paper. */
  readonly name: string;
  readonly settings: Settings;
}

type TaggerSettings = Pick<z.input<typeof TaggerConfig>, 'middle' | 'head' | 'dense'>;
type TextSettings = Pick<z.input<typeof TextClassifierConfig>, 'body' | 'dense' | 'spatial' | 'frontDropout'>;

/** Networks that tag tokens; front, tags and dropout are chosen apart. */
export const TAGGING_NETWORKS = {
  'bilstm-crf': {
    name: 'BiLSTM-CRF',
    settings: { middle: { kind: 'bilstm', hiddenSize: 512 }, dense: 512, head: 'crf' },
  },
  'cnn-lstm': {
    name: 'CNN-LSTM',
    settings: { middle: { kind: 'cnn-lstm', filters: 64, kernel: 3, hiddenSize: 512 }, head: 'softmax' },
  },
  bilstm: {
    name: 'BiLSTM',
    settings: { middle: { kind: 'bilstm', hiddenSize: 512 }, head: 'softmax' },
  },
  bigru: {
    name: 'BiGRU',
    settings: { middle: { kind: 'bigru', hiddenSize: 512 }, head: 'softmax' },
  },
  'staresgru-cnn-crf': {
    name: 'StaResGRU-CNN-CRF',
    settings: { middle: { kind: 'staresgru-cnn' }, head: 'crf' },
  },
} as const satisfies Readonly<Record<string, CatalogueEntry<TaggerSettings>>>;
export type TaggingNetwork = keyof typeof TAGGING_NETWORKS;

/** Networks that label texts; front, labels and dropout are chosen apart. `bert` needs an encoder in front. */
export const TEXT_NETWORKS = {
  cnn: { name: 'CNN', settings: { body: { kind: 'cnn', filters: 128, kernel: 5 }, dense: 64 } },
  'cnn-lstm': {
    name: 'CNN-LSTM',
    settings: { body: { kind: 'cnn-lstm', filters: 32, kernel: 3, hiddenSize: 100 } },
  },
  'cnn-gru': {
    name: 'CNN-GRU',
    settings: { body: { kind: 'cnn-gru', filters: 32, kernel: 3, hiddenSize: 100 } },
  },
  bilstm: { name: 'BiLSTM', settings: { body: { kind: 'bilstm', hiddenSize: 512 } } },
  bigru: { name: 'BiGRU', settings: { body: { kind: 'bigru', hiddenSize: 512 } } },
  'dropout-bigru': {
    name: 'Dropout-BiGRU',
    settings: {
      body: { kind: 'dropout-bigru', hiddenSize: 64 },
      dense: 72,
      spatial: true,
      frontDropout: 0.25,
    },
  },
  avrnn: { name: 'AVRNN', settings: { body: { kind: 'avrnn', hiddenSize: 60 }, dense: 144 } },
  'dropout-avrnn': {
    name: 'Dropout-AVRNN',
    settings: {
      body: { kind: 'avrnn', hiddenSize: 56, allLayers: false },
      dense: 128,
      spatial: true,
      frontDropout: 0.25,
    },
  },
  avcnn: {
    name: 'AVCNN',
    settings: { body: { kind: 'avcnn', filters: 300, kernels: [1, 2, 3, 4] }, dense: 144 },
  },
  dpcnn: { name: 'DPCNN', settings: { body: { kind: 'dpcnn', filters: 250 }, dense: 256 } },
  'staresgru-cnn': { name: 'StaResGRU-CNN', settings: { body: { kind: 'staresgru-cnn' } } },
  bert: { name: 'BERT', settings: { body: { kind: 'cls' } } },
} as const satisfies Readonly<Record<string, CatalogueEntry<TextSettings>>>;
export type TextNetwork = keyof typeof TEXT_NETWORKS;
