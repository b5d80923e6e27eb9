/** Work that would block the windows if the main process did it. */
import type { WorkProgress } from '../../../shared/domain/work.ts';
import type { Task, TaskInput, TaskOutputs, TaskParts } from './protocol.ts';

/** How a request is watched and ended. */
export interface Watch {
  /** Once aborted, the request is refused as `cancelled`, and nobody works on it any more. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: WorkProgress) => void;
}

export interface TaskWatch<T extends Task> extends Watch {
  readonly onPart?: (part: TaskParts[T]) => void;
}

export interface Background {
  /** @throws AppError what the task throws; `cancelled`; `engine-down` when the process ends without an answer */
  run<T extends Task>(task: T, input: TaskInput<T>, watch?: TaskWatch<T>): Promise<TaskOutputs[T]>;
  /** Refuses what is under way and lets go of the database; returns when that is so. The next request starts anew. */
  stop(): Promise<void>;
}
