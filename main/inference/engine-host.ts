/**
 * Starts the engine process, keeps it alive and gives it work. A crash ends that process, never the app: work that
 * was under way is given once more to the next process, then refused.
 */

import type { EngineStatus } from '../../shared/domain/system.ts';
import { plainText } from '../../shared/messages/message.ts';
import { AppError, type AppErrorData, fromErrorData, type Reply } from '../../shared/result.ts';
import type {
  EngineProcess,
  EngineTasks,
  FromEngine,
  LexiconSize,
  SpawnEngine,
  Task,
  ToEngine,
} from './protocol.ts';

interface Pending {
  readonly message: Extract<ToEngine, { kind: 'request' }>;
  readonly settle: (reply: Reply<unknown>) => void;
  attempts: number;
}

export interface EngineTarget {
  readonly databaseFile: string;
  readonly key: Uint8Array | null;
}

/** Restarts allowed within a minute before the host gives up and says so. */
const MAX_RESTARTS_A_MINUTE = 5;
const ATTEMPTS = 2;
const NOTHING: LexiconSize = { names: 0, entities: 0, buildMs: 0 };

const DOWN: AppErrorData = {
  code: 'engine-down',
  message: plainText('The engine process stopped while working on this. (引擎进程在处理时意外停止)'),
  kept: plainText('Documents and annotations are not affected. (文档与标注不受影响)'),
  hint: plainText('It has been restarted; try again. (已自动重启，请重试)'),
};

const CANCELLED: Reply<never> = {
  ok: false,
  error: { code: 'cancelled', message: plainText('The request was cancelled. (请求已取消)') },
};

export class EngineHost {
  readonly #spawn: SpawnEngine;
  readonly #onChange: (status: EngineStatus) => void;
  #target: EngineTarget | undefined;
  #process: EngineProcess | undefined;
  #state: EngineStatus['state'] = 'stopped';
  #size = NOTHING;
  #restarts = 0;
  #recentExits: number[] = [];
  #nextId = 1;
  readonly #pending = new Map<number, Pending>();
  #timer: NodeJS.Timeout | undefined;
  #waiting: (() => void)[] = [];

  constructor(spawn: SpawnEngine, onChange: (status: EngineStatus) => void = () => undefined) {
    this.#spawn = spawn;
    this.#onChange = onChange;
  }

  status(): EngineStatus {
    return {
      state: this.#state,
      ...(this.#process?.pid === undefined ? {} : { pid: this.#process.pid }),
      restarts: this.#restarts,
      ...this.#size,
    };
  }

  start(target: EngineTarget): void {
    this.#target = target;
    this.#recentExits = [];
    this.#launch('starting');
  }

  /** Ends the process; open requests are refused. Returns when it has gone, so that its database is closed. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#target = undefined;
    const process = this.#process;
    this.#process = undefined;
    this.#setState('stopped');
    this.#refuseAll();
    if (process === undefined) return;
    await new Promise<void>((done) => {
      process.onExit(() => done());
      process.kill();
    });
  }

  /** Starts a fresh process, also after the host had given up. */
  async restart(): Promise<void> {
    const target = this.#target;
    if (target === undefined) return;
    await this.stop();
    this.#restarts++;
    this.start(target);
  }

  /** After the graph changed: the engine builds its automaton anew; the old one serves until then. */
  reload(): void {
    this.#process?.send({ kind: 'reload' });
  }

  /** After models changed: the engine opens the one that the editor uses now. */
  modelsChanged(): void {
    this.#process?.send({ kind: 'models' });
  }

  /** Resolves when the engine is ready, rejects when it was given up. */
  async ready(): Promise<void> {
    while (this.#state !== 'ready') {
      if (this.#state === 'stopped') throw fromErrorData(DOWN);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** @param signal once aborted, the request is refused as `cancelled` and the engine stops working on it */
  async run<T extends Task>(
    task: T,
    input: EngineTasks[T]['input'],
    signal?: AbortSignal,
  ): Promise<EngineTasks[T]['output']> {
    if (this.#target === undefined || this.#state === 'stopped') {
      throw new AppError('engine-down', 'The engine process is not running. (引擎未运行)', {
        hint: 'Start it in Settings → Engine. (请在 设置 → 引擎 中启动)',
      });
    }
    const id = this.#nextId++;
    const reply = await new Promise<Reply<unknown>>((settle) => {
      const pending: Pending = { message: { kind: 'request', id, task, input }, settle, attempts: 0 };
      if (signal?.aborted === true) return settle(CANCELLED);
      signal?.addEventListener('abort', () => this.#cancel(id), { once: true });
      this.#pending.set(id, pending);
      if (this.#state === 'ready') this.#give(pending);
    });
    if (!reply.ok) {
      throw fromErrorData(reply.error);
    }
    return reply.value as EngineTasks[T]['output']; // safe: the engine answers the task it was given
  }

  #cancel(id: number): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    this.#pending.delete(id);
    if (pending.attempts > 0) this.#process?.send({ kind: 'cancel', id });
    pending.settle(CANCELLED);
  }

  #give(pending: Pending): void {
    pending.attempts++;
    this.#process?.send(pending.message);
  }

  #launch(state: 'starting' | 'restarting'): void {
    const target = this.#target;
    if (target === undefined) return;
    this.#setState(state);
    const process = this.#spawn();
    this.#process = process;
    process.onMessage((message) => this.#receive(process, message));
    process.onExit(() => this.#exited(process));
    const key = target.key === null ? null : Buffer.from(target.key).toString('hex');
    process.send({ kind: 'open', databaseFile: target.databaseFile, key });
  }

  #receive(process: EngineProcess, message: FromEngine): void {
    if (process !== this.#process) return;
    switch (message.kind) {
      case 'ready':
        this.#size = message.size;
        this.#setState('ready');
        for (const pending of this.#pending.values()) if (pending.attempts === 0) this.#give(pending);
        break;
      case 'failed':
        console.error(`engine: ${message.message}`);
        break;
      case 'reply': {
        const pending = this.#pending.get(message.id);
        this.#pending.delete(message.id);
        pending?.settle(message.reply);
        break;
      }
    }
  }

  #exited(process: EngineProcess): void {
    if (process !== this.#process) return;
    this.#process = undefined;
    this.#restarts++;
    for (const [id, pending] of this.#pending) {
      if (pending.attempts >= ATTEMPTS) {
        this.#pending.delete(id);
        pending.settle({ ok: false, error: DOWN });
      }
    }
    const now = Date.now();
    this.#recentExits = [...this.#recentExits.filter((at) => now - at < 60_000), now];
    if (this.#recentExits.length > MAX_RESTARTS_A_MINUTE) {
      this.#setState('stopped');
      this.#refuseAll();
      return;
    }
    this.#setState('restarting');
    this.#timer = setTimeout(() => this.#relaunch(), 100 * 2 ** (this.#recentExits.length - 1));
  }

  #relaunch(): void {
    this.#launch('restarting');
    // What was under way goes to the new process as soon as it is open; it works in order of arrival.
    for (const pending of this.#pending.values()) if (pending.attempts > 0) this.#give(pending);
  }

  #refuseAll(): void {
    for (const pending of this.#pending.values()) pending.settle({ ok: false, error: DOWN });
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
