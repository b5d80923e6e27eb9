/** The settings of a training of word vectors as a form shows them; names, ranges and defaults are the shared schema's. */
import type { z } from 'zod';
import { EmbeddingSettings, GloveSettings, Word2VecSettings } from '../../../../shared/domain/embeddings.ts';
import { propertiesOf, type SettingShape, shapeFrom } from '../../../lib/form-settings.ts';
import { readForm } from '../run-draft.ts';

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

const PROPERTIES = { word2vec: propertiesOf(Word2VecSettings), glove: propertiesOf(GloveSettings) };
const DEFAULTS: Readonly<Record<VectorMethod, object>> = {
  word2vec: Word2VecSettings.parse({ method: 'word2vec' }),
  glove: GloveSettings.parse({ method: 'glove' }),
};

export const shapeOfVector = (method: VectorMethod, name: VectorSetting): SettingShape =>
  shapeFrom(PROPERTIES[method][name]);

/** Settings as typed; what nobody touched is not in it and follows the method. */
export type VectorTexts = Readonly<Partial<Record<VectorSetting, string | boolean>>>;

export function vectorText(method: VectorMethod, texts: VectorTexts, name: VectorSetting): string | boolean {
  const value: unknown = texts[name] ?? Reflect.get(DEFAULTS[method], name);
  return typeof value === 'boolean' ? value : String(value);
}

/** Parses the form by the shared schema; fields of the other method are ignored. */
export const readVectorTexts = (method: VectorMethod, texts: VectorTexts) =>
  readForm<VectorSetting, EmbeddingSettings>({
    names: [...BASIC[method], ...ADVANCED[method]],
    shapeOf: (name) => shapeOfVector(method, name),
    textOf: (name) => vectorText(method, texts, name),
    parse: (values) => EmbeddingSettings.safeParse({ ...values, method }),
  });

/** Smaller corpora give vectors that say little. */
export const SMALL_CORPUS = 1_000_000;
