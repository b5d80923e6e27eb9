/** Requests that a window may take back: it names each with a ticket of its own. */
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

/** What has ended already is left alone. */
export function cancelTicket(session: Session, ticket: string): void {
  running.get(session)?.get(ticket)?.abort();
}
