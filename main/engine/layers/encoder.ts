/** Post-norm Transformer encoder (Vaswani et al. 2017; BERT): x ← LN(x + sublayer(x)), twice a layer. */
import { add, type Tensor, tidy } from '@tensorflow/tfjs-core';
import type { Activation } from './activation-names.ts';
import {
  type AttentionMask,
  type AttentionParams,
  attentionBias,
  attentionParams,
  attentionSpec,
  selfAttention,
} from './attention.ts';
import { type DropoutSite, type DropoutSource, dropout, dropoutSite } from './dropout.ts';
import { type FeedForwardParams, feedForward, feedForwardParams, feedForwardSpec } from './feed-forward.ts';
import { type LayerNormParams, layerNorm, layerNormParams, layerNormSpec } from './layer-norm.ts';
import type { ParamSpec, Params } from './params.ts';

export interface EncoderConfig {
  readonly hiddenSize: number;
  readonly layers: number;
  readonly heads: number;
  readonly innerSize: number;
  readonly layerNormEps: number;
  readonly hiddenDropout: number;
  readonly attentionDropout: number;
  /** Default exact GELU. */
  readonly activation?: Activation;
  /** Whether all layers have the parameters of the first (ALBERT, Lan et al. 2020). */
  readonly shared?: boolean;
}

interface EncoderLayerParams {
  readonly attention: AttentionParams;
  readonly attentionNorm: LayerNormParams;
  readonly feedForward: FeedForwardParams;
  readonly outputNorm: LayerNormParams;
}

/** Changes the states between two layers. */
export interface Infusion {
  /** Layers before it. */
  readonly after: number;
  /** [B, T, H] → [B, T, H] */
  apply(states: Tensor): Tensor;
}

export interface EncoderOptions {
  readonly config: EncoderConfig;
  readonly prefix: string;
  readonly source: DropoutSource | undefined;
  /** Returns every layer's attention probabilities too. */
  readonly attentions?: boolean;
  readonly infusion?: Infusion | undefined;
}

export interface Encoded {
  /**
   * Embeddings first, then each layer's output, as it was before any infusion; all [B, T, H]. The last one is the result:
   * an infusion after the last layer adds its own.
   */
  readonly hiddenStates: readonly Tensor[];
  /** One [B, heads, T, T] a layer when asked for, otherwise none. */
  readonly attentions: readonly Tensor[];
}

/** Runs layers first … last on x [B, T, H]. */
export function encoder(
  params: Params,
  { x, ...visible }: { readonly x: Tensor } & AttentionMask,
  options: EncoderOptions & { readonly first?: number; readonly last?: number },
): Encoded {
  const { config, prefix, infusion, first = 0, last = config.layers - 1 } = options;
  const bias = attentionBias(visible); // [B, 1, 1, T] or [B, 1, T, T]
  const hiddenStates = [x];
  const attentions: Tensor[] = [];
  const infused = (states: Tensor, layers: number) =>
    infusion?.after === layers ? infusion.apply(states) : states;
  for (let index = first; index <= last; index++) {
    const site = `${prefix}.layer.${index}`;
    const layer = encoderLayerParams(params, config.shared === true ? `${prefix}.layer.0` : site);
    const [hidden, probabilities] = tidy(() =>
      encoderLayer(layer, { x: infused(hiddenStates.at(-1)!, index), bias }, { ...options, prefix: site }),
    );
    hiddenStates.push(hidden!);
    if (probabilities !== undefined) attentions.push(probabilities);
  }
  if (infusion?.after === last + 1) hiddenStates.push(tidy(() => infusion.apply(hiddenStates.at(-1)!)));
  return { hiddenStates, attentions };
}

/** One layer: [output [B, T, H]], and its attention probabilities when asked for. */
function encoderLayer(
  params: EncoderLayerParams,
  { x, bias }: { readonly x: Tensor; readonly bias: Tensor },
  { config, prefix, source, attentions }: EncoderOptions,
): Tensor[] {
  const { hiddenDropout: rate, layerNormEps: eps } = config;
  const attended = selfAttention(params.attention, x, bias, {
    heads: config.heads,
    probabilityDropout: config.attentionDropout,
    site: `${prefix}.attention.self`,
    source,
    probabilities: attentions === true,
  });
  const kept = dropout(attended.hidden, rate, `${prefix}.attention.output`, source); // [B, T, H]
  const middle = layerNorm(params.attentionNorm, add(x, kept), eps); // [B, T, H]
  const fed = dropout(
    feedForward(params.feedForward, middle, config.activation),
    rate,
    `${prefix}.output`,
    source,
  ); // [B, T, H]
  const output = layerNorm(params.outputNorm, add(middle, fed), eps); // [B, T, H]
  return attended.probabilities === undefined ? [output] : [output, attended.probabilities];
}

/** Names as in Hugging Face's BertEncoder. */
export const encoderSpec = (prefix: string, config: EncoderConfig): readonly ParamSpec[] =>
  Array.from({ length: config.shared === true ? 1 : config.layers }, (_, index) => {
    const layer = `${prefix}.layer.${index}`;
    return [
      ...attentionSpec(`${layer}.attention`, config.hiddenSize),
      ...layerNormSpec(`${layer}.attention.output.LayerNorm`, config.hiddenSize),
      ...feedForwardSpec(layer, config.hiddenSize, config.innerSize),
      ...layerNormSpec(`${layer}.output.LayerNorm`, config.hiddenSize),
    ];
  }).flat();

/** The masks the encoder asks for at [B, T]. */
export function encoderDropout(
  prefix: string,
  config: EncoderConfig,
  { batch, length }: { readonly batch: number; readonly length: number },
): readonly DropoutSite[] {
  const { hiddenDropout, attentionDropout, heads } = config;
  const hidden = [batch, length, config.hiddenSize];
  return Array.from({ length: config.layers }, (_, index) => {
    const layer = `${prefix}.layer.${index}`;
    return [
      ...dropoutSite(`${layer}.attention.self`, [batch, heads, length, length], attentionDropout),
      ...dropoutSite(`${layer}.attention.output`, hidden, hiddenDropout),
      ...dropoutSite(`${layer}.output`, hidden, hiddenDropout),
    ];
  }).flat();
}

const encoderLayerParams = (params: Params, prefix: string): EncoderLayerParams => ({
  attention: attentionParams(params, `${prefix}.attention`),
  attentionNorm: layerNormParams(params, `${prefix}.attention.output.LayerNorm`),
  feedForward: feedForwardParams(params, prefix),
  outputNorm: layerNormParams(params, `${prefix}.output.LayerNorm`),
});
