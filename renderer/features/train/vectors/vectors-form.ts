/** The settings of a training of word vectors as a form shows them; names, ranges and defaults are the shared schema's. */
import { z } from 'zod';
import { EmbeddingSettings, GloveSettings, Word2VecSettings } from '../../../../shared/domain/embeddings.ts';
import type { SettingShape } from '../../../lib/form-settings.ts';
import type { SettingProblem } from '../run-draft.ts';

export type VectorMethod = EmbeddingSettings['method'];
export type VectorSetting =
  | Exclude<keyof z.infer<typeof Word2VecSettings>, 'method'>
  | Exclude<keyof z.infer<typeof GloveSettings>, 'method'>;

const COMMON = ['unit', 'dimension', 'window', 'minCount', 'epochs'] as const;
const BASIC = {
  word2vec: ['architecture', ...COMMON],
  glove: COMMON,
} as const satisfies Record<VectorMethod, readonly VectorSetting[]>;
const ADVANCED = {
  word2vec: ['negative', 'sample', 'alpha', 'minAlpha', 'negativeExponent', 'threads', 'seed', 'folded'],
  glove: ['learningRate', 'xMax', 'weightExponent', 'threads', 'seed', 'folded'],
} as const satisfies Record<VectorMethod, readonly VectorSetting[]>;

export const basicSettings = (method: VectorMethod): readonly VectorSetting[] => BASIC[method];
export const advancedSettings = (method: VectorMethod): readonly VectorSetting[] => ADVANCED[method];

const Property = z.object({
  type: z.enum(['integer', 'number', 'boolean', 'string']),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
  enum: z.array(z.string()).optional(),
  default: z.union([z.string(), z.number(), z.boolean()]),
});
const PROPERTIES = {
  word2vec: z.toJSONSchema(Word2VecSettings, { io: 'input' }).properties ?? {},
  glove: z.toJSONSchema(GloveSettings, { io: 'input' }).properties ?? {},
};
const propertyOf = (method: VectorMethod, name: VectorSetting) => Property.parse(PROPERTIES[method][name]);

export function shapeOfVector(method: VectorMethod, name: VectorSetting): SettingShape {
  const { type, minimum, exclusiveMinimum, maximum, enum: choices } = propertyOf(method, name);
  const kind =
    choices !== undefined ? 'choice' : type === 'boolean' ? 'flag' : type === 'string' ? 'text' : type;
  return {
    kind,
    choices: choices ?? [],
    optional: false,
    ...(minimum === undefined ? {} : { least: minimum }),
    ...(exclusiveMinimum === undefined ? {} : { above: exclusiveMinimum }),
    ...(maximum === undefined ? {} : { most: maximum }),
  };
}

/** Settings as typed; what nobody touched is not in it and follows the method. */
export type VectorTexts = Readonly<Partial<Record<VectorSetting, string | boolean>>>;

export function vectorText(method: VectorMethod, texts: VectorTexts, name: VectorSetting): string | boolean {
  const value = texts[name] ?? propertyOf(method, name).default;
  return typeof value === 'number' ? String(value) : value;
}

export interface VectorReading {
  /** Present when there are no problems. */
  readonly settings?: EmbeddingSettings;
  readonly problems: Partial<Record<VectorSetting, SettingProblem>>;
}

/** Parses the form by the shared schema; fields of the other method are ignored. */
export function readVectorTexts(method: VectorMethod, texts: VectorTexts): VectorReading {
  const names = [...BASIC[method], ...ADVANCED[method]];
  const values = names.map((name) => [name, settingValue(method, name, vectorText(method, texts, name))]);
  const parsed = EmbeddingSettings.safeParse({ ...Object.fromEntries(values), method });
  if (parsed.success) return { settings: parsed.data, problems: {} };
  const problems: Partial<Record<VectorSetting, SettingProblem>> = {};
  for (const { path } of parsed.error.issues) {
    const name = names.find((known) => known === path[0]);
    if (name !== undefined) problems[name] ??= problemOf(method, name, vectorText(method, texts, name));
  }
  return { problems };
}

function settingValue(method: VectorMethod, name: VectorSetting, text: string | boolean): unknown {
  const { kind } = shapeOfVector(method, name);
  if (typeof text === 'boolean' || (kind !== 'integer' && kind !== 'number')) return text;
  return text.trim() === '' ? Number.NaN : Number(text); // the schema refuses NaN
}

function problemOf(method: VectorMethod, name: VectorSetting, text: string | boolean): SettingProblem {
  if (typeof text === 'string' && text.trim() === '') return 'missing';
  const value = Number(text);
  if (!Number.isFinite(value)) return 'number';
  return shapeOfVector(method, name).kind === 'integer' && !Number.isInteger(value) ? 'integer' : 'range';
}

/** Smaller corpora give vectors that say little. */
export const SMALL_CORPUS = 1_000_000;
