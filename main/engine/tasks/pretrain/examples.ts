/**
 * Sequences as batches: drawn into pairs and hidden anew in every epoch. What is drawn for a sequence follows from
 * seed, epoch and the sequence's number alone, so that a run goes on in mid-epoch without replaying what came before.
 */
import { invariant } from '../../../../shared/assert.ts';
import type { PairObjective } from '../../../../shared/domain/pretraining.ts';
import { type Encoding, joinPair } from '../../../text/encoding.ts';
import type { TokenSequence } from '../../../text/tokens.ts';
import { PAD, UNK, type Vocabulary } from '../../../text/vocabulary.ts';
import { RandomStream } from '../../layers/random.ts';
import type { BatchSize, Model } from '../../models/model.ts';
import type { MaskedTokens, Masker } from '../../objectives/mlm.ts';
import { nextSentencePair } from '../../objectives/nsp.ts';
import type { LabelledPair } from '../../objectives/pair-loss.ts';
import { sentenceOrderPair } from '../../objectives/sop.ts';
import type { Feeds } from '../../runtime/program.ts';
import type { PlannedBatch } from '../../train/data-order.ts';
import type { PackedCorpus } from './packing.ts';

export interface ExampleSettings {
  readonly pair: PairObjective;
  readonly seed: number;
  /** Use of the random numbers; train and dev draw from separate streams. */
  readonly purpose: string;
  readonly vocabulary: Vocabulary;
  readonly mask: Masker;
}

/** A sequence as it is in one epoch. */
export interface Example extends MaskedTokens {
  readonly segmentIds: Int32Array;
  /** Tokens, special ones included. */
  readonly length: number;
  /** 1: not as it stands in the text. */
  readonly pairLabel: 0 | 1;
}

export class Examples {
  readonly #corpus: PackedCorpus;
  readonly #settings: ExampleSettings;
  readonly #unknown: number;
  /** Halves of the sequences of each piece by number: 2i and 2i + 1 make up sequence i. */
  readonly #halves: readonly (readonly number[])[];
  readonly #pieceOf: Int32Array;
  /** Tokens of each sequence, special ones included. */
  readonly lengths: Int32Array;

