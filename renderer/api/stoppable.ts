/** Requests that main stops working on when nobody wants them any more. */
import { call } from './client.ts';

let last = 0;

/** Runs a request under a ticket of its own; once the signal is aborted, the ticket is taken back. */
export async function stoppable<Answer>(
  signal: AbortSignal,
  request: (ticket: string) => Promise<Answer>,
): Promise<Answer> {
  // Several windows may ask at once.
  const ticket = `${crypto.randomUUID()} ${++last}`;
  const stop = (): void => void call('requests.cancel', { ticket }).catch(() => undefined);
  signal.throwIfAborted();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await request(ticket);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
