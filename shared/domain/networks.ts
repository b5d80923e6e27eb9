/**
 * Table of trainable networks, one row each. A front turns a text into token vectors, the network's architecture mixes
 * them, a head outputs tags or labels; a linear classifier has neither. Forms, command line, model cards and engine read
 * these tables.
 */
import { z } from 'zod';
import { invariant } from '../assert.ts';
import { keysOf } from '../keys-of.ts';
import type { LinearMethod } from './linear.ts';

/** Share of values dropped in training. */
export const rate = z.number().min(0).lt(1);
/** Width of a layer. The limit keeps absurd sizes in foreign files from filling the memory. */
const units = z.int().positive().max(65_536);
/** Number of stacked layers. */
const depth = z.int().positive().max(1000);
/** Filter width in tokens. */
const kernel = z.int().positive().max(512);

/** Units of one direction of a recurrent layer. */
const hiddenSize = units.default(512);
/** Recurrent layers with dropout between them. */
const recurrent = { layers: depth.default(1), hiddenSize, dropout: rate.default(0) };
const convolution = { filters: units.default(64), kernel: kernel.default(3) };

/** Features of every token (taggers), or of the text as a whole (classifiers). */
type Features = 'tokens' | 'text';

interface ArchitectureRow {
  readonly features: readonly Features[];
  /** Stored in a model's config.json. Defaults are those of StaResGRU-CNN's tables 5 and 6. */
  readonly settings: z.ZodObject;
  /** Sizes that follow another size chosen by the user. */
  readonly follows?: Readonly<Record<string, string>>;
  readonly cite: string;
}

