/** A corpus as numbers: one for each Chinese character, one for each run of letters or digits, 0 for all else. */
import { fold } from '../../text/folding.ts';

/** Units beyond characters: numbers of runs begin here. */
const RUNS = 0x10000;
/** Distinct runs at most; later ones count as borders. */
const MOST_RUNS = 200_000;
const [HAN, RUN] = [1, 2];
const KINDS = Uint8Array.from({ length: 0x10000 }, (_, unit) => {
  const character = String.fromCharCode(unit);
  if (/\p{Script=Han}/u.test(character)) return HAN;
  return /[a-z0-9α-ω]/.test(character) ? RUN : 0;
});

export class UnitCorpus {
  /** Grows by doubling; `length` of it is used. A border stands before the first text and after each. */
  #units = new Int32Array(1 << 16);
  readonly #runs = new Map<string, number>();
  readonly #names: string[] = [];
  length = 1;

  /** Adds a text without regard to width and case. */
  add(text: string): void {
    const folded = fold(text);
    for (let at = 0; at < folded.length; at++) {
      const unit = folded.charCodeAt(at);
      if (KINDS[unit] !== RUN) {
        this.#push(KINDS[unit] === HAN ? unit : 0);
        continue;
      }
      const start = at;
      while (KINDS[folded.charCodeAt(at + 1)] === RUN) at++;
      this.#push(this.#numberOf(folded.slice(start, at + 1)));
    }
    this.#push(0);
  }

  get units(): Int32Array {
    return this.#units.subarray(0, this.length);
  }

  /** Distinct units lie below this number. */
  get width(): number {
    return RUNS + this.#names.length;
  }

  nameOf(unit: number): string {
    return unit < RUNS ? String.fromCharCode(unit) : this.#names[unit - RUNS]!;
  }

  #numberOf(run: string): number {
    const known = this.#runs.get(run);
    if (known !== undefined) return known;
    if (this.#names.length === MOST_RUNS) return 0;
    const number = RUNS + this.#names.push(run) - 1;
    this.#runs.set(run, number);
    return number;
  }

  /** Borders beside borders say nothing. */
  #push(unit: number): void {
    if (unit === 0 && this.#units[this.length - 1] === 0) return;
    if (this.length === this.#units.length) {
      const wider = new Int32Array(2 * this.length);
      wider.set(this.#units);
      this.#units = wider;
    }
    this.#units[this.length++] = unit;
  }
}
