/**
 * A run that trains several models one after another and makes an ensemble of them. Each member has its files in the
 * run's storage under names of its own; finished members are not trained again when the run goes on.
 */
import { z } from 'zod';
import { assertNever } from '../../../shared/assert.ts';
import type { ClassifiedDocument, TextSettings } from '../../../shared/domain/classification.ts';
import { trainedNetworks } from '../../../shared/domain/ensemble-settings.ts';
import { learnsParents } from '../../../shared/domain/hierarchy-settings.ts';
import { linearMethod } from '../../../shared/domain/networks.ts';
import type { NerSettings, RunPoint } from '../../../shared/domain/training.ts';
import { AppError } from '../../../shared/result.ts';
import { memberSettings } from '../../../shared/run-settings.ts';
import type { Member } from '../io/ensemble-files.ts';
import { ModelFileConfig } from '../io/model-files.ts';
import { withFallback } from '../runtime/fallback.ts';
import type { ParentLevel } from '../tasks/classify/fit-ensemble.ts';
import { type Level, parentsIn, withoutParents, withParents } from '../tasks/classify/hierarchy.ts';
import { checkFingerprint } from './checkpoint.ts';
import { type EnsembleDev, type MadeEnsemble, makeEnsemble } from './ensemble.ts';
import type {
  ClassifyTrainInput,
  NerTrainInput,
  PretrainTrainInput,
  RunEvent,
  RunResult,
  RunStorage,
} from './run-types.ts';

export type EnsembleInput = NerTrainInput | ClassifyTrainInput;

export interface Trainer {
  /** Hash of data and settings, which a member's files must match. */
  readonly fingerprintOf: (input: EnsembleInput) => string;
  /** Trains a member as a run of its own. */
  readonly trainOne: (input: EnsembleInput, signal: AbortSignal) => AsyncGenerator<RunEvent, RunResult>;
}

/** Place of a member among the networks of its run. */
export interface Place {
  /** Updates, epochs and seconds of the networks before. */
  readonly steps: number;
  readonly epochs: number;
  readonly seconds: number;
  /** Networks in all, and those after this one. */
  readonly networks: number;
  readonly after: number;
}

/** A trained member besides its weights, as it is kept in the storage. */
const Trained = z.object({
  fingerprint: z.string(),
  config: ModelFileConfig,
  vocabulary: z.string(),
  steps: z.number(),
  seconds: z.number(),
});
type Trained = z.infer<typeof Trained>;

/** Returns whether a run trains more than one model. */
export const isEnsembleRun = (input: EnsembleInput | PretrainTrainInput): input is EnsembleInput =>
  input.settings.task !== 'pretrain' &&
  (memberSettings(input.settings).length > 1 || hasParents(input.settings));

const hasParents = (settings: NerSettings | TextSettings): settings is TextSettings =>
  settings.task !== 'ner' && learnsParents(settings);

/** Parent of each label of a run whose labels have parents. */
type Parents = ReadonlyMap<string, string> | undefined;

const parentsOf = ({ settings, train }: EnsembleInput): Parents =>
  hasParents(settings) ? parentsIn(train as readonly ClassifiedDocument[], settings) : undefined; // safe: texts with labels

/** Returns the input of each member without its storage: those that tell the parents of labels first. */
function inputsOf(input: EnsembleInput, parents: Parents): { level: Level; input: EnsembleInput }[] {
  const membersOn = (level: Level, given: EnsembleInput) =>
    memberSettings(input.settings).map((settings) => ({
      level,
      input: { ...given, settings } as EnsembleInput, // safe: a member's settings are of the run's task
    }));
  if (parents === undefined) return membersOn('labels', input);
  const texts = input as ClassifyTrainInput; // safe: only texts with labels have parents
  const on = (relabel: (documents: ClassifyTrainInput['dev']) => ClassifiedDocument[]) => ({
    ...texts,
    train: relabel(texts.train),
    dev: relabel(texts.dev),
  });
  return [
    ...membersOn(
      'parents',
      on((documents) => withParents(documents, parents)),
    ),
    ...membersOn('labels', on(withoutParents)),
  ];
}

/** Resumes with the first member that is not finished. @throws AppError when a member's files are of another run */
export async function* ensembleRun(
  input: EnsembleInput,
  signal: AbortSignal,
  trainer: Trainer,
): AsyncGenerator<RunEvent, RunResult> {
  const networks = trainedNetworks(input.settings);
  const members: Record<Level, Member[]> = { parents: [], labels: [] };
  const parents = parentsOf(input);
  let place: Place = { steps: 0, epochs: 0, seconds: 0, networks, after: networks - 1 };
  for (const [number, { level, input: given }] of inputsOf(input, parents).entries()) {
    const { settings } = given;
    const isLinear = linearMethod(settings.network) !== undefined;
    const isAside = isLinear && settings.network !== input.settings.network;
    const storage = storageOf(input.storage, number);
    const own: EnsembleInput = { ...given, storage };
    const trained = yield* trainMember(own, isAside ? undefined : place, { ...trainer, signal });
    if ('paused' in trained) return { kind: 'paused', step: isAside ? 0 : place.steps + trained.paused };
    const { config, vocabulary, steps, seconds } = trained;
    const name = isLinear ? settings.network : `${settings.network} ${settings.seed}`;
    members[level].push({ name, files: { config, vocabulary, weights: [storage.read(WEIGHTS)!] } });
    if (isAside) continue;
    place = {
      steps: place.steps + steps,
      epochs: place.epochs + settings.epochs,
      seconds: place.seconds + seconds,
      networks,
      after: place.after - 1,
    };
  }
  const made = await fitEnsemble(members, { input, parents }, signal);
  if (made === undefined) return { kind: 'paused', step: place.steps };
  const { files: model, report } = made;
  const score = report.task === 'ner' ? report.scores.f1 : report[selected(input)].f1;
  const best = { score, step: place.steps, epoch: place.epochs };
  return { kind: 'finished', reason: 'epochs', best, model, report };
}