/** Architectures between front and head. Each is a file in `main/engine/models/networks/`. */
export const ARCHITECTURES = {
  none: {
    features: ['tokens'],
    settings: z.object({ kind: z.literal('none') }),
    cite: 'Devlin et al. 2019: the head stands on the encoder',
  },
  cls: {
    features: ['text'],
    settings: z.object({ kind: z.literal('cls') }),
    cite: 'Devlin et al. 2019: [CLS] through the pooler of an encoder',
  },
  lstm: {
    features: ['tokens'],
    settings: z.object({ kind: z.literal('lstm'), ...recurrent }),
    cite: 'Hochreiter and Schmidhuber 1997',
  },
  bilstm: {
    features: ['tokens', 'text'],
    settings: z.object({ kind: z.literal('bilstm'), ...recurrent }),
    cite: 'Graves and Schmidhuber 2005; with a CRF Huang, Xu and Yu 2015',
  },
  bigru: {
    features: ['tokens', 'text'],
    settings: z.object({ kind: z.literal('bigru'), ...recurrent }),
    cite: 'Cho et al. 2014; StaResGRU-CNN eq. 1-4',
  },
  cnn: {
    features: ['text'],
    settings: z.object({ kind: z.literal('cnn'), ...convolution }),
    cite: 'Kim 2014',
  },
  'cnn-lstm': {
    features: ['tokens', 'text'],
    settings: z.object({ kind: z.literal('cnn-lstm'), ...convolution, hiddenSize }),
    cite: 'after Wang et al. 2016',
  },
  'cnn-gru': {
    features: ['text'],
    settings: z.object({ kind: z.literal('cnn-gru'), ...convolution, hiddenSize }),
    cite: 'StaResGRU-CNN, table 6',
  },
  'dropout-bigru': {
    features: ['text'],
    settings: z.object({
      kind: z.literal('dropout-bigru'),
      layers: depth.default(2),
      hiddenSize: units.default(64),
      /** Between layers. */
      dropout: rate.default(0.35),
    }),
    cite: 'StaResGRU-CNN, table 6',
  },
  avrnn: {
    features: ['text'],
    settings: z.object({
      kind: z.literal('avrnn'),
      layers: depth.default(2),
      hiddenSize: units.default(60),
      /** Pools the states of all layers instead of the last layer's alone. */
      allLayers: z.boolean().default(true),
      /** Between layers. */
      dropout: rate.default(0),
    }),
    cite: 'StaResGRU-CNN, table 6',
  },
  avcnn: {
    features: ['text'],
    settings: z.object({
      kind: z.literal('avcnn'),
      filters: units.default(300),
      /** Filter width of each branch, in tokens. */
      kernels: z.array(kernel).min(1).max(64).default([1, 2, 3, 4]),
    }),
    cite: 'StaResGRU-CNN, table 6',
  },
  dpcnn: {
    features: ['text'],
    settings: z.object({
      kind: z.literal('dpcnn'),
      filters: units.default(250),
      kernel: kernel.default(3),
      /** Number of halvings; 7 leave four tokens of 512. */
      blocks: z.int().nonnegative().max(30).default(7),
    }),
    cite: 'Johnson and Zhang 2017',
  },
  'staresgru-cnn': {
    features: ['tokens', 'text'],
    settings: z.object({
      kind: z.literal('staresgru-cnn'),
      /** Ablation: 1 instead of 2. */
      layers: depth.default(2),
      hiddenSize,
      /** Units of the dense mapping. */
      dense: units.default(512),
      activation: z.enum(['relu', 'tanh']).default('relu'),
      /**
       * `sum`: adds each layer's input to its states (eq. 5-6). `gated`: also passes the old state around the gates
       * (eq. 7-8), slower. `none`: the ablation.
       */
      residual: z.enum(['sum', 'gated', 'none']).default('sum'),
      /** α_h and α_x of eq. 7-8. */
      residualScale: z.number().positive().default(0.1),
      /** The dense mapping sees [forward; token vector; backward]; false, the ablation: the states alone. */
      concatenation: z.boolean().default(true),
      /** Pooling over time for texts. `final`, the ablation without RCNN's part: the last states of both directions. */
      pooling: z.enum(['max', 'final']).default('max'),
      /** Between layers. */
      dropout: rate.default(0),
    }),
    follows: { dense: 'hiddenSize' },
    cite: 'Ni, Li, Hung and Chang, StaResGRU-CNN',
  },
} as const satisfies Readonly<Record<string, ArchitectureRow>>;
export type Architecture = keyof typeof ARCHITECTURES;
export type FeaturesOf<A extends Architecture> = (typeof ARCHITECTURES)[A]['features'][number];
/** Architectures that give such features. */
export type Giving<F extends Features> = {
  [A in Architecture]: F extends FeaturesOf<A> ? A : never;
}[Architecture];
export type ArchitectureConfig<A extends Architecture> = z.infer<(typeof ARCHITECTURES)[A]['settings']>;

/** Settings of every architecture that gives such features, told apart by `kind`. */
export function architectureSchema<F extends Features>(features: F) {
  const rows: readonly ArchitectureRow[] = Object.values(ARCHITECTURES);
  type Schema = (typeof ARCHITECTURES)[Giving<F>]['settings'];
  const schemas = rows.filter((row) => row.features.includes(features)).map(({ settings }) => settings);
  return z.discriminatedUnion('kind', schemas as unknown as [Schema, ...Schema[]]); // safe: those of `Giving<F>`
}

interface HeadRow {
  /** Whether it scores spans, which may be nested, instead of tagging tokens. */
  readonly nested: boolean;
  /** Training settings that suit taggers with this head on vectors of their own. */
  readonly defaults: { readonly learningRate?: number };
}

