/** Masked language modelling (Devlin et al. 2019, section 3.1): the tokens that stood where others stand now. */
import { invariant } from '../../../shared/assert.ts';
import { statesAt } from '../layers/mention-tokens.ts';
import { mlmHeadSpec, mlmLogits } from '../models/bert/heads.ts';
import { type BatchSize, type InputSpec, input } from '../models/model.ts';
import { type MaskedTokens, placesNeeded, tokenMasker } from './masking.ts';
import { type BatchArrays, classGuesses, type ObjectiveKind } from './objective.ts';

export const mlm: ObjectiveKind = {
  create: ({ bert, guess }) => ({
    params: mlmHeadSpec(bert),
    targets: ({ batch, length }) => mlmTargets(batch * placesNeeded(length, guess)),
    guesses: ({ params, inputs, hidden }) => {
      const states = statesAt(hidden(), input(inputs, 'mlmPositions')); // [M, H]
      const logits = mlmLogits(params, states, bert); // [M, V]
      return { mlm: classGuesses(logits, input(inputs, 'mlmLabels'), input(inputs, 'mlmWeights')) };
    },
  }),
  writer: ({ vocabulary, guess, wholeWords }) => {
    const mask = tokenMasker(vocabulary, { ...guess, wholeWords });
    return (arrays, { encoding, number, isReal }, size, random) => {
      const masked = mask(encoding, random);
      arrays.ids!.set(masked.ids, number * size.length);
      if (isReal) writeMasked(arrays, masked, number, size);
    };
  },
};

/** Places of the masked tokens in the batch, what stood there, and 1 where the place is used; all [M]. */
export const mlmTargets = (places: number): readonly InputSpec[] => [
  { name: 'mlmPositions', shape: [places], dtype: 'int32' },
  { name: 'mlmLabels', shape: [places], dtype: 'int32' },
  { name: 'mlmWeights', shape: [places], dtype: 'float32' },
];

/** Writes the masked tokens of a row; every row has as many places. */
function writeMasked(
  { mlmPositions, mlmLabels, mlmWeights }: BatchArrays,
  { positions, labels }: MaskedTokens,
  row: number,
  { batch, length }: BatchSize,
): void {
  const places = mlmLabels!.length / batch;
  invariant(positions.length <= places, `${positions.length} tokens to guess, there are ${places} places`);
  const at = row * places;
  mlmPositions!.set(
    positions.map((position) => row * length + position),
    at,
  );
  mlmLabels!.set(labels, at);
  mlmWeights!.fill(1, at, at + positions.length);
}
