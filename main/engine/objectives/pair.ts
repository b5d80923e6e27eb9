/** Telling two kinds of segment pairs apart: the head that next-sentence and sentence-order prediction share. */
import { pairHeadSpec, pairLogits } from '../models/bert/heads.ts';
import { bertPool, bertPoolerSpec } from '../models/bert/model.ts';
import { input } from '../models/model.ts';
import { classGuesses, type ObjectiveKind } from './objective.ts';

/** Two texts that are to be read as one input. */
export interface LabelledPair<Text> {
  readonly first: Text;
  readonly second: Text;
  /** 0: as they stand in the document. 1: not so. */
  readonly label: 0 | 1;
}

export const pair: ObjectiveKind = {
  create: ({ bert }) => ({
    params: [...bertPoolerSpec(bert), ...pairHeadSpec(bert)],
    targets: ({ batch }) => [
      { name: 'pairLabels', shape: [batch], dtype: 'int32' },
      { name: 'pairWeights', shape: [batch], dtype: 'float32' },
    ],
    guesses: ({ params, inputs, hidden }) => {
      const logits = pairLogits(params, bertPool(params, hidden())); // [B, 2]
      return { pair: classGuesses(logits, input(inputs, 'pairLabels'), input(inputs, 'pairWeights')) };
    },
  }),
  writer:
    () =>
    (arrays, { pairLabel, number, isReal }) => {
      arrays.pairLabels![number] = pairLabel;
      arrays.pairWeights![number] = isReal ? 1 : 0;
    },
};
