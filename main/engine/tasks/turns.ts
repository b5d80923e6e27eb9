/** Lets signals and requests through while this process computes for long. */
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Returns a function that long work awaits between its parts.
 * @param between called after each turn; ends the work by throwing
 */
export const turns =
  (between: () => void = () => undefined): (() => Promise<void>) =>
  async () => {
    await nextTurn();
    between();
  };
