/** Requests that a window may take back: it names each with a ticket of its own. */
import type { WorkProgress } from '../../../shared/domain/work.ts';
import { AppError } from '../../../shared/result.ts';
import type { Watch } from '../background/background.ts';
import type { Session } from './session.ts';

const running = new WeakMap<Session, Map<string, AbortController>>();

/** Work under a ticket; none: it cannot be cancelled. Work under the same ticket before it is cancelled. */
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

/** The same for work that tells how far it is: the windows hear of it with the ticket, and theirs knows it. */
export function watched<Result>(
  session: Session,
  ticket: string | undefined,
  work: (watch: Watch) => Promise<Result>,
): Promise<Result> {
  return cancellable(session, ticket, (signal) => {
    if (ticket === undefined) return work({ signal });
    const onProgress = (progress: WorkProgress) => session.emit('requests.progress', { ticket, progress });
    return work({ signal, onProgress });
  });
}

/** @throws AppError `cancelled` */
export function refuseCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new AppError('cancelled', 'request.cancelled');
}

/** What has ended already is left alone. */
export function cancelTicket(session: Session, ticket: string): void {
  running.get(session)?.get(ticket)?.abort();
}
