/** Sizes that the settings of pre-training mean: masked tokens of a sequence, tokens of a batch. */
import type { PretrainSettings } from '../../../../shared/domain/pretraining.ts';
import type { BatchSize } from '../../models/model.ts';
import { type GuessLimits, placesToGuess } from '../../objectives/masking.ts';
import { bucketsByTokens } from '../../train/data-order.ts';

/** Returns the share of masked tokens of a sequence, at most as many as the settings say. */
export function guessLimits({ length, maxPredictions, maskShare: share }: PretrainSettings): GuessLimits {
  const most = Math.max(placesToGuess(length), Math.round(length * share));
  return { share, most: maxPredictions === 0 ? most : maxPredictions };
}

/**
 * Closer together than those of other tasks: whole sentences leave sequences of every length, and with 13 million
 * characters 8 % less is padding than with 32, 64 and 128 alone.
 */
const LENGTHS = [32, 64, 96, 128, 192, 256, 320, 384, 448];

/** Returns batches of as many tokens as `batchSize` sequences of full length; packed sequences are all full. */
export function bucketsOf({ batchSize, batchTokens, length, packing }: PretrainSettings): BatchSize[] {
  const lengths = packing ? [length] : [...LENGTHS.filter((bucket) => bucket < length), length];
  return bucketsByTokens(Math.max(length, Math.min(batchTokens, batchSize * length)), lengths);
}
