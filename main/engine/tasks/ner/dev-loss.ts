/** The loss of training, measured on labelled documents in whole texts. */
import type { LabelledDocument } from '../../../../shared/domain/training.ts';
import { transitionConstraints } from '../../../text/tag-set.ts';
import { encodeSpans } from '../../../text/tagging.ts';
import { crfPathLoss } from '../../layers/crf-likelihood.ts';
import { logSumExp } from '../../layers/log-sum-exp.ts';
import { constrainScores } from '../../layers/viterbi.ts';
import type { NerHead } from './decode.ts';
import type { TextEmissions } from './forward.ts';
import type { NerReader } from './windows.ts';

/**
 * Adds up −log p of the gold tags, text by text. Entities that tags cannot hold count as none, as in training.
 */
export class TaggerLoss {
  readonly #documents: readonly LabelledDocument[];
  readonly #reader: NerReader;
  readonly #head: NerHead;
  #total = 0;
  #tokens = 0;

  constructor(documents: readonly LabelledDocument[], reader: NerReader, head: NerHead) {
    this.#documents = documents;
    this.#reader = reader;
    this.#head =
      head.kind === 'crf'
        ? { kind: 'crf', scores: constrainScores(head.scores, transitionConstraints(reader.tagSet)) }
        : head;
  }

  add(document: number, { tokens, emissions }: TextEmissions): void {
    const { tagSet } = this.#reader;
    const { tags } = encodeSpans(tokens, this.#documents[document]!.entities, tagSet);
    this.#total +=
      this.#head.kind === 'crf'
        ? crfPathLoss(emissions, tags, this.#head.scores)
        : tokenLosses(emissions, tags, tagSet.size);
    this.#tokens += tags.length;
  }

  /** A mean as in training: over `windows` where a CRF judges whole windows, over tokens else. */
  mean(windows: number): number {
    return this.#total / Math.max(1, this.#head.kind === 'crf' ? windows : this.#tokens);
  }
}

function tokenLosses(emissions: Float32Array, tags: Int32Array, width: number): number {
  let total = 0;
  for (const [token, tag] of tags.entries()) {
    const row = emissions.subarray(token * width, (token + 1) * width);
    total += logSumExp(row) - row[tag]!;
  }
  return total;
}
