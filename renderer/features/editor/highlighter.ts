/** Asks what stands in a text after a pause in typing; replies that the text has outrun are dropped. */
export interface HighlightedText {
  read(): string;
  version(): number;
}

const PAUSE_MS = 150;
const LONGEST_PAUSE_MS = 1500;

export interface HighlighterEvents<Answer> {
  /** Only called with an answer about the text as it is at that moment. */
  readonly found: (answer: Answer, version: number) => void;
  readonly busy?: (busy: boolean) => void;
  /** Optional: the banner shows that the engine is down, and texts are asked again when it returns. */
  readonly failed?: (error: unknown) => void;
}

export class Highlighter<Answer> {
  readonly #ask: (text: string) => Promise<Answer>;
  readonly #text: HighlightedText;
  readonly #events: HighlighterEvents<Answer>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pauseMs = PAUSE_MS;
  #running = false;
  #wanted = false;
  #held = false;
  #disposed = false;

  constructor(
    text: HighlightedText,
    ask: (text: string) => Promise<Answer>,
    events: HighlighterEvents<Answer>,
  ) {
    this.#text = text;
    this.#ask = ask;
    this.#events = events;
  }

  /** The text has changed: annotate once typing pauses. */
  later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.now(), this.#pauseMs);
  }

  now(): void {
    clearTimeout(this.#timer);
    this.#wanted = true;
    void this.#run();
  }

  /** While an input method composes a word the text is not one to annotate. */
  hold(held: boolean): void {
    this.#held = held;
    if (!held && this.#wanted) this.later();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#disposed = true;
  }

  async #run(): Promise<void> {
    if (this.#running || this.#held || this.#disposed) return;
    this.#running = true;
    this.#wanted = false;
    this.#events.busy?.(true);
    const version = this.#text.version();
    const began = performance.now();
    try {
      const answer = await this.#ask(this.#text.read());
      // A slow answer for a long text should not be followed at once by the next question.
      this.#pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(PAUSE_MS, performance.now() - began));
      if (!this.#disposed && version === this.#text.version()) this.#events.found(answer, version);
    } catch (error) {
      if (!this.#disposed) this.#events.failed?.(error);
    } finally {
      this.#running = false;
      this.#events.busy?.(false);
      if (this.#wanted) void this.#run();
    }
  }
}