/** Output layers of taggers. */
export const HEADS = {
  /**
   * Classifies each token independently. Most tokens are outside of entities and the others are learnt late: with these
   * steps three epochs of BiLSTM on cMedQANER reach a dev F1 of 0.32 instead of 0.16, of CNN-LSTM 0.21 instead of 0.07.
   */
  softmax: { nested: false, defaults: { learningRate: 1e-2 } },
  /** Linear-chain CRF. */
  crf: { nested: false, defaults: {} },
  /** Efficient GlobalPointer (Su et al. 2022): scores of every span by type, with RoPE and the zlpr loss. */
  'global-pointer': { nested: true, defaults: {} },
  /** Biaffine scores of every span (Yu, Bohnet and Poesio 2020). */
  biaffine: { nested: true, defaults: {} },
} as const satisfies Readonly<Record<string, HeadRow>>;
export const Head = z.enum(keysOf(HEADS));
export type Head = z.infer<typeof Head>;

/** Sizes of an architecture that differ from its defaults. */
type Sizes = Readonly<Record<string, unknown>>;

export interface NetworkRow {
  /** Absent for linear classifiers. */
  readonly architecture?: Architecture;
  /** Linear classifier over n-grams, instead of an architecture. */
  readonly linear?: LinearMethod;
  /** Always reads this front, or none; absent: any front. */
  readonly front?: 'encoder' | 'none';
  /** Present for networks of StaResGRU-CNN's experiments: settings of its table 6 that differ from the row's sizes. */
  readonly paper?: { readonly filters?: number; readonly kernel?: number };
  /** Row as a tagger. `dense`: units of a layer with tanh below the tags at the paper's size. */
  readonly ner?: { readonly head: Head; readonly dense?: number; readonly sizes?: Sizes };
  /**
   * Row as a classifier. `dense`: units of a layer with ReLU below the labels. `spatial`: drops whole channels of the
   * token vectors. `frontDropout`: dropout of the token vectors, instead of the setting's.
   */
  readonly texts?: {
    readonly dense?: number;
    readonly spatial?: boolean;
    readonly frontDropout?: number;
    readonly sizes?: Sizes;
  };
}

/** Dropout networks drop channels of the token vectors, StaResGRU-CNN table 6. */
const channels = { spatial: true, frontDropout: 0.25 };

/** StaResGRU-CNN, table 6. */
const TABLE_6 = { filters: 64, kernel: 3 };

/** Parts that the rows of linear classifiers share. */
const LINEAR = { front: 'none', texts: {} } as const;

/**
 * Every network, in the order of the form. Sizes are those of StaResGRU-CNN's experiments: its tables 5 and 6, or those
 * implied by its numbers of parameters (tables 7 to 9) where they differ.
 */
