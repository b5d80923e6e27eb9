/** The open documents and which of them is in front. Tabs are remembered in the settings. */
import type { DocumentSummary } from '../../../shared/domain/document.ts';
import { call, listen } from '../../api/client.ts';
import { transport } from '../../api/transport.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { ModelUse } from './model-use.ts';
import type { SaverWords } from './saver.ts';
import { DocumentSession } from './session.ts';
import { titleOf } from './title.ts';

export interface Tabs {
  readonly sessions: readonly DocumentSession[];
  readonly active: DocumentSession | null;
}

export interface TabEvents {
  readonly failed: (error: unknown) => void;
  /** A document was deleted in another window; its tab is gone. */
  readonly gone: (title: string) => void;
  readonly remember: (open: number[], active: number | null) => void;
  readonly closeReason: () => string;
  /** The title that a document without one bears. */
  readonly untitled: () => string;
}

const RECONCILE_MS = 400;

export class TabManager {
  readonly tabs: Store<Tabs> = createStore<Tabs>({ sessions: [], active: null });
  readonly modelUse: ModelUse;
  readonly #words: SaverWords;
  readonly #events: TabEvents;
  readonly #opening = new Map<number, Promise<DocumentSession | null>>();
  readonly #unlisten: (() => void)[];
  #reconcileTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(words: SaverWords, events: TabEvents) {
    this.#words = words;
    this.modelUse = new ModelUse((error) => events.failed(error));
    this.#events = events;
    this.#unlisten = [
      listen('docs.changed', () => this.#reconcileSoon()),
      listen('kg.changed', () => this.annotateAll()),
      listen('corrections.changed', ({ documentId }) => this.#correctedElsewhere(documentId)),
      listen('models.changed', () => this.predictAll()),
      listen('engine.changed', (status) => {
        if (status.state === 'ready') this.askAll();
      }),
      transport.connection.subscribe(() => {
        if (transport.connection.get() === 'open') this.askAll();
      }),
    ];
  }

  get active(): DocumentSession | null {
    return this.tabs.get().active;
  }

  /** Brings a document to the front, opening it if need be. Null when it could not be opened. */
  async open(id: number): Promise<DocumentSession | null> {
    const session = this.#find(id) ?? (await (this.#opening.get(id) ?? this.#load(id)));
    if (session !== null) this.activate(session);
    return session;
  }

  /** Opens the tabs of last time; those whose document is gone are left out. */
  async restore(ids: readonly number[], active: number | null): Promise<void> {
    for (const id of ids) await (this.#opening.get(id) ?? this.#load(id, true));
    const { sessions } = this.tabs.get();
    const front = sessions.find((session) => session.id === active) ?? sessions[0];
    if (front !== undefined) this.activate(front);
  }

  activate(session: DocumentSession): void {
    const { sessions, active } = this.tabs.get();
    if (active === session) return;
    this.#show({ sessions, active: session });
  }

  step(direction: 1 | -1): void {
    const { sessions, active } = this.tabs.get();
    if (active === null) return;
    const next = sessions.at((sessions.indexOf(active) + direction) % sessions.length);
    if (next !== undefined) this.activate(next);
  }

  /** Makes a revision of what has changed; a document without a title gets its first line. Throws AppError. */
  async commit(session: DocumentSession, reason: string): Promise<DocumentSummary | null> {
    const summary = await session.saver.commit(reason);
    const title = titleOf(session.model.getValue());
    if (summary !== null && title !== undefined && session.title.get() === this.#events.untitled()) {
      await call('docs.rename', { id: session.id, title });
      session.title.set(title);
    }
    return summary;
  }

  /** Saves a revision and closes the tab; the tab stays when it could not be saved. */
  async close(session: DocumentSession): Promise<void> {
    try {
      await this.commit(session, this.#events.closeReason());
    } catch (error) {
      this.#events.failed(error);
      return;
    }
    if (session.saver.state.get().kind === 'conflict') {
      this.activate(session);
      return;
    }
    this.drop(session);
  }

  /** Closes a tab without saving, as when its document was deleted. */
  drop(session: DocumentSession): void {
    const { sessions, active } = this.tabs.get();
    const at = sessions.indexOf(session);
    if (at === -1) return;
    const rest = sessions.filter((other) => other !== session);
    this.#show({ sessions: rest, active: active === session ? (rest[at] ?? rest.at(-1) ?? null) : active });
    session.dispose();
  }

  dropDocument(id: number): void {
    const session = this.#find(id);
    if (session !== undefined) this.drop(session);
  }

  rename(id: number, title: string): void {
    this.#find(id)?.title.set(title);
  }

  /** True when nothing is waiting to be written. */
  get clean(): boolean {
    return this.tabs.get().sessions.every(({ saver }) => {
      const { kind } = saver.state.get();
      return saver.clean && (kind === 'saved' || kind === 'unchanged'); // a revision may be under way
    });
  }

  /** Writes all drafts now, as before the window closes. */
  async flush(): Promise<void> {
    await Promise.all(this.tabs.get().sessions.map((session) => session.saver.flush()));
  }

  annotateAll(): void {
    for (const session of this.tabs.get().sessions) session.annotate();
  }

  /** Another model may be in use, or none. */
  predictAll(): void {
    this.modelUse.forget();
    for (const session of this.tabs.get().sessions) session.predict();
  }

  /** Highlights of a record were corrected, or the rules for all of them. */
  #correctedElsewhere(documentId: number | undefined): void {
    for (const session of this.tabs.get().sessions) {
      if (documentId !== undefined && documentId !== session.id) continue;
      session.annotate();
      session.predict();
    }
  }

  askAll(): void {
    this.annotateAll();
    this.predictAll();
  }

  dispose(): void {
    for (const stop of this.#unlisten) stop();
    clearTimeout(this.#reconcileTimer);
    for (const session of this.tabs.get().sessions) session.dispose();
  }

  #find(id: number): DocumentSession | undefined {
    return this.tabs.get().sessions.find((session) => session.id === id);
  }

  #load(id: number, quietly = false): Promise<DocumentSession | null> {
    const loading = this.#fetch(id, quietly).finally(() => this.#opening.delete(id));
    this.#opening.set(id, loading);
    return loading;
  }

  async #fetch(id: number, quietly: boolean): Promise<DocumentSession | null> {
    try {
      const session = new DocumentSession(await call('docs.get', { id }), this.#words, this.modelUse);
      const { sessions, active } = this.tabs.get();
      this.#show({ sessions: [...sessions, session], active });
      return session;
    } catch (error) {
      if (!quietly) this.#events.failed(error);
      return null;
    }
  }

  #show(tabs: Tabs): void {
    this.tabs.set(tabs);
    this.#events.remember(
      tabs.sessions.map((session) => session.id),
      tabs.active?.id ?? null,
    );
  }

  #reconcileSoon(): void {
    clearTimeout(this.#reconcileTimer);
    this.#reconcileTimer = setTimeout(() => void this.#reconcile(), RECONCILE_MS);
  }

  async #reconcile(): Promise<void> {
    for (const session of this.tabs.get().sessions) {
      if (await session.saver.reconcile()) continue;
      this.drop(session);
      this.#events.gone(session.title.get());
    }
  }
}
