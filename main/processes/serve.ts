/** Child's side of requests: answers the parent and ends the process after the parent has ended. */
import { flushCompileCache } from 'node:module';
import { toErrorData } from '../../shared/result.ts';
import type { EventOf, FromChild, Methods, ToChild } from './child-process.ts';

export interface RequestContext<Event> {
  /** Aborted when the parent cancels or has ended. */
  readonly signal: AbortSignal;
  emit(event: Event): void;
  /** Sends an event; resolves when the parent has received it. One part at a time. */
  sendPart(event: Event): Promise<void>;
}

export type Handlers<M extends Methods<M>> = {
  readonly [K in keyof M]: (
    input: M[K]['input'],
    context: RequestContext<EventOf<M[K]>>,
  ) => M[K]['output'] | Promise<M[K]['output']>;
};

/** Requests that may finish after the parent has ended. */
export interface Grace<M> {
  readonly method: keyof M;
  /** Milliseconds after which the process ends regardless. */
  readonly ms: number;
}

interface Working {
  readonly method: string;
  readonly abort: AbortController;
  /** Resolves the last part sent. */
  received: () => void;
}

export function serve<M extends Methods<M>>(handlers: Handlers<M>, grace?: Grace<M>): void {
  const port = parentPort();
  // A terminal sends these to every process of its group; the parent decides when its children end.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  const working = new Map<number, Working>();
  let isAlone = false;

  const contextOf = (id: number, one: Working): RequestContext<unknown> => ({
    signal: one.abort.signal,
    emit: (event) => port.send({ kind: 'event', id, event }),
    sendPart: (event) =>
      new Promise((resolve) => {
        one.received = resolve;
        port.send({ kind: 'part', id, event });
      }),
  });

  const answer = async (id: number, method: string, input: unknown): Promise<void> => {
    const one: Working = { method, abort: new AbortController(), received: () => undefined };
    working.set(id, one);
    try {
      const handler = handlers[method as keyof M]; // safe: the parent's client is typed by the same methods
      const value = await handler(input, contextOf(id, one));
      port.send({ kind: 'reply', id, reply: { ok: true, value } });
    } catch (error) {
      port.send({ kind: 'reply', id, reply: { ok: false, error: toErrorData(error) } });
    } finally {
      working.delete(id);
      if (isAlone && !isGraced()) process.exit(0);
    }
  };

  const isGraced = () => [...working.values()].some(({ method }) => method === grace?.method);

  port.onMessage((message) => {
    switch (message.kind) {
      case 'request':
        void answer(message.id, message.method, message.input);
        break;
      case 'cancel':
        working.get(message.id)?.abort.abort();
        break;
      case 'received':
        working.get(message.id)?.received();
    }
  });
  flushCompileCache(); // the parent may kill this process
  port.onParentGone(() => {
    isAlone = true;
    if (grace === undefined || !isGraced()) process.exit(0);
    for (const { abort } of working.values()) abort.abort();
    setTimeout(() => process.exit(1), grace.ms);
  });
}

/** Calls back for each yielded step; returns the generator's result. */
export async function forEachStep<Step, Result>(
  steps: AsyncGenerator<Step, Result>,
  onStep: (step: Step) => void,
): Promise<Result> {
  for (;;) {
    const step = await steps.next();
    if (step.done === true) return step.value;
    onStep(step.value);
  }
}

/** Child's end of the channel to its parent: `parentPort` in a utility process, `process.send` in a forked one. */
interface ParentPort {
  send(message: FromChild): void;
  onMessage(listener: (message: ToChild) => void): void;
  /** Electron itself ends utility processes when the app has ended. */
  onParentGone(listener: () => void): void;
}

function parentPort(): ParentPort {
  const onParentGone = (listener: () => void) => void process.on('disconnect', listener);
  const utility = (
    process as unknown as { parentPort?: NodeJS.EventEmitter & { postMessage(data: unknown): void } }
  ).parentPort; // safe: Electron adds parentPort to utility processes
  if (utility)
    return {
      send: (message) => utility.postMessage(message),
      onMessage: (listener) => utility.on('message', (event: { data: ToChild }) => listener(event.data)),
      onParentGone,
    };
  return {
    // The parent may end between two messages; `onParentGone` reports it.
    send: (message) => process.connected && process.send?.(message, undefined, undefined, () => undefined),
    onMessage: (listener) => process.on('message', (message) => listener(message as ToChild)), // safe: our own parent
    onParentGone,
  };
}
