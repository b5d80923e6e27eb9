/** Work that would block the windows if the main process did it. */
import type { WorkProgress } from '../../../shared/domain/work.ts';
import type { ReadDb } from '../../db/connection.ts';
import type { Task, TaskInput, TaskOutputs, TaskParts } from './protocol.ts';
import { TASKS } from './tasks.ts';

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

/** The same in this process, where no window waits: the command line, tests. */
export function backgroundHere(db: () => ReadDb): Background {
  return {
    run: async (task, input, { onProgress, onPart } = {}) =>
      TASKS[task](input, {
        db,
        progress: (stage, done = 0, total = 0) => onProgress?.({ stage, done, total }),
        part: async (part) => onPart?.(part),
      }),
    stop: async () => undefined,
  };
}
