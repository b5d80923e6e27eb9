/** Text classifiers: labels from the features that a network gives of a whole text, or from an encoder's [CLS]. */
import { relu, type Tensor } from '@tensorflow/tfjs-core';
import { type DropoutSource, dropout, dropoutSite } from '../../layers/dropout.ts';
import { linear, linearParams, linearSpec } from '../../layers/linear.ts';
import type { MaskedSequence } from '../../layers/masked-sequence.ts';
import { labelled, type Params } from '../../layers/params.ts';
import { spatialDropout, spatialDropoutSite } from '../../layers/spatial-dropout.ts';
import { createFront, type Front } from '../fronts/front.ts';
import { type BatchSize, type InputSpec, input, type Model, type Tensors } from '../model.ts';
import type { Network } from '../networks/network.ts';
import { textNetwork } from '../networks/registry.ts';
import type { TextClassifierConfig } from './config.ts';
import { multipleLabelLoss, predictedLabels, singleLabelLoss, textsOf } from './loss.ts';

const FRONT_SITE = 'front';
const FEATURE_SITE = 'features';
const HIDDEN = 'hidden';
const CLASSIFIER = 'classifier';

/**
 * Forward gives `logits` [B, L]. Targets: `labels`, int32 [B] where a text has one label, else float32 [B, L] of 0 and
 * 1. Rows without a real token count as no text.
 * @param front in place of the one that `config` asks for, with the same vectors
 */
export function textClassifier(config: TextClassifierConfig, front = createFront(config.front)): Model {
  const network = networkOf(config, front);
  const count = config.labels.length;
  const widest = config.dense > 0 ? config.dense : network.width;

  function logits(params: Params, { x, mask }: MaskedSequence, source: DropoutSource | undefined): Tensor {
    const read = { x: dropTokens(x, config, source), mask }; // [B, T, D]
    const features = dropout(network.run(params, read, source), config.dropout, FEATURE_SITE, source); // [B, width]
    const hidden = config.dense > 0 ? relu(linear(linearParams(params, HIDDEN), features)) : features;
    return linear(linearParams(params, CLASSIFIER), hidden); // [B, L]
  }

  return {
    params: [
      ...front.params,
      ...network.params,
      ...(config.dense > 0 ? linearSpec(HIDDEN, network.width, config.dense) : []),
      ...labelled(linearSpec(CLASSIFIER, widest, count), config.labels),
    ],
    frozen: new Set(front.frozen),
    inputs: (size) => front.inputs(size),
    targets: ({ batch }): readonly InputSpec[] =>
      config.mode === 'single'
        ? [{ name: 'labels', shape: [batch], dtype: 'int32' }]
        : [{ name: 'labels', shape: [batch, count], dtype: 'float32' }],
    dropout: (size) => [
      ...front.dropout(size),
      ...tokenSite(config, size, front.width),
      ...network.dropout(size),
      ...dropoutSite(FEATURE_SITE, [size.batch, network.width], config.dropout),
    ],
    forward: (params, inputs, source) => ({
      logits: logits(params, front.read(params, inputs, source), source),
    }),
    loss(params, inputs: Tensors, source) {
      const sequence = front.read(params, inputs, source);
      const scores = logits(params, sequence, source); // [B, L]
      const labels = input(inputs, 'labels');
      const loss = config.mode === 'single' ? singleLabelLoss : multipleLabelLoss;
      const texts = textsOf(sequence.mask); // [B]
      return {
        loss: loss(scores, labels, texts, config.loss),
        metrics: {},
        predicted: () => predictedLabels(scores, texts, config.mode),
      };
    },
  };
}

const networkOf = ({ front, body }: TextClassifierConfig, { width }: Front): Network =>
  textNetwork(body, { inputSize: width, ...(front.kind === 'bert' ? { encoder: front.bert } : {}) });

/** [CLS] is read as it is; its pooled vector has the dropout of the features. */
const tokenRate = ({ body, frontDropout }: TextClassifierConfig) => (body.kind === 'cls' ? 0 : frontDropout);

const dropTokens = (x: Tensor, config: TextClassifierConfig, source: DropoutSource | undefined): Tensor =>
  (config.spatial ? spatialDropout : dropout)(x, tokenRate(config), FRONT_SITE, source);

function tokenSite(config: TextClassifierConfig, { batch, length }: BatchSize, width: number) {
  const share = tokenRate(config);
  return config.spatial
    ? spatialDropoutSite(FRONT_SITE, { batch, width }, share)
    : dropoutSite(FRONT_SITE, [batch, length, width], share);
}
