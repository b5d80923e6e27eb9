/** Queue of long work of one kind: one item is active, others wait. Items are rows, which other processes see. */
import { setTimeout as later } from 'node:timers/promises';
import type { RunState } from '../../../shared/domain/training.ts';
import { AppError, type AppErrorData, toErrorData } from '../../../shared/result.ts';
import type { Connection } from '../../db/connection.ts';
import { claim, isElsewhere, type ResumableTable, setState } from '../../db/repositories/resumable.ts';
import { captureRequester, type RunAs } from '../accounts/requester.ts';
import { dbOf, type Session } from '../session/session.ts';
import { recover } from './recovery.ts';
import { waitUpTo } from './timeout.ts';

/** Milliseconds that a request waits for a pause or an end to take effect. */
const CONTROL_MS = 5000;

/** Active item. */
export interface ActiveWork {
  /** Ends it soon, with a checkpoint. */
  pause(): void;
  /** Ends it at once. */
  kill(): void;
  /** Resolves after its row was written; never rejects. */
  readonly ended: Promise<void>;
}

export interface QueueOptions<Work extends ActiveWork> {
  /** Returns `undefined` when the work could not start. */
  readonly launch: (id: number) => Work | undefined;
  /** Called after an item began, ended, was queued or changed its state. */
  readonly onChange: (id: number) => void;
}

/** Messages of each kind of work; `label` stands before errors in the log. */
const WORDS = {
  run: {
    label: 'run',
    elsewhere: 'runs.elsewhere',
    pauseThere: 'hint.pause-there',
    wrongState: 'runs.wrong-state',
    running: 'runs.running',
  },
  experiment: {
    label: 'experiment',
    elsewhere: 'experiments.elsewhere',
    pauseThere: 'hint.pause-there',
    wrongState: 'experiments.wrong-state',
    running: 'experiments.running',
  },
  vector_training: {
    label: 'word vectors',
    elsewhere: 'vectors.elsewhere',
    pauseThere: 'hint.pause-it-there',
    wrongState: 'runs.wrong-state',
    running: 'runs.running',
  },
} as const satisfies Record<ResumableTable, Record<string, string>>;

export class ResumableQueue<Work extends ActiveWork = ActiveWork> {
  readonly #session: Session;
  readonly #table: ResumableTable;
  readonly #options: QueueOptions<Work>;
  /** Queued items in order, by id, with their requesters. */
  readonly #waiting = new Map<number, RunAs>();
  /** Set before the work is launched. */
  #activeId: number | undefined;
  #active: { readonly work: Work; readonly ended: Promise<void> } | undefined;
  #closing = false;

  constructor(session: Session, table: ResumableTable, options: QueueOptions<Work>) {
    this.#session = session;
    this.#table = table;
    this.#options = options;
  }

  get activeId(): number | undefined {
    return this.#activeId;
  }

  get waiting(): number[] {
    return [...this.#waiting.keys()];
  }

  /** Marks items whose process has gone as interrupted. */
  recover(): void {
    const active = this.#activeId === undefined ? [] : [this.#activeId];
    recover(this.#session.workspace, this.#table, [...this.#waiting.keys(), ...active]);
  }

  /** Returns the work of this item while it is active. */
  active(id: number): Work | undefined {
    return this.#activeId === id ? this.#active?.work : undefined;
  }

  isWaiting(id: number): boolean {
    return this.#waiting.has(id);
  }

  /** Starts the item, or queues it behind the active one, in the name of the current requester. */
  enqueue(id: number): void {
    this.#waiting.set(id, captureRequester());
    this.#next();
    if (this.activeId !== id) this.#options.onChange(id);
  }

  /** @throws AppError `conflict` when another process looks after the item */
  requireHere(id: number): void {
    if (isElsewhere(this.#db, this.#table, id)) throw this.#elsewhere();
  }

  /**
   * Takes an item over for this process as queued.
   * @param state as the caller has read it
   * @throws AppError `bad-request` in a state that is not among `from`, `conflict` when another process takes it
   */
  take(id: number, state: RunState, from: readonly RunState[]): void {
    if (!from.includes(state)) throw new AppError('bad-request', this.#words.wrongState, { state });
    if (!claim(this.#db, this.#table, { id, from, to: 'queued' })) throw this.#elsewhere();
  }

  /** Takes an item that does not go on out of the queue and puts it into the state `to`. @throws AppError as `take` */
  leave(id: number, { state, from, to }: { state: RunState; from: readonly RunState[]; to: RunState }): void {
    this.take(id, state, from);
    this.remove(id);
    this.set(id, to);
  }

  /** Takes an item out of the queue that is to be deleted. @throws AppError `conflict` while it goes on anywhere */
  withdraw(id: number, name: string): void {
    this.requireHere(id);
    if (this.activeId === id)
      throw new AppError('conflict', this.#words.running, { name }, { hint: 'hint.cancel-first' });
    this.remove(id);
  }

  set(id: number, state: RunState, error: AppErrorData | null = null): void {
    setState(this.#db, this.#table, id, state, error);
    this.#options.onChange(id);
  }

  /** Puts an item into `failed`; when that cannot be written, it is found interrupted later. */
  fail(id: number, error: unknown): void {
    const data = toErrorData(error);
    const { label } = this.#words;
    if (data.code === 'internal') console.error(`${label} ${id}:`, error);
    try {
      this.set(id, 'failed', data);
    } catch (unwritten) {
      console.error(`${label} ${id}:`, unwritten);
    }
  }

  /** Removes an item from the queue. Returns whether it was queued. */
  remove(id: number): boolean {
    return this.#waiting.delete(id);
  }

  /** Stops the active item and waits up to `CONTROL_MS` for its end. */
  async stop(how: () => void = () => undefined): Promise<void> {
    const active = this.#active;
    how();
    if (active !== undefined) await waitUpTo(active.ended, CONTROL_MS);
  }

  /** Resolves when the item is neither queued nor active in this process. */
  async settled(id: number): Promise<void> {
    while (this.activeId === id || this.#waiting.has(id)) await (this.#active?.ended ?? later(10));
  }

  /** Empties the queue and pauses the active item. Kills it after `timeoutMs`, if given. */
  async close(timeoutMs?: number): Promise<void> {
    this.#closing = true;
    this.#waiting.clear();
    const active = this.#active;
    if (active === undefined) return;
    active.work.pause();
    if (timeoutMs === undefined) return active.ended;
    await waitUpTo(active.ended, timeoutMs);
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
      if (claim(this.#db, this.#table, { id, from: ['queued'], to: 'running' })) this.#begin(id, act);
    }
  }

  #begin(id: number, act: RunAs): void {
    this.#activeId = id;
    const work = act(() => this.#options.launch(id));
    if (work === undefined) this.#activeId = undefined;
    else {
      const ended = work.ended.finally(() => {
        this.#activeId = undefined;
        this.#active = undefined;
        this.#options.onChange(id);
        this.#next();
      });
      this.#active = { work, ended };
    }
    this.#options.onChange(id);
  }

  get #db(): Connection {
    return dbOf(this.#session);
  }

  get #words() {
    return WORDS[this.#table];
  }

  #elsewhere(): AppError {
    const { elsewhere, pauseThere } = this.#words;
    return new AppError('conflict', elsewhere, {}, { hint: pauseThere });
  }
}
