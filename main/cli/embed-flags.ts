/** The command line of `embed`: its flags, and the training settings that they mean. */
import { EmbeddingSettings, type VectorUnit } from '../../shared/domain/embeddings.ts';
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
];

export type EmbedOptions = Options<'embed'>;

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
const FLAG_OF_SETTING = new Map<string, string>(Object.entries(NUMBERS).map(([name, key]) => [key, name]));

/** Flags that mean nothing to the other method. */
const ONLY_FOR = {
  word2vec: ['negative', 'sample', 'alpha', 'skip-gram'],
  glove: ['learning-rate', 'x-max'],
} as const;

/** @throws UsageError that names the flag */
export function embedSettings(method: EmbeddingSettings['method'], options: EmbedOptions): EmbeddingSettings {
  const other = method === 'glove' ? 'word2vec' : 'glove';
  const foreign = ONLY_FOR[other].find((name) => options[name] !== undefined && options[name] !== false);
  if (foreign !== undefined)
    throw new UsageError('cli.belongs-to', { option: `--${foreign}`, other: `embed ${other}` });
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

/** `undefined` when the flag was not given. */
export function unitOf({ unit }: EmbedOptions): VectorUnit | undefined {
  const chosen = choice('--unit', unit === 'character' ? 'char' : unit, ['char', 'word']);
  return chosen === 'char' ? 'character' : chosen;
}

/** `undefined` when the flag was not given. */
export const formatFlag = ({ format }: EmbedOptions): VectorFormat | undefined =>
  choice('--format', format, VectorFormat.options);
