/** Cancellable requests: the window names each by a ticket. */
import type { WorkProgress } from '../../../shared/domain/work.ts';
import { AppError } from '../../../shared/result.ts';
import type { Watch } from '../background/background.ts';
import type { Session } from './session.ts';

const running = new WeakMap<Session, Map<string, AbortController>>();

/** Runs work under a ticket; without one it cannot be cancelled. Cancels earlier work under the same ticket. */
export async function cancellable<Result>(
  session: Session,
  ticket: string | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  if (ticket === undefined) return work(controller.signal);
  const tickets = running.get(session) ?? new Map<string, AbortController>();
  running.set(session, tickets);
  tickets.get(ticket)?.abort();
  tickets.set(ticket, controller);
  try {
    return await work(controller.signal);
  } finally {
    if (tickets.get(ticket) === controller) tickets.delete(ticket);
  }
}

/** Like `cancellable`, and emits the work's progress with its ticket. */
export const cancellableWithProgress = <Result>(
  session: Session,
  ticket: string | undefined,
  work: (watch: Watch) => Promise<Result>,
): Promise<Result> =>
  cancellable(session, ticket, (signal) => {
    if (ticket === undefined) return work({ signal });
    const onProgress = (progress: WorkProgress) => session.emit('requests.progress', { ticket, progress });
    return work({ signal, onProgress });
  });

/** Throws `cancelled` once the signal is aborted. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new AppError('cancelled', 'request.cancelled');
}

/** Cancels the work under a ticket, if it is still running. */
export function cancelRequest(session: Session, ticket: string): void {
  running.get(session)?.get(ticket)?.abort();
}