export const NETWORKS = {
  'nb-svm': {
    ...LINEAR,
    linear: {
      loss: 'squared-hinge',
      naiveBayes: true,
      defaults: { c: 0.3, termWeighting: 'idf' },
      cite: 'Wang and Manning 2012',
    },
  },
  'linear-svm': {
    ...LINEAR,
    linear: {
      loss: 'squared-hinge',
      naiveBayes: false,
      defaults: { c: 0.3, termWeighting: 'concentration' },
      cite: 'Joachims 1998; Hsieh et al. 2008',
    },
  },
  'logistic-regression': {
    ...LINEAR,
    linear: {
      loss: 'softmax',
      naiveBayes: false,
      defaults: { c: 10, termWeighting: 'concentration' },
      cite: 'Shalev-Shwartz and Zhang 2014',
    },
  },
  'bilstm-crf': { architecture: 'bilstm', paper: {}, ner: { head: 'crf', dense: 512 } },
  'bigru-crf': { architecture: 'bigru', ner: { head: 'crf' } },
  'staresgru-cnn-crf': { architecture: 'staresgru-cnn', paper: {}, ner: { head: 'crf' } },
  cnn: { architecture: 'cnn', paper: TABLE_6, texts: { sizes: { filters: 128, kernel: 5 }, dense: 64 } },
  'bilstm-globalpointer': { architecture: 'bilstm', ner: { head: 'global-pointer' } },
  'bigru-globalpointer': { architecture: 'bigru', ner: { head: 'global-pointer' } },
  'staresgru-cnn-globalpointer': { architecture: 'staresgru-cnn', ner: { head: 'global-pointer' } },
  'bilstm-biaffine': { architecture: 'bilstm', ner: { head: 'biaffine' } },
  'cnn-lstm': {
    architecture: 'cnn-lstm',
    paper: TABLE_6,
    ner: { head: 'softmax' },
    texts: { sizes: { filters: 32, hiddenSize: 100 } },
  },
  'cnn-gru': { architecture: 'cnn-gru', paper: TABLE_6, texts: { sizes: { filters: 32, hiddenSize: 100 } } },
  bilstm: { architecture: 'bilstm', paper: {}, ner: { head: 'softmax' }, texts: {} },
  bigru: { architecture: 'bigru', paper: {}, ner: { head: 'softmax' }, texts: {} },
  'dropout-bigru': { architecture: 'dropout-bigru', paper: {}, texts: { ...channels, dense: 72 } },
  avrnn: { architecture: 'avrnn', paper: {}, texts: { dense: 144 } },
  'dropout-avrnn': {
    architecture: 'avrnn',
    paper: {},
    texts: { ...channels, sizes: { hiddenSize: 56, allLayers: false }, dense: 128 },
  },
  avcnn: { architecture: 'avcnn', paper: {}, texts: { dense: 144 } },
  dpcnn: { architecture: 'dpcnn', paper: {}, texts: { dense: 256 } },
  'staresgru-cnn': { architecture: 'staresgru-cnn', paper: {}, texts: {} },
  bert: { architecture: 'cls', paper: {}, front: 'encoder', texts: {} },
  'bert-fc': { architecture: 'none', front: 'encoder', ner: { head: 'softmax' } },
  'bert-crf': { architecture: 'none', front: 'encoder', ner: { head: 'crf' } },
  'bert-lstm-crf': { architecture: 'lstm', front: 'encoder', ner: { head: 'crf' } },
  'bert-globalpointer': { architecture: 'none', front: 'encoder', ner: { head: 'global-pointer' } },
  'bert-biaffine': { architecture: 'none', front: 'encoder', ner: { head: 'biaffine' } },
  'bert-bilstm-crf': { architecture: 'bilstm', front: 'encoder', ner: { head: 'crf' } },
} as const satisfies Readonly<Record<string, NetworkRow>>;
/** Rows of networks that can be taggers, or classifiers. */
export type TaggerRow = NetworkRow & Required<Pick<NetworkRow, 'ner' | 'architecture'>>;
export type ClassifierRow = NetworkRow & Required<Pick<NetworkRow, 'texts' | 'architecture'>>;

type Network = keyof typeof NETWORKS;
type NetworkFor<Task extends 'ner' | 'texts' | 'linear'> = {
  [N in Network]: (typeof NETWORKS)[N] extends Readonly<Record<Task, unknown>> ? N : never;
}[Network];

const networksFor = <Task extends 'ner' | 'texts' | 'linear'>(task: Task): NetworkFor<Task>[] =>
  // safe: those whose row has a part for the task
  keysOf(NETWORKS).filter((network) => task in NETWORKS[network]) as NetworkFor<Task>[];

export const NerNetwork = z.enum(networksFor('ner'));
export type NerNetwork = z.infer<typeof NerNetwork>;

/** Networks of classifiers; `bert` is fine-tuning of [CLS]. */
export const ClassifyNetwork = z.enum(networksFor('texts'));
export type ClassifyNetwork = z.infer<typeof ClassifyNetwork>;

export const LinearNetwork = z.enum(networksFor('linear'));
export type LinearNetwork = z.infer<typeof LinearNetwork>;

