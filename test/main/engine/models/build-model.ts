/** Builds a model of any kind from settings as a file holds them. */
import { BertPretrainingConfig, bertPretraining } from '../../../../main/engine/models/bert/pretraining.ts';
import type { Model } from '../../../../main/engine/models/model.ts';
import { TaggerConfig } from '../../../../main/engine/models/tagger/config.ts';
import { tagger } from '../../../../main/engine/models/tagger/model.ts';
import { TextClassifierConfig } from '../../../../main/engine/models/text-classifier/config.ts';
import { textClassifier } from '../../../../main/engine/models/text-classifier/model.ts';

export const MODELS = {
  'bert-pretraining': (json: unknown) => bertPretraining(BertPretrainingConfig.parse(json)),
  'text-classifier': (json: unknown) => textClassifier(TextClassifierConfig.parse(json)),
  tagger: (json: unknown) => tagger(TaggerConfig.parse(json)),
} as const satisfies Readonly<Record<string, (json: unknown) => Model>>;

export type ModelType = keyof typeof MODELS;
