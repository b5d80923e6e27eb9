/** The command line of `embed`: its flags, and the training settings that they mean. */
import { EmbeddingSettings, type VectorUnit } from '../../shared/domain/embeddings.ts';
import { VectorFormat } from '../../shared/domain/vectors.ts';
import { parseOptions, UsageError } from './command.ts';
import { WORKSPACE_OPTIONS } from './options.ts';

export const EMBED_USAGE = `settings of embed and their defaults (词向量训练设置与默认值):
  --unit char|word          char     what gets a vector: characters, or words as jieba parts them
  --dim N                   50
  --window N                5
  --min-count N             5        rarer tokens get no vector
  --epochs N                5, glove 15
  --threads N               one per processor core; 1 gives the same vectors every time
  --seed N                  1
  --negative N, --sample X  5, 0.001 (word2vec)
  --alpha X                 0.025 (word2vec)
  --skip-gram               instead of CBOW (word2vec)
  --learning-rate X         0.05 (glove)
  --x-max X                 100 (glove)
  --no-fold                 keeps width and case of the texts
  --dictionary FILE         words that segmentation keeps together, one a line
  --graph-names             the same with the names of the workspace's knowledge graph
  --name NAME               keeps them in the workspace, encrypted like it
  --out FILE                .bin word2vec binary, .glove GloVe text, else word2vec text
  --format ${VectorFormat.options.join('|')}`;

const number = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

export const parseEmbed = (argv: readonly string[]) =>
  parseOptions(argv, {
    options: {
      ...WORKSPACE_OPTIONS,
      unit: { type: 'string' },
      dim: number,
      window: number,
      'min-count': number,
      epochs: number,
      threads: number,
      seed: number,
      negative: number,
      sample: number,
      alpha: number,
      'skip-gram': flag,
      'learning-rate': number,
      'x-max': number,
      'no-fold': flag,
      dictionary: { type: 'string' },
      'graph-names': flag,
      out: { type: 'string', short: 'o' },
      name: { type: 'string' },
      format: { type: 'string' },
      top: number,
    },
  });
export type EmbedOptions = ReturnType<typeof parseEmbed>['values'];

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
  if (foreign !== undefined) throw new UsageError(`--${foreign} belongs to embed ${other}`);
  const given: Record<string, unknown> = { method, unit: unitOf(options), folded: !options['no-fold'] };
  for (const [name, key] of Object.entries(NUMBERS)) {
    const text = options[name as keyof typeof NUMBERS]; // safe: a key of NUMBERS
    if (text !== undefined) given[key] = toNumber(text, name);
  }
  if (options['skip-gram']) given.architecture = 'skip-gram';
  const parsed = EmbeddingSettings.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new UsageError(
    parsed.error.issues
      .map(({ path, message }) => `--${FLAG_OF_SETTING.get(String(path[0])) ?? String(path[0])}: ${message}`)
      .join('; '),
  );
}

function toNumber(text: string, name: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value))
    throw new UsageError(`--${name} takes a number, not ${text}`);
  return value;
}

/** `undefined` when the flag was not given. */
export function unitOf({ unit }: EmbedOptions): VectorUnit | undefined {
  if (unit === undefined) return undefined;
  if (unit === 'char' || unit === 'character') return 'character';
  if (unit === 'word') return 'word';
  throw new UsageError(`--unit takes char or word, not ${unit}`);
}

/** `undefined` when the flag was not given. */
export function formatFlag({ format }: EmbedOptions): VectorFormat | undefined {
  const known = VectorFormat.options.find((name) => name === format);
  if (format === undefined || known !== undefined) return known;
  throw new UsageError(`--format takes ${VectorFormat.options.join(', ')}, not ${format}`);
}
