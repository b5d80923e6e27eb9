/** Records a run's events: in the database about once a second, to windows a few times a second. */

import type { BestScore, RunPoint, RunProgress, RunSummary } from '../../../shared/domain/training.ts';
import type { Message } from '../../../shared/messages/message.ts';
import { transactionWithoutSync } from '../../db/repositories/bulk-transactions.ts';
import { deletePointsAfter, putPoints } from '../../db/repositories/run-points.ts';
import { getRun, type RunChange, updateRun } from '../../db/repositories/runs.ts';
import type { RunEvent } from '../../engine/train/run-types.ts';
import { dbOf, type Session } from '../session/session.ts';

const TELL_EVERY_MS = 250;
const WRITE_EVERY_MS = 1000;

export class RunRecorder {
  readonly #session: Session;
  readonly #onTrouble: (error: unknown) => void;
  /** Run as stored. */
  #stored: RunSummary;
  #progress: RunProgress | undefined;
  #best: BestScore | undefined;
  #unwritten: RunPoint[] = [];
  #untold: RunPoint[] = [];
  #writtenAt = performance.now();
  #timer: NodeJS.Timeout | undefined;

  /** @param onTrouble called when the database cannot be written */
  constructor(session: Session, summary: RunSummary, onTrouble: (error: unknown) => void) {
    this.#session = session;
    this.#stored = summary;
    this.#onTrouble = onTrouble;
  }

  take(event: RunEvent): void {
    switch (event.kind) {
      case 'started':
        this.#started(event);
        break;
      case 'step':
        this.#add(event.point);
        this.#progress = event.progress;
        if (this.#isDue()) this.#write();
        break;
      case 'evaluated':
        this.#add(event.point);
        this.#best = event.best;
        this.#write(); // at once, since a run resumed from a later checkpoint does not repeat it
        break;
      case 'checkpoint':
        if (this.#unwritten.length > 0) this.#write(); // a run resumed from it does not repeat them
        return;
    }
    this.#timer ??= setTimeout(() => this.#tick(), TELL_EVERY_MS);
  }

  /** Writes and emits what is left. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#unwritten.length > 0) this.#write();
    this.#tell();
  }

  /** Deletes the points after the checkpoint, which the resumed run repeats. */
  #started({ executor, parameters, resumedAt, warnings }: Extract<RunEvent, { kind: 'started' }>): void {
    const { id, best, warnings: known } = this.#stored;
    const change: RunChange = {
      executor,
      parameters,
      warnings: distinct([...known, ...warnings]),
      ...(best !== undefined && best.step > resumedAt ? { best: null } : {}),
      ...(resumedAt === 0 ? { progress: null } : {}),
    };
    this.#store((db) => {
      deletePointsAfter(db, id, resumedAt);
      updateRun(db, id, change);
    });
  }

  #add(point: RunPoint): void {
    this.#unwritten.push(point);
    this.#untold.push(point);
  }

  #isDue(): boolean {
    return performance.now() - this.#writtenAt >= WRITE_EVERY_MS;
  }

  #tick(): void {
    this.#timer = undefined;
    if (this.#unwritten.length > 0 && this.#isDue()) this.#write();
    this.#tell();
    if (this.#unwritten.length > 0) this.#timer = setTimeout(() => this.#tick(), TELL_EVERY_MS);
  }

  #tell(): void {
    const { id } = this.#stored;
    const points = this.#untold;
    this.#untold = [];
    if (points.length > 0) this.#session.emit('run.points', { runId: id, points });
    const progress = this.#progress;
    this.#session.emit('run.changed', { ...this.#stored, ...(progress === undefined ? {} : { progress }) });
  }

  #write(): void {
    const [progress, best] = [this.#progress, this.#best];
    this.#store((db) => {
      putPoints(db, this.#stored.id, this.#unwritten);
      updateRun(db, this.#stored.id, {
        ...(progress === undefined ? {} : { progress }),
        ...(best === undefined ? {} : { best }),
      });
      this.#unwritten = [];
    });
  }

  /** Writes without waiting for the disk: after a power cut the resumed run repeats the last seconds. */
  #store(change: (db: Session['workspace']['db']) => void): void {
    const db = dbOf(this.#session);
    this.#writtenAt = performance.now();
    try {
      transactionWithoutSync(db, () => change(db));
      this.#stored = getRun(db, this.#stored.id) ?? this.#stored;
    } catch (error) {
      this.#onTrouble(error);
    }
  }
}

/** The messages without repetitions, in order. */
function distinct(messages: readonly Message[]): Message[] {
  return [...new Map(messages.map((each) => [JSON.stringify(each), each])).values()];
}
