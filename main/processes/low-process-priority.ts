/** Lowers the scheduling priority of processes that train, so that the editor stays responsive. */
import { constants, setPriority } from 'node:os';

/** Lowers the priority of this process. Does nothing when the system refuses. */
export function lowerPriority(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The priority stays unchanged.
  }
}
