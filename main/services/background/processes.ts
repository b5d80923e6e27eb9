/**
 * Gives background work to processes of its own: up to two, so that a small question need not wait for a long one.
 * Their end, whatever the cause, ends the request at hand and nothing else; the next request starts another one.
 */
import { plainText } from '../../../shared/messages/message.ts';
import { type AppErrorData, fromErrorData, toErrorData } from '../../../shared/result.ts';
import type { Background, TaskWatch } from './background.ts';
import {
  type Access,
  type BackgroundProcess,
  FromBackground,
  type SpawnBackground,
  type Task,
  type TaskInput,
  type TaskOutputs,
} from './protocol.ts';

const MAX_PROCESSES = 2;
/** A process that nobody has asked for so long ends: it takes memory. */
const IDLE_MS = 60_000;

const DOWN: AppErrorData = {
  code: 'engine-down',
  message: plainText('The background process stopped while working on this. (后台进程在处理时意外停止)'),
  kept: plainText('Nothing was changed. (未做任何更改)'),
  hint: plainText(
    'Try again; a very large file may need more memory than there is. (请重试；文件过大时可能内存不足)',
  ),
};
const CANCELLED: AppErrorData = {
  code: 'cancelled',
  message: plainText('The request was cancelled. (请求已取消)'),
  kept: plainText('Nothing was changed. (未做任何更改)'),
};

type Outcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: AppErrorData };

interface Asked {
  readonly number: number;
  readonly task: Task;
  readonly input: unknown;
  readonly watch: Omit<TaskWatch<Task>, 'onPart'> & { readonly onPart?: (part: never) => void };
  readonly settle: (outcome: Outcome) => void;
}

interface Running {
  readonly process: BackgroundProcess;
  readonly gone: Promise<void>;
  asked: Asked | undefined;
  idle: NodeJS.Timeout | undefined;
}

export class BackgroundProcesses implements Background {
  readonly #spawn: SpawnBackground;
  readonly #access: () => Access;
  readonly #running = new Set<Running>();
  #waiting: Asked[] = [];
  #next = 1;

  /** @param access asked before every request: the workspace's key may change between two */
  constructor(spawn: SpawnBackground, access: () => Access) {
    this.#spawn = spawn;
    this.#access = access;
  }

  async run<T extends Task>(task: T, input: TaskInput<T>, watch: TaskWatch<T> = {}): Promise<TaskOutputs[T]> {
    const { signal } = watch;
    const number = this.#next++;
    const outcome = await new Promise<Outcome>((settle) => {
      if (signal?.aborted === true) return settle({ ok: false, error: CANCELLED });
      const stop = () => this.#cancel(asked);
      const asked: Asked = {
        number,
        task,
        input,
        watch,
        settle: (end) => {
          signal?.removeEventListener('abort', stop);
          settle(end);
        },
      };
      signal?.addEventListener('abort', stop, { once: true });
      this.#waiting.push(asked);
      this.#giveNext();
    });
    if (outcome.ok) return outcome.value as TaskOutputs[T]; // safe: the process answers the task it was given
    throw fromErrorData(outcome.error);
  }

  async stop(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const asked of waiting) asked.settle({ ok: false, error: DOWN });
    const running = [...this.#running];
    for (const one of running) this.#end(one, DOWN);
    await Promise.all(running.map(({ gone }) => gone));
  }

  #giveNext(): void {
    while (this.#waiting.length > 0) {
      const free = [...this.#running].find(({ asked }) => asked === undefined);
      if (free === undefined && this.#running.size >= MAX_PROCESSES) return;
      const asked = this.#waiting.shift();
      if (asked !== undefined) this.#give(asked, free);
    }
  }

  #give(asked: Asked, free: Running | undefined): void {
    try {
      const access = this.#access();
      const to = free ?? this.#launch();
      clearTimeout(to.idle);
      to.asked = asked;
      const { number, task, input } = asked;
      to.process.send({ kind: 'ask', number, task, input, access });
    } catch (error) {
      asked.settle({ ok: false, error: toErrorData(error) });
    }
  }

  #launch(): Running {
    const process = this.#spawn();
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    const running: Running = { process, gone, asked: undefined, idle: undefined };
    this.#running.add(running);
    process.onMessage((message) => this.#receive(running, message));
    process.onExit(() => {
      resolve();
      this.#forget(running, DOWN);
      this.#giveNext();
    });
    return running;
  }

  #receive(running: Running, sent: unknown): void {
    const message = FromBackground.parse(sent);
    const { asked, process } = running;
    if (asked === undefined || message.number !== asked.number) return;
    switch (message.kind) {
      case 'progress':
        asked.watch.onProgress?.(message.progress);
        break;
      case 'part':
        asked.watch.onPart?.(message.part as never); // safe: the process sends the parts of the task it was given
        process.send({ kind: 'more', number: asked.number });
        break;
      case 'done':
        this.#free(running);
        asked.settle({ ok: true, value: message.value });
        break;
      case 'failed':
        this.#free(running);
        asked.settle({ ok: false, error: message.error });
        break;
    }
  }

  #free(running: Running): void {
    running.asked = undefined;
    running.idle = setTimeout(() => this.#end(running, DOWN), IDLE_MS);
    running.idle.unref();
    this.#giveNext();
  }

  #cancel(asked: Asked): void {
    const running = [...this.#running].find((one) => one.asked === asked);
    if (running !== undefined) this.#end(running, CANCELLED);
    else {
      this.#waiting = this.#waiting.filter((other) => other !== asked);
      asked.settle({ ok: false, error: CANCELLED });
    }
    this.#giveNext();
  }

  #end(running: Running, why: AppErrorData): void {
    this.#forget(running, why);
    running.process.kill();
  }

  #forget(running: Running, why: AppErrorData): void {
    clearTimeout(running.idle);
    this.#running.delete(running);
    const { asked } = running;
    running.asked = undefined;
    asked?.settle({ ok: false, error: why });
  }
}
