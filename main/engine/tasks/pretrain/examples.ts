/**
 * Sequences as rows of batches: drawn into pairs and masked anew in every epoch. What is drawn for a row follows from
 * seed, epoch and the row's number alone, so that a resumed run continues in mid-epoch without replaying the epoch.
 */
import { invariant } from '../../../../shared/assert.ts';
import type { PairObjective } from '../../../../shared/domain/pretraining.ts';
import { type Encoding, joinPair } from '../../../text/encoding.ts';
import type { TokenSequence } from '../../../text/tokens.ts';
import { PAD, UNK, type Vocabulary } from '../../../text/vocabulary.ts';
import { RandomStream } from '../../layers/random.ts';
import type { BatchSize, Model } from '../../models/model.ts';
import { joinEncodings, moveMention } from '../../objectives/entity-replacement.ts';
import type { Mention } from '../../objectives/knowledge.ts';
import { nextSentencePair } from '../../objectives/nsp.ts';
import type { BatchArrays, MarkedText, Row, TargetWriter, TextChanger } from '../../objectives/objective.ts';
import type { LabelledPair } from '../../objectives/pair.ts';
import { sentenceOrderPair } from '../../objectives/sop.ts';
import type { PlannedBatch } from '../../train/data-order.ts';
import { packedRows, type Rows, singleRows } from '../../train/rows.ts';
import type { PackedCorpus } from './packing.ts';

export interface ExampleSettings {
  readonly pair: PairObjective;
  readonly seed: number;
  /** Use of the random numbers; train and dev draw from separate streams. */
  readonly purpose: string;
  readonly vocabulary: Vocabulary;
  /** Writers of the objectives' targets, in order. */
  readonly writers: readonly TargetWriter[];
  /** Tokens of a row that holds several sequences; absent: each sequence has a row of its own. */
  readonly packed?: number | undefined;
  /** Share of the mentions that are read; default all. */
  readonly hitRatio?: number;
  /** Changes each text of a row before targets are written. */
  readonly change?: TextChanger | undefined;
}

/** Texts of a row: an encoding for each, and the labels of their pairs. */
interface Drawn {
  readonly texts: readonly Encoding[];
  readonly pairLabel: 0 | 1;
}

/** A row as it was drawn, and its texts before any of their entities were replaced. */
export interface DrawnRow {
  readonly row: Row;
  readonly before: readonly MarkedText[];
}

/** Returns how many special tokens stand in a sequence: [CLS], a [SEP] at the end, and those between the texts of a pair. */
export const specialsOf = ({ separators }: Vocabulary, pair: PairObjective): number =>
  pair === 'none' ? 2 : 2 + (separators ?? 1);

export class Examples {
  readonly #corpus: PackedCorpus;
  readonly #settings: ExampleSettings;
  readonly #unknown: number;
  readonly #rows: Rows;
  /** Halves of the sequences of each piece by number: 2i and 2i + 1 make up sequence i. */
  readonly #halves: readonly (readonly number[])[];
  readonly #pieceOf: Int32Array;
  /** Tokens of each row, special ones included. */
  readonly lengths: Int32Array;

  constructor(corpus: PackedCorpus, settings: ExampleSettings) {
    this.#corpus = corpus;
    this.#settings = settings;
    this.#unknown = settings.vocabulary.requireId(UNK);
    const { starts, pieces, count } = corpus;
    const { pair, packed } = settings;
    invariant(
      packed === undefined || pair === 'none',
      'packing: the length of a pair is drawn in each epoch',
    );
    const specials = specialsOf(settings.vocabulary, pair);
    const lengths = Int32Array.from({ length: count }, (_, i) => starts[i + 1]! - starts[i]! + specials);
    this.#rows = packed === undefined ? singleRows(count) : packedRows(lengths, [packed]);
    this.lengths = this.#rowLengths(lengths);
    this.#pieceOf = new Int32Array(pair === 'nsp' ? count : 0);
    this.#halves = pair === 'nsp' ? halvesOf(pieces) : [];
    for (const [piece, halves] of this.#halves.entries())
      for (const half of halves) this.#pieceOf[half >> 1] = piece;
  }

  #rowLengths(lengths: Int32Array): Int32Array {
    const { starts, members } = this.#rows;
    return Int32Array.from({ length: starts.length - 1 }, (_, row) =>
      members.subarray(starts[row], starts[row + 1]).reduce((sum, sequence) => sum + lengths[sequence]!, 0),
    );
  }

