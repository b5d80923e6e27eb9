/** Interface of background work, which would block the windows in the main process. */
import type { WorkProgress } from '../../../shared/domain/work.ts';
import type { Task, TaskInput, TaskOutputs, TaskParts } from './protocol.ts';

/** Cancellation and progress of a request. */
export interface Watch {
  /** Ends the request with `cancelled` and stops its work. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: WorkProgress) => void;
}

export interface TaskWatch<T extends Task> extends Watch {
  readonly onPart?: (part: TaskParts[T]) => void;
}

export interface Background {
  /** Runs a task. @throws AppError of the task; `cancelled`; `engine-down` when the process ends without an answer */
  run<T extends Task>(task: T, input: TaskInput<T>, watch?: TaskWatch<T>): Promise<TaskOutputs[T]>;
  /** Ends running requests and releases the database. The next request starts a new process. */
  stop(): Promise<void>;
}
