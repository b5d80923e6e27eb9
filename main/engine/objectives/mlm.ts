/** Masked language modelling (Devlin et al. 2019, section 3.1): hiding tokens, and the loss of guessing them. */
import { add, div, gather, maximum, mul, reshape, sum, type Tensor, tensor2d } from '@tensorflow/tfjs-core';
import type { Encoding } from '../../text/encoding.ts';
import { MASK, type Vocabulary } from '../../text/vocabulary.ts';
import { softmaxCrossEntropy } from '../layers/cross-entropy.ts';
import type { RandomStream } from '../layers/random.ts';
import type { BatchSize, InputSpec } from '../models/model.ts';

export interface MaskingOptions {
  /** Share of the tokens to guess; BERT 0.15. */
  readonly share: number;
  /** Most tokens to guess. */
  readonly most: number;
  /** Hide all pieces of a word together (whole-word masking). */
  readonly wholeWords: boolean;
}

export interface MaskedTokens {
  /** The encoding's ids, some hidden. */
  readonly ids: Int32Array;
  /** Tokens to guess, ascending. */
  readonly positions: Int32Array;
  /** Original ids at those positions. */
  readonly labels: Int32Array;
}

/** Draws which tokens to guess: 80 % become [MASK], 10 % any ordinary token, 10 % stay. */
export type Masker = (encoding: Encoding, random: RandomStream) => MaskedTokens;

export function tokenMasker(vocabulary: Vocabulary, { share, most, wholeWords }: MaskingOptions): Masker {
  const mask = vocabulary.requireId(MASK);
  const ordinary = ordinaryIds(vocabulary);
  return (encoding, random) => {
    const groups = candidateGroups(encoding, wholeWords);
    const total = groups.reduce((count, group) => count + group.length, 0);
    const wanted = total === 0 ? 0 : Math.min(most, Math.max(1, Math.round(total * share)));
    random.shuffle(groups);
    const chosen: number[] = [];
    for (const group of groups) if (chosen.length + group.length <= wanted) chosen.push(...group);
    const positions = Int32Array.from(chosen).sort();
    const labels = positions.map((position) => encoding.ids[position]!);
    const ids = encoding.ids.slice();
    for (const position of positions) {
      const fate = random.uniform();
      if (fate < 0.8) ids[position] = mask;
      else if (fate < 0.9) ids[position] = ordinary[random.below(ordinary.length)]!;
    }
    return { ids, positions, labels };
  };
}

/** Ids of the tokens that stand for text: all but `[...]`. */
const ordinaryIds = (vocabulary: Vocabulary): Int32Array =>
  Int32Array.from(
    vocabulary.tokens.flatMap((token, id) => (token === '' || /^\[.+\]$/.test(token) ? [] : [id])),
  );

/** The tokens of the text, each by itself or with the others of its word. */
function candidateGroups({ starts, words, segmentIds }: Encoding, wholeWords: boolean): number[][] {
  const groups: number[][] = [];
  for (let token = 0; token < starts.length; token++) {
    if (starts[token]! < 0) continue; // special tokens and padding
    const joins =
      wholeWords &&
      token > 0 &&
      starts[token - 1]! >= 0 &&
      words[token] === words[token - 1] &&
      segmentIds[token] === segmentIds[token - 1];
    if (joins) groups.at(-1)!.push(token);
    else groups.push([token]);
  }
  return groups;
}

/** Places for tokens to guess in a sequence of `length` (CMed-BERT: 77 of 384). */
export const placesToGuess = (length: number): number => Math.max(1, Math.round(length * 0.2));

/** Limits on the masked part of a sequence. */
export type GuessLimits = Pick<MaskingOptions, 'share' | 'most'>;

/** Places that a masker with these limits can need in a sequence of `length` tokens, [CLS] and [SEP] included. */
export const placesNeeded = (length: number, { share, most }: GuessLimits): number =>
  Math.max(1, Math.min(most, Math.round((length - 2) * share)));

/**
 * Token numbers in each sequence, what stood there, and 1 where the place is used; all [B, M]. Without limits there
 * are the places of the paper, of which a share of 15 % leaves a quarter empty.
 */
export function mlmTargets({ batch, length }: BatchSize, limits?: GuessLimits): readonly InputSpec[] {
  const places = limits === undefined ? placesToGuess(length) : placesNeeded(length, limits);
  const shape = [batch, places];
  return [
    { name: 'mlmPositions', shape, dtype: 'int32' },
    { name: 'mlmLabels', shape, dtype: 'int32' },
    { name: 'mlmWeights', shape, dtype: 'float32' },
  ];
}

/** Rows of hidden [B, T, H] at positions [B, M] → [B M, H]. */
export function selectPositions(hidden: Tensor, positions: Tensor): Tensor {
  const [batch = 0, length = 0, width = 0] = hidden.shape;
  const offsets = Int32Array.from({ length: batch }, (_, b) => b * length);
  const rows = add(positions, tensor2d(offsets, [batch, 1], 'int32')); // [B, M]
  return gather(reshape(hidden, [-1, width]), reshape(rows, [-1])); // [B M, H]
}

/** Mean loss over the used places; logits [N, V], labels and weights of N places in any shape. */
export function mlmLoss(logits: Tensor, labels: Tensor, weights: Tensor): Tensor {
  const used = reshape(weights, [-1]); // [N]
  const losses = softmaxCrossEntropy(logits, reshape(labels, [-1])); // [N]
  return div(sum(mul(losses, used)), maximum(sum(used), 1)); // []
}
