/** Every model by its type: how to read its settings and how to make it. */
import { BertPretrainingConfig, bertPretraining } from './bert/pretraining.ts';
import type { Model } from './model.ts';
import { TaggerConfig } from './tagger/config.ts';
import { tagger } from './tagger/model.ts';
import { TextClassifierConfig } from './text-classifier/config.ts';
import { textClassifier } from './text-classifier/model.ts';

/** Builds the model of the settings `json`; throws a ZodError that names what is wrong with them. */
export type ModelBuilder = (json: unknown) => Model;

export const MODELS = {
  'bert-pretraining': (json: unknown) => bertPretraining(BertPretrainingConfig.parse(json)),
  'text-classifier': (json: unknown) => textClassifier(TextClassifierConfig.parse(json)),
  tagger: (json: unknown) => tagger(TaggerConfig.parse(json)),
} as const satisfies Readonly<Record<string, ModelBuilder>>;

export type ModelType = keyof typeof MODELS;
