/**
 * Saves `idleMs` after the last change, and at least every `maxMs` while changes keep coming. One save runs
 * at a time; a failed one is tried again after `retryMs` and at the next flush.
 */
export interface AutosaveTiming {
  readonly idleMs: number;
  readonly maxMs: number;
  readonly retryMs: number;
}

export class Autosave {
  readonly #save: () => Promise<boolean>;
  readonly #timing: AutosaveTiming;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dirtySince: number | undefined;
  #running: Promise<void> | undefined;

  /** `save` tells whether it worked; it should not throw. */
  constructor(save: () => Promise<boolean>, timing: AutosaveTiming) {
    this.#save = save;
    this.#timing = timing;
  }

  /** Something has changed since the last save began. */
  get dirty(): boolean {
    return this.#dirtySince !== undefined;
  }

  get busy(): boolean {
    return this.#running !== undefined;
  }

  touch(): void {
    const now = Date.now();
    this.#dirtySince ??= now;
    const untilMax = this.#dirtySince + this.#timing.maxMs - now;
    this.#schedule(Math.max(0, Math.min(this.#timing.idleMs, untilMax)));
  }

  /** Saves now what is unsaved, and resolves when nothing is under way. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#running;
    if (this.#dirtySince !== undefined) await this.#run();
  }

  /** Forgets unsaved changes, because they were saved or thrown away by other means. */
  reset(): void {
    clearTimeout(this.#timer);
    this.#dirtySince = undefined;
  }

  #schedule(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#running === undefined) void this.#run();
    }, delay);
  }

  #run(): Promise<void> {
    clearTimeout(this.#timer);
    this.#dirtySince = undefined;
    this.#running = this.#save().then((saved) => {
      this.#running = undefined;
      if (saved) {
        if (this.#dirtySince !== undefined) this.touch(); // changed while it was saving
      } else {
        this.#dirtySince ??= Date.now();
        this.#schedule(this.#timing.retryMs);
      }
    });
    return this.#running;
  }
}
