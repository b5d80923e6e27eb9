/** Queue of long work of one kind: one item is active, others wait. Items are rows, which other processes see. */
import { setTimeout as later } from 'node:timers/promises';
import type { RunState } from '../../../shared/domain/training.ts';
import { message } from '../../../shared/messages/message.ts';
import { AppError, type AppErrorData, toErrorData } from '../../../shared/result.ts';
import type { Connection } from '../../db/connection.ts';
import {
  claim,
  disownQueued,
  isElsewhere,
  type ResumableTable,
  setState,
} from '../../db/repositories/resumable.ts';
import { captureRequester, type RunAs } from '../session/request.ts';
import { dbOf, type Session } from '../session/session.ts';
import { recover } from './recovery.ts';
import { waitUpTo } from './timeout.ts';
import type { Work, WorkEnd } from './work.ts';

/** Milliseconds that a request waits for a pause or an end to take effect. */
const CONTROL_MS = 5000;

/** States from which work resumes. */
export const RESUMABLE: readonly RunState[] = ['queued', 'paused', 'interrupted', 'failed'];

export interface WorkKind<Finished extends { readonly kind: 'finished' }> {
  /** Starts the work. @throws AppError when it cannot start; the item fails */
  launch(id: number): Work<Finished>;
  /** Stores the results and the final state. */
  finish(id: number, end: Finished): void;
  /** Stores the final state of a cancelled item, or deletes it. */
  cancel(id: number): void | Promise<void>;
  /** Order of queued items: the highest goes first, others as they came. Absent: all alike. */
  priority?(id: number): number;
  /** Called after an item began, ended, was queued or changed its state. */
  onChange(id: number): void;
}

interface Active<Finished> {
  readonly id: number;
  work?: Work<Finished>;
  /** Requester who cancelled it. */
  cancelledBy?: RunAs;
  /** Resolves after its row was written; never rejects. */
  ended: Promise<void>;
}

/** Messages of each kind of work; `label` stands before errors in the log. */
const WORDS = {
  run: {
    label: 'run',
    elsewhere: 'runs.elsewhere',
    pauseThere: 'hint.pause-there',
    wrongState: 'runs.wrong-state',
    running: 'runs.running',
    afterDeath: 'hint.resume-with-less',
  },
  experiment: {
    label: 'experiment',
    elsewhere: 'experiments.elsewhere',
    pauseThere: 'hint.pause-there',
    wrongState: 'experiments.wrong-state',
    running: 'experiments.running',
    afterDeath: 'hint.resume-experiment',
  },
  vector_training: {
    label: 'word vectors',
    elsewhere: 'vectors.elsewhere',
    pauseThere: 'hint.pause-it-there',
    wrongState: 'runs.wrong-state',
    running: 'runs.running',
    afterDeath: 'hint.resume-with-fewer-dimensions',
  },
  batch_run: {
    label: 'batch',
    elsewhere: 'batch.elsewhere',
    pauseThere: 'hint.pause-there',
    wrongState: 'runs.wrong-state',
    running: 'batch.running',
    afterDeath: 'hint.batch-retry',
  },
} as const satisfies Record<ResumableTable, Record<string, string>>;

export class ResumableQueue<Finished extends { readonly kind: 'finished' }> {
  readonly #session: Session;
  readonly #table: ResumableTable;
  readonly #kind: WorkKind<Finished>;
  /** Queued items in order, by id, with their requesters. */
  readonly #waiting = new Map<number, RunAs>();
  #active: Active<Finished> | undefined;
  #closing = false;

  constructor(session: Session, table: ResumableTable, kind: WorkKind<Finished>) {
    this.#session = session;
    this.#table = table;
    this.#kind = kind;
  }

