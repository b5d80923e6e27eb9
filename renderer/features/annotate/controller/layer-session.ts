/**
 * A layer that somebody works on: every edit shows at once and is stored in the order it was made. What the workspace
 * refuses is never silently lost: the layer is read anew, edits that still fit are made again, and the rest is told.
 */
import type { EditResult, OpenLayer } from '../../../../shared/domain/project.ts';
import { AppError } from '../../../../shared/result.ts';
import { isWithoutChanges } from '../../../api/annotation-changes.ts';
import { createStore, type Store } from '../../../lib/store.ts';
import type { Edit } from './edits.ts';
import { inverse, Layer, sameChanges } from './layer.ts';
import { rebase } from './rebase.ts';

export interface LayerApi {
  apply(layerId: number, edit: Edit): Promise<EditResult>;
  /** Takes back the person's last edit in the project; null when there is none. */
  undo(): Promise<EditResult | null>;
  redo(): Promise<EditResult | null>;
  /** The layer as it is stored. */
  read(): Promise<OpenLayer>;
}

export interface LayerEvents {
  /** Edits could not be kept: somebody else changed the same items meanwhile. */
  readonly lost?: (edits: readonly Edit[]) => void;
  /** Edits could not be kept: the document was removed from its project. */
  readonly removed?: (edits: readonly Edit[]) => void;
  /** The layer was read anew, because it was changed elsewhere. */
  readonly reloaded?: () => void;
  /** Something is wrong beyond this layer; edits are kept here and tried again. */
  readonly failed?: (error: unknown) => void;
  /** Undo or redo reached other documents, with or without this one. */
  readonly elsewhere?: (result: EditResult, direction: 'undo' | 'redo') => void;
  readonly nothingLeft?: (direction: 'undo' | 'redo') => void;
}

export type StoreState = 'saved' | 'saving' | 'failed';

type Task =
  | { readonly kind: 'edit'; readonly edit: Edit }
  | { readonly kind: 'undo' | 'redo'; readonly expected: Edit | null };

const RETRY_MS = 2000;

export class LayerSession {
  readonly id: number;
  readonly layer: Store<Layer>;
  readonly state: Store<StoreState> = createStore<StoreState>('saved');
  readonly #api: LayerApi;
  readonly #events: LayerEvents;
  readonly #tasks: Task[] = [];
  /** Edits of this window that undo and redo can show before the workspace has answered. */
  #done: Edit[] = [];
  #undone: Edit[] = [];
  #version: number;
  #nextItem: number;
  #running = false;
  #stale = false;
  #disposed = false;
  #waiting: (() => void)[] = [];
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(opened: OpenLayer, api: LayerApi, events: LayerEvents) {
    this.id = opened.id;
    this.layer = createStore(Layer.of(opened.items));
    this.#version = opened.version;
    this.#nextItem = opened.nextItem;
    this.#api = api;
    this.#events = events;
  }

  get nextItem(): number {
    return this.#nextItem;
  }

  do(edit: Edit): void {
    this.#show(edit);
    this.#done.push(edit);
    this.#undone = [];
    this.#add({ kind: 'edit', edit });
  }

  undo(): void {
    const edit = this.#done.pop() ?? null;
    if (edit !== null) {
      this.#undone.push(edit);
      this.layer.update((layer) => layer.apply(inverse(edit.changes)));
    }
    this.#add({ kind: 'undo', expected: edit });
  }

  redo(): void {
    const edit = this.#undone.pop() ?? null;
    if (edit !== null) {
      this.#done.push(edit);
      this.#show(edit);
    }
    this.#add({ kind: 'redo', expected: edit });
  }

  /** Somebody changed layers, perhaps this window itself. */
  hear(result: EditResult): void {
    const part = result.layers.find(({ id }) => id === this.id);
    if (part === undefined) {
      this.#forget();
      return;
    }
    if (this.#running || this.#tasks.length > 0) {
      // Requests under way may contain this edit already, so they are awaited first.
      this.#news.push(result);
      return;
    }
    this.#take(result);
  }

  /** All edits are stored, or have been given up. */
  settled(): Promise<void> {
    if (!this.#running && this.#tasks.length === 0) return Promise.resolve();
    return new Promise((done) => this.#waiting.push(done));
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#retry);
  }

  #news: EditResult[] = [];

  #show({ changes }: Edit): void {
    this.layer.update((layer) => layer.apply(changes));
    for (const { id } of changes) this.#nextItem = Math.max(this.#nextItem, id + 1);
  }

  #forget(): void {
    if (this.#running || this.#tasks.length > 0) return;
    this.#done = [];
    this.#undone = [];
  }

  #add(task: Task): void {
    this.#tasks.push(task);
    void this.#run();
  }

