/** Tells now and then that somebody uses the window: at most once in a while, and how long ago it was. */
export interface ActivityOptions {
  readonly everyMs: number;
  /** `ago`: milliseconds since the key or pointer that it tells of. */
  readonly tell: (ago: number) => void;
  readonly now?: () => number;
}

export class ActivityReport {
  readonly #options: ActivityOptions;
  readonly #now: () => number;
  #told = Number.NEGATIVE_INFINITY;
  #last = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ActivityOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** A key or the pointer. */
  touch(): void {
    this.#last = this.#now();
    if (this.#timer !== undefined) return;
    const wait = this.#told + this.#options.everyMs - this.#last;
    if (wait <= 0) this.#tell();
    else this.#timer = setTimeout(() => this.#tell(), wait);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #tell(): void {
    this.stop();
    this.#told = this.#now();
    this.#options.tell(this.#told - this.#last);
  }
}

/** Reports at most once a minute, often enough for the shortest time until locking. */
export const reportEvery = (idleMinutes: number): number => Math.min(60_000, idleMinutes * 15_000);
