/**
 * Replaced-token detection (Clark et al. 2020, ELECTRA): a generator guesses masked tokens, samples of its guesses
 * replace them, and the encoder tells of every token whether it is the original one.
 */
import {
  cast,
  concat,
  cumsum,
  equal,
  gather,
  greater,
  lessEqual,
  minimum,
  notEqual,
  reshape,
  softmax,
  sum,
  type Tensor,
} from '@tensorflow/tfjs-core';
import { activate } from '../layers/activation.ts';
import { BERT_NORMAL } from '../layers/initialisers.ts';
import { linear, linearParams, linearSpec } from '../layers/linear.ts';
import { statesAt } from '../layers/mention-tokens.ts';
import type { ParamSpec, Params } from '../layers/params.ts';
import { sigmoidCrossEntropy } from '../layers/sigmoid-cross-entropy.ts';
import type { BertConfig } from '../models/bert/config.ts';
import {
  generatorDropout,
  generatorHidden,
  generatorLogits,
  generatorSpec,
} from '../models/bert/generator.ts';
import { input, type Tensors } from '../models/model.ts';
import { type NativeOp, nativeOp } from '../runtime/custom-op.ts';
import { placesNeeded } from './masking.ts';
import { mlm, mlmTargets } from './mlm.ts';
import { classGuesses, type Guesses, type ObjectiveKind } from './objective.ts';

/** λ of the paper: a guess of one in two weighs as much as one of all tokens. */
const DETECTION_SCALE = 50;
const HEAD = 'discriminator_predictions';

export const rtd: ObjectiveKind = {
  create: ({ bert, guess }) => ({
    params: [...generatorSpec(bert), ...detectorSpec(bert)],
    targets: ({ batch, length }) => {
      const places = batch * placesNeeded(length, guess);
      return [
        ...mlmTargets(places),
        { name: 'rtdUniforms', shape: [places], dtype: 'float32' },
        { name: 'rtdSources', shape: [batch, length], dtype: 'int32' },
        { name: 'rtdWeights', shape: [batch, length], dtype: 'float32' },
      ];
    },
    dropout: (size) => generatorDropout(bert, size),
    guesses: ({ params, inputs, source, hidden }) => {
      const states = generatorHidden(params, inputs, bert, source); // [B, T, H / 4]
      const chosen = statesAt(states, input(inputs, 'mlmPositions')); // [M, H / 4]
      const logits = generatorLogits(params, chosen, bert); // [M, V]
      const { ids, isReplaced } = replaceTokens(inputs, sampleTokens(logits, input(inputs, 'rtdUniforms')));
      return {
        rtd: detectionGuesses(
          detectionScores(params, hidden({ ids }), bert),
          isReplaced,
          input(inputs, 'rtdWeights'),
        ),
        generator: classGuesses(logits, input(inputs, 'mlmLabels'), input(inputs, 'mlmWeights')),
      };
    },
  }),
  writer: (options) => {
    const writeMasked = mlm.writer(options);
    return (arrays, row, size, random) => {
      writeMasked(arrays, row, size, random);
      const { rtdUniforms, rtdSources, rtdWeights, mlmPositions, mlmWeights } = arrays;
      const [start, tokens] = [row.number * size.length, size.batch * size.length];
      for (let t = 0; t < size.length; t++) rtdSources![start + t] = start + t;
      if (!row.isReal) return;
      rtdWeights!.fill(1, start, start + row.encoding.length);
      const places = rtdUniforms!.length / size.batch;
      for (let place = row.number * places; place < (row.number + 1) * places; place++) {
        if (mlmWeights![place] === 0) continue;
        rtdUniforms![place] = random.uniform();
        rtdSources![mlmPositions![place]!] = tokens + place;
      }
    };
  },
};

/** ELECTRA's head of replaced tokens, with Hugging Face's names. */
export const detectorSpec = ({ hidden_size: width }: BertConfig): readonly ParamSpec[] => [
  ...linearSpec(`${HEAD}.dense`, width, width, BERT_NORMAL),
  ...linearSpec(`${HEAD}.dense_prediction`, width, 1, BERT_NORMAL),
];

/** Draws a token for each row of logits [M, V] by uniform numbers [M] → int32 [M]; without gradient. */
export const sampleTokens = (logits: Tensor, uniforms: Tensor): Tensor =>
  nativeOp(SAMPLE, [logits, uniforms]);

/** Inverse of the cumulative distribution: the number of tokens whose cumulated probability is at most the number drawn. */
const SAMPLE: NativeOp = {
  name: 'SampleTokens',
  forward: ([logits, uniforms]) => {
    const [rows = 0, tokens = 0] = logits!.shape;
    const cumulated = cumsum(softmax(logits!), 1); // [M, V]
    const before = lessEqual(cumulated, reshape(uniforms!, [rows, 1])); // [M, V]
    return { output: minimum(sum(cast(before, 'int32'), 1), tokens - 1) }; // [M]; sums may end below 1
  },
  gradient: () => [null, null],
};

/**
 * The tokens of a batch with samples [M] in place of masked ones, and 1 where a token is not the original one; both int32
 * [B, T]. `rtdSources` numbers the tokens of the batch, and after them the places of the masked ones.
 */
export function replaceTokens(inputs: Tensors, samples: Tensor): { ids: Tensor; isReplaced: Tensor } {
  const [ids, sources] = [input(inputs, 'ids'), input(inputs, 'rtdSources')];
  const tokens = reshape(ids, [-1]); // [B T]
  const taken = (masked: Tensor) => gather(concat([tokens, masked]), sources); // [B, T]
  const replaced = taken(cast(samples, 'int32'));
  return { ids: replaced, isReplaced: cast(notEqual(replaced, taken(input(inputs, 'mlmLabels'))), 'int32') };
}

/** Scores of the encoder's states [B, T, H] → [B T]: above 0 where the token is more probably a replaced one. */
export function detectionScores(
  params: Params,
  hidden: Tensor,
  { hidden_act }: Pick<BertConfig, 'hidden_act'>,
): Tensor {
  const inner = activate(hidden_act, linear(linearParams(params, `${HEAD}.dense`), hidden)); // [B, T, H]
  return reshape(linear(linearParams(params, `${HEAD}.dense_prediction`), inner), [-1]); // [B T]
}

/** Guesses by scores [B T] whether tokens were replaced; labels and weights [B, T]. */
export function detectionGuesses(scores: Tensor, labels: Tensor, weights: Tensor): Guesses {
  const answers = cast(reshape(labels, [-1]), 'float32'); // [B T]
  return {
    losses: sigmoidCrossEntropy(scores, answers),
    right: () => cast(equal(cast(greater(scores, 0), 'float32'), answers), 'float32'),
    weights: reshape(weights, [-1]),
    scale: DETECTION_SCALE,
  };
}
