/** Asks for mentions and sections after a pause in typing; replies that the text has outrun are dropped. */
import type { Annotation } from '../../../shared/domain/mention.ts';

export interface AnnotatedText {
  read(): string;
  version(): number;
}

const PAUSE_MS = 150;
const LONGEST_PAUSE_MS = 1500;

export class Annotator {
  readonly #ask: (text: string) => Promise<Annotation>;
  readonly #text: AnnotatedText;
  readonly #found: (annotation: Annotation, version: number) => void;
  readonly #busy: (busy: boolean) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pauseMs = PAUSE_MS;
  #running = false;
  #wanted = false;
  #held = false;
  #disposed = false;

  /** `found` is only called with an annotation of the text as it is at that moment. */
  constructor(
    text: AnnotatedText,
    ask: (text: string) => Promise<Annotation>,
    found: (annotation: Annotation, version: number) => void,
    busy: (busy: boolean) => void,
  ) {
    this.#text = text;
    this.#ask = ask;
    this.#found = found;
    this.#busy = busy;
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
    this.#busy(true);
    const version = this.#text.version();
    const began = performance.now();
    try {
      const annotation = await this.#ask(this.#text.read());
      // A slow answer for a long text should not be followed at once by the next question.
      this.#pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(PAUSE_MS, performance.now() - began));
      if (!this.#disposed && version === this.#text.version()) this.#found(annotation, version);
    } catch {
      // The engine is down or restarting: the banner says so, and its return asks again.
    } finally {
      this.#running = false;
      this.#busy(false);
      if (this.#wanted) void this.#run();
    }
  }
}
