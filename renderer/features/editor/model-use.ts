/** State of the highlighting model, shared by all open documents. */
import { plainText } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { createStore, type Store } from '../../lib/store.ts';
import type { ModelState } from '../../lib/workbench.ts';

export class ModelUse {
  readonly state: Store<ModelState> = createStore<ModelState>({ kind: 'unknown' });
  /** Mentions of lower confidence are hidden, 0 to 1. */
  readonly threshold: Store<number> = createStore(0);
  readonly #failed: (error: AppError) => void;
  #told: string | undefined;

  /** @param failed hears of each new reason why the model cannot be used, once */
  constructor(failed: (error: AppError) => void) {
    this.#failed = failed;
  }

  /** True if a prediction is worth requesting. */
  get isAsked(): boolean {
    const { kind } = this.state.get();
    return kind === 'unknown' || kind === 'used';
  }

  /** Models changed, or the engine is back: whoever asks next finds out. */
  forget(): void {
    this.state.set({ kind: 'unknown' });
  }

  answered(model: { readonly name: string } | null): void {
    const now = this.state.get();
    if (model === null) this.state.set({ kind: 'none' });
    else if (now.kind !== 'used' || now.name !== model.name)
      this.state.set({ kind: 'used', name: model.name });
    if (model !== null) this.#told = undefined;
  }

  refused(thrown: unknown): void {
    const error = thrown instanceof AppError ? thrown : new AppError('internal', plainText(String(thrown)));
    if (error.code === 'engine-down') return this.forget(); // the banner says so, and its return asks again
    this.state.set({ kind: 'failed', error });
    if (error.message === this.#told) return;
    this.#told = error.message;
    this.#failed(error);
  }
}
