/** Trains a run in any process: reads its data from the workspace and leaves the model in the run's folder. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RunReport } from '../../../shared/domain/training.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import type { ModelFiles } from '../../engine/io/model-files.ts';
import type { RunEvent, RunInput, RunResult } from '../../engine/train/run-types.ts';
import { leakageBetween } from '../data/data-sets.ts';
import { FINISHED_WEIGHTS, type TrainOutcome, type TrainRequest } from './process/protocol.ts';
import { takeRunFolder } from './run-folder.ts';
import { augmentedInput, inputOf } from './run-input.ts';
import { measureCell } from './run-measured.ts';
import { runStorage } from './run-storage.ts';

/** Signature of the engine's `trainRun`, which is loaded on demand; tests pass another. */
export type TrainRun = (input: RunInput, signal: AbortSignal) => AsyncGenerator<RunEvent, RunResult>;

const engineTrainRun = async (): Promise<TrainRun> => (await import('../../engine/train/run.ts')).trainRun;

/**
 * Trains as the request describes. Yields to the event loop after each event, so that messages and signals arrive.
 * Aborting the signal pauses the run.
 */
export async function* work(
  request: TrainRequest,
  signal: AbortSignal,
  train?: TrainRun,
): AsyncGenerator<RunEvent, TrainOutcome> {
  const leave = await takeRunFolder(request.folder);
  try {
    const { fileKey } = request;
    const storage = runStorage(request.folder, fileKey);
    const { input: own, devPlace } = await inputOf(request, fileKey, storage);
    const augmented = await augmentedInput(request, own, storage, signal);
    if (augmented === undefined) return { kind: 'paused', step: 0 };
    const { input, warnings } = augmented;
    const steps = (train ?? (await engineTrainRun()))(input, signal);
    const result = yield* withTurns(steps, [...leakageWarnings(own), ...warnings]);
    if (result.kind === 'paused') return result;
    const { config, vocabulary, weights } = result.model;
    if (request.keepModel) storage.write(FINISHED_WEIGHTS, weights);
    const report = inWholeSet(result.report, devPlace);
    const measured = request.measured === true ? await measureCell(request, result.model, input) : undefined;
    return {
      ...{ kind: 'finished', best: result.best, report, config, vocabulary },
      ...(measured === undefined ? {} : { measured }),
    };
  } finally {
    leave();
  }
}

/** Passes events on and adds warnings to the first one. */
async function* withTurns(
  steps: AsyncGenerator<RunEvent, RunResult>,
  warnings: readonly Message[],
): AsyncGenerator<RunEvent, RunResult> {
  try {
    for (;;) {
      const step = await steps.next();
      if (step.done === true) return step.value;
      const event = step.value;
      yield event.kind === 'started' ? { ...event, warnings: [...warnings, ...event.warnings] } : event;
      await nextTurn();
    }
  } finally {
    // Releases the run's resources when the consumer stops early.
    await steps.return({ kind: 'paused', step: 0 });
  }
}

/** Warns of dev texts that are also in the training set. */
function leakageWarnings({ train, dev, settings }: RunInput): Message[] {
  if (settings.task === 'pretrain') return []; // equal texts are found when the corpus is read
  const { documents, leaked } = leakageBetween(train, dev);
  if (leaked === 0) return [];
  return [message('training.leaked', { leaked, documents })];
}

/** Renumbers the documents of errors by their place in the whole dev set. */
function inWholeSet(report: RunReport, devPlace: (number: number) => number): RunReport {
  const moved = <Error extends { readonly document: number }>(errors: readonly Error[]): Error[] =>
    errors.map((error) => ({ ...error, document: devPlace(error.document) }));
  if (report.task === 'ner') return { ...report, errors: moved(report.errors) };
  return 'errors' in report ? { ...report, errors: moved(report.errors) } : report;
}

/** Returns the weights that a finished run left in its folder. @throws AppError `corrupt` when they are missing */
export function finishedWeights(folder: string, fileKey: Uint8Array | null): ModelFiles['weights'] {
  const bytes = runStorage(folder, fileKey).read(FINISHED_WEIGHTS);
  if (bytes !== undefined) return [bytes];
  throw new AppError(
    'corrupt',
    'runs.weights-gone',
    {},
    { kept: 'runs.checkpoint-is', hint: 'hint.resume-writes-again' },
  );
}
