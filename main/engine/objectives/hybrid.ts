/**
 * Masked and causal language modelling in one encoder (Charpentier and Samuel 2024, GPT-BERT, arXiv:2412.05149). Most
 * rows guess masked tokens, the others every next token while they see no later one. Both read a guess from the state of
 * the token before, so that they share a head.
 */
import { reshape } from '@tensorflow/tfjs-core';
import { statesAt } from '../layers/mention-tokens.ts';
import { mlmHeadSpec, mlmLogits } from '../models/bert/heads.ts';
import { type BatchSize, input } from '../models/model.ts';
import { type MaskedTokens, placesNeeded, tokenMasker } from './masking.ts';
import { type BatchArrays, classGuesses, type ObjectiveKind, type Row } from './objective.ts';

/** Share of the rows that are read from left to right, as in the paper's largest runs. */
const CAUSAL_SHARE = 1 / 16;
/** Masked and next tokens have a head of their own, since Hugging Face's guesses are read where the token stands. */
const HEAD = 'cls.next_predictions';

/** Rows of a batch that are read from left to right: the first ones; none in batches of less than eight. */
const causalRows = (batch: number): number => Math.round(batch * CAUSAL_SHARE);

export const hybrid: ObjectiveKind = {
  create: ({ bert, guess }) => ({
    params: mlmHeadSpec(bert, HEAD),
    targets: ({ batch, length }) => {
      const causal = causalRows(batch);
      const places = causal * length + (batch - causal) * placesNeeded(length, guess);
      return [
        { name: 'causal', shape: [batch], dtype: 'int32' },
        { name: 'nextPositions', shape: [places], dtype: 'int32' },
        { name: 'nextLabels', shape: [places], dtype: 'int32' },
        { name: 'maskedWeights', shape: [places], dtype: 'float32' },
        { name: 'causalWeights', shape: [places], dtype: 'float32' },
      ];
    },
    guesses: ({ params, inputs, hidden }) => {
      const batch = input(inputs, 'causal').shape[0] ?? 1;
      const share = causalRows(batch) / batch;
      const states = statesAt(hidden(), input(inputs, 'nextPositions')); // [M, H]
      const logits = mlmLogits(params, states, bert, HEAD); // [M, V]
      const labels = input(inputs, 'nextLabels');
      const found = classGuesses(logits, labels, input(inputs, 'maskedWeights'));
      const causal = { ...found, weights: reshape(input(inputs, 'causalWeights'), [-1]) };
      return { masked: { ...found, scale: 1 - share }, causal: { ...causal, scale: share } };
    },
  }),
  writer: ({ vocabulary, guess, wholeWords }) => {
    const mask = tokenMasker(vocabulary, { ...guess, wholeWords });
    return (arrays, row, size, random) => {
      if (row.number < causalRows(size.batch)) {
        arrays.causal![row.number] = 1;
        writeGuesses(arrays, row, size, { ...nextTokens(row), weights: 'causalWeights' });
      } else {
        const masked = mask(row.encoding, random);
        arrays.ids!.set(masked.ids, row.number * size.length);
        writeGuesses(arrays, row, size, { ...masked, weights: 'maskedWeights' });
      }
    };
  },
};

/** Every token of the texts of a row; special ones are not guessed. */
function nextTokens({ encoding: { ids, starts } }: Row): Omit<MaskedTokens, 'ids'> {
  const positions = Int32Array.from(starts.keys()).filter((position) => starts[position]! >= 0);
  return { positions, labels: positions.map((position) => ids[position]!) };
}

interface NextGuesses extends Omit<MaskedTokens, 'ids'> {
  readonly weights: 'maskedWeights' | 'causalWeights';
}

/** Writes guesses of a row at the tokens before those guessed; a text begins with [CLS], which is never guessed. */
function writeGuesses(
  arrays: BatchArrays,
  { number, isReal }: Row,
  { batch, length }: BatchSize,
  { positions, labels, weights }: NextGuesses,
): void {
  if (!isReal) return;
  const causal = causalRows(batch);
  const perMasked = batch === causal ? 0 : (arrays.nextLabels!.length - causal * length) / (batch - causal);
  const at = Math.min(number, causal) * length + Math.max(0, number - causal) * perMasked;
  arrays.nextPositions!.set(
    positions.map((position) => number * length + position - 1),
    at,
  );
  arrays.nextLabels!.set(labels, at);
  arrays[weights]!.fill(1, at, at + positions.length);
}
