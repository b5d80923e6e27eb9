/** Typed requests to one child process. */
import { type AppError, fromErrorData } from '../../shared/result.ts';
import type { ChildProcess, EventOf, FromChild, Methods } from './child-process.ts';

/** Rejects requests of a process that ended without replying. */
export class ProcessExit extends Error {
  /** Exit code, or null after a signal. */
  readonly code: number | null;

  constructor(code: number | null) {
    super(code === null ? 'it was killed' : `exit code ${code}`);
    this.code = code;
  }
}

export interface RequestOptions<Event> {
  /** Aborting it asks the child to stop; the child's reply settles the request. */
  readonly signal?: AbortSignal | undefined;
  readonly onEvent?: ((event: Event) => void) | undefined;
}

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly onEvent: (event: unknown) => void;
}

export class ProcessClient<M extends Methods<M>> {
  /** Resolves to the exit code, null after a signal. */
  readonly exited: Promise<number | null>;
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, Pending>();
  #next = 1;
  /** Error that rejects all further requests. */
  #end: unknown;

  constructor(child: ChildProcess) {
    this.#child = child;
    const { promise, resolve } = Promise.withResolvers<number | null>();
    this.exited = promise;
    child.onMessage((message) => this.#receive(message));
    child.onExit((code) => {
      this.#end = new ProcessExit(code);
      this.#rejectAll(this.#end);
      resolve(code);
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get isOver(): boolean {
    return this.#end !== undefined;
  }

  /** Sends a request. @throws AppError thrown by the method, ProcessExit when the process ends without a reply */
  request<K extends keyof M & string>(
    method: K,
    input: M[K]['input'],
    { signal, onEvent }: RequestOptions<EventOf<M[K]>> = {},
  ): Promise<M[K]['output']> {
    if (this.#end !== undefined) return Promise.reject(this.#end);
    const id = this.#next++;
    const { promise, resolve, reject } = Promise.withResolvers<M[K]['output']>();
    this.#pending.set(id, {
      resolve,
      reject,
      onEvent: (event) => onEvent?.(event as EventOf<M[K]>), // safe: the child reports the events of this method
    });
    this.#child.send({ kind: 'request', id, method, input });
    const cancel = () => this.#child.send({ kind: 'cancel', id });
    if (signal?.aborted === true) cancel();
    else signal?.addEventListener('abort', cancel, { once: true });
    return promise.finally(() => signal?.removeEventListener('abort', cancel));
  }

  /**
   * Ends the process; resolves after its exit.
   * @param why rejects pending requests at once; without it they reject with ProcessExit after the exit
   */
  async kill(why?: AppError): Promise<void> {
    this.#end ??= why ?? new ProcessExit(null);
    if (why !== undefined) this.#rejectAll(why);
    this.#child.kill();
    await this.exited;
  }

  #receive(message: FromChild): void {
    const pending = this.#pending.get(message.id);
    if (pending === undefined) return;
    switch (message.kind) {
      case 'event':
        return pending.onEvent(message.event);
      case 'part':
        pending.onEvent(message.event);
        return this.#child.send({ kind: 'received', id: message.id });
      case 'reply':
        this.#pending.delete(message.id);
        if (message.reply.ok) pending.resolve(message.reply.value);
        else pending.reject(fromErrorData(message.reply.error));
    }
  }

  #rejectAll(error: unknown): void {
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}
