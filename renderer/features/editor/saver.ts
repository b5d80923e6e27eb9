/**
 * Keeps one document's text safe: drafts while typing, revisions on request, on closing and when idle. A revision made
 * elsewhere meanwhile is a conflict; nothing is written until one of the two texts is chosen, and both stay in the history.
 */
import type { DocumentFull, DocumentSummary } from '../../../shared/domain/document.ts';
import { toAppError } from '../../api/reply.ts';
import { createStore, type Store } from '../../lib/store.ts';
import type { SaveState } from '../../lib/workbench.ts';
import { Autosave } from './autosave.ts';

/** The revision and the autosave (0 for none) that this window saw last. */
export interface Seen {
  readonly base: number;
  readonly draft: number;
}

export interface DocumentApi {
  get(id: number): Promise<DocumentFull>;
  saveDraft(id: number, text: string, seen: Seen): Promise<{ readonly at: string; readonly draft: number }>;
  commit(id: number, text: string, seen: Seen, reason: string): Promise<DocumentSummary>;
}

export interface SaverWords {
  readonly idle: () => string;
  readonly mine: () => string;
  readonly theirs: () => string;
}

interface Text {
  read(): string;
  /** Tells whether a stored text equals the present one, line ends aside. */
  equals(stored: string): boolean;
  /** Puts another text in place, so that undo can bring the old one back. */
  replace(text: string): void;
}

const seenOf = ({ revision, draft }: DocumentSummary): Seen => ({ base: revision, draft });

const TIMING = { idleMs: 500, maxMs: 1000, retryMs: 3000 };
const IDLE_COMMIT_MS = 60_000;

export class DocumentSaver {
  readonly state: Store<SaveState> = createStore<SaveState>({ kind: 'unchanged' });
  readonly #id: number;
  readonly #api: DocumentApi;
  readonly #text: Text;
  readonly #words: SaverWords;
  readonly #autosave: Autosave;
  #seen: Seen;
  /** The text is not the newest revision's. */
  #uncommitted: boolean;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(document: DocumentFull, api: DocumentApi, text: Text, words: SaverWords) {
    this.#id = document.id;
    this.#seen = seenOf(document);
    this.#uncommitted = document.draft > 0;
    this.#api = api;
    this.#text = text;
    this.#words = words;
    this.#autosave = new Autosave(() => this.#inTurn(() => this.#saveDraft()), TIMING);
  }

  /** Revision and autosave that this window saw last. */
  get seen(): Seen {
    return this.#seen;
  }

  /** Nothing is waiting to be written, as far as this window knows. */
  get clean(): boolean {
    return !this.#autosave.dirty && !this.#autosave.busy && this.state.get().kind !== 'conflict';
  }

  /** The text was edited. */
  touch(): void {
    this.#uncommitted = true;
    if (this.state.get().kind === 'conflict') return;
    this.state.set({ kind: 'dirty' });
    this.#autosave.touch();
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      this.commit(this.#words.idle()).catch(() => undefined); // the state shows it; the draft is retried
    }, IDLE_COMMIT_MS);
  }

  /** Writes the draft now. */
  flush(): Promise<void> {
    return this.#autosave.flush();
  }

  /** Makes a revision; null when nothing has changed since the last one. Throws AppError when it could not. */
  async commit(reason: string): Promise<DocumentSummary | null> {
    if (!this.#uncommitted || this.state.get().kind === 'conflict') return null;
    clearTimeout(this.#idleTimer);
    this.#autosave.reset();
    return this.#inTurn(async () => {
      const text = this.#text.read();
      this.state.set({ kind: 'saving' });
      try {
        const summary = await this.#api.commit(this.#id, text, this.#seen, reason);
        this.#settle(text, summary);
        return summary;
      } catch (thrown) {
        if (await this.#foundConflict(thrown)) return null;
        this.state.set({ kind: 'failed', error: toAppError(thrown) });
        this.#autosave.touch();
        throw toAppError(thrown);
      }
    });
  }

  /** Takes over what another window saved, unless there are changes of our own. False when the document is gone. */
  async reconcile(): Promise<boolean> {
    if (!this.clean) return true;
    try {
      const stored = await this.#api.get(this.#id);
      if (this.clean && !this.#sawAlready(stored)) this.adopt(stored);
      return true;
    } catch (thrown) {
      return toAppError(thrown).code !== 'not-found';
    }
  }

  /** Shows a stored text as it is; there is nothing of our own left to save. */
  adopt(stored: DocumentFull): void {
    this.#seen = seenOf(stored);
    this.#text.replace(stored.text);
    this.#autosave.reset();
    clearTimeout(this.#idleTimer);
    this.#uncommitted = stored.draft > 0;
    this.state.set({ kind: 'saved', at: stored.updatedAt });
  }

  /** Ends a conflict. The text given up becomes a revision first, so that the history has both. */
  async resolve(choice: 'mine' | 'theirs'): Promise<void> {
    const conflict = this.state.get();
    if (conflict.kind !== 'conflict') return;
    const { theirs } = conflict;
    const mine = this.#text.read();
    await this.#inTurn(async () => {
      const [first, last] = choice === 'theirs' ? [mine, theirs.text] : [theirs.text, mine];
      const words = choice === 'theirs' ? this.#words.theirs() : this.#words.mine();
      const given = await this.#api.commit(this.#id, first, seenOf(theirs), words);
      const summary = await this.#api.commit(this.#id, last, seenOf(given), words);
      if (choice === 'theirs') this.adopt({ ...theirs, ...summary, text: theirs.text });
      else this.#settle(mine, summary);
    });
  }

  dispose(): void {
    clearTimeout(this.#idleTimer);
    this.#autosave.reset();
  }

  async #saveDraft(): Promise<boolean> {
    if (this.state.get().kind === 'conflict') return true;
    const text = this.#text.read();
    this.state.set({ kind: 'saving' });
    try {
      const { at, draft } = await this.#api.saveDraft(this.#id, text, this.#seen);
      this.#seen = { ...this.#seen, draft };
      this.state.set(this.#autosave.dirty ? { kind: 'dirty' } : { kind: 'saved', at });
      return true;
    } catch (thrown) {
      if (await this.#foundConflict(thrown)) return true;
      this.state.set({ kind: 'failed', error: toAppError(thrown) });
      return false;
    }
  }

  #settle(text: string, summary: DocumentSummary): void {
    this.#seen = seenOf(summary);
    this.#uncommitted = this.#text.read() !== text;
    this.state.set({ kind: 'saved', at: summary.updatedAt });
    if (this.#uncommitted) this.touch(); // typed while it was being written
  }

  #sawAlready(stored: DocumentFull): boolean {
    const { base, draft } = this.#seen;
    return stored.revision === base && stored.draft === draft && this.#text.equals(stored.text);
  }

  /** Tells whether an error was a conflict; equal texts on both sides are none. */
  async #foundConflict(thrown: unknown): Promise<boolean> {
    if (toAppError(thrown).code !== 'conflict') return false;
    try {
      const theirs = await this.#api.get(this.#id);
      this.#autosave.reset();
      if (this.#text.equals(theirs.text)) this.adopt(theirs);
      else this.state.set({ kind: 'conflict', theirs });
      return true;
    } catch {
      return false;
    }
  }

  /** One write at a time, in the order asked for. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work, work);
    this.#queue = turn.catch(() => undefined);
    return turn;
  }
}
