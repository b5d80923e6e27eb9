/** Estimates what pre-training needs from the shape of its encoder and corpus. */
import type { DataShape, PretrainEstimate } from '../../../shared/domain/estimate.ts';
import type { PretrainSettings } from '../../../shared/domain/pretraining.ts';
import { EncoderSize } from '../../../shared/domain/training.ts';
import { sizeOf } from '../layers/params.ts';
import { type BertConfig, bertOfSize } from '../models/bert/config.ts';
import { bertPretraining } from '../models/bert/pretraining.ts';
import { parameterCount } from '../models/model.ts';
import { bucketsOf, guessLimits } from '../tasks/pretrain/limits.ts';

export interface PretrainEstimateInput {
  readonly settings: PretrainSettings;
  readonly data: Pick<DataShape, 'lengths' | 'characters'>;
  /** The trained encoder that goes on learning. */
  readonly encoder?: BertConfig;
}

/**
 * Speed on two cores with AVX-512: multiply-adds a second, seconds that a token takes besides, and seconds before the
 * first update. Fitted to measured runs of the sizes tiny, mini and 6 × 384.
 */
const MULTIPLY_ADDS = 150e9;
const SECONDS_A_TOKEN = 2e-5;
const START_SECONDS = 10;
/** Passes over a weight for each token: forwards, gradients of inputs and of weights. */
const PASSES = 3;
/** Bytes of the program, of a weight with gradient and two moments, and of what a unit of a layer keeps for a token. */
const PROGRAM_BYTES = 450e6;
const BYTES_A_WEIGHT = 16;
const BYTES_A_UNIT = 12;
/** Bytes of a logit of the vocabulary: value, gradient, probability. */
const BYTES_A_LOGIT = 12;

/** Estimates a run of pre-training; entities of a graph come on top. */
export function estimatePretraining(input: PretrainEstimateInput): PretrainEstimate {
  const { settings, data } = input;
  const { objective, pair, packing, length, accumulation, epochs, steps } = settings;
  const bert = encoderOf(input);
  const guess = guessLimits(settings);
  const model = bertPretraining({ bert, objective, pair, guess, packed: packing });
  const { total } = parameterCount(model);
  const layers = model.params.filter(
    ({ name, shape }) => shape.length > 1 && !/embeddings?\b.*weight$/i.test(name),
  );
  /** Times that the parameters of a layer are used: those that layers share, in each of them. */
  const uses = ({ name }: { readonly name: string }) =>
    bert.num_hidden_groups !== undefined && name.includes('.layer.') ? bert.num_hidden_layers : 1;
  const units = layers.reduce((sum, layer) => sum + uses(layer) * layer.shape.at(-1)!, 0);
  const attention = 2 * bert.num_hidden_layers * length * bert.hidden_size;
  const logits = (guess.most / length) * bert.vocab_size;
  const multiplyAdds =
    layers.reduce((sum, layer) => sum + uses(layer) * sizeOf(layer.shape), 0) +
    attention +
    logits * bert.hidden_size;
  const batches = bucketsOf(settings);
  const largest = Math.max(...batches.map((bucket) => bucket.batch * bucket.length));
  const batchesAnEpoch = Math.ceil(
    (paddedTokens(settings, data.lengths) * (1 - settings.devShare)) / largest,
  );
  const anEpoch = Math.max(1, Math.ceil(batchesAnEpoch / accumulation));
  const all = steps === 0 ? epochs * anEpoch : Math.min(steps, epochs * anEpoch);
  const seconds = accumulation * largest * (SECONDS_A_TOKEN + (PASSES * multiplyAdds) / MULTIPLY_ADDS);
  return {
    parameters: total,
    memoryBytes:
      PROGRAM_BYTES + BYTES_A_WEIGHT * total + largest * (BYTES_A_UNIT * units + BYTES_A_LOGIT * logits),
    seconds: START_SECONDS + all * seconds,
    updates: { all, anEpoch, seconds },
  };
}

function encoderOf({ settings, data, encoder }: PretrainEstimateInput): BertConfig {
  const size = EncoderSize.safeParse(settings.encoder);
  const bert = encoder ?? bertOfSize(size.success ? size.data : 'mini', data.characters + 5);
  const layers = settings.encoderLayers === 0 ? bert.num_hidden_layers : settings.encoderLayers;
  return { ...bert, num_hidden_layers: layers, linking: undefined, neighbours: undefined };
}

/** Returns the tokens of an epoch, padding included; a character counts as a token. */
function paddedTokens(settings: PretrainSettings, lengths: ArrayLike<number>): number {
  const room = settings.length - 2;
  const buckets = bucketsOf(settings).map(({ length }) => length);
  let tokens = 0;
  for (let i = 0; i < lengths.length; i++) {
    const whole = Math.floor(lengths[i]! / room);
    const rest = lengths[i]! - whole * room;
    tokens += whole * settings.length;
    if (rest > 0) tokens += settings.packing ? rest + 2 : buckets.find((bucket) => rest + 2 <= bucket)!;
  }
  return tokens;
}