const selected = ({ settings }: EnsembleInput): 'macro' | 'micro' =>
  'select' in settings && settings.select === 'macroF1' ? 'macro' : 'micro';

/** Storage of one member within the run's. */
export const storageOf = ({ read, write }: RunStorage, number: number): RunStorage => ({
  read: (name) => read(`member-${number}-${name}`),
  write: (name, chunks) => write(`member-${number}-${name}`, chunks),
});

const TRAINED = 'trained';
export const WEIGHTS = 'model';

/** @param place undefined for a linear classifier beside networks, which takes seconds and no part in the curves */
export async function* trainMember(
  own: EnsembleInput,
  place: Place | undefined,
  { fingerprintOf, trainOne, signal }: Trainer & { readonly signal: AbortSignal },
): AsyncGenerator<RunEvent, Trained | { readonly paused: number }> {
  const fingerprint = fingerprintOf(own);
  const before = own.storage.read(TRAINED);
  if (before !== undefined) {
    const trained = Trained.parse(JSON.parse(new TextDecoder().decode(before)));
    checkFingerprint(trained.fingerprint, fingerprint);
    return trained;
  }
  const steps = trainOne(own, signal);
  let [total, seconds] = [0, 0];
  for (;;) {
    const step = await steps.next();
    if (step.done !== true) {
      if (step.value.kind === 'started') total = step.value.totalSteps;
      if (step.value.kind === 'step') seconds = step.value.progress.seconds;
      if (place !== undefined) yield placed(step.value, place, total);
      continue;
    }
    if (step.value.kind === 'paused') return { paused: step.value.step };
    const { config, vocabulary, weights } = step.value.model;
    const trained: Trained = { fingerprint, config, vocabulary, steps: total, seconds };
    own.storage.write(WEIGHTS, weights);
    own.storage.write(TRAINED, [new TextEncoder().encode(JSON.stringify(trained))]);
    return trained;
  }
}

/** An event of a member as one of the whole run. @param total updates of a network */
export function placed(
  event: RunEvent,
  { steps, epochs, seconds, networks, after }: Place,
  total: number,
): RunEvent {
  const totalSteps = steps + total * (after + 1);
  const moved = <Point extends { readonly step: number; readonly epoch: number }>(point: Point): Point => ({
    ...point,
    step: steps + point.step,
    epoch: epochs + point.epoch,
  });
  switch (event.kind) {
    case 'started':
      return {
        ...event,
        parameters: networks * event.parameters,
        ...(event.learnt === undefined ? {} : { learnt: networks * event.learnt }),
        totalSteps,
        resumedAt: steps + event.resumedAt,
      };
    case 'step': {
      const { etaSeconds, seconds: own } = event.progress;
      const progress = { ...moved(event.progress), seconds: seconds + own, totalSteps };
      const eta = etaSeconds === undefined ? {} : { etaSeconds: etaSeconds + after * (own + etaSeconds) };
      return { ...event, point: timed(moved(event.point), seconds), progress: { ...progress, ...eta } };
    }
    case 'evaluated':
      return { ...event, point: timed(moved(event.point), seconds), best: moved(event.best) };
    case 'checkpoint':
      return { ...event, step: steps + event.step };
    default:
      return assertNever(event);
  }
}

const timed = (point: RunPoint, seconds: number): RunPoint => ({
  ...point,
  seconds: seconds + point.seconds,
});

/** Returns undefined when the signal is aborted; the members stay in the storage. */
async function fitEnsemble(
  members: Readonly<Record<Level, readonly Member[]>>,
  { input, parents }: { readonly input: EnsembleInput; readonly parents: Parents },
  signal: AbortSignal,
): Promise<MadeEnsemble | undefined> {
  const above = aboveOf(members.parents, input, parents);
  const between = async () => {
    if (signal.aborted) throw new AppError('cancelled', 'models.evaluation-stopped');
  };
  try {
    const { value } = await withFallback(
      input.executor,
      async (executor) => {
        const made = await makeEnsemble(members.labels, devOf(input), { executor, between, ...above });
        await executor.dispose();
        return made;
      },
      { threads: input.settings.threads },
    );
    return value;
  } catch (error) {
    if (error instanceof AppError && error.code === 'cancelled') return undefined;
    throw error;
  }
}

function aboveOf(
  members: readonly Member[],
  { settings }: EnsembleInput,
  parents: Parents,
): { readonly above?: ParentLevel } {
  if (parents === undefined || !('hierarchy' in settings)) return {};
  return { above: { members, parents, use: settings.hierarchy } };
}

function devOf(input: EnsembleInput): EnsembleDev {
  // safe: the documents of a run are of its task
  return { ...input, task: input.settings.task } as EnsembleDev;
}
