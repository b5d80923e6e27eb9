/** Model in use by one part of the window: opened on demand, closed when another takes its place. */

export interface ModelChoice {
  readonly id: number;
  readonly name: string;
  readonly useInt8: boolean;
}

/** Returns a key that is equal for models with equal computations; the name does not matter. */
const keyOf = ({ id, useInt8 }: Pick<ModelChoice, 'id' | 'useInt8'>): string =>
  `${id} ${useInt8 ? 'int8' : 'fp32'}`;

export interface Closable {
  dispose(): Promise<void>;
}

export class OpenModel<Opened extends Closable> {
  readonly key: string;
  readonly #opened: Promise<Opened>;
  /** Work in progress; closing waits for it. */
  readonly #busy = new Set<Promise<unknown>>();
  #failed = false;

  constructor(key: string, opened: Promise<Opened>) {
    this.key = key;
    this.#opened = opened;
    opened.catch(() => {
      this.#failed = true; // `use` rejects with the reason
    });
  }

  get failed(): boolean {
    return this.#failed;
  }

  /** @throws the error with which opening failed */
  async use<Result>(work: (opened: Opened) => Promise<Result>): Promise<Result> {
    const under = this.#opened.then(work);
    this.#busy.add(under);
    try {
      return await under;
    } finally {
      this.#busy.delete(under);
    }
  }

  async close(): Promise<void> {
    const opened = await this.#opened.catch(() => undefined); // nothing to close when opening failed
    await Promise.allSettled(this.#busy);
    await opened?.dispose();
  }
}

export class ModelSlot<Choice extends ModelChoice, Opened extends Closable> {
  readonly #open: (choice: Choice) => Promise<Opened>;
  #held: OpenModel<Opened> | undefined;

  constructor(open: (choice: Choice) => Promise<Opened>) {
    this.#open = open;
  }

  /** Returns the chosen model, opened or being opened. One that failed to open stays failed until `refresh`. */
  take(choice: Choice): OpenModel<Opened>;
  take(choice: Choice | undefined): OpenModel<Opened> | undefined;
  take(choice: Choice | undefined): OpenModel<Opened> | undefined {
    const before = this.#held;
    if (before?.key === (choice && keyOf(choice))) return before;
    if (before !== undefined) void before.close();
    this.#held = choice && new OpenModel(keyOf(choice), this.#open(choice));
    return this.#held;
  }

  /** Opens the chosen model after models changed, so that its first answer is quick. */
  refresh(choice: Choice | undefined): void {
    if (this.#held?.failed === true) this.#held = undefined;
    this.take(choice);
  }

  /** Returns the open model if it is this one. */
  shared(choice: Pick<ModelChoice, 'id' | 'useInt8'>): OpenModel<Opened> | undefined {
    return this.#held?.key === keyOf(choice) && !this.#held.failed ? this.#held : undefined;
  }
}
