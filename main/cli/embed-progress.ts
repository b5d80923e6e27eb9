/** Shows the training of word vectors on standard error: a line in place on a terminal, occasional lines elsewhere. */
import type { EmbeddingProgress, EmbeddingSettings } from '../../shared/domain/embeddings.ts';
import type { EmbeddingEvent } from '../services/vectors/train-vectors.ts';
import { note } from './command.ts';
import { duration } from './train-progress.ts';

const EVERY_MS = { terminal: 250, file: 5000 } as const;
const CLEAR_LINE = '\r\u001b[2K';

export class EmbedProgress {
  readonly #settings: EmbeddingSettings;
  readonly #terminal = process.stderr.isTTY === true;
  #shown = 0;
  #inPlace = false;

  constructor(settings: EmbeddingSettings) {
    this.#settings = settings;
  }

  take(event: EmbeddingEvent): void {
    switch (event.kind) {
      case 'reading':
        return this.#now(`${event.texts} texts, ${event.tokens} tokens read`);
      case 'counting':
        return this.#now(`counting pairs ${(100 * event.share).toFixed(0)} %`);
      case 'started': {
        const goingOn = event.resumedAt > 0 ? `, going on from ${percent(event.resumedAt, event.total)}` : '';
        return this.#line(
          `${event.vocabulary} tokens, ${event.tokensKept} of ${event.tokensRead} places, ${event.threads} threads${goingOn}`,
        );
      }
      case 'progress':
        return this.#now(this.#words(event.progress));
      case 'checkpoint':
        return;
    }
  }

  #words({ epoch, done, total, rate, loss, secondsLeft }: EmbeddingProgress): string {
    const what = this.#settings.method === 'glove' ? 'pairs/s' : 'tokens/s';
    return [
      `epoch ${Math.min(epoch + 1, this.#settings.epochs)}/${this.#settings.epochs}`,
      percent(done, total),
      ...(loss === undefined ? [] : [`loss ${loss.toFixed(4)}`]),
      `${Math.round(rate)} ${what}`,
      ...(secondsLeft === undefined ? [] : [`ETA ${duration(secondsLeft)}`]),
    ].join('  ');
  }

  /** Shows a line that the next one replaces, unless one was shown just before. */
  #now(text: string): void {
    const now = performance.now();
    if (now - this.#shown < (this.#terminal ? EVERY_MS.terminal : EVERY_MS.file)) return;
    this.#shown = now;
    if (!this.#terminal) return note(text);
    process.stderr.write(`${CLEAR_LINE}${text.slice(0, (process.stderr.columns ?? 120) - 1)}`);
    this.#inPlace = true;
  }

  #line(text: string): void {
    this.end();
    note(text);
  }

  /** Leaves the line in place. */
  end(): void {
    if (this.#inPlace) process.stderr.write(CLEAR_LINE);
    this.#inPlace = false;
  }
}

const percent = (done: number, total: number): string => `${((100 * done) / total).toFixed(1)} %`;
