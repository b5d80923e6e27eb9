/** The stacked BiGRUs of StaResGRU-CNN, each with its residual connection. */
import { add, concat, mul, type Tensor } from '@tensorflow/tfjs-core';
import { dropout } from '../../layers/dropout.ts';
import { type Initialiser, XAVIER } from '../../layers/initialisers.ts';
import type { MaskedSequence } from '../../layers/masked-sequence.ts';
import { type ParamSpec, type Params, param } from '../../layers/params.ts';
import { gruSequence } from '../../layers/recurrent/gru/gru.ts';
import {
  type RecurrentConfig,
  recurrentDropout,
  recurrentLayer,
  recurrentOutputSize,
  recurrentSpec,
} from '../../layers/recurrent/stack.ts';
import { linear } from '../../runtime/fused.ts';
import type { Network } from './network.ts';

export interface ResidualBigruConfig extends RecurrentConfig {
  readonly residual: 'sum' | 'gated' | 'none';
  /** α of eq. 7-8. */
  readonly scale: number;
}

const PREFIX = 'recurrent';

/** h⁽ˡ⁾ of the last layer: a layer's states are the input of the next, [B, T, 2H]. */
export function stackedResidualBigru(config: ResidualBigruConfig): Network {
  return {
    width: recurrentOutputSize(config),
    params: residualBigruSpec(PREFIX, config),
    dropout: (size) => recurrentDropout(PREFIX, config, size),
    run(params, { x, mask }, source) {
      let states = x;
      for (let layer = 0; layer < config.layers; layer++) {
        const below =
          layer === 0 ? states : dropout(states, config.dropout, `${PREFIX}.l${layer - 1}`, source);
        states = residualBigru(params, { x: below, mask }, { config, prefix: PREFIX, layer }); // [B, T, 2H]
      }
      return states;
    },
  };
}

interface LayerOptions {
  readonly config: ResidualBigruConfig;
  readonly prefix: string;
  readonly layer: number;
}

/** x [B, T, D] → [B, T, 2H], forward states before backward ones; mask [B, T]. */
function residualBigru(params: Params, sequence: MaskedSequence, options: LayerOptions): Tensor {
  const { config, prefix, layer } = options;
  switch (config.residual) {
    case 'none':
      return recurrentLayer(params, sequence, options);
    case 'sum':
      // Eq. 5-6. The layer's own input is as wide as its states where it is itself made of states.
      return add(recurrentLayer(params, sequence, options), shortcut(params, sequence.x, options));
    case 'gated': {
      const states = concat(
        DIRECTIONS.map((suffix) => gatedStates(params, sequence, options, suffix)),
        2,
      ); // [B, T, 2H]
      const input = linear(sequence.x, param(params, shortcutName(prefix, layer))); // W_ox x, [B, T, 2H]
      return add(states, mul(input, config.scale)); // eq. 8
    }
  }
}

const DIRECTIONS = ['', '_reverse'] as const;
type Direction = (typeof DIRECTIONS)[number];

const shortcutName = (prefix: string, layer: number) => `${prefix}.shortcut.${layer}.weight`;
const carryName = (prefix: string, layer: number, direction: Direction) =>
  `${prefix}.weight_carry_l${layer}${direction}`;

const inputWidth = ({ inputSize, hiddenSize }: ResidualBigruConfig, layer: number) =>
  layer === 0 ? inputSize : 2 * hiddenSize;

/** Whether the layer's input has another width than its states. */
const projects = (config: ResidualBigruConfig, layer: number) =>
  inputWidth(config, layer) !== 2 * config.hiddenSize;

/** x, or its projection where the widths differ, [B, T, 2H]. */
const shortcut = (params: Params, x: Tensor, { config, prefix, layer }: LayerOptions): Tensor =>
  projects(config, layer) ? linear(x, param(params, shortcutName(prefix, layer))) : x;

/** Eq. 7 in one direction, [B, T, H]. */
function gatedStates(
  params: Params,
  { x, mask }: MaskedSequence,
  { config, prefix, layer }: LayerOptions,
  direction: Direction,
): Tensor {
  const weight = (kind: string) => param(params, `${prefix}.${kind}_l${layer}${direction}`);
  const weights = {
    weightIh: weight('weight_ih'),
    weightHh: weight('weight_hh'),
    biasIh: weight('bias_ih'),
    carry: mul(param(params, carryName(prefix, layer, direction)), config.scale), // α_h W_h, [H, H]
  };
  return gruSequence(x, weights, mask, direction === '_reverse');
}

/** PyTorch's names for the GRU; `shortcut` are the projections beside it, `weight_carry` the W_h of eq. 7. */
function residualBigruSpec(prefix: string, config: ResidualBigruConfig): readonly ParamSpec[] {
  const { residual, hiddenSize, layers } = config;
  const shared = recurrentSpec(prefix, config);
  if (residual === 'none') return shared;
  const extra = Array.from({ length: layers }, (_, layer): readonly ParamSpec[] => {
    const beside: ParamSpec = {
      name: shortcutName(prefix, layer),
      shape: [inputWidth(config, layer), 2 * hiddenSize],
      init: XAVIER,
      decay: true,
      fileAxes: [1, 0],
    };
    if (residual === 'sum') return projects(config, layer) ? [beside] : [];
    const init: Initialiser = { kind: 'orthogonal', parts: 1 };
    const carries = DIRECTIONS.map(
      (direction): ParamSpec => ({
        name: carryName(prefix, layer, direction),
        shape: [hiddenSize, hiddenSize],
        init,
        decay: true,
      }),
    );
    return [beside, ...carries];
  });
  return [...shared, ...extra.flat()];
}
