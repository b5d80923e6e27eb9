/** The parameters of a model that may build on an encoder: whose weights they begin with and how fast they learn. */
import type { ModelFiles } from '../io/model-files.ts';
import { weightsFromFile } from '../io/weights.ts';
import type { BertConfig } from '../models/bert/config.ts';
import { BERT, bertEncoderSpec } from '../models/bert/model.ts';
import type { Model } from '../models/model.ts';
import type { ParameterSpec, Values } from '../runtime/program.ts';

/** Beside an encoder, other layers learn `headRate` times as fast; what the model keeps as it is does not learn. */
export const trainedParameters = (
  { params, frozen }: Pick<Model, 'params' | 'frozen'>,
  { headRate, hasEncoder }: { readonly headRate: number; readonly hasEncoder: boolean },
): ParameterSpec[] =>
  params.map(({ name, shape, decay }) => ({
    name,
    shape,
    decay,
    rate: hasEncoder && !name.startsWith(`${BERT}.`) ? headRate : 1,
    trainable: frozen?.has(name) !== true,
  }));

/** Weights of the encoder given, by name. */
export const encoderValues = (bert: BertConfig, encoder: ModelFiles | undefined): Values =>
  encoder === undefined ? {} : weightsFromFile(bertEncoderSpec(bert), encoder.weights);
