/** The work of a run, in whatever process: reads the data from the workspace, trains, leaves the model in its folder. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../../shared/result.ts';
import type { ModelFiles } from '../engine/io/model-files.ts';
import { readModelWeights } from '../engine/io/model-store.ts';
import type { RunEvent, RunInput, RunResult, RunStorage } from '../engine/train/run-types.ts';
import { FINISHED_WEIGHTS, type TrainOutcome, type TrainRequest } from '../engine/trainer/protocol.ts';
import { leakageBetween } from './data-sets.ts';
import { readClassifiedDocuments, readDocuments } from './data-store.ts';
import { takeRunFolder } from './run-folder.ts';
import { runStorage } from './run-storage.ts';

/** `trainRun` of the engine, which is loaded only where a run is trained; tests give another. */
export type TrainRun = (input: RunInput, signal: AbortSignal) => AsyncGenerator<RunEvent, RunResult>;

async function engineTrainRun(): Promise<TrainRun> {
  return (await import('../engine/train/run.ts')).trainRun;
}

/**
 * Trains what the request describes. The events come after each other with a turn of the event loop between them, so
 * that messages and signals are heard. Aborting the signal pauses the run.
 */
export async function* work(
  request: TrainRequest,
  signal: AbortSignal,
  train?: TrainRun,
): AsyncGenerator<RunEvent, TrainOutcome> {
  const leave = await takeRunFolder(request.folder);
  try {
    const fileKey = request.fileKey === null ? null : Buffer.from(request.fileKey, 'hex');
    const storage = runStorage(request.folder, fileKey);
    const input = inputOf(request, fileKey, storage);
    const steps = (train ?? (await engineTrainRun()))(input, signal);
    const result = yield* withTurns(steps, leakageWarnings(input));
    if (result.kind === 'paused') return result;
    const { config, vocabulary, weights } = result.model;
    storage.write(FINISHED_WEIGHTS, weights);
    return { kind: 'finished', best: result.best, report: result.report, config, vocabulary };
  } finally {
    leave();
  }
}

function inputOf(request: TrainRequest, fileKey: Uint8Array | null, storage: RunStorage): RunInput {
  const { settings, executor, devName, workspaceDir } = request;
  const encoder = encoderFiles(request, fileKey);
  const others = { executor, devName, storage, ...(encoder === undefined ? {} : { encoder }) };
  if (settings.task === 'ner') {
    const read = (sha256: string) => readDocuments(workspaceDir, fileKey, sha256);
    return { ...others, settings, train: read(request.train), dev: read(request.dev) };
  }
  const read = (sha256: string) => readClassifiedDocuments(workspaceDir, fileKey, sha256);
  return { ...others, settings, train: read(request.train), dev: read(request.dev) };
}

function encoderFiles(
  { encoder, workspaceDir }: TrainRequest,
  fileKey: Uint8Array | null,
): ModelFiles | undefined {
  if (encoder === undefined) return undefined;
  const { id, config, vocabulary } = encoder;
  return { config, vocabulary, weights: readModelWeights(workspaceDir, fileKey, id) };
}

/** Passes the events on, with our warnings among those of the start. */
async function* withTurns(
  steps: AsyncGenerator<RunEvent, RunResult>,
  warnings: readonly string[],
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
    // When nobody listens any more, the run gives back what it holds.
    await steps.return({ kind: 'paused', step: 0 });
  }
}

/** Scores on texts that were trained on say little. */
function leakageWarnings({ train, dev }: RunInput): string[] {
  const { documents, leaked } = leakageBetween(train, dev);
  if (leaked === 0) return [];
  return [
    `${leaked} of ${documents} dev texts also stand in the training set: the dev scores are too good. (开发集 ${documents} 份文本中有 ${leaked} 份也在训练集中，开发集得分偏高)`,
  ];
}

/** The weights that a finished run has left in its folder. @throws AppError `corrupt` when they are not there */
export function finishedWeights(folder: string, fileKey: Uint8Array | null): ModelFiles['weights'] {
  const bytes = runStorage(folder, fileKey).read(FINISHED_WEIGHTS);
  if (bytes !== undefined) return [bytes];
  throw new AppError('corrupt', 'The trained weights are no longer there. (训练所得权重已丢失)', {
    kept: 'The checkpoint is. (检查点仍在)',
    hint: 'Resume the run: it ends at once and writes them again. (继续训练即可重新生成)',
  });
}