/** Sizes and parts of an architecture that the user may choose, for taggers and classifiers alike. */
export const NetworkSettings = z.object({
  /** Units of one direction of a recurrent layer; 0: as in the paper. */
  hiddenSize: z.number().int().min(0).max(4096).default(0),
  /** Filters of a convolution; 0: as in the paper. */
  filters: z.number().int().min(0).max(4096).default(0),
  /** Tokens that a filter of a convolution sees; 0: as in the paper. */
  kernel: z.number().int().min(0).max(15).default(0),
  /** Recurrent layers; 0: as in the paper. */
  layers: z.number().int().min(0).max(12).default(0),
  /** StaResGRU-CNN: equations 5 and 6, 7 and 8, or the ablation without residual. */
  residual: z.enum(['sum', 'gated', 'none']).default('sum'),
  /** StaResGRU-CNN: α_h and α_x of equations 7 and 8, for the gated residual. */
  residualScale: z.number().positive().max(10).default(0.1),
  /** StaResGRU-CNN: whether the dense mapping sees the token vectors beside the states; the ablation does not. */
  concatenation: z.boolean().default(true),
});
export type NetworkSettings = z.infer<typeof NetworkSettings>;

export const TextNetworkSettings = NetworkSettings.extend({
  /** StaResGRU-CNN: pooling over time; `final` is the ablation. */
  pooling: z.enum(['max', 'final']).default('max'),
});
export type TextNetworkSettings = z.infer<typeof TextNetworkSettings>;

/** Returns the row of a network by its name, or `undefined` where there is none. */
export const networkRow = (network: string): NetworkRow | undefined =>
  Object.entries(NETWORKS).find(([name]) => name === network)?.[1];

/** Returns the method of a linear classifier by its name, or `undefined` where the network is another. */
export const linearMethod = (network: string): LinearMethod | undefined => networkRow(network)?.linear;

/** Returns the row of a classifier that is not linear. */
export function classifierRow(network: ClassifyNetwork): ClassifierRow {
  const { architecture, texts, ...row }: NetworkRow = NETWORKS[network];
  invariant(architecture !== undefined && texts !== undefined, `${network} has no architecture`);
  return { ...row, architecture, texts };
}

/** Returns whether a tagger's head scores spans, so that entities may be nested. */
export function isNestedTagger(network: string): boolean {
  const head = networkRow(network)?.ner?.head;
  return head !== undefined && HEADS[head].nested;
}

/** Returns the name of the classifier with an architecture, over token vectors with or without spatial dropout. */
export function classifierNetwork(architecture: Architecture, spatial: boolean): string | undefined {
  const rows: readonly (readonly [string, NetworkRow])[] = Object.entries(NETWORKS);
  return rows.find(
    ([, row]) =>
      row.architecture === architecture &&
      row.texts !== undefined &&
      (row.texts.spatial ?? false) === spatial,
  )?.[0];
}

const shapeOf = (architecture: Architecture): z.ZodRawShape => ARCHITECTURES[architecture].settings.shape;

/** Returns whether a setting belongs to architectures, such as the hidden size. */
export const isNetworkSetting = (name: string): boolean => name in TextNetworkSettings.shape;

export function hasSetting(network: string, setting: string): boolean {
  const row = networkRow(network);
  return row?.architecture !== undefined && setting in shapeOf(row.architecture);
}

/**
 * Returns the config of an architecture: `sizes`, changed by what the user's `settings` say. A 0 leaves the paper's
 * size. Ignores settings that the architecture does not have.
 */
export function networkConfig(
  architecture: Architecture,
  sizes: Sizes = {},
  settings: Sizes = {},
): { readonly kind: Architecture } & Sizes {
  const chosen = Object.entries(settings).filter(
    ([name, value]) => isNetworkSetting(name) && name in shapeOf(architecture) && value !== 0,
  );
  const { follows = {} }: ArchitectureRow = ARCHITECTURES[architecture];
  const following = Object.entries(follows).flatMap(([size, other]) =>
    chosen.filter(([name]) => name === other).map(([, value]) => [size, value] as const),
  );
  return { ...sizes, ...Object.fromEntries([...chosen, ...following]), kind: architecture };
}
