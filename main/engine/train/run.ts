/** A whole training run of any task: from settings and documents to a model and its report. */

import { createHash } from 'node:crypto';
import { linearMethod } from '../../../shared/domain/networks.ts';
import { RunSettings, type TrainingDocument } from '../../../shared/domain/training.ts';
import type { Message } from '../../../shared/messages/message.ts';
import { parameterCount } from '../models/model.ts';
import { withRDrop } from '../models/r-drop.ts';
import { withFallback } from '../runtime/fallback.ts';
import type { Executor } from '../runtime/program.ts';
import { prepareClassify } from '../tasks/classify/run.ts';
import { prepareNer } from '../tasks/ner/run.ts';
import { preparePretrain } from '../tasks/pretrain/run.ts';
import type { Order } from './data-order.ts';
import { ensembleRun, isEnsembleRun } from './ensemble-run.ts';
import { createSchedule } from './learning-rate.ts';
import { linearRun } from './linear-run.ts';
import { restoreBest, resume, trainLoop } from './loop.ts';
import { isNormalisation, normalisationRun } from './normalisation-run.ts';
import { orderOf } from './packed-order.ts';
import { isRelation, relationRun } from './relation-run.ts';
import type {
  ClassifyTrainInput,
  NerTrainInput,
  NormalisationTrainInput,
  PretrainTrainInput,
  RelationTrainInput,
  RunEvent,
  RunInput,
  RunResult,
} from './run-types.ts';
import { isSelfTraining, selfTrainingRun } from './self-training.ts';
import type { TaskRun, Trainee } from './task-run.ts';
import { totalUpdates, tryStep, updatesPerEpoch } from './updates.ts';
import { WeightAverage } from './weight-average.ts';

export const ADAM = { beta1: 0.9, beta2: 0.999, epsilon: 1e-8 };
/** Raised when training computes something else than before: older checkpoints are refused. */
const CODE_VERSION = 3;

/**
 * Trains until the last epoch, the end of patience, or an abort, which saves a checkpoint and returns `paused`. Resumes
 * from a checkpoint in the storage.
 * @throws AppError for bad data, divergence, insufficient memory, or a checkpoint of another run
 */
export async function* trainRun(input: RunInput, signal: AbortSignal): AsyncGenerator<RunEvent, RunResult> {
  if (isNormalisation(input))
    return yield* normalisationRun(input, (pairs) => trainTask(pairs, signal), signal);
  if (isRelation(input)) return yield* relationRun(input, (pairs) => trainTask(pairs, signal));
  return yield* trainTask(input, signal);
}

/** Input whose documents are examples as they are. */
type ExampleInput = Exclude<RunInput, RelationTrainInput | NormalisationTrainInput>;

/** Trains on documents that are examples as they are. */
async function* trainTask(input: ExampleInput, signal: AbortSignal): AsyncGenerator<RunEvent, RunResult> {
  if (isSelfTraining(input))
    return yield* selfTrainingRun(input, signal, { fingerprintOf, trainOne: trainTask });
  if (isEnsembleRun(input)) return yield* ensembleRun(input, signal, { fingerprintOf, trainOne: trainTask });
  const fingerprint = fingerprintOf(input);
  if (isLinear(input)) return yield* linearRun(input, fingerprint, signal);
  const { settings, storage } = input;
  const task = prepare(input);
  const order = orderOf(task, settings.seed);
  const totalSteps = totalUpdates(updatesPerEpoch(order, settings.accumulation), settings);
  const schedule = createSchedule(
    { kind: settings.schedule, peak: settings.learningRate, warmupShare: settings.warmupShare },
    totalSteps,
  );
  const opened = await open(input, task, order);
  try {
    const loop = {
      ...settings,
      schedule,
      fingerprint,
      checkpointSeconds: settings.checkpointMinutes * 60,
      evaluateFirst: settings.task === 'pretrain', // what an encoder knew before
    };
    const { total, trainable } = parameterCount(task.model);
    const state = await resume(opened.trainee, loop, storage);
    yield {
      kind: 'started',
      executor: opened.executor,
      parameters: total,
      ...(trainable === total ? {} : { learnt: trainable }),
      totalSteps,
      resumedAt: state.step,
      warnings: [...task.warnings, ...opened.warnings],
    };
    const result = yield* trainLoop(opened.trainee, loop, state, { storage, signal });
    if (result.kind === 'paused') return result;
    await restoreBest(opened.trainee.store, storage, fingerprint);
    const report = await opened.trainee.evaluator.report();
    return { ...result, model: task.files(await opened.trainee.store.read(), report), report };
  } finally {
    await opened.dispose();
  }
}