  get waiting(): number[] {
    return [...this.#waiting.keys()];
  }

  /** Marks items whose process has gone as interrupted. @param others items that this process is still storing */
  recover(others: Iterable<number> = []): void {
    const active = this.#active === undefined ? [] : [this.#active.id];
    recover(this.#session.workspace, this.#table, [...this.waiting, ...active, ...others]);
  }

  has(id: number): boolean {
    return this.#active?.id === id || this.#waiting.has(id);
  }

  /** Starts the item, or queues it behind the active one, in the name of the current requester. */
  enqueue(id: number): void {
    this.#waiting.set(id, captureRequester());
    this.#next();
    if (this.#active?.id !== id) this.#kind.onChange(id);
  }

  /**
   * Pauses, resumes or cancels an item; waits some seconds for the effect on active work.
   * @param state as the caller has read it
   * @throws AppError `bad-request` in a wrong state, `conflict` when another process looks after the item
   */
  async control(id: number, state: RunState, action: 'pause' | 'resume' | 'cancel'): Promise<void> {
    if (action === 'resume') return this.resume(id, state);
    this.#requireHere(id);
    const active = this.#active?.id === id ? this.#active : undefined;
    if (active === undefined) {
      this.#take(id, state, action === 'pause' ? ['queued'] : RESUMABLE);
      const wasWaiting = this.#waiting.delete(id);
      if (action === 'pause') return this.set(id, 'paused');
      try {
        await this.#kind.cancel(id);
      } catch (error) {
        if (wasWaiting) this.enqueue(id);
        else this.set(id, state);
        throw error;
      }
    } else {
      if (action === 'cancel') active.cancelledBy = captureRequester();
      active.work?.[action === 'pause' ? 'pause' : 'kill']();
      await waitUpTo(active.ended, CONTROL_MS);
    }
  }

  /** Enqueues an item in one of the states `from`; does nothing when it is here already. @throws AppError as `control` */
  resume(id: number, state: RunState, from = RESUMABLE): void {
    this.#requireHere(id);
    if (this.has(id)) return;
    this.#take(id, state, from);
    this.enqueue(id);
  }

  /** Takes an item out of the queue that is to be deleted. @throws AppError `conflict` while it goes on anywhere */
  withdraw(id: number, name: string): void {
    this.#requireHere(id);
    if (this.#active?.id === id)
      throw new AppError('conflict', this.#words.running, { name }, { hint: 'hint.cancel-first' });
    this.#waiting.delete(id);
  }

  set(id: number, state: RunState, error: AppErrorData | null = null): void {
    setState(this.#db, this.#table, id, state, error);
    this.#kind.onChange(id);
  }

  /** Resolves when the item is neither queued nor active in this process. */
  async settled(id: number): Promise<void> {
    while (this.has(id)) await (this.#active?.ended ?? later(10));
  }

  /** Empties the queue and pauses the active item. Kills it after `timeoutMs`, if given. Other processes may go on. */
  async close(timeoutMs?: number): Promise<void> {
    this.#closing = true;
    this.#waiting.clear();
    const active = this.#active;
    active?.work?.pause();
    if (active !== undefined && timeoutMs !== undefined) {
      await waitUpTo(active.ended, timeoutMs);
      if (this.#active === active) active.work?.kill();
    }
    await active?.ended;
    disownQueued(this.#db, this.#table);
  }

  #next(): void {
    while (this.#active === undefined && !this.#closing) {
      const { priority = () => 0 } = this.#kind;
      const [turn] = [...this.#waiting].sort(([a], [b]) => priority(b) - priority(a));
      if (turn === undefined) return;
      const [id, act] = turn;
      this.#waiting.delete(id);
      if (claim(this.#db, this.#table, { id, from: ['queued'], to: 'running' })) this.#begin(id, act);
    }
  }

  #begin(id: number, act: RunAs): void {
    const active: Active<Finished> = { id, ended: Promise.resolve() };
    this.#active = active; // set before the launch, which may look for interrupted items
    active.ended = act(() => this.#work(active)).finally(() => {
      this.#active = undefined;
      this.#kind.onChange(id);
      this.#next();
    });
    this.#kind.onChange(id);
  }

  async #work(active: Active<Finished>): Promise<void> {
    const { id } = active;
    try {
      active.work = this.#kind.launch(id);
      const [end] = await Promise.allSettled([active.work.ended]);
      if (active.cancelledBy !== undefined) await active.cancelledBy(() => this.#kind.cancel(id));
      else if (end.status === 'rejected') throw end.reason;
      else this.#settle(id, end.value);
    } catch (error) {
      this.#fail(id, error);
    }
  }

  #settle(id: number, end: WorkEnd<Finished>): void {
    switch (end.kind) {
      case 'paused':
        return this.set(id, 'paused');
      case 'died':
        return this.set(id, 'interrupted', {
          code: 'engine-down',
          message: message('runs.ended', { how: end.how }),
          kept: message('kept.checkpoint'),
          hint: message(this.#words.afterDeath),
        });
      default:
        return this.#kind.finish(id, end);
    }
  }

  /** Puts an item into `failed`; when that cannot be written, it is found interrupted later. */
  #fail(id: number, error: unknown): void {
    const data = toErrorData(error);
    const { label } = this.#words;
    if (data.code === 'internal') console.error(`${label} ${id}:`, error);
    try {
      this.set(id, 'failed', data);
    } catch (unwritten) {
      console.error(`${label} ${id}:`, unwritten);
    }
  }

  #requireHere(id: number): void {
    if (isElsewhere(this.#db, this.#table, id)) throw this.#elsewhere();
  }

  /** Takes an item over for this process as queued. */
  #take(id: number, state: RunState, from: readonly RunState[]): void {
    if (!from.includes(state))
      throw new AppError('bad-request', this.#words.wrongState, { state: message(`value.${state}`) });
    if (!claim(this.#db, this.#table, { id, from, to: 'queued' })) throw this.#elsewhere();
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