  async #run(): Promise<void> {
    if (this.#running || this.#disposed) return;
    this.#running = true;
    clearTimeout(this.#retry);
    this.state.set('saving');
    try {
      for (let task = this.#tasks[0]; task !== undefined; task = this.#tasks[0]) {
        await this.#perform(task);
        this.#tasks.shift();
      }
      this.#hearNews();
      if (this.#stale) await this.#reload();
      this.state.set('saved');
    } catch (error) {
      await this.#fail(error);
    } finally {
      this.#running = false;
      if (this.#tasks.length === 0) for (const done of this.#waiting.splice(0)) done();
      else if (this.state.get() !== 'failed') void this.#run();
    }
  }

  async #perform(task: Task): Promise<void> {
    if (task.kind === 'edit') {
      this.#acknowledge(await this.#api.apply(this.id, task.edit));
      return;
    }
    const result = await (task.kind === 'undo' ? this.#api.undo() : this.#api.redo());
    if (result === null) {
      if (task.expected !== null) this.#stale = true;
      this.#events.nothingLeft?.(task.kind);
      return;
    }
    this.#adopt(result, task);
  }

  /** Takes over the result of an undo or redo, unless it is on screen already. */
  #adopt(result: EditResult, { kind, expected }: Extract<Task, { expected: Edit | null }>): void {
    const part = result.layers.find(({ id }) => id === this.id);
    if (part === undefined) {
      if (expected !== null) this.#stale = true;
    } else if (expected === null) {
      const layer = this.layer.get();
      if (this.#follows(result, part) && layer.fits(part.changes)) {
        this.layer.set(layer.apply(part.changes));
      } else this.#stale = true;
    } else {
      const shown = kind === 'undo' ? inverse(expected.changes) : expected.changes;
      if (!sameChanges(part.changes, shown)) this.#stale = true;
    }
    this.#acknowledge(result);
    if (result.layers.some(({ id }) => id !== this.id)) this.#events.elsewhere?.(result, kind);
  }

  #acknowledge(result: EditResult): void {
    const part = result.layers.find(({ id }) => id === this.id);
    if (part === undefined) return;
    if (part.version !== this.#version + 1) this.#stale = true; // somebody else was there in between
    this.#version = part.version;
    this.#nextItem = Math.max(this.#nextItem, part.nextItem);
  }

  /** The very next edit, told in full. */
  #follows(result: EditResult, part: EditResult['layers'][number]): boolean {
    return part.version === this.#version + 1 && !isWithoutChanges(result);
  }

  #hearNews(): void {
    for (const result of this.#news.splice(0)) this.#take(result);
  }

  /** News while nothing of our own is under way. */
  #take(result: EditResult): void {
    const part = result.layers.find(({ id }) => id === this.id);
    if (part === undefined || part.version <= this.#version) return;
    const layer = this.layer.get();
    this.#done = [];
    this.#undone = [];
    if (this.#follows(result, part) && layer.fits(part.changes)) {
      this.layer.set(layer.apply(part.changes));
      this.#version = part.version;
      this.#nextItem = Math.max(this.#nextItem, part.nextItem);
      return;
    }
    this.#stale = true;
    void this.#run();
  }

  async #fail(error: unknown): Promise<void> {
    const retriable =
      error instanceof AppError ? ['engine-down', 'io', 'disk-full', 'locked'].includes(error.code) : true;
    if (retriable) {
      this.state.set('failed');
      this.#events.failed?.(error);
      this.#retry = setTimeout(() => void this.#run(), RETRY_MS);
      return;
    }
    try {
      await this.#recover(error);
    } catch (again) {
      this.state.set('failed');
      this.#events.failed?.(again);
      this.#retry = setTimeout(() => void this.#run(), RETRY_MS);
    }
  }

  /** Reads the layer anew and makes again what still fits. */
  async #recover(error: unknown): Promise<void> {
    const [refused] = this.#tasks;
    const open = this.#tasks.flatMap((task) => (task.kind === 'edit' ? [task.edit] : []));
    if (error instanceof AppError && error.localized.id === 'projects.document-removed') {
      this.#giveUp(open);
      return;
    }
    await this.#reload();
    this.#tasks.length = 0;
    const isConflict = error instanceof AppError && error.code === 'conflict';
    const wouldFit =
      refused?.kind !== 'edit' || rebase(refused.edit, this.layer.get(), this.#nextItem, new Map()) !== null;
    // Refused though nobody was in its way: it would be again, and the reason is told. Else it is lost, as below.
    const isWrong = !isConflict && wouldFit;
    if (isWrong) this.#events.failed?.(error);
    const wanted = isWrong && refused?.kind === 'edit' ? open.slice(1) : open;
    const lost: Edit[] = [];
    let renamed: ReadonlyMap<number, number> = new Map();
    for (const edit of wanted) {
      const rebased = rebase(edit, this.layer.get(), this.#nextItem, renamed);
      if (rebased === null) {
        lost.push(edit);
        continue;
      }
      renamed = rebased.renamed;
      this.#show(rebased.edit);
      this.#done.push(rebased.edit);
      this.#tasks.push({ kind: 'edit', edit: rebased.edit });
    }
    this.state.set(this.#tasks.length === 0 ? 'saved' : 'saving');
    if (lost.length > 0) this.#events.lost?.(lost);
  }

  /** Ends the session of a removed document, which can be neither edited nor read. */
  #giveUp(edits: readonly Edit[]): void {
    this.#tasks.length = 0;
    this.state.set('saved');
    this.#events.removed?.(edits);
    this.dispose();
  }

  async #reload(): Promise<void> {
    const { items, version, nextItem } = await this.#api.read();
    this.#stale = false;
    this.#news = [];
    this.#done = [];
    this.#undone = [];
    this.#version = version;
    this.#nextItem = nextItem;
    this.layer.set(Layer.of(items));
    this.#events.reloaded?.();
  }
}
