/** Data sets and trainings for tests of runs. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import type { RunEvent } from '../../main/engine/train/run-types.ts';
import { ensureDataSet } from '../../main/services/data/data-sets.ts';
import type { Work, WorkEnd } from '../../main/services/jobs/work.ts';
import type { TrainRequest } from '../../main/services/runs/process/protocol.ts';
import type { RunRequest } from '../../main/services/runs/run-plan.ts';
import { type FinishedRun, type StartTraining, trainHere } from '../../main/services/runs/run-training.ts';
import { Runs } from '../../main/services/runs/runs.ts';
import type { Session } from '../../main/services/session/session.ts';
import { type LabelledDocument, NerSettings, type RunProgress } from '../../shared/domain/training.ts';
import type { Message } from '../../shared/messages/message.ts';
import { nerDocuments } from '../main/engine/train/ner-documents.ts';
import { SMALL } from '../main/engine/train/runs.ts';
import { devPoint, stepPoint } from './runs.ts';
import { temporaryDir } from './workspace.ts';

export const TRAIN_DOCUMENTS = nerDocuments(48);
export const DEV_DOCUMENTS = nerDocuments(12, 1000);

export function labelledFile(
  documents: readonly LabelledDocument[],
  name = 'set.jsonl',
  dir = temporaryDir(),
): string {
  const path = join(dir, name);
  writeFileSync(path, documents.map((document) => `${JSON.stringify(document)}\n`).join(''));
  return path;
}

/** Returns the request of a small run on the template documents. */
export async function smallRequest(
  session: Session,
  settings: Record<string, unknown> = {},
): Promise<RunRequest & { readonly settings: NerSettings }> {
  const dir = temporaryDir();
  const train = await ensureDataSet(session, labelledFile(TRAIN_DOCUMENTS, 'train.jsonl', dir));
  const dev = await ensureDataSet(session, labelledFile(DEV_DOCUMENTS, 'dev.jsonl', dir));
  return {
    name: 'ner-a',
    settings: NerSettings.parse({ ...SMALL, ...settings }),
    train: train.id,
    dev: dev.id,
  };
}

/** Returns a run of a tagger over an encoder that was paused after two updates. */
export async function pausedEncoderRun(
  session: Session,
): Promise<{ readonly runs: Runs; readonly id: number }> {
  const runs: Runs = new Runs(session, {
    startTraining: trainHere(),
    watch: (id, event) => {
      if (event.kind === 'step' && event.point.step === 2) void runs.control(id, 'pause');
    },
  });
  const settings = { network: 'bert-fc', encoder: 'tiny', epochs: 1, trainDocuments: 16 };
  const { id } = runs.start(await smallRequest(session, settings));
  await runs.settled(id);
  return { runs, id };
}

/** Waits until `what` holds. */
export async function until(what: () => boolean): Promise<void> {
  while (!what()) await later(5);
}

/** A training that does what the test says. */
export class PuppetTraining implements Work<FinishedRun> {
  readonly request: TrainRequest;
  readonly #onEvent: (event: RunEvent) => void;
  readonly #end = Promise.withResolvers<WorkEnd<FinishedRun>>();
  readonly ended = this.#end.promise;
  readonly asked: ('pause' | 'kill')[] = [];
  /** Ends as soon as it is asked to. */
  obedient = true;
  step = 0;

  constructor(request: TrainRequest, onEvent: (event: RunEvent) => void) {
    this.request = request;
    this.#onEvent = onEvent;
  }

  pause(): void {
    this.asked.push('pause');
    if (this.obedient) this.end({ kind: 'paused' });
  }

  kill(): void {
    this.asked.push('kill');
    this.end({ kind: 'died', how: 'it was killed' });
  }

  tell(event: RunEvent): void {
    this.#onEvent(event);
  }

  started(resumedAt = 0, warnings: readonly Message[] = []): void {
    this.step = resumedAt;
    this.tell({ kind: 'started', executor: 'cpu', parameters: 7, totalSteps: 100, resumedAt, warnings });
  }

  /** Does one step more. */
  advance(): void {
    this.step++;
    this.tell({ kind: 'step', point: stepPoint(this.step), progress: progressAt(this.step) });
  }

  evaluated(f1: number): void {
    this.tell({
      kind: 'evaluated',
      point: devPoint(this.step, f1),
      best: { score: f1, step: this.step, epoch: this.step / 10 },
    });
  }

  end(end: WorkEnd<FinishedRun>): void {
    this.#end.resolve(end);
  }

  fail(error: unknown): void {
    this.#end.reject(error);
  }
}

const progressAt = (step: number): RunProgress => ({
  step,
  totalSteps: 100,
  epoch: step / 10,
  seconds: step,
  tokensPerSecond: 1000,
  memoryBytes: 2 ** 20,
});

/** All trainings that were started, in order. */
export function puppets(): { start: StartTraining; all: PuppetTraining[] } {
  const all: PuppetTraining[] = [];
  return {
    all,
    start: (request, onEvent) => {
      const training = new PuppetTraining(request, onEvent);
      all.push(training);
      return training;
    },
  };
}
