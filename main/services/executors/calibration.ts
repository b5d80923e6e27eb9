/** Calibration of executors: which work on this machine, their speed and accuracy, and the choice of `auto`. */

import { createHash } from 'node:crypto';
import { arch, cpus, hostname, platform } from 'node:os';
import { z } from 'zod';
import {
  type CalibrationReport,
  ExecutorReport,
  MAX_EXECUTOR_ERROR,
} from '../../../shared/domain/training.ts';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { isAnyRunning } from '../../db/repositories/resumable.ts';
import { readMark, writeMark } from '../../db/repositories/settings.ts';
import { formatExecutor, knownExecutors, parseExecutor } from '../../engine/runtime/executor-name.ts';
import { appVersion } from '../../resources.ts';
import { dbOf, refuseLocked, type Session } from '../session/session.ts';
import { type ChildOptions, calibrateInChildren } from './measurer.ts';

const AUTO = 'auto';
/** Executor before any measurement: works on every machine, and is the fastest without a GPU. */
const UNMEASURED = 'onnx:cpu';
const RESULTS = 'calibration';
const PIN = 'executor';

const Results = z.object({ machine: z.string(), at: z.string(), executors: z.array(ExecutorReport) });
type Results = z.infer<typeof Results>;

/** Identifies machine and version. Results are valid for both only, since a workspace may move. */
const thisMachine = (): string =>
  createHash('sha256')
    .update([hostname(), platform(), arch(), cpus().length, cpus()[0]?.model, appVersion()].join('|'))
    .digest('hex');

function readResults(session: Session): Results | undefined {
  const stored = Results.safeParse(parseJson(readMark(dbOf(session), RESULTS)));
  return stored.success && stored.data.machine === thisMachine() ? stored.data : undefined;
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null; // damaged results count as none
  }
}

const readPin = (session: Session): string => session.policy.executor ?? readMark(dbOf(session), PIN) ?? AUTO;

/** Returns whether the executor is accurate and has been timed. */
const isCorrect = ({ available, maxError }: ExecutorReport): boolean =>
  available && maxError !== undefined && maxError <= MAX_EXECUTOR_ERROR;

/** Returns whether the executor works in this process; Electron's memory cage forbids tfjs's WebGPU. */
const worksHere = ({ id }: ExecutorReport): boolean =>
  id !== 'webgpu' || process.versions.electron === undefined;

function fastest(executors: readonly ExecutorReport[]): string {
  const [best] = executors
    .filter((report) => isCorrect(report) && worksHere(report))
    .toSorted((a, b) => (a.msPerStep ?? Infinity) - (b.msPerStep ?? Infinity));
  return best === undefined ? UNMEASURED : formatExecutor(best);
}

/** Returns the stored results and the choice of `auto`. */
export function readCalibration(session: Session): CalibrationReport {
  const results = readResults(session);
  const executors = results?.executors ?? [];
  const pinned = readPin(session);
  return {
    ...(results === undefined ? {} : { at: results.at }),
    executors,
    chosen: pinned === AUTO ? fastest(executors) : pinned,
    pinned,
  };
}

/** Resolves `auto` to the pinned executor, else the fastest correct one, else `onnx:cpu`. */
export const resolveExecutor = (session: Session, wanted: string): string =>
  wanted === AUTO ? readCalibration(session).chosen : formatExecutor(parseExecutor(wanted));

/**
 * Pins an executor as `auto`, or with `auto` the fastest again.
 * @throws AppError when there is no such executor, or it does not work here
 */
export function pinExecutor(session: Session, wanted: string): CalibrationReport {
  const name = wanted === AUTO ? AUTO : formatExecutor(parseExecutor(wanted));
  const { executor } = session.policy;
  refuseLocked(executor !== undefined && executor !== name, 'executor');
  const found = readCalibration(session).executors.find((report) => formatExecutor(report) === name);
  if (found !== undefined && !isCorrect(found)) {
    const why = found.available ? message('executors.wrong-results') : (found.reason ?? '');
    throw new AppError(
      'conflict',
      'executors.unusable-here',
      { name, reason: why },
      { hint: 'hint.other-executor-or-measure' },
    );
  }
  writeMark(dbOf(session), PIN, name);
  return readCalibration(session);
}

/** Measures executors, one measurement at a time; later callers share the running one. */
export class Calibration {
  readonly #session: Session;
  readonly #options: ChildOptions;
  readonly #stop = new AbortController();
  #running: Promise<CalibrationReport> | undefined;
  #measuring: string | undefined;
  #partial: ExecutorReport[] = [];

  constructor(session: Session, options: ChildOptions) {
    this.#session = session;
    this.#options = options;
  }

  /** Returns the report, during a measurement with the results so far. */
  report(): CalibrationReport {
    const stored = readCalibration(this.#session);
    if (this.#running === undefined || this.#measuring === undefined) return stored;
    const total = this.#options.names?.length ?? knownExecutors().length;
    const measuring = { name: this.#measuring, done: this.#partial.length, total };
    return { ...stored, executors: this.#partial, measuring };
  }

  /** Measures all executors. @throws AppError `conflict` while a run trains, which would distort the results */
  measure(): Promise<CalibrationReport> {
    this.#running ??= this.#measure().finally(() => {
      this.#running = undefined;
      this.#measuring = undefined;
      this.#partial = [];
    });
    return this.#running;
  }

  async #measure(): Promise<CalibrationReport> {
    if (isAnyRunning(dbOf(this.#session), 'run')) {
      throw new AppError('conflict', 'executors.training-disturbs', {}, { hint: 'hint.measure-later' });
    }
    const executors = await calibrateInChildren('measure', {
      ...this.#options,
      signal: this.#stop.signal,
      onBegin: (name) => {
        this.#measuring = name;
        this.#options.onBegin?.(name);
      },
      onResult: (report) => this.#partial.push(report),
    });
    if (this.#stop.signal.aborted) throw new AppError('cancelled', 'executors.measurement-stopped');
    const results: Results = { machine: thisMachine(), at: new Date().toISOString(), executors };
    writeMark(dbOf(this.#session), RESULTS, JSON.stringify(results));
    return readCalibration(this.#session);
  }

  /** Stops measuring; nothing is stored. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running?.catch(() => undefined);
  }
}
