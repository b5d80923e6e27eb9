/** Runs background work in up to two processes, so that a small request need not wait for a long one. */
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import type { DatabaseAccess } from '../../db/connection.ts';
import type { Spawn } from '../../processes/child-process.ts';
import { ProcessPool } from '../../processes/process-pool.ts';
import { LIMITS } from '../../reading/limits.ts';
import { requester } from '../session/request.ts';
import type { Background, TaskWatch } from './background.ts';
import type { BackgroundMethods, Task, TaskInput, TaskOutputs } from './protocol.ts';

/** Tasks that read files, which an attacker may craft to take for ever: one at a time for each person. */
const READING: ReadonlySet<Task> = new Set([
  'readFiles',
  'previewTable',
  'hashList',
  'readLabelled',
  'readClassified',
  'readRecords',
  'sealDataFile',
  'previewDataFile',
  'sealModelFolder',
  'readProject',
  'readPhrases',
]);

const tookTooLong = (): AppError =>
  new AppError('too-large', message('background.reading-too-long', { minutes: LIMITS.readingSeconds / 60 }), {
    kept: 'kept.nothing-imported',
    hint: 'hint.split-file',
  });

export class BackgroundProcesses implements Background {
  readonly #access: () => DatabaseAccess | undefined;
  readonly #pool: ProcessPool<BackgroundMethods>;

  /**
   * @param access called for every request, since the workspace's key may change between two; returns `undefined`
   *   where no workspace is open
   */
  constructor(spawn: Spawn, access: () => DatabaseAccess | undefined) {
    this.#access = access;
    this.#pool = new ProcessPool(spawn, {
      processes: 2,
      requestsEach: 1,
      idleMs: 60_000,
      down: {
        code: 'engine-down',
        message: message('background.stopped'),
        kept: message('kept.nothing-changed'),
        hint: message('hint.try-again-file-too-large'),
      },
    });
  }

  async run<T extends Task>(
    task: T,
    input: TaskInput<T>,
    { signal, onProgress, onPart }: TaskWatch<T> = {},
  ): Promise<TaskOutputs[T]> {
    const tooLong = new AbortController();
    const timer = READING.has(task)
      ? setTimeout(() => tooLong.abort(), LIMITS.readingSeconds * 1000)
      : undefined;
    const signals = [signal, tooLong.signal].filter((one) => one !== undefined);
    try {
      const output = await this.#pool.request(task, () => ({ input, access: this.#access() }), {
        signal: AbortSignal.any(signals),
        lane: READING.has(task) ? `${requester()?.name}` : undefined,
        onEvent: (event) => {
          timer?.refresh();
          if (event.kind === 'progress') onProgress?.(event.progress);
          else onPart?.(event.part);
        },
      });
      return output as TaskOutputs[T]; // safe: that is the output of this method
    } catch (error) {
      throw tooLong.signal.aborted ? tookTooLong() : error;
    } finally {
      clearTimeout(timer);
    }
  }

  stop(): Promise<void> {
    return this.#pool.stop();
  }
}
