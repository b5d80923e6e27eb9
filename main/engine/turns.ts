/** Lets urgent work go first: longer work pauses between its pieces while there is more urgent work. */
import { setImmediate as nextTurn } from 'node:timers/promises';

export interface Turn {
  /** Returns once messages have been heard and nothing more urgent is under way. */
  wait(): Promise<void>;
}

interface ActiveTurn {
  readonly urgency: number;
  readonly ended: Promise<void>;
}

export class Turns {
  readonly #active = new Set<ActiveTurn>();

  /** Does work of some urgency; it calls `wait` between its pieces. Of equally urgent work the newer is first. */
  async take<Result>(urgency: number, work: (turn: Turn) => Promise<Result>): Promise<Result> {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const own: ActiveTurn = { urgency, ended };
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

  /** Work that goes before `own`: turns are kept in order of arrival. */
  #before(own: ActiveTurn): ActiveTurn | undefined {
    let isNewer = false;
    let first: ActiveTurn | undefined;
    for (const turn of this.#active) {
      if (turn === own) isNewer = true;
      else if (turn.urgency > own.urgency || (turn.urgency === own.urgency && isNewer)) first = turn;
    }
    return first;
  }
}
