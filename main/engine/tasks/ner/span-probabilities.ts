/** Computes the probability that a span is an entity, for every span and any head. */
import { assertNever } from '../../../../shared/assert.ts';
import type { TagSet } from '../../../text/tag-set.ts';
import { placeSpans, type TokenPlaces, type TokenSpan } from '../../../text/tagging.ts';
import { type CrfScores, crfPosterior } from '../../layers/viterbi.ts';
import { legalScores, type NerHead, type PredictedEntity } from './decode.ts';
import { probableSpans, type ScoredSpan } from './span-decoding.ts';

/** Least probability of a span that is returned. */
const LEAST = 0.01;

/**
 * Returns the spans of a text with their probability as confidence, 0.01 or more; they may overlap. A softmax head counts
 * as a CRF whose legal transitions all score 0.
 * @param emissions [N × width] of the text's tokens
 */
export function spanProbabilities(
  emissions: Float32Array,
  places: TokenPlaces,
  { tagSet, head }: { readonly tagSet: TagSet; readonly head: NerHead },
): PredictedEntity[] {
  return spansOf(emissions, tagSet, head).flatMap(({ confidence, ...span }) =>
    placeSpans([span], places, tagSet).map((placed) => ({ ...placed, confidence })),
  );
}

function spansOf(emissions: Float32Array, tagSet: TagSet, head: NerHead): ScoredSpan[] {
  switch (head.kind) {
    case 'softmax':
      return taggedSpans(emissions, tagSet, zeroScores(tagSet.size));
    case 'crf':
      return taggedSpans(emissions, tagSet, head.scores);
    case 'global-pointer':
    case 'biaffine':
      return probableSpans(emissions, head, tagSet, LEAST);
    default:
      return assertNever(head);
  }
}

const zeroScores = (size: number): CrfScores => ({
  transitions: new Float32Array(size * size),
  start: new Float32Array(size),
  end: new Float32Array(size),
});

/** p(span) = Σ p(tags) over the tags of the whole text that hold the span. */
function taggedSpans(emissions: Float32Array, tagSet: TagSet, learnt: CrfScores): ScoredSpan[] {
  const { marginals, follows } = crfPosterior(emissions, legalScores(learnt, tagSet));
  const found: ScoredSpan[] = [];
  const add = (span: TokenSpan, confidence: number) => {
    if (confidence >= LEAST) found.push({ ...span, confidence: Math.min(1, confidence) });
  };
  const length = marginals.length / tagSet.size;
  const isClosed = tagSet.scheme === 'BIOES';
  for (let from = 0; from < length; from++)
    for (const type of tagSet.types.keys()) {
      const marginal = (tag: number) => marginals[from * tagSet.size + tag]!;
      const inside = tagSet.idOf('I', type);
      let tag = tagSet.idOf('B', type);
      let open = marginal(tag); // p(the span begins here and is not over before `to`)
      if (isClosed) add({ from, to: from + 1, type }, marginal(tagSet.idOf('S', type)));
      for (let to = from + 1; to <= length && open >= LEAST; to++) {
        const goesOn = follows(to - 1, tag, inside);
        if (isClosed) add({ from, to: to + 1, type }, open * follows(to - 1, tag, tagSet.idOf('E', type)));
        else add({ from, to, type }, open * (1 - goesOn));
        open *= goesOn;
        tag = inside;
      }
    }
  return found;
}
