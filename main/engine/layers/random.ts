/** Random streams: one per (seed, purpose, step), each a sequence of Threefry blocks. */
import { invariant } from '../../../shared/assert.ts';
import type { Words4 } from './threefry.ts';
import { fillWords, type WordStream } from './threefry-fill.ts';

const TWO_POW_32 = 2 ** 32;

/** 32-bit FNV-1a over UTF-16 code units: the stream number of a purpose. */
function streamNumber(purpose: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < purpose.length; i++) hash = Math.imul(hash ^ purpose.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Key of a random stream: seed of the run, use of the numbers, and training step. */
export interface StreamId {
  /** Non-negative safe integer. */
  readonly seed: number;
  /** For example a layer's name. */
  readonly purpose: string;
  readonly step?: number;
}

/** Fills `out` with the first `out.length` words of a stream. */
export function fillUint32(out: Uint32Array, id: StreamId): void {
  fillWords(out, wordStream(id));
}

/** The stream as the bulk generator takes it. */
export function wordStream(id: StreamId): WordStream {
  const step = id.step ?? 0;
  return { key: keyOf(id), step: [step | 0, highWord(step)] };
}

const highWord = (value: number): number => Math.floor(value / TWO_POW_32) | 0;

function keyOf({ seed, purpose, step = 0 }: StreamId): Words4 {
  invariant(Number.isSafeInteger(seed) && seed >= 0, `random: seed must be a safe integer ≥ 0, got ${seed}`);
  invariant(Number.isSafeInteger(step) && step >= 0, `random: step must be a safe integer ≥ 0, got ${step}`);
  return [seed | 0, highWord(seed), streamNumber(purpose), 0];
}

/** Words that a stream computes ahead, when it is new and at most. */
const FIRST_WORDS = 16;
const MOST_WORDS = 4096;

/** A stream read number by number; `position` says how many words were taken. */
export class RandomStream {
  readonly #stream: WordStream;
  /** Words from number `#start` on. */
  #words = new Uint32Array(0);
  #start = 0;
  #next = 0;

  constructor(id: StreamId) {
    this.#stream = wordStream(id);
  }

  get position(): number {
    return this.#start + this.#next;
  }

  /** Uniform in 0 … 2³² − 1. */
  uint32(): number {
    if (this.#next === this.#words.length) this.#refill();
    return this.#words[this.#next++]!;
  }

  #refill(): void {
    this.#start += this.#words.length;
    this.#next = 0;
    const size = this.#words.length === 0 ? FIRST_WORDS : Math.min(MOST_WORDS, 4 * this.#words.length);
    if (size !== this.#words.length) this.#words = new Uint32Array(size);
    fillWords(this.#words, this.#stream, this.#start);
  }

  /** Uniform in [0, 1), with 32 random bits. */
  uniform(): number {
    return this.uint32() / TWO_POW_32;
  }

  /** Uniform integer in 0 … n − 1, without bias (rejection). */
  below(n: number): number {
    invariant(
      Number.isInteger(n) && n > 0 && n <= TWO_POW_32,
      `random: below(n) needs 1 ≤ n ≤ 2³², got ${n}`,
    );
    const limit = TWO_POW_32 - (TWO_POW_32 % n);
    let word = this.uint32();
    while (word >= limit) word = this.uint32();
    return word % n;
  }

  /** Shuffles `items` in place (Fisher-Yates) and returns them. */
  shuffle<Items extends unknown[] | Int32Array>(items: Items): Items {
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [items[i], items[j]] = [items[j], items[i]];
    }
    return items;
  }

  /** Returns a standard normal number by the Box-Muller transform, which takes two words. */
  normal(): number {
    const radius = Math.sqrt(-2 * Math.log((this.uint32() + 0.5) / TWO_POW_32));
    return radius * Math.cos(2 * Math.PI * this.uniform());
  }
}
