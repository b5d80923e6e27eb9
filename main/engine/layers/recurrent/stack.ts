/** Stacks of recurrent layers in one or both directions, with PyTorch's parameter names. */
import { cast, concat, type Tensor } from '@tensorflow/tfjs-core';
import { assertNever } from '../../../../shared/assert.ts';
import { type DropoutSite, type DropoutSource, dropout, dropoutSite } from '../dropout.ts';
import { type Initialiser, XAVIER, ZEROS } from '../initialisers.ts';
import { type ParamSpec, type Params, param } from '../params.ts';
import { gruSequence } from './gru/gru.ts';
import { lstmSequence } from './lstm/lstm.ts';

export type RecurrentCell = 'lstm' | 'gru';

export interface RecurrentConfig {
  readonly cell: RecurrentCell;
  readonly inputSize: number;
  /** Units a direction. */
  readonly hiddenSize: number;
  readonly layers: number;
  readonly bidirectional: boolean;
  /** Between layers. */
  readonly dropout: number;
}

export interface RecurrentOptions {
  readonly config: RecurrentConfig;
  readonly prefix: string;
  readonly source: DropoutSource | undefined;
}

/** x [B, T, in] → [B, T, H] or [B, T, 2H] (forward, backward); mask [B, T] is ones followed by zeros. */
export function recurrent(params: Params, x: Tensor, mask: Tensor, options: RecurrentOptions): Tensor {
  const { config, prefix, source } = options;
  const kept = cast(mask, 'float32'); // [B, T]
  let hidden = x;
  for (let layer = 0; layer < config.layers; layer++) {
    const input = layer === 0 ? hidden : dropout(hidden, config.dropout, `${prefix}.l${layer - 1}`, source);
    hidden = recurrentLayer(params, { x: input, mask: kept }, { config, prefix, layer });
  }
  return hidden;
}

/** One layer of the stack. */
export function recurrentLayer(
  params: Params,
  { x, mask }: { readonly x: Tensor; readonly mask: Tensor },
  { config, prefix, layer }: { config: RecurrentConfig; prefix: string; layer: number },
): Tensor {
  const directions = suffixes(config).map((suffix) =>
    sequence(config.cell, params, { x, mask, reverse: suffix !== '' }, `l${layer}${suffix}`, prefix),
  );
  return directions.length === 1 ? directions[0]! : concat(directions, 2); // [B, T, directions H]
}

function sequence(
  cell: RecurrentCell,
  params: Params,
  { x, mask, reverse }: { readonly x: Tensor; readonly mask: Tensor; readonly reverse: boolean },
  name: string,
  prefix: string,
): Tensor {
  const weight = (kind: string) => param(params, `${prefix}.${kind}_${name}`);
  const shared = { weightIh: weight('weight_ih'), weightHh: weight('weight_hh'), biasIh: weight('bias_ih') };
  switch (cell) {
    case 'gru':
      return gruSequence(x, shared, mask, reverse);
    case 'lstm':
      return lstmSequence(x, { ...shared, biasHh: weight('bias_hh') }, mask, reverse);
    default:
      return assertNever(cell);
  }
}

const suffixes = (config: RecurrentConfig): readonly string[] =>
  config.bidirectional ? ['', '_reverse'] : [''];

/** Units a token has after the stack. */
export const recurrentOutputSize = (config: RecurrentConfig): number =>
  config.hiddenSize * suffixes(config).length;

/** The masks between layers at [B, T]. */
export function recurrentDropout(
  prefix: string,
  config: RecurrentConfig,
  { batch, length }: { readonly batch: number; readonly length: number },
): readonly DropoutSite[] {
  const shape = [batch, length, recurrentOutputSize(config)];
  return Array.from({ length: config.layers - 1 }, (_, layer) =>
    dropoutSite(`${prefix}.l${layer}`, shape, config.dropout),
  ).flat();
}

/** Xavier input weights, orthogonal recurrent ones a gate, zero biases, 1 for the forget gate of an LSTM. */
export function recurrentSpec(prefix: string, config: RecurrentConfig): readonly ParamSpec[] {
  const gates = config.cell === 'lstm' ? 4 : 3;
  const rows = gates * config.hiddenSize;
  const bias: Initialiser = config.cell === 'lstm' ? { kind: 'parts', values: [0, 1, 0, 0] } : ZEROS;
  return Array.from({ length: config.layers }, (_, layer) =>
    suffixes(config).map((suffix): readonly ParamSpec[] => {
      const name = `l${layer}${suffix}`;
      const width = layer === 0 ? config.inputSize : recurrentOutputSize(config);
      const specs: ParamSpec[] = [
        { name: `${prefix}.weight_ih_${name}`, shape: [rows, width], init: XAVIER, decay: true },
        {
          name: `${prefix}.weight_hh_${name}`,
          shape: [rows, config.hiddenSize],
          init: { kind: 'orthogonal', parts: gates },
          decay: true,
        },
        { name: `${prefix}.bias_ih_${name}`, shape: [rows], init: bias, decay: false },
      ];
      if (config.cell === 'lstm')
        specs.push({ name: `${prefix}.bias_hh_${name}`, shape: [rows], init: ZEROS, decay: false });
      return specs;
    }),
  ).flat(2);
}
