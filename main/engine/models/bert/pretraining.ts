/** BERT with the heads of its pre-training objectives. */
import { add, mul, sum, type Tensor } from '@tensorflow/tfjs-core';
import { z } from 'zod';
import { KnowledgeModel, PairObjective, TokenObjective } from '../../../../shared/domain/pretraining.ts';
import type { Params } from '../../layers/params.ts';
import { KnowledgeConfig } from '../../objectives/knowledge.ts';
import { type Guesses, meanLoss, type Objective, type Pass } from '../../objectives/objective.ts';
import { chosenObjectives } from '../../objectives/registry.ts';
import type { Model, Tensors } from '../model.ts';
import { BertConfig } from './config.ts';
import {
  bertDropout,
  bertEncode,
  bertEncoderSpec,
  bertInputs,
  bertPool,
  lastHidden,
  packedBertInputs,
} from './model.ts';

export const BertPretrainingConfig = z.object({
  bert: BertConfig,
  /** Objective on the tokens of a text. */
  objective: TokenObjective.default('mlm'),
  /** Objective on pairs of segments; `none`: there are no pairs. */
  pair: PairObjective,
  /** Share of the tokens that is guessed and how many at most; absent: room for a fifth of a sequence. */
  guess: z.object({ share: z.number().positive().max(1), most: z.int().positive() }).optional(),
  /** Whether a row may hold several texts. */
  packed: z.boolean().default(false),
  /** Objective on entities of mentions; absent or `bert`: none. */
  model: KnowledgeModel.optional(),
  knowledge: KnowledgeConfig.optional(),
});
export type BertPretrainingConfig = z.infer<typeof BertPretrainingConfig>;

/**
 * Loss = sum over the objectives; forward gives `hidden` [B, T, H] and, with pairs, `pooled` [B, H]. Without pairs there
 * is no pooler either, as in Hugging Face's BertForMaskedLM.
 */
export function bertPretraining(config: BertPretrainingConfig): Model {
  const { bert, pair, packed } = config;
  const objectives = objectivesOf(config);
  return {
    frozen: new Set(objectives.flatMap(({ frozen }) => frozen ?? [])),
    params: [...bertEncoderSpec(bert), ...objectives.flatMap(({ params }) => params)],
    inputs: packed ? packedBertInputs : bertInputs,
    targets: (size) => objectives.flatMap(({ targets }) => targets(size)),
    dropout: (size) => [
      ...objectives.flatMap(({ dropout }) => dropout?.(size) ?? []),
      ...bertDropout(bert, size),
    ],
    forward(params, inputs, source) {
      const hidden = lastHidden(bertEncode(params, inputs, bert, { source })); // [B, T, H]
      return pair === 'none' ? { hidden } : { hidden, pooled: bertPool(params, hidden) };
    },
    loss(params, inputs, source) {
      const means = Object.entries(allGuesses({ params, inputs, source }, config)).map(([name, guesses]) => ({
        name,
        loss: meanLoss(guesses),
        scale: guesses.scale ?? 1,
      }));
      const losses = means.map(({ loss, scale }) => (scale === 1 ? loss : mul(loss, scale)));
      return {
        loss: losses.reduce((total, loss) => add(total, loss)),
        metrics: Object.fromEntries(means.map(({ name, loss }) => [`${name}Loss`, loss])),
      };
    },
  };
}

const objectivesOf = (config: BertPretrainingConfig): Objective[] =>
  chosenObjectives(config).map(({ create }) => create(config));

/** Guesses of all objectives by kind. The encoder reads the batch once, as the first objective wants it. */
function allGuesses(
  { params, inputs, source }: Pick<Pass, 'params' | 'inputs' | 'source'>,
  config: BertPretrainingConfig,
): Record<string, Guesses> {
  const objectives = objectivesOf(config);
  let read: readonly Tensor[] | undefined;
  const states = (changes: Tensors = {}) => {
    read ??= bertEncode(params, { ...inputs, ...changes }, config.bert, { source }).hiddenStates;
    return read;
  };
  const pass: Pass = { params, inputs, source, states, hidden: (changes) => states(changes).at(-1)! };
  return Object.assign({}, ...objectives.map((objective) => objective.guesses(pass)));
}

/** Returns sums over a batch by kind of guesses: `kind.loss` of cross entropies, `kind.right` and `kind.count`. */
export function guessSums(params: Params, inputs: Tensors, config: BertPretrainingConfig): Tensors {
  const found = allGuesses({ params, inputs, source: undefined }, config);
  return Object.fromEntries(
    Object.entries(found).flatMap(([kind, { losses, right, weights }]) => [
      [`${kind}.loss`, sum(mul(losses, weights))],
      [`${kind}.right`, sum(mul(right(), weights))],
      [`${kind}.count`, sum(weights)],
    ]),
  );
}
