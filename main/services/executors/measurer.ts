/** Probing and measuring executors, one after another, each in a process of its own that may crash or hang. */
import type { ExecutorReport } from '../../../shared/domain/training.ts';
import { type ExecutorChoice, knownExecutors, parseExecutor } from '../../engine/runtime/executor-name.ts';
import type { FromMeasurer, SpawnMeasurer, ToMeasurer } from './process/protocol.ts';

export interface ChildOptions {
  readonly spawn: SpawnMeasurer;
  /** Which; default all that there may be here. */
  readonly names?: readonly string[];
  /** Threads of onnxruntime. */
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

/** Failures become reasons. Ends early, with what is known, when the signal is aborted. */
export async function calibrateInChildren(
  kind: ToMeasurer['kind'],
  options: ChildOptions,
): Promise<ExecutorReport[]> {
  const { names = knownExecutors(), threads = 0, signal, onBegin, onResult } = options;
  const reports: ExecutorReport[] = [];
  for (const name of names) {
    if (signal?.aborted === true) break;
    onBegin?.(name);
    const choice = { ...parseExecutor(name), threads };
    const report = toReport(choice, await askChild({ kind, choice }, options));
    reports.push(report);
    onResult?.(report);
  }
  return reports;
}

function askChild(
  question: ToMeasurer,
  { spawn, limitMs = LIMIT_MS, signal }: ChildOptions,
): Promise<FromMeasurer> {
  const child = spawn();
  const { promise, resolve } = Promise.withResolvers<FromMeasurer>();
  const fail = (reason: string) => resolve({ kind: 'failed', reason });
  const stop = () => fail('stopped (已停止)');
  const seconds = Math.round(limitMs / 1000);
  const timer = setTimeout(() => fail(`no answer within ${seconds} s (${seconds} 秒内无响应)`), limitMs);
  signal?.addEventListener('abort', stop);
  if (signal?.aborted === true) stop();
  child.onMessage(resolve);
  child.onExit((code) => {
    const how = code === null ? 'a signal' : `exit code ${code}`;
    fail(`its process crashed: ${how} (进程崩溃)`);
  });
  child.send(question);
  return promise.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    child.kill();
  });
}

function toReport({ id, provider }: ExecutorChoice, answer: FromMeasurer): ExecutorReport {
  const executor = { id, provider: provider ?? id };
  switch (answer.kind) {
    case 'opened':
      return { ...executor, available: true };
    case 'measured':
      return Number.isFinite(answer.measured.maxError)
        ? { ...executor, available: true, ...answer.measured }
        : { ...executor, available: false, reason: 'its results are no numbers (计算结果不是有效数字)' };
    case 'failed':
      return { ...executor, available: false, reason: answer.reason };
  }
}
