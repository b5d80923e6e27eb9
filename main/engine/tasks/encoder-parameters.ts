/** The parameters of a model that may build on an encoder: whose weights they begin with and how fast they learn. */
import type { ModelFiles } from '../io/model-files.ts';
import { weightsFromFile } from '../io/weights.ts';
import type { ParamSpec } from '../layers/params.ts';
import { BERT, bertEncoderSpec } from '../models/bert/model.ts';
import type { FrontConfig } from '../models/fronts/config.ts';
import type { ParameterSpec, Values } from '../runtime/program.ts';

export const isEncoder = ({ name }: ParamSpec): boolean => name.startsWith(`${BERT}.`);

/** Beside an encoder, other layers learn `headRate` times as fast. */
export function encoderParameter(
  spec: ParamSpec,
  { headRate, hasEncoder }: { readonly headRate: number; readonly hasEncoder: boolean },
): Omit<ParameterSpec, 'trainable'> {
  const { name, shape, decay } = spec;
  return { name, shape, decay, rate: hasEncoder && !isEncoder(spec) ? headRate : 1 };
}

/** Weights of the encoder given, by name. */
export function encoderValues(front: FrontConfig, encoder: ModelFiles | undefined): Values {
  if (encoder === undefined || front.kind !== 'bert') return {};
  return weightsFromFile(bertEncoderSpec(front.bert), encoder.weights);
}