  constructor(corpus: PackedCorpus, settings: ExampleSettings) {
    this.#corpus = corpus;
    this.#settings = settings;
    this.#unknown = settings.vocabulary.requireId(UNK);
    const { starts, pieces, count } = corpus;
    const specials = settings.pair === 'none' ? 2 : 3;
    this.lengths = Int32Array.from({ length: count }, (_, i) => starts[i + 1]! - starts[i]! + specials);
    this.#pieceOf = new Int32Array(settings.pair === 'nsp' ? count : 0);
    this.#halves = settings.pair === 'nsp' ? halvesOf(pieces) : [];
    for (const [piece, halves] of this.#halves.entries())
      for (const half of halves) this.#pieceOf[half >> 1] = piece;
  }

  /** @param longest tokens that there is room for */
  example(number: number, epoch: number, longest: number): Example {
    const { seed, purpose, vocabulary, mask } = this.#settings;
    const random = new RandomStream({ seed, purpose, step: epoch * this.#corpus.count + number });
    const { first, second, label } = this.#draw(number, random);
    const encoding = joinPair(vocabulary, first, second, { maxLength: longest, truncation: 'second' });
    const { segmentIds, length }: Encoding = encoding;
    return { ...mask(encoding, random), segmentIds, length, pairLabel: label };
  }

  #draw(
    number: number,
    random: RandomStream,
  ): { first: TokenSequence; second?: TokenSequence; label: 0 | 1 } {
    const { starts, middles } = this.#corpus;
    switch (this.#settings.pair) {
      case 'none':
        return { first: this.#tokens(starts[number]!, starts[number + 1]!), label: 0 };
      case 'sop':
        return this.#read(sentenceOrderPair(2 * number, 2 * number + 1, random));
      case 'nsp': {
        const document = this.#pieceOf[number]!;
        const index = 2 * number - this.#halves[document]![0]!;
        const pair = nextSentencePair(this.#halves, { document, index }, random);
        invariant(pair !== undefined && middles[number] !== undefined, `no pair for sequence ${number}`);
        return this.#read(pair);
      }
    }
  }

  #read({ first, second, label }: LabelledPair<number>) {
    return { first: this.#half(first), second: this.#half(second), label };
  }

  #half(half: number): TokenSequence {
    const { starts, middles } = this.#corpus;
    const number = half >> 1;
    const middle = middles[number]!;
    return half % 2 === 0 ? this.#tokens(starts[number]!, middle) : this.#tokens(middle, starts[number + 1]!);
  }

  /** Unknown tokens are nowhere in the text: nobody can guess what they were. */
  #tokens(from: number, to: number): TokenSequence {
    const ids = this.#corpus.ids.subarray(from, to);
    const starts = ids.map((id) => (id === this.#unknown ? -1 : 0));
    return { ids, starts, ends: starts, words: this.#corpus.words.subarray(from, to) };
  }

  /**
   * Everything that the model takes. Rows that are left over repeat the first ones with nothing to guess, since a row
   * of padding alone would be a pair that nobody can tell apart.
   */
  feeds({ size, examples }: PlannedBatch, epoch: number, model: Model): Feeds {
    const places = model.targets(size)[0]!.shape[1]!;
    const out = emptyBatch(size, places, this.#settings.vocabulary.requireId(PAD));
    for (let row = 0; row < size.batch; row++) {
      const number = examples[row % examples.length]!;
      const example = this.example(number, epoch, size.length);
      write(out, example, { row, length: size.length, places, isReal: row < examples.length });
    }
    const { pairLabels, ...others } = out;
    return this.#settings.pair === 'none' ? others : { ...others, pairLabels };
  }

  tokens({ examples }: PlannedBatch): number {
    return examples.reduce((sum, number) => sum + this.lengths[number]!, 0);
  }
}

const halvesOf = (pieces: Int32Array): number[][] =>
  Array.from({ length: pieces.length - 1 }, (_, piece) => {
    const [from, to] = [2 * pieces[piece]!, 2 * pieces[piece + 1]!];
    return Array.from({ length: to - from }, (_half, i) => from + i);
  });

interface Batch {
  readonly ids: Int32Array;
  readonly types: Int32Array;
  readonly mask: Int32Array;
  readonly mlmPositions: Int32Array;
  readonly mlmLabels: Int32Array;
  readonly mlmWeights: Float32Array;
  readonly pairLabels: Int32Array;
}

const emptyBatch = ({ batch, length }: BatchSize, places: number, padding: number): Batch => ({
  ids: new Int32Array(batch * length).fill(padding),
  types: new Int32Array(batch * length),
  mask: new Int32Array(batch * length),
  mlmPositions: new Int32Array(batch * places),
  mlmLabels: new Int32Array(batch * places),
  mlmWeights: new Float32Array(batch * places),
  pairLabels: new Int32Array(batch),
});

interface Place {
  readonly row: number;
  readonly length: number;
  readonly places: number;
  readonly isReal: boolean;
}

function write(out: Batch, example: Example, { row, length, places, isReal }: Place): void {
  out.ids.set(example.ids, row * length);
  out.types.set(example.segmentIds, row * length);
  out.mask.fill(1, row * length, row * length + example.length);
  out.pairLabels[row] = example.pairLabel;
  if (!isReal) return;
  const { positions, labels } = example;
  invariant(positions.length <= places, `${positions.length} tokens to guess, there are ${places} places`);
  out.mlmPositions.set(positions, row * places);
  out.mlmLabels.set(labels, row * places);
  out.mlmWeights.fill(1, row * places, row * places + positions.length);
}
