/** Updates over which speeds are averaged. */
const SPEED_WINDOW = 20;

/** Time spent training, checkpoints and evaluations included, and speed over the last updates. */
export class Clock {
  readonly #before: number;
  readonly #start = performance.now();
  #begun = 0;
  readonly #recent: { readonly tokens: number; readonly seconds: number }[] = [];

  constructor(before: number) {
    this.#before = before;
  }

  seconds(): number {
    return this.#before + (performance.now() - this.#start) / 1000;
  }

  /** Starts timing an update. */
  begin(): void {
    this.#begun = performance.now();
  }

  /** Ends the update of so many tokens; returns tokens per second over the last updates. */
  rate(tokens: number): number {
    this.#recent.push({ tokens, seconds: (performance.now() - this.#begun) / 1000 });
    if (this.#recent.length > SPEED_WINDOW) this.#recent.shift();
    const sum = (key: 'tokens' | 'seconds') => this.#recent.reduce((total, item) => total + item[key], 0);
    return sum('tokens') / Math.max(sum('seconds'), 1e-9);
  }

  get secondsAnUpdate(): number {
    return this.#recent.reduce((total, { seconds }) => total + seconds, 0) / Math.max(this.#recent.length, 1);
  }
}
