/** Masking of tokens (Devlin et al. 2019, section 3.1): which tokens of a row are to be guessed, and what stands there. */
import type { Encoding } from '../../text/encoding.ts';
import { MASK, type Vocabulary } from '../../text/vocabulary.ts';
import type { RandomStream } from '../layers/random.ts';

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

/**
 * Places that a masker with these limits can need in a row of `length` tokens, [CLS] and [SEP] included. Without limits
 * there are the places of the paper, of which a share of 15 % leaves a quarter empty.
 */
export function placesNeeded(length: number, limits?: GuessLimits): number {
  if (limits === undefined) return placesToGuess(length);
  return Math.max(1, Math.min(limits.most, Math.round((length - 2) * limits.share)));
}
