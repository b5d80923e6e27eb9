/** Cooperative scheduler: long work yields between its pieces while more urgent work is under way. */
import { setImmediate as nextTurn } from 'node:timers/promises';

export interface Turn {
  /** Resolves after pending messages have been handled and no more urgent work is under way. */
  wait(): Promise<void>;
}

interface ActiveTurn {
  readonly priority: number;
  readonly ended: Promise<void>;
}

export class PriorityScheduler {
  /** In order of arrival. */
  readonly #active = new Set<ActiveTurn>();

  /** Runs work that calls `wait` between its pieces. Of equal priorities the newest goes first. */
  async run<Result>(priority: number, work: (turn: Turn) => Promise<Result>): Promise<Result> {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const own: ActiveTurn = { priority, ended };
    this.#active.add(own);
    try {
      return await work({ wait: () => this.#wait(own) });
    } finally {
      this.#active.delete(own);
      end();
    }
  }

  async #wait(own: ActiveTurn): Promise<void> {
    await nextTurn();
    for (let before = this.#before(own); before !== undefined; before = this.#before(own)) await before.ended;
  }

  /** Returns work that goes before `own`. */
  #before(own: ActiveTurn): ActiveTurn | undefined {
    let isNewer = false;
    let first: ActiveTurn | undefined;
    for (const turn of this.#active) {
      if (turn === own) isNewer = true;
      else if (turn.priority > own.priority || (turn.priority === own.priority && isNewer)) first = turn;
    }
    return first;
  }
}
