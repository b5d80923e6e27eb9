/** The command line of `embed`: its flags, and the training settings that they mean. */
import { EmbeddingSettings, type VectorUnit } from '../../shared/domain/embeddings.ts';
import {
  GRAPH_MODELS,
  GraphEmbeddingSettings,
  type GraphModel,
  MODEL_DEFAULTS,
} from '../../shared/domain/graph-embeddings.ts';
import { VectorFormat } from '../../shared/domain/vectors.ts';
import { choice, number, UsageError } from './command.ts';
import type { Options } from './options.ts';
import { wrongSettings } from './settings-flags.ts';
import type { UsageLine } from './usage.ts';

export const EMBED_USAGE: readonly UsageLine[] = [
  ['', 'help.embed-settings'],
  ['--unit char|word', 'help.embed-unit', 'char'],
  ['--dim N', undefined, '50'],
  ['--window N', undefined, '5'],
  ['--min-count N', 'help.embed-min-count', '5'],
  ['--epochs N', undefined, '5, glove 15'],
  ['--threads N', 'help.embed-threads'],
  ['--seed N', undefined, '1'],
  ['--negative N, --sample X', undefined, '5, 0.001 (word2vec)'],
  ['--alpha X', undefined, '0.025 (word2vec)'],
  ['--skip-gram', 'help.embed-skip-gram'],
  ['--learning-rate X', undefined, '0.05 (glove)'],
  ['--x-max X', undefined, '100 (glove)'],
  ['--no-fold', 'help.embed-no-fold'],
  ['--dictionary FILE', 'help.embed-dictionary'],
  ['--graph-names', 'help.embed-graph-names'],
  ['--name NAME', 'help.embed-name'],
  ['--out FILE', 'help.embed-out'],
  [`--format ${VectorFormat.options.join('|')}`],
  [`${GRAPH_MODELS.join('|')}:`],
  ['--dim N', undefined, '100'],
  ['--epochs N', undefined, '100'],
  ['--batch N', undefined, '2048'],
  ['--negative N', undefined, '16'],
  ['--learning-rate X', undefined, '0.001'],
  ['--relation-dim N', undefined, 'transr: dim'],
  ['--loss margin|self-adversarial|softmax', undefined, 'margin; distmult|complex|rotate self-adversarial'],
  ['--margin X, --temperature X', undefined, '1, 1; distmult|complex 0, rotate 6'],
  ['--norm l1|l2', undefined, 'l2 (transe)'],
  ['--sampling uniform|bernoulli', undefined, 'bernoulli'],
  ['--unfiltered', 'help.embed-unfiltered'],
  ['--held-out X', 'help.embed-held-out', '0.02'],
  ['--evaluate-every N, --patience N', undefined, '10, 3'],
];

export type EmbedOptions = Options<'embed'>;
type EmbedMethod = EmbeddingSettings['method'] | GraphModel;

/** Flags that take a number, and the settings that they give. */
const NUMBERS = {
  dim: 'dimension',
  window: 'window',
  'min-count': 'minCount',
  epochs: 'epochs',
  threads: 'threads',
  seed: 'seed',
  negative: 'negative',
  sample: 'sample',
  alpha: 'alpha',
  'learning-rate': 'learningRate',
  'x-max': 'xMax',
} as const satisfies Partial<Record<keyof EmbedOptions, string>>;
const GRAPH_NUMBERS = {
  dim: 'dimension',
  'relation-dim': 'relationDimension',
  epochs: 'epochs',
  threads: 'threads',
  seed: 'seed',
  negative: 'negatives',
  'learning-rate': 'learningRate',
  batch: 'batchSize',
  margin: 'margin',
  temperature: 'temperature',
  'held-out': 'heldOut',
  'evaluate-every': 'evaluateEvery',
  patience: 'patience',
} as const satisfies Partial<Record<keyof EmbedOptions, keyof GraphEmbeddingSettings>>;
const GRAPH_FLAG_OF_SETTING = new Map<string, string>(
  Object.entries(GRAPH_NUMBERS).map(([name, key]) => [key, name]),
);
/** Flags that take one of some words, named like the settings. */
const GRAPH_CHOICES = ['loss', 'norm', 'sampling'] as const;
const GRAPH_ONLY_FLAGS = [
  ...(['relation-dim', 'batch', 'margin', 'temperature', 'held-out', 'evaluate-every', 'patience'] as const),
  ...GRAPH_CHOICES,
  'unfiltered',
] as const;