  /** Texts of a row in an epoch. @param longest tokens that there is room for */
  #draw(row: number, random: RandomStream, longest: number): Drawn {
    const { pair, vocabulary } = this.#settings;
    const { starts, members } = this.#rows;
    const sequences = members.subarray(starts[row], starts[row + 1]);
    if (pair === 'none') {
      const texts = Array.from(sequences, (sequence) => joinPair(vocabulary, this.#sequence(sequence)));
      return { texts, pairLabel: 0 };
    }
    const { first, second, label } = this.#drawPair(sequences[0]!, pair, random);
    const joined = joinPair(vocabulary, first, second, { maxLength: longest, truncation: 'second' });
    return { texts: [joined], pairLabel: label };
  }

  #drawPair(
    number: number,
    pair: Exclude<PairObjective, 'none'>,
    random: RandomStream,
  ): LabelledPair<TokenSequence> {
    if (pair === 'sop') return this.#read(sentenceOrderPair(2 * number, 2 * number + 1, random));
    const document = this.#pieceOf[number]!;
    const index = 2 * number - this.#halves[document]![0]!;
    const drawn = nextSentencePair(this.#halves, { document, index }, random);
    invariant(drawn !== undefined, `no pair for sequence ${number}`);
    return this.#read(drawn);
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

  #sequence(number: number): TokenSequence {
    return this.#tokens(this.#corpus.starts[number]!, this.#corpus.starts[number + 1]!);
  }

  /**
   * Offsets are the numbers of the tokens in the corpus. Unknown tokens have no start: nobody can guess what they were.
   */
  #tokens(from: number, to: number): TokenSequence {
    const ids = this.#corpus.ids.subarray(from, to);
    const starts = ids.map((id, i) => (id === this.#unknown ? -1 : from + i));
    const ends = ids.map((_, i) => from + i + 1);
    return { ids, starts, ends, words: this.#corpus.words.subarray(from, to) };
  }

  /** Whole mentions of an encoding made of `#tokens`. */
  #mentions({ ends }: Encoding, random: RandomStream): Mention[] {
    const { hitRatio = 1 } = this.#settings;
    const marks = this.#corpus.mentions;
    const found: Mention[] = [];
    for (let first = 0; first < ends.length; first++) {
      const mark = ends[first]! < 1 ? 0 : marks[ends[first]! - 1]!;
      if (mark <= 0) continue;
      let last = first;
      const cuts: number[] = [];
      while (ends[last + 1] === ends[last]! + 1 && marks[ends[last]!] === -mark) {
        if (this.#corpus.cuts[ends[last]! - 1] === 1) cuts.push(last);
        last++;
      }
      const isCut = marks[ends[last]!] === -mark;
      if (!isCut && (hitRatio === 1 || random.uniform() < hitRatio))
        found.push({ first, last, entity: mark - 1, ...(cuts.length === 0 ? {} : { cuts }) });
    }
    return found;
  }

  /** Changes texts, which together stay within the row. */
  #changed(texts: readonly MarkedText[], random: RandomStream, { length }: BatchSize): readonly MarkedText[] {
    const { change } = this.#settings;
    if (change === undefined) return texts;
    let room = length - texts.reduce((sum, { encoding }) => sum + encoding.length, 0);
    return texts.map((text) => {
      const changed = change(text, room, random);
      room -= changed.encoding.length - text.encoding.length;
      return changed;
    });
  }

  /**
   * Everything that the model takes. Rows that are left over repeat the first ones with nothing to guess, since a row
   * of padding alone would be a pair that nobody can tell apart.
   * @param onRow called with each row
   */
  feeds(
    { size, examples }: PlannedBatch,
    epoch: number,
    model: Model,
    onRow?: (row: DrawnRow) => void,
  ): BatchArrays {
    const { seed, purpose, vocabulary, writers } = this.#settings;
    const arrays = Object.fromEntries(
      [...model.inputs(size), ...model.targets(size)].map(({ name, shape, dtype }) => {
        const length = shape.reduce((product, n) => product * n, 1);
        return [name, dtype === 'int32' ? new Int32Array(length) : new Float32Array(length)];
      }),
    );
    arrays.ids!.fill(vocabulary.requireId(PAD));
    for (let number = 0; number < size.batch; number++) {
      const example = examples[number % examples.length]!;
      const step = epoch * this.lengths.length + example;
      const random = new RandomStream({ seed, purpose, step });
      const { texts: drawn, pairLabel } = this.#draw(example, random, size.length);
      const before = drawn.map((encoding) => ({ encoding, mentions: this.#mentions(encoding, random) }));
      const texts = this.#changed(before, random, size);
      const row = { ...joinTexts(texts), pairLabel, number, isReal: number < examples.length };
      writeInputs(arrays, row, texts, size);
      for (const write of writers) write(arrays, row, size, random);
      onRow?.({ row, before });
    }
    return arrays;
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

/** Texts one after another. */
function joinTexts(texts: readonly MarkedText[]): MarkedText {
  let shift = 0;
  const mentions = texts.flatMap((text) => {
    const moved = text.mentions.map((mention) => moveMention(mention, shift));
    shift += text.encoding.length;
    return moved;
  });
  return { encoding: joinEncodings(texts.map(({ encoding }) => encoding)), mentions };
}

/** Writes what the encoder reads of a row. */
function writeInputs(
  arrays: Readonly<Record<string, Int32Array | Float32Array>>,
  { encoding, number }: Row,
  texts: readonly MarkedText[],
  { length }: BatchSize,
): void {
  const start = number * length;
  arrays.ids!.set(encoding.ids, start);
  arrays.types!.set(encoding.segmentIds, start);
  arrays.mask!.fill(1, start, start + encoding.length);
  if (arrays.texts === undefined || arrays.positions === undefined) return;
  let at = start;
  for (const [i, { encoding: text }] of texts.entries()) {
    arrays.texts.fill(i + 1, at, at + text.length);
    arrays.positions.set(
      Int32Array.from({ length: text.length }, (_, place) => place),
      at,
    );
    at += text.length;
  }
}
