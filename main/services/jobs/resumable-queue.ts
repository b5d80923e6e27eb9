/** Long work of one kind: one item at a time goes on, others wait for it. Items are rows, which other processes see. */
import { setTimeout as later } from 'node:timers/promises';
import { type ActingFor, requesterLater } from '../accounts/requester.ts';
import { waitUpTo } from './timeout.ts';

/** Milliseconds that a request waits to see a pause or an end take effect. */
const CONTROL_MS = 5000;

/** An item under way. */
export interface ActiveWork {
  /** Ends it soon, with a checkpoint. */
  pause(): void;
  /** Ends it at once. */
  kill(): void;
  /** Resolves after its row was written; never rejects. */
  readonly ended: Promise<void>;
}

export interface QueueOptions<Work extends ActiveWork> {
  /** Takes a queued row over for this process as running. Returns false when that cannot be. */
  readonly claim: (id: number) => boolean;
  /** Returns `undefined` when the work could not start. */
  readonly launch: (id: number) => Work | undefined;
  /** Called after an item began, ended or was queued. */
  readonly tell: (id: number) => void;
}

export class ResumableQueue<Work extends ActiveWork = ActiveWork> {
  readonly #options: QueueOptions<Work>;
  /** By id in the order of their turns, with the person for whom each is done. */
  readonly #waiting = new Map<number, ActingFor>();
  /** Set before the work is launched. */
  #activeId: number | undefined;
  #active: { readonly work: Work; readonly ended: Promise<void> } | undefined;
  #closing = false;

  constructor(options: QueueOptions<Work>) {
    this.#options = options;
  }

  get activeId(): number | undefined {
    return this.#activeId;
  }

  get waiting(): number[] {
    return [...this.#waiting.keys()];
  }

  /** Ids of all items that this process looks after. */
  get mine(): number[] {
    return [...this.#waiting.keys(), ...(this.#activeId === undefined ? [] : [this.#activeId])];
  }

  /** Returns the work of this item while it is under way. */
  active(id: number): Work | undefined {
    return this.#activeId === id ? this.#active?.work : undefined;
  }

  isWaiting(id: number): boolean {
    return this.#waiting.has(id);
  }

  /** Starts the item, or queues it behind the one under way. It acts for whoever asks now. */
  enqueue(id: number): void {
    this.#waiting.set(id, requesterLater());
    this.#next();
    if (this.activeId !== id) this.#options.tell(id);
  }

  /** Takes a waiting item out of the queue. Returns whether it was there. */
  remove(id: number): boolean {
    return this.#waiting.delete(id);
  }

  /** Stops the item under way and waits, within limits, until it has ended. */
  async stop(how: () => void = () => undefined): Promise<void> {
    const active = this.#active;
    how();
    if (active !== undefined) await waitUpTo(active.ended, CONTROL_MS);
  }

  /** Resolves when this process has nothing more to do for the item. */
  async settled(id: number): Promise<void> {
    while (this.activeId === id || this.#waiting.has(id)) await (this.#active?.ended ?? later(10));
  }

  /** Empties the queue and pauses what is under way; kills it when that takes longer than `patienceMs`, if given. */
  async close(patienceMs?: number): Promise<void> {
    this.#closing = true;
    this.#waiting.clear();
    const active = this.#active;
    if (active === undefined) return;
    active.work.pause();
    if (patienceMs === undefined) return active.ended;
    await waitUpTo(active.ended, patienceMs);
    if (this.#active !== active) return;
    active.work.kill();
    await active.ended;
  }

  #next(): void {
    while (this.#activeId === undefined && !this.#closing) {
      const [turn] = this.#waiting;
      if (turn === undefined) return;
      const [id, act] = turn;
      this.#waiting.delete(id);
      if (this.#options.claim(id)) this.#begin(id, act);
    }
  }

  #begin(id: number, act: ActingFor): void {
    this.#activeId = id;
    const work = act(() => this.#options.launch(id));
    if (work === undefined) this.#activeId = undefined;
    else {
      const ended = work.ended.finally(() => {
        this.#activeId = undefined;
        this.#active = undefined;
        this.#options.tell(id);
        this.#next();
      });
      this.#active = { work, ended };
    }
    this.#options.tell(id);
  }
}
