/**
 * Text classifiers: labels from the features that a network gives of a whole text, from an encoder's [CLS], from the
 * states of two marked mentions, or from the features of two texts.
 */
import { add, concat, expandDims, pad, relu, type Tensor } from '@tensorflow/tfjs-core';
import { invariant } from '../../../../shared/assert.ts';
import { type DropoutSource, dropout, dropoutSite } from '../../layers/dropout.ts';
import { linear, linearParams, linearSpec } from '../../layers/linear.ts';
import { type MaskedSequence, unpack } from '../../layers/masked-sequence.ts';
import { labelled, type Params } from '../../layers/params.ts';
import { spatialDropout, spatialDropoutSite } from '../../layers/spatial-dropout.ts';
import { createFront } from '../fronts/front.ts';
import { lexiconLayer } from '../fronts/lexicon.ts';
import { type BatchSize, type InputSpec, input, type Model, type Tensors } from '../model.ts';
import type { Network } from '../networks/network.ts';
import { textNetwork, tokensOfText } from '../networks/registry.ts';
import type { TextClassifierConfig } from './config.ts';
import { multipleLabelLoss, predictedLabels, singleLabelLoss, textsOf } from './loss.ts';
import { MARKS, marksInput, mentionFeatures } from './mention-features.ts';
import {
  halves,
  MATCH_LEVELS,
  MATCHES,
  matchesInput,
  pairNetwork,
  textsOfPairs,
  withMatches,
} from './pair-network.ts';
import {
  CONTRASTED,
  contrastLoss,
  contrastTargets,
  gradeLogits,
  gradesSpec,
  RIGHT,
  vectorNetwork,
} from './text-vectors.ts';

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
  const lexicon = config.lexicon === undefined ? undefined : lexiconLayer(config.lexicon);
  /** Tokens before, and after, those of the text: [CLS] and [SEP]. */
  const specials = config.front.kind === 'bert' ? 1 : 0;
  const tokenWidth = front.width + (lexicon?.width ?? 0);
  const network = networkOf(config, tokenWidth);
  const isApart = readsApart(config);
  const isVector = config.pairs === 'vectors';
  const isCompared = isApart && !isVector;
  const rowsOf = (size: BatchSize): BatchSize => (isApart ? textsOfPairs(size) : size);
  const count = config.labels.length;
  const width = config.mentions ? 2 * network.width : network.width;
  const widest = config.dense > 0 ? config.dense : width;

  function read(params: Params, inputs: Tensors, source?: DropoutSource): MaskedSequence {
    const given = front.read(params, inputs, source); // [B, T, D], or of rows
    const { x, mask } = inputs.places === undefined ? given : unpack(given.x, expandDims(inputs.places, 1)); // [B, 1, D] of packed texts
    if (lexicon === undefined) return { x, mask };
    const features = pad(lexicon.read(params, inputs), [
      [0, 0],
      [specials, specials],
      [0, 0],
    ]);
    return { x: concat([x, features], 2), mask }; // [B, T, D + lexicon]
  }

  /** Features [B, width], or [B, T, width ÷ 2] for mentions, or vectors [2B, W]. */
  function given(params: Params, inputs: Tensors, sequence: MaskedSequence, source?: DropoutSource): Tensor {
    const dropped = dropTokens(sequence.x, config, source); // [B, T, D]
    const x = isCompared ? withMatches(dropped, input(inputs, MATCHES)) : dropped; // [2B, T, D + M] of pairs apart
    return network.run(params, { ...sequence, x }, source);
  }

  function logits(params: Params, inputs: Tensors, given: Tensor, source?: DropoutSource): Tensor {
    if (isVector) return gradeLogits(linearParams(params, CLASSIFIER), given, config); // [B, L]
    const whole = config.mentions ? mentionFeatures(given, input(inputs, MARKS)) : given; // [B, width]
    const features = dropout(whole, config.dropout, FEATURE_SITE, source); // [B, width]
    const hidden = config.dense > 0 ? relu(linear(linearParams(params, HIDDEN), features)) : features;
    return linear(linearParams(params, CLASSIFIER), hidden); // [B, L]
  }

  return {
    params: [
      ...front.params,
      ...(lexicon?.params ?? []),
      ...network.params,
      ...(config.dense > 0 ? linearSpec(HIDDEN, width, config.dense) : []),
      ...(isVector
        ? gradesSpec(CLASSIFIER, config.labels)
        : labelled(linearSpec(CLASSIFIER, widest, count), config.labels)),
    ],
    frozen: new Set([...front.frozen, ...(lexicon?.frozen ?? [])]),
    packs: front.packs && readsFirst(config),
    inputs: (size) => [
      ...front.inputs(rowsOf(size)),
      ...(lexicon?.inputs({ ...size, length: size.length - 2 * specials }) ?? []),
      ...(config.mentions ? [marksInput(size)] : []),
      ...(isCompared ? [matchesInput(size)] : []),
      ...(size.rows === undefined ? [] : [{ name: 'places', shape: [size.batch], dtype: 'int32' } as const]),
    ],
    targets: (size): readonly InputSpec[] => [
      config.mode === 'single'
        ? { name: 'labels', shape: [size.batch], dtype: 'int32' }
        : { name: 'labels', shape: [size.batch, count], dtype: 'float32' },
      ...(isVector ? contrastTargets(size) : []),
    ],
    dropout: (size) => [
      ...front.dropout(rowsOf(size)),
      ...tokenSite(config, rowsOf(size), tokenWidth),
      ...network.dropout(size),
      ...(isVector ? [] : dropoutSite(FEATURE_SITE, [size.batch, width], config.dropout)),
    ],
    forward(params, inputs, source) {
      const seen = given(params, inputs, read(params, inputs, source), source);
      return { logits: logits(params, inputs, seen, source) };
    },
    loss(params, inputs: Tensors, source) {
      const sequence = read(params, inputs, source);
      const seen = given(params, inputs, sequence, source);
      const scores = logits(params, inputs, seen, source); // [B, L]
      const labels = input(inputs, 'labels');
      const loss = config.mode === 'single' ? singleLabelLoss : multipleLabelLoss;
      const texts = textsOf(isApart ? halves(sequence.mask)[0] : sequence.mask); // [B]
      const ofLabels = loss(scores, labels, texts, config.loss);
      const contrast = (): Tensor => {
        const rows = { right: input(inputs, RIGHT), contrasted: input(inputs, CONTRASTED), texts };
        return contrastLoss(seen, rows, config.temperature);
      };
      return {
        loss: isVector ? add(ofLabels, contrast()) : ofLabels,
        metrics: {},
        predicted: () => predictedLabels(scores, texts, config.mode),
      };
    },
  };
}

/** Returns whether the two texts of a pair are sequences of their own, which the model compares. */
export const readsApart = ({ pairs }: Pick<TextClassifierConfig, 'pairs'>): boolean =>
  pairs !== undefined && pairs !== 'joint';

/** Returns whether the model reads [CLS] alone of a text's states. */
const readsFirst = (config: TextClassifierConfig): boolean =>
  config.body.kind === 'cls' && !config.mentions && !readsApart(config) && config.lexicon === undefined;

function networkOf(config: TextClassifierConfig, width: number): Network {
  const { front, body, mentions } = config;
  const inputSize = readsApart(config) && config.pairs !== 'vectors' ? width + MATCH_LEVELS : width;
  const from = { inputSize, ...(front.kind === 'bert' ? { encoder: front.bert } : {}) };
  if (config.pairs === 'vectors') return vectorNetwork(config, from);
  if (readsApart(config)) return pairNetwork(config, from);
  if (!mentions) return textNetwork(body, from);
  const tokens = tokensOfText(body, from);
  invariant(tokens !== undefined, `text classifier: ${body.kind} has no states of mentions`);
  return tokens;
}

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
