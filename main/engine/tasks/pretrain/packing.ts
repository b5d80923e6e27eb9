/** A corpus as token sequences of nearly equal length: whole sentences of one piece after another, as many as fit. */
import { IntColumn } from '../../embeddings/int-column.ts';

export interface TokenizedSentence {
  readonly ids: ArrayLike<number>;
  /** Number of the word that a token belongs to, rising; from 0 in every sentence. */
  readonly words: ArrayLike<number>;
  /** Marks of mentions, see `mentionMarks`; absent: none are known. */
  readonly mentions?: ArrayLike<number> | undefined;
  /** 1 at tokens that end a part of a long mention, but not the mention; absent: no parts are known. */
  readonly cuts?: ArrayLike<number> | undefined;
}

/** All tokens in a row, a few bytes each; nothing but numbers, since there are millions. */
export interface PackedCorpus {
  readonly ids: Int32Array;
  /** Word of each token; equal neighbours of one sequence belong together. */
  readonly words: Int32Array;
  /** Mark of each token, see `mentionMarks`. */
  readonly mentions: Int32Array;
  /** 1 at tokens that end a part of a long mention, but not the mention. */
  readonly cuts: Int32Array;
  /** Sequence i holds the tokens starts[i] … starts[i + 1]. */
  readonly starts: Int32Array;
  /** First token of the second segment of each sequence; sequences of several sentences part at the end of one. */
  readonly middles: Int32Array;
  /** Piece d holds the sequences pieces[d] … pieces[d + 1]; pieces without a sequence are left out. */
  readonly pieces: Int32Array;
  /** Sequences. */
  readonly count: number;
}

export interface PackingOptions {
  /** Most tokens of a sequence, special ones not counted. */
  readonly room: number;
  /** Fewest: 2 where each is to part in two. */
  readonly least: number;
}

/**
 * Takes pieces one at a time; `finish` gives what came together. A sentence that does not fit beside others begins a
 * sequence; one longer than a sequence fills as many as it takes.
 */
export class Packer {
  readonly #options: PackingOptions;
  readonly #ids = new IntColumn();
  readonly #words = new IntColumn();
  readonly #mentions = new IntColumn();
  readonly #cuts = new IntColumn();
  readonly #starts = new IntColumn();
  readonly #middles = new IntColumn();
  readonly #pieces = new IntColumn();

  constructor(options: PackingOptions) {
    this.#options = options;
  }

  add(piece: Iterable<TokenizedSentence>): void {
    const before = this.#starts.length;
    let open = new OpenSequence();
    for (const sentence of piece) {
      const { ids } = sentence;
      if (open.ids.length + ids.length > this.#options.room) {
        this.#close(open);
        open = new OpenSequence();
      }
      for (let from = 0; from < ids.length; from += this.#options.room) {
        if (open.ids.length > 0 && from > 0) {
          this.#close(open);
          open = new OpenSequence();
        }
        open.append(sentence, from, Math.min(ids.length, from + this.#options.room));
      }
    }
    this.#close(open);
    if (this.#starts.length > before) this.#pieces.push(before);
  }

  #close(open: OpenSequence): void {
    if (open.ids.length < this.#options.least) return;
    const start = this.#ids.length;
    this.#starts.push(start);
    this.#middles.push(start + open.middle());
    for (const id of open.ids) this.#ids.push(id);
    for (const word of open.words) this.#words.push(word);
    for (const mark of open.mentions) this.#mentions.push(mark);
    for (const mark of open.cuts) this.#cuts.push(mark);
  }

  finish(): PackedCorpus {
    const count = this.#starts.length;
    this.#starts.push(this.#ids.length);
    this.#pieces.push(count);
    return {
      ids: this.#ids.toArray(),
      words: this.#words.toArray(),
      mentions: this.#mentions.toArray(),
      cuts: this.#cuts.toArray(),
      starts: this.#starts.toArray(),
      middles: this.#middles.toArray(),
      pieces: this.#pieces.toArray(),
      count,
    };
  }
}

class OpenSequence {
  readonly ids: number[] = [];
  readonly words: number[] = [];
  readonly mentions: number[] = [];
  readonly cuts: number[] = [];
  /** Tokens before the end of each sentence. */
  readonly #ends: number[] = [];

  append({ ids, words, mentions, cuts }: TokenizedSentence, from: number, to: number): void {
    const base = (this.words.at(-1) ?? -1) + 1 - (words[from] ?? 0);
    for (let i = from; i < to; i++) {
      this.ids.push(ids[i]!);
      this.words.push(base + words[i]!);
      this.mentions.push(mentions?.[i] ?? 0);
      this.cuts.push(cuts?.[i] ?? 0);
    }
    this.#ends.push(this.ids.length);
  }

  /** The end of a sentence that is nearest to half of the tokens, else half of them. */
  middle(): number {
    const half = this.ids.length / 2;
    const inner = this.#ends.slice(0, -1);
    if (inner.length === 0) return Math.max(1, Math.floor(half));
    return inner.reduce((best, end) => (Math.abs(end - half) < Math.abs(best - half) ? end : best));
  }
}