const FLAG_OF_SETTING = new Map<string, string>(Object.entries(NUMBERS).map(([name, key]) => [key, name]));

/** Flags of some methods only: they mean nothing to the others. */
const ONLY_FOR: readonly (readonly [flag: keyof EmbedOptions, methods: readonly EmbedMethod[]])[] = [
  ...(['sample', 'alpha', 'skip-gram'] as const).map((flag) => [flag, ['word2vec']] as const),
  ['x-max', ['glove']],
  ['negative', ['word2vec', ...GRAPH_MODELS]],
  ['learning-rate', ['glove', ...GRAPH_MODELS]],
  ...(['unit', 'window', 'min-count', 'no-fold', 'dictionary', 'graph-names', 'out', 'format'] as const).map(
    (flag) => [flag, ['word2vec', 'glove']] as const,
  ),
  ...GRAPH_ONLY_FLAGS.map((flag) => [flag, GRAPH_MODELS] as const),
];

/** @throws UsageError for a flag of other methods */
function refuseForeign(method: EmbedMethod, options: EmbedOptions): void {
  const foreign = ONLY_FOR.find(
    ([flag, methods]) => !methods.includes(method) && options[flag] !== undefined && options[flag] !== false,
  );
  if (foreign === undefined) return;
  const [option, methods] = foreign;
  throw new UsageError('cli.belongs-to', { option: `--${option}`, other: `embed ${methods.join('|')}` });
}

/** @throws UsageError that names the flag */
export function embedSettings(method: EmbeddingSettings['method'], options: EmbedOptions): EmbeddingSettings {
  refuseForeign(method, options);
  const given: Record<string, unknown> = { method, unit: unitOf(options), folded: !options['no-fold'] };
  for (const [name, key] of Object.entries(NUMBERS)) {
    const text = options[name as keyof typeof NUMBERS]; // safe: a key of NUMBERS
    if (text !== undefined) given[key] = number(text, `--${name}`);
  }
  if (options['skip-gram']) given.architecture = 'skip-gram';
  const parsed = EmbeddingSettings.safeParse(given);
  if (parsed.success) return parsed.data;
  throw wrongSettings(parsed.error, (key) => FLAG_OF_SETTING.get(key) ?? key);
}

/** @throws UsageError that names the flag */
export function graphSettings(model: GraphModel, options: EmbedOptions): GraphEmbeddingSettings {
  refuseForeign(model, options);
  const given: Record<string, unknown> = {
    ...MODEL_DEFAULTS[model],
    model,
    filtered: !options.unfiltered,
  };
  for (const [name, key] of Object.entries(GRAPH_NUMBERS)) {
    const text = options[name as keyof typeof GRAPH_NUMBERS]; // safe: a key of GRAPH_NUMBERS
    if (text !== undefined) given[key] = number(text, `--${name}`);
  }
  for (const name of GRAPH_CHOICES) given[name] = options[name] ?? given[name];
  const parsed = GraphEmbeddingSettings.safeParse(given);
  if (parsed.success) return parsed.data;
  throw wrongSettings(parsed.error, (key) => GRAPH_FLAG_OF_SETTING.get(key) ?? key);
}

/** `undefined` when the flag was not given. */
export function unitOf({ unit }: EmbedOptions): VectorUnit | undefined {
  const chosen = choice('--unit', unit === 'character' ? 'char' : unit, ['char', 'word']);
  return chosen === 'char' ? 'character' : chosen;
}

/** `undefined` when the flag was not given. */
export const formatFlag = ({ format }: EmbedOptions): VectorFormat | undefined =>
  choice('--format', format, VectorFormat.options);
