/** Decodes emissions into entities with a confidence. */
import { assertNever } from '../../../../shared/assert.ts';
import { type TagSet, transitionConstraints } from '../../../text/tag-set.ts';
import { decodeTags, placeSpans, type TokenPlaces, type TypedSpan } from '../../../text/tagging.ts';
import { type CrfScores, constrainScores, crfMarginals, viterbi } from '../../layers/viterbi.ts';
import { decodeSpans, type SpanHead } from './span-decoding.ts';

/** Decodes emissions to tags: each token's best tag, or the best legal path of a CRF. */
type TagHead =
  | { readonly kind: 'softmax' }
  | {
      readonly kind: 'crf';
      /** Transitions as learnt, see `legalScores`. */
      readonly scores: CrfScores;
    };
export type NerHead = TagHead | SpanHead;

const legal = new WeakMap<CrfScores, CrfScores>();

/** Returns the scores with the constraints of the tags, computed once for a model. */
export function legalScores(scores: CrfScores, tagSet: TagSet): CrfScores {
  const known = legal.get(scores) ?? constrainScores(scores, transitionConstraints(tagSet));
  legal.set(scores, known);
  return known;
}

export interface PredictedEntity extends TypedSpan {
  /** Probability of the span, or of the entity's least certain tag, 0 … 1; of an ensemble their mean. */
  readonly confidence: number;
}

/** Entities of a text in order; emissions [N × width] of its tokens. */
export function decodeEntities(
  emissions: Float32Array,
  places: TokenPlaces,
  { tagSet, head }: { readonly tagSet: TagSet; readonly head: NerHead },
): PredictedEntity[] {
  if (head.kind !== 'softmax' && head.kind !== 'crf')
    return decodeSpans(emissions, head, tagSet).flatMap(({ confidence, ...span }) =>
      placeSpans([span], places, tagSet).map((placed) => ({ ...placed, confidence })),
    );
  const { tags, probabilities } = decide(emissions, tagSet, head);
  return decodeTags(tags, tagSet, 'lenient').flatMap((span) => {
    let confidence = 1;
    for (let token = span.from; token < span.to; token++)
      confidence = Math.min(confidence, probabilities[token * tagSet.size + tags[token]!]!);
    return placeSpans([span], places, tagSet).map((placed) => ({ ...placed, confidence }));
  });
}

interface Decision {
  readonly tags: Int32Array;
  /** [N × K] */
  readonly probabilities: Float32Array;
}

function decide(emissions: Float32Array, tagSet: TagSet, head: TagHead): Decision {
  switch (head.kind) {
    case 'softmax': {
      const probabilities = softmaxRows(emissions, tagSet.size);
      return { tags: bestOfRows(probabilities, tagSet.size), probabilities };
    }
    case 'crf': {
      const scores = legalScores(head.scores, tagSet);
      return { tags: viterbi(emissions, scores).tags, probabilities: crfMarginals(emissions, scores) };
    }
    default:
      return assertNever(head);
  }
}

export function softmaxRows(values: Float32Array, width: number): Float32Array {
  const out = new Float32Array(values.length);
  for (let from = 0; from < values.length; from += width) {
    const row = values.subarray(from, from + width);
    const top = row.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
    const total = row.reduce((sum, score) => sum + Math.exp(score - top), 0);
    for (let k = 0; k < width; k++) out[from + k] = Math.exp(row[k]! - top) / total;
  }
  return out;
}

const bestOfRows = (values: Float32Array, width: number): Int32Array =>
  Int32Array.from({ length: values.length / width }, (_, row) => {
    let best = 0;
    for (let k = 1; k < width; k++) if (values[row * width + k]! > values[row * width + best]!) best = k;
    return best;
  });
