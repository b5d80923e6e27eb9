/** Random words one by one, generated in bulk; each block of a training has its own sequence. */
import { fillUint32 } from '../layers/random.ts';

const SUPPLY = 8192;
/** More refills than any block needs. */
const MAX_REFILLS = 2 ** 20;

export class RandomSupply {
  readonly #seed: number;
  readonly #purpose: string;
  readonly #words = new Uint32Array(SUPPLY);
  #block = 0;
  #refills = 0;
  #taken = SUPPLY;

  constructor(seed: number, purpose: string) {
    this.#seed = seed;
    this.#purpose = purpose;
  }

  /** Starts the sequence of `block`. */
  begin(block: number): void {
    this.#block = block;
    this.#refills = 0;
    this.#taken = SUPPLY;
  }

  /** Returns a word, uniform in 0 … 2³² − 1. */
  word(): number {
    if (this.#taken === SUPPLY) this.#refill();
    return this.#words[this.#taken++]!;
  }

  #refill(): void {
    const step = this.#block * MAX_REFILLS + this.#refills++;
    fillUint32(this.#words, { seed: this.#seed, purpose: this.#purpose, step });
    this.#taken = 0;
  }
}
