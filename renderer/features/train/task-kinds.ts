/** Forms of each kind of task: where its words stand, what an import reads, and what a run begins with. */
import type { ModelUse, TaskKind } from '../../../shared/domain/tasks.ts';

interface KindRow {
  /** Sections of the dictionary that hold its settings, searched in order. */
  readonly sections: readonly string[];
  /** Message that describes its files. */
  readonly format: string;
  /** Group of its presets on the console. */
  readonly group: string;
  /** Preset that a form begins with. */
  readonly preset: string;
  /** Networks that an experiment begins with. */
  readonly networks: readonly string[];
}

const OF_TEXTS = ['texts', 'train'] as const;

export const KIND_ROWS = {
  entities: {
    sections: ['train', 'texts'],
    format: 'train.data.format',
    group: 'ner',
    preset: 'bilstm',
    networks: ['bilstm-crf', 'staresgru-cnn-crf'],
  },
  labels: {
    sections: OF_TEXTS,
    format: 'texts.import.format',
    group: 'texts',
    preset: 'textStares',
    networks: ['cnn', 'staresgru-cnn'],
  },
  pairs: {
    sections: OF_TEXTS,
    format: 'texts.import.pairs',
    group: 'pairs',
    preset: 'pairLinear',
    networks: ['bilstm', 'bigru'],
  },
  terms: {
    sections: OF_TEXTS,
    format: 'texts.import.format',
    group: 'terms',
    preset: 'termLinear',
    networks: ['logistic-regression', 'bilstm'],
  },
  relations: {
    sections: OF_TEXTS,
    format: 'texts.import.related',
    group: 'relations',
    preset: 'relationBilstm',
    networks: ['bilstm', 'staresgru-cnn'],
  },
  texts: {
    sections: ['pretrain', 'train'],
    format: 'pretrain.data.format',
    group: 'encoders',
    preset: 'pretrainNew',
    networks: [],
  },
} as const satisfies Readonly<Record<TaskKind, KindRow>>;

/** Messages of the button that puts a model to use, and of the mark of one in use. */
export const USE_WORDS = {
  entities: { use: 'train.models.use', inUse: 'train.models.inEditor' },
  relations: { use: 'train.models.use', inUse: 'train.models.inEditor' },
  panel: { use: 'texts.models.use', inUse: 'texts.models.inPanel' },
  terms: { use: 'texts.models.useTerms', inUse: 'texts.models.inTerms' },
} as const satisfies Readonly<Record<ModelUse, object>>;
