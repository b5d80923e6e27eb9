/** The editor comes before processes that train. */
import { constants, setPriority } from 'node:os';

/** Gives this process a lower priority; where that is not allowed it goes on all the same. */
export function beNice(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // as it was
  }
}
