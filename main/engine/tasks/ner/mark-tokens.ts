/** Decodes emissions of a CRF to single tokens, each with its probability of being part of an entity. */
import { invariant } from '../../../../shared/assert.ts';
import { OUTSIDE } from '../../../text/tag-set.ts';
import { crfMarginals } from '../../layers/viterbi.ts';
import { type decodeEntities, legalScores, type PredictedEntity } from './decode.ts';

/** Returns a decoder of tokens that are part of an entity with at least this probability, with their likeliest types. */
export const markTokens =
  (least: number): typeof decodeEntities =>
  (emissions, { starts, ends }, { tagSet, head }) => {
    invariant(head.kind === 'crf', 'markTokens: the head is no CRF');
    const probabilities = crfMarginals(emissions, legalScores(head.scores, tagSet));
    const found: PredictedEntity[] = [];
    const byType = new Float64Array(tagSet.types.length);
    for (let token = 0; token < starts.length; token++) {
      const start = starts[token] ?? -1;
      const row = probabilities.subarray(token * tagSet.size, (token + 1) * tagSet.size);
      const confidence = Math.min(1, Math.max(0, 1 - (row[OUTSIDE] ?? 1)));
      if (start < 0 || confidence < least) continue;
      byType.fill(0);
      for (const [id, { type }] of tagSet.tags.entries())
        if (id !== OUTSIDE) byType[type] = (byType[type] ?? 0) + (row[id] ?? 0);
      const best = byType.indexOf(byType.reduce((a, b) => Math.max(a, b), 0));
      found.push({ start, end: ends[token] ?? start + 1, type: tagSet.types[best] ?? '', confidence });
    }
    return found;
  };
