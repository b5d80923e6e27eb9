/** The loss of training, measured on labelled documents in whole texts. */
import { assertNever } from '../../../../shared/assert.ts';
import type { LabelledDocument } from '../../../../shared/domain/training.ts';
import type { TokenSpan } from '../../../text/tagging.ts';
import { crfPathLoss } from '../../layers/crf-likelihood.ts';
import { logSumExp } from '../../layers/log-sum-exp.ts';
import { legalScores, type NerHead } from './decode.ts';
import type { TextEmissions } from './forward.ts';
import { spanLoss } from './span-decoding.ts';
import { encodeEntities, type NerReader } from './windows.ts';

/**
 * Adds up the loss of the gold entities, text by text. Those that the head cannot hold count as none, as in training.
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
      head.kind === 'crf' ? { kind: 'crf', scores: legalScores(head.scores, reader.tagSet) } : head;
  }

  add(document: number, { tokens, emissions }: TextEmissions): void {
    const { tags, spans } = encodeEntities(tokens, this.#documents[document]!.entities, this.#reader);
    this.#total += this.#lossOf(emissions, tags, spans);
    this.#tokens += tags.length;
  }

  #lossOf(emissions: Float32Array, tags: Int32Array, spans: readonly TokenSpan[]): number {
    const { tagSet } = this.#reader;
    switch (this.#head.kind) {
      case 'crf':
        return crfPathLoss(emissions, tags, this.#head.scores);
      case 'softmax':
        return tokenLosses(emissions, tags, tagSet.size);
      case 'global-pointer':
      case 'biaffine':
        return spanLoss(emissions, spans, { head: this.#head, tagSet });
      default:
        return assertNever(this.#head);
    }
  }

  /** A mean as in training: over tokens where the head judges each by itself, over `windows` else. */
  mean(windows: number): number {
    return this.#total / Math.max(1, this.#head.kind === 'softmax' ? this.#tokens : windows);
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
