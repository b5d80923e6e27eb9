/** Lowers the scheduling priority of processes that train, so that the editor stays responsive. */
import { constants, setPriority } from 'node:os';

/** Gives this process a lower priority. Does nothing where the system refuses. */
export function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process keeps its priority.
  }
}
