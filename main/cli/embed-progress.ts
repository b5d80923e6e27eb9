/** Shows the training of word vectors on standard error. */
import type { EmbeddingProgress, EmbeddingSettings } from '../../shared/domain/embeddings.ts';
import type { EmbeddingEvent } from '../services/vectors/train-vectors.ts';
import { duration, StatusLine } from './status-line.ts';

export class EmbedProgress {
  readonly #settings: EmbeddingSettings;
  readonly #status = new StatusLine();

  constructor(settings: EmbeddingSettings) {
    this.#settings = settings;
  }

  take(event: EmbeddingEvent): void {
    switch (event.kind) {
      case 'reading':
        return this.#status.show(`${event.texts} texts, ${event.tokens} tokens read`);
      case 'counting':
        return this.#status.show(`counting pairs ${(100 * event.share).toFixed(0)} %`);
      case 'started': {
        const goingOn = event.resumedAt > 0 ? `, going on from ${percent(event.resumedAt, event.total)}` : '';
        return this.#status.keep(
          `${event.vocabulary} tokens, ${event.tokensKept} of ${event.tokensRead} places, ${event.threads} threads${goingOn}`,
        );
      }
      case 'progress':
        return this.#status.show(this.#words(event.progress));
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

  end(): void {
    this.#status.end();
  }
}

const percent = (done: number, total: number): string => `${((100 * done) / total).toFixed(1)} %`;
