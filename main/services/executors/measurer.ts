/** Probes and measures executors one after another, each in a child process that may crash or hang. */

import type { ExecutorReport } from '../../../shared/domain/training.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { type ExecutorChoice, knownExecutors, parseExecutor } from '../../engine/runtime/executor-name.ts';
import type { Spawn } from '../../processes/child-process.ts';
import { ProcessClient, ProcessExit } from '../../processes/process-client.ts';
import type { MeasurerAnswer, MeasurerMethods } from './process/protocol.ts';

export interface ChildOptions {
  readonly spawn: Spawn;
  /** Executors to measure; default: all that may exist here. */
  readonly names?: readonly string[];
  readonly threads?: number;
  /** A process that takes longer is ended. */
  readonly limitMs?: number;
  readonly signal?: AbortSignal;
  /** Called before each executor. */
  readonly onBegin?: (name: string) => void;
  /** Called after each executor. */
  readonly onResult?: (report: ExecutorReport) => void;
}

const LIMIT_MS = 90_000;

/** Measures executors. Failures become reasons in the report. An aborted signal returns the results so far. */
export async function calibrateInChildren(
  kind: keyof MeasurerMethods,
  options: ChildOptions,
): Promise<ExecutorReport[]> {
  const { names = knownExecutors(), threads = 0, signal, onBegin, onResult } = options;
  const reports: ExecutorReport[] = [];
  for (const name of names) {
    if (signal?.aborted === true) break;
    onBegin?.(name);
    const choice = { ...parseExecutor(name), threads };
    const report = toReport(choice, await askChild(kind, choice, options));
    reports.push(report);
    onResult?.(report);
  }
  return reports;
}

function askChild(
  kind: keyof MeasurerMethods,
  choice: ExecutorChoice,
  { spawn, limitMs = LIMIT_MS, signal }: ChildOptions,
): Promise<MeasurerAnswer> {
  const client = new ProcessClient<MeasurerMethods>(spawn());
  const { promise, resolve } = Promise.withResolvers<MeasurerAnswer>();
  const fail = (reason: Message) => resolve({ kind: 'failed', reason });
  const stop = () => fail(message('executors.stopped'));
  const seconds = Math.round(limitMs / 1000);
  const timer = setTimeout(() => fail(message('executors.no-answer', { seconds })), limitMs);
  signal?.addEventListener('abort', stop);
  if (signal?.aborted === true) stop();
  client.request(kind, choice).then(resolve, (error: unknown) => {
    const how = error instanceof ProcessExit && error.code !== null ? error.message : 'a signal';
    fail(message('executors.crashed', { how }));
  });
  return promise.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    void client.kill();
  });
}

function toReport({ id, provider }: ExecutorChoice, answer: MeasurerAnswer): ExecutorReport {
  const executor = { id, provider: provider ?? id };
  switch (answer.kind) {
    case 'opened':
      return { ...executor, available: true };
    case 'measured':
      return Number.isFinite(answer.measured.maxError)
        ? { ...executor, available: true, ...answer.measured }
        : { ...executor, available: false, reason: message('executors.results-no-numbers') };
    case 'failed':
      return { ...executor, available: false, reason: answer.reason };
  }
}
