/** Pool of child processes of one kind. Processes start on demand and end when idle. */
import { message } from '../../shared/messages/message.ts';
import { type AppErrorData, fromErrorData } from '../../shared/result.ts';
import type { EventOf, Methods, Spawn } from './child-process.ts';
import { ProcessClient, ProcessExit, type RequestOptions } from './process-client.ts';

export interface PoolOptions {
  /** Largest number of processes. */
  readonly processes: number;
  /** Largest number of requests that one process handles at a time. */
  readonly requestsEach: number;
  /** Milliseconds after which an idle process ends. */
  readonly idleMs: number;
  /** Error of a request whose process ends without a reply. */
  readonly down: AppErrorData;
}

const CANCELLED: AppErrorData = {
  code: 'cancelled',
  message: message('request.cancelled'),
  kept: message('kept.nothing-changed'),
};

interface Worker<M extends Methods<M>> {
  readonly client: ProcessClient<M>;
  active: number;
  idle: NodeJS.Timeout | undefined;
}

export interface PoolRequestOptions<Event> extends RequestOptions<Event> {
  /** Requests of one lane are handled one after another, so that they never hold more than one process. */
  readonly lane?: string | undefined;
}

interface Job<M extends Methods<M>> {
  readonly lane: string | undefined;
  /** Absent while the job waits in the queue. */
  worker: Worker<M> | undefined;
  readonly send: (client: ProcessClient<M>) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export class ProcessPool<M extends Methods<M>> {
  readonly #spawn: Spawn;
  readonly #options: PoolOptions;
  readonly #workers = new Set<Worker<M>>();
  #queue: Job<M>[] = [];
  /** Lanes of the requests that are handled. */
  readonly #busyLanes = new Set<string>();

  constructor(spawn: Spawn, options: PoolOptions) {
    this.#spawn = spawn;
    this.#options = options;
  }

  /**
   * Sends the request to a free process, in order of arrival among those whose lane is free. Aborting the signal ends the process that handles it.
   * @param input evaluated when the request is sent
   * @throws AppError thrown by the method; `cancelled`; `down` of the options
   */
  request<K extends keyof M & string>(
    method: K,
    input: () => M[K]['input'],
    { signal, onEvent, lane }: PoolRequestOptions<EventOf<M[K]>> = {},
  ): Promise<M[K]['output']> {
    if (signal?.aborted === true) return Promise.reject(fromErrorData(CANCELLED));
    const { promise, resolve, reject } = Promise.withResolvers<M[K]['output']>();
    const send = (client: ProcessClient<M>) => client.request(method, input(), { onEvent });
    const job: Job<M> = { lane, worker: undefined, send, resolve, reject };
    const cancel = () => this.#cancel(job);
    signal?.addEventListener('abort', cancel, { once: true });
    this.#queue.push(job);
    this.#dispatch();
    return promise.finally(() => signal?.removeEventListener('abort', cancel));
  }

  /** Refuses all requests and ends all processes; resolves after their exit. A later request starts a new process. */
  async stop(): Promise<void> {
    const queue = this.#queue;
    this.#queue = [];
    for (const { reject } of queue) reject(fromErrorData(this.#options.down));
    await Promise.all([...this.#workers].map((worker) => this.#end(worker, this.#options.down)));
  }

  #dispatch(): void {
    while (this.#queue.length > 0) {
      const free = [...this.#workers].find(({ active }) => active < this.#options.requestsEach);
      if (free === undefined && this.#workers.size >= this.#options.processes) return;
      const at = this.#queue.findIndex(({ lane }) => lane === undefined || !this.#busyLanes.has(lane));
      const [job] = at < 0 ? [] : this.#queue.splice(at, 1);
      if (job === undefined) return;
      this.#start(job, free);
    }
  }

  #start(job: Job<M>, free: Worker<M> | undefined): void {
    try {
      const worker = free ?? this.#launch();
      const sent = job.send(worker.client);
      clearTimeout(worker.idle);
      worker.active++;
      job.worker = worker;
      if (job.lane !== undefined) this.#busyLanes.add(job.lane);
      sent.then(
        (value) => {
          this.#release(worker, job);
          job.resolve(value);
        },
        (error: unknown) => {
          this.#release(worker, job);
          job.reject(error instanceof ProcessExit ? fromErrorData(this.#options.down) : error);
        },
      );
    } catch (error) {
      job.reject(error);
    }
  }

  #launch(): Worker<M> {
    const worker: Worker<M> = { client: new ProcessClient<M>(this.#spawn()), active: 0, idle: undefined };
    this.#workers.add(worker);
    void worker.client.exited.then(() => {
      this.#forget(worker);
      this.#dispatch();
    });
    return worker;
  }

  #release(worker: Worker<M>, { lane }: Job<M>): void {
    worker.active--;
    if (lane !== undefined) this.#busyLanes.delete(lane);
    if (worker.client.isOver) this.#forget(worker);
    else if (worker.active === 0) {
      worker.idle = setTimeout(() => void this.#end(worker, this.#options.down), this.#options.idleMs);
      worker.idle.unref();
    }
    this.#dispatch();
  }

  #cancel(job: Job<M>): void {
    if (job.worker !== undefined) void this.#end(job.worker, CANCELLED);
    else {
      this.#queue = this.#queue.filter((other) => other !== job);
      job.reject(fromErrorData(CANCELLED));
    }
    this.#dispatch();
  }

  #end(worker: Worker<M>, why: AppErrorData): Promise<void> {
    this.#forget(worker);
    return worker.client.kill(fromErrorData(why));
  }

  #forget(worker: Worker<M>): void {
    clearTimeout(worker.idle);
    this.#workers.delete(worker);
  }
}
