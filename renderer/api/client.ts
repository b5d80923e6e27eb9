/** The typed client: requests and events of the contract over this window's transport. */
import {
  contract,
  type EventData,
  type EventName,
  events,
  type In,
  type Method,
  type Out,
} from '../../shared/contract/index.ts';
import { unwrap } from './reply.ts';
import { transport } from './transport.ts';
import { refuseForeign } from './window-owner.ts';

/** Asks main; throws AppError. In development the answer is checked against the contract. */
export async function call<M extends Method>(method: M, input: In<M>): Promise<Out<M>> {
  refuseForeign(method);
  const value = unwrap(await transport.bridge.invoke(method, input));
  if (import.meta.env.DEV) contract[method].output.parse(value);
  // safe: main answers with this method's output type, checked against the same contract in tests and development.
  return value as Out<M>;
}

/** Listens to a push; one that does not fit the contract is dropped. Returns the function that stops listening. */
export function listen<E extends EventName>(event: E, callback: (data: EventData<E>) => void): () => void {
  return transport.bridge.on(event, (data) => {
    const parsed = events[event].safeParse(data);
    // safe: parsed by this event's own schema; the compiler cannot tie the two through the generic.
    if (parsed.success) callback(parsed.data as EventData<E>);
  });
}
