/** The parameters of a model that may build on an encoder: whose weights they begin with and how fast they learn. */
import type { ModelFiles } from '../io/model-files.ts';
import { weightsFromFile } from '../io/weights.ts';
import type { BertConfig } from '../models/bert/config.ts';
import { BERT, bertEncoderSpec } from '../models/bert/model.ts';
import type { FrontConfig } from '../models/fronts/config.ts';
import type { Model } from '../models/model.ts';
import type { ParameterSpec, Values } from '../runtime/program.ts';
import type { Packing } from '../train/packed-order.ts';

interface Rates {
  readonly hasEncoder: boolean;
  /** Factor of the learning rate of layers beside the encoder. */
  readonly headRate: number;
  /** Factor of a layer's learning rate to that of the layer above it; 1 unless given. */
  readonly layerDecay?: number;
}

/** Returns the parameters with their rates; what the model keeps as it is does not learn. */
export function trainedParameters(
  { params, frozen }: Pick<Model, 'params' | 'frozen'>,
  { headRate, hasEncoder, layerDecay = 1 }: Rates,
): ParameterSpec[] {
  const layers = Math.max(0, ...params.map(({ name }) => layerOf(name) ?? 0));
  const rateOf = (name: string): number => {
    if (!hasEncoder) return 1;
    if (!name.startsWith(`${BERT}.`)) return headRate;
    return layerDecay ** (layers - (layerOf(name) ?? layers));
  };
  return params.map(({ name, shape, decay }) => ({
    name,
    shape,
    decay,
    rate: rateOf(name),
    trainable: frozen?.has(name) !== true,
  }));
}

/** Returns the layer of an encoder's parameter, from 1; 0 for its embeddings, `undefined` for other parameters. */
function layerOf(name: string): number | undefined {
  if (/^bert\.embeddings(_project)?\./.test(name)) return 0;
  const [, layer] = /\.encoder\.layer\.(\d+)\./.exec(name) ?? [];
  return layer === undefined ? undefined : Number(layer) + 1;
}

/** Weights of the encoder given, by name. */
export const encoderValues = (bert: BertConfig, encoder: ModelFiles | undefined): Values =>
  encoder === undefined ? {} : weightsFromFile(bertEncoderSpec(bert), encoder.weights);

/** Returns how the texts of a run share rows; `undefined` where the model reads a text a row. */
export const packingOf = (
  { packs }: Pick<Model, 'packs'>,
  front: FrontConfig,
  { batchSize, batchTokens }: Pick<Packing, 'batchSize' | 'batchTokens'>,
): Packing | undefined =>
  packs === true && front.kind === 'bert'
    ? { batchSize, batchTokens, width: front.bert.hidden_size }
    : undefined;
