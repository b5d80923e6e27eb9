/** Work that can be paused, killed and resumed. */
import { ProcessExit } from '../../processes/process-client.ts';

export type WorkEnd<Finished> =
  /** It has left a checkpoint. */
  | { readonly kind: 'paused' }
  /** It was killed, or its process ended without a reply; `how` tells which. */
  | { readonly kind: 'died'; readonly how: string }
  | Finished;

export interface Work<Finished> {
  /** Rejects with the AppError with which the work failed. */
  readonly ended: Promise<WorkEnd<Finished>>;
  /** Ends it soon, with a checkpoint. */
  pause(): void;
  /** Ends it as soon as possible, without a checkpoint. */
  kill(): void;
}

/** Runs work as a request to a child process. Pausing cancels the request, killing ends the process. */
export function workInChild<Output>(
  child: { kill(): Promise<void> },
  request: (signal: AbortSignal) => Promise<Output>,
): Work<Output> {
  const pause = new AbortController();
  const ended = request(pause.signal).catch((error: unknown) => {
    if (error instanceof ProcessExit) return { kind: 'died' as const, how: error.message };
    throw error;
  });
  return { ended, pause: () => pause.abort(), kill: () => void child.kill() };
}
