/**
 * Starts the engine process, restarts it after crashes and sends it requests. Requests pending at a crash are sent
 * once more to the next process, then refused.
 */
import type { EngineStatus } from '../../shared/domain/system.ts';
import { message } from '../../shared/messages/message.ts';
import { AppError, type AppErrorData, fromErrorData } from '../../shared/result.ts';
import type { DatabaseAccess } from '../db/connection.ts';
import type { Spawn } from '../processes/child-process.ts';
import { ProcessClient, ProcessExit } from '../processes/process-client.ts';
import type { EngineMethods, EngineTasks, LexiconSize, ModelsInUse, Task } from './protocol.ts';

interface Pending {
  readonly task: Task;
  readonly input: EngineTasks[Task]['input'];
  readonly signal: AbortSignal | undefined;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** Process that handles the request. */
  client?: ProcessClient<EngineMethods>;
  attempts: number;
}

/** Restarts within a minute before the host gives up. */
const MAX_RESTARTS_A_MINUTE = 5;
const ATTEMPTS = 2;
const NOTHING: LexiconSize = { names: 0, entities: 0, buildMs: 0 };

const DOWN: AppErrorData = {
  code: 'engine-down',
  message: message('engine.stopped'),
  kept: message('kept.documents-unaffected'),
  hint: message('hint.restarted'),
};

export class EngineHost {
  readonly #spawn: Spawn;
  readonly #onChange: (status: EngineStatus) => void;
  #target: DatabaseAccess | undefined;
  #client: ProcessClient<EngineMethods> | undefined;
  #state: EngineStatus['state'] = 'stopped';
  #size = NOTHING;
  #restarts = 0;
  #recentExits: number[] = [];
  readonly #pending = new Set<Pending>();
  #timer: NodeJS.Timeout | undefined;
  #waiting: (() => void)[] = [];

  constructor(spawn: Spawn, onChange: (status: EngineStatus) => void = () => undefined) {
    this.#spawn = spawn;
    this.#onChange = onChange;
  }

  status(): EngineStatus {
    const pid = this.#client?.pid;
    return {
      state: this.#state,
      ...(pid === undefined ? {} : { pid }),
      restarts: this.#restarts,
      ...this.#size,
    };
  }

  start(target: DatabaseAccess): void {
    this.#target = target;
    this.#recentExits = [];
    this.#launch('starting');
  }

  /** Ends the process and refuses pending requests. Resolves after its exit, when its database is closed. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#target = undefined;
    const client = this.#client;
    this.#client = undefined;
    this.#setState('stopped');
    this.#refuseAll();
    await client?.kill();
  }

  /** Starts a new process, even after the host gave up. */
  async restart(): Promise<void> {
    const target = this.#target;
    if (target === undefined) return;
    await this.stop();
    this.#restarts++;
    this.start(target);
  }

  /** Makes the engine read the changed graph; it serves the old one until then. */
  reload(): void {
    if (this.#client !== undefined) this.#load(this.#client, this.#client.request('reload', null));
  }

  /** Makes the engine open the models in use. */
  modelsChanged(models: ModelsInUse): void {
    this.#client?.request('refreshModels', models).catch(() => undefined); // later requests report the error
  }

  /** Resolves when the engine is ready. @throws AppError `engine-down` after the host gave up */
  async ready(): Promise<void> {
    while (this.#state !== 'ready') {
      if (this.#state === 'stopped') throw fromErrorData(DOWN);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** @param signal aborting it refuses the request as `cancelled` and stops the engine's work on it */
  async run<T extends Task>(
    task: T,
    input: EngineTasks[T]['input'],
    signal?: AbortSignal,
  ): Promise<EngineTasks[T]['output']> {
    if (this.#target === undefined || this.#state === 'stopped')
      throw new AppError('engine-down', 'engine.not-running', {}, { hint: 'hint.start-engine' });
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const pending: Pending = { task, input, signal, resolve, reject, attempts: 0 };
    const cancel = () => {
      this.#pending.delete(pending);
      reject(new AppError('cancelled', 'request.cancelled'));
    };
    if (signal?.aborted === true) cancel();
    else {
      signal?.addEventListener('abort', cancel, { once: true });
      this.#pending.add(pending);
      if (this.#state === 'ready' && this.#client !== undefined) this.#send(pending, this.#client);
    }
    const output = await promise.finally(() => signal?.removeEventListener('abort', cancel));
    return output as EngineTasks[T]['output']; // safe: the engine answers the task that it was given
  }

  #send(pending: Pending, client: ProcessClient<EngineMethods>): void {
    const { task, input, signal, resolve, reject } = pending;
    pending.client = client;
    pending.attempts++;
    client.request(task, input, { signal }).then(
      (value) => {
        this.#pending.delete(pending);
        resolve(value);
      },
      (error: unknown) => {
        if (error instanceof ProcessExit && pending.attempts < ATTEMPTS) return; // sent again to the next process
        this.#pending.delete(pending);
        reject(error instanceof ProcessExit ? fromErrorData(DOWN) : error);
      },
    );
  }

  #launch(state: 'starting' | 'restarting'): void {
    const target = this.#target;
    if (target === undefined) return;
    this.#setState(state);
    const client = new ProcessClient<EngineMethods>(this.#spawn());
    this.#client = client;
    void client.exited.then(() => this.#exited(client));
    this.#load(client, client.request('open', target));
  }

  /** Loads the graph. A process that cannot read the workspace counts as crashed. */
  #load(client: ProcessClient<EngineMethods>, loading: Promise<LexiconSize>): void {
    loading.then(
      (size) => {
        if (client !== this.#client) return;
        this.#size = size;
        this.#setState('ready');
        for (const pending of this.#pending) if (pending.client !== client) this.#send(pending, client);
      },
      (error: unknown) => {
        if (client.isOver) return;
        console.error('engine:', error);
        void client.kill();
      },
    );
  }

  #exited(client: ProcessClient<EngineMethods>): void {
    if (client !== this.#client) return;
    this.#client = undefined;
    this.#restarts++;
    const now = Date.now();
    this.#recentExits = [...this.#recentExits.filter((at) => now - at < 60_000), now];
    if (this.#recentExits.length > MAX_RESTARTS_A_MINUTE) {
      this.#setState('stopped');
      this.#refuseAll();
      return;
    }
    this.#setState('restarting');
    const delayMs = 100 * 2 ** (this.#recentExits.length - 1);
    this.#timer = setTimeout(() => this.#launch('restarting'), delayMs);
  }

  #refuseAll(): void {
    for (const { reject } of this.#pending) reject(fromErrorData(DOWN));
    this.#pending.clear();
  }

  #setState(state: EngineStatus['state']): void {
    this.#state = state;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
    this.#onChange(this.status());
  }
}