const rDropOf = (settings: ExampleInput['settings']): number => ('rDrop' in settings ? settings.rDrop : 0);

function prepare(input: ExampleInput): TaskRun {
  if (isNer(input)) return prepareNer(input);
  return isPretrain(input) ? preparePretrain(input) : prepareClassify(input);
}

const isNer = (input: ExampleInput): input is NerTrainInput => input.settings.task === 'ner';
const isLinear = (input: ExampleInput): input is ClassifyTrainInput =>
  'network' in input.settings && linearMethod(input.settings.network) !== undefined;
const isPretrain = (input: ExampleInput): input is PretrainTrainInput => input.settings.task === 'pretrain';

interface Opened {
  /** Name of the executor used. */
  readonly executor: string;
  readonly trainee: Trainee;
  /** Warnings about executors that could not be used. */
  readonly warnings: readonly Message[];
  dispose(): Promise<void>;
}

/**
 * Opens the model on its executor or a substitute and compiles the largest training step, which fails early when memory
 * is insufficient.
 */
async function open(input: ExampleInput, task: TaskRun, order: Order): Promise<Opened> {
  const { threads, precision } = input.settings;
  const { value, executor, warnings } = await withFallback(
    input.executor,
    (candidate) => openOn(candidate, input, task, order),
    { threads, precision },
  );
  return { ...value, executor, warnings };
}

async function openOn(
  executor: Executor,
  { settings }: ExampleInput,
  task: TaskRun,
  order: Order,
): Promise<Omit<Opened, 'executor' | 'warnings'>> {
  const { clipNorm, weightDecay, emaDecay } = settings;
  const store = executor.createStore(task.parameters);
  const optimizer = store.createOptimizer({ ...ADAM, weightDecay, ...(clipNorm === 0 ? {} : { clipNorm }) });
  const evaluator = task.evaluator(store);
  const average = emaDecay === 0 ? undefined : new WeightAverage(store, emaDecay);
  const trained =
    rDropOf(settings) === 0 ? task : { ...task, model: withRDrop(task.model, rDropOf(settings)) };
  const trainee: Trainee = { task: trained, store, optimizer, order, evaluator, average };
  const dispose = async () => {
    await evaluator.dispose();
    optimizer.dispose();
    await store.dispose();
    await executor.dispose();
  };
  try {
    await store.write(task.initial);
    const largest = order.sizes[0];
    if (largest !== undefined) await tryStep(executor, trainee, largest, settings);
    return { trainee, dispose };
  } catch (error) {
    await evaluator.dispose();
    optimizer.dispose();
    await store.dispose();
    throw error;
  }
}

/** Returns a hash of the data and of all settings that change the result, which a checkpoint must match. */
function fingerprintOf({ settings, train, dev, pretrained, vectors, lexicon }: ExampleInput): string {
  const hash = createHash('sha256').update(JSON.stringify([CODE_VERSION, decisiveSettings(settings)]));
  for (const document of [...train, ...dev]) hash.update(JSON.stringify([document.text, goldOf(document)]));
  if (pretrained !== undefined && pretrained.config.task !== 'encoder')
    hash.update(JSON.stringify([pretrained.config, pretrained.vocabulary]));
  for (const chunk of pretrained?.weights ?? []) hash.update(chunk);
  for (const given of [vectors, lexicon?.vectors]) {
    if (given === undefined) continue;
    const { unit, tokens, values } = given.vectors;
    hash.update(JSON.stringify([unit, tokens, given.folded, given.userWords]));
    hash.update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  }
  if (lexicon?.names !== undefined) hash.update(JSON.stringify(lexicon.names));
  return hash.digest('hex');
}

/** Returns settings that differ from their defaults, sorted by name, so that new settings keep old hashes. */
function decisiveSettings(settings: ExampleInput['settings']): unknown[] {
  const { checkpointMinutes: _, executor: __, threads: ___, ...decisive } = settings;
  const defaults = new Map<string, unknown>(Object.entries(RunSettings.parse({ task: settings.task })));
  return Object.entries(decisive)
    .filter(([name, value]) => name !== 'recipe' && (name === 'task' || defaults.get(name) !== value))
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

function goldOf(document: TrainingDocument): unknown {
  if ('entities' in document) return document.entities;
  if (!('labels' in document)) return null;
  return document.parent === undefined ? document.labels : [document.labels, document.parent];
}
