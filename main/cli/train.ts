/** `train`: a run in this very process, with the same bookkeeping as in the app. */

import { totalEpochs } from '../../shared/domain/ensemble-settings.ts';
import type { RunEstimate } from '../../shared/domain/estimate.ts';
import { pretrainedName } from '../../shared/domain/pretrained.ts';
import type { DataSet, NerReport, RunDetail, RunSettings } from '../../shared/domain/training.ts';
import { message } from '../../shared/messages/message.ts';
import { AppError, fromErrorData } from '../../shared/result.ts';
import { RECORDS } from '../services/data/corpora.ts';
import { corpusOfRecords } from '../services/data/data-sets.ts';
import { nameOrPath } from '../services/runs/front-vectors.ts';
import { estimateOf } from '../services/runs/run-estimate.ts';
import { refuseTaken } from '../services/runs/run-plan.ts';
import { withRecipe } from '../services/runs/run-recipe.ts';
import { trainHere } from '../services/runs/run-training.ts';
import { type RunEvent, Runs } from '../services/runs/runs.ts';
import type { Session } from '../services/session/session.ts';
import { printClassification, scoresOf } from './classification-output.ts';
import { headed, needed, note, print, printJson, UsageError, withSession } from './command.ts';
import { dataKind, dataSet } from './data-kind.ts';
import { runExperiment } from './grid.ts';
import { crossValidation } from './grid-plan.ts';
import { INTERRUPTED, onInterrupt } from './interrupt.ts';
import type { Options } from './options.ts';
import { checkCorpusFlags, corpusSet, pretrainRequest, printPretraining } from './pretrain.ts';
import { TrainProgress } from './progress.ts';
import { findRun } from './runs.ts';
import { showSamples } from './samples.ts';
import { completeSettings, givenSettings, readGiven } from './settings-flags.ts';

type TrainOptions = Options<'train'>;

export async function train(args: readonly string[], given: TrainOptions): Promise<void> {
  const options = { ...given, corpus: [...(given.corpus ?? []), ...args] };
  const { resume, out, task = 'ner' } = options;
  const followed = (prepare: (session: Session, runs: Runs) => Promise<Start>): Promise<void> =>
    withSession(options, 'starter', (session) =>
      follow(session, options, async (runs) => {
        if (out !== undefined) refuseTaken(session, out);
        return prepare(session, runs);
      }),
    );
  if (resume !== undefined) {
    refuseBesides(options);
    return followed(async (_session, runs) => {
      const { id, settings } = findRun(runs, resume);
      return { epochs: totalEpochs(settings), go: async () => (await runs.control(id, 'resume')).id };
    });
  }
  checkCorpusFlags(task, options);
  const read = readGiven(task, options, options.config);
  const settings = completeSettings(read);
  if (settings.task === 'pretrain' && options.samples !== undefined) return showSamples(settings, options);
  if (settings.task === 'pretrain')
    return followed(async (session, runs) => {
      const { request, estimate } = await pretrainRequest(session, settings, options);
      tellNeeds(estimate);
      return { epochs: request.settings.epochs, go: async () => runs.start(request).id };
    });
  const trainSet = needed(options.train, 'train', '--train FILE|NAME | --resume RUN');
  if (options.folds !== undefined)
    return crossValidate(read, { ...options, train: trainSet, folds: options.folds });
  const devSet = needed(options.dev, 'train', '--dev FILE|NAME | --resume RUN');
  const kind = dataKind(settings.task, options);
  return followed(async (session, runs) => {
    const train = await dataSet(session, trainSet, kind);
    const dev = await dataSet(session, devSet, kind);
    const settings = completeSettings({ ...read, given: withRecipe(session, train, read.given) });
    const request = {
      name: out ?? runName(settings),
      settings: await withCorpus(session, withPaths(session, settings)),
      train: train.id,
      dev: dev.id,
    };
    await tellEstimate(session, request.settings, train);
    return { epochs: totalEpochs(settings), go: async () => runs.start(request).id };
  });
}

/** Says what the run will need. */
async function tellEstimate(session: Session, settings: RunSettings, train: DataSet): Promise<void> {
  const recipe = 'recipe' in settings ? settings.recipe : undefined;
  if (recipe !== undefined) note(message('runs.recipe', { recipe, network: runName(settings) }));
  const from = pretrainedName(settings);
  if (from !== undefined) note(message('runs.begins-with', { from }));
  tellNeeds(await estimateOf(session, settings, train));
}

function tellNeeds({ parameters, memoryBytes, seconds }: RunEstimate): void {
  const gigabytes = (memoryBytes / 1e9).toFixed(1);
  note(
    message('runs.estimate', {
      parameters: thousands(parameters),
      gigabytes,
      minutes: Math.ceil(seconds / 60),
    }),
  );
}

const thousands = (count: number): string => Math.round(count).toLocaleString('en');

/** Cross-validates the settings that a run on the training set would have. */
async function crossValidate(
  read: ReturnType<typeof readGiven>,
  options: TrainOptions & { readonly train: string; readonly folds: string },
): Promise<void> {
  await runExperiment(async (session) => {
    const train = await dataSet(session, options.train, dataKind(read.task, options));
    const settings = completeSettings({ ...read, given: withRecipe(session, train, read.given) });
    return crossValidation(settings, { ...options, train: train.name });
  }, options);
}

const runName = (settings: RunSettings): string =>
  settings.task === 'pretrain' ? settings.encoder : settings.network;

function refuseBesides(options: TrainOptions): void {
  const {
    task,
    train: trainSet,
    dev,
    out,
    config,
    text,
    label,
    separator,
    parent,
    folds,
    hours,
    samples,
  } = options;
  const corpus = options.corpus?.length ? options.corpus : undefined;
  const others = Object.entries({
    task,
    train: trainSet,
    dev,
    out,
    config,
    text,
    'text-a': options['text-a'],
    'text-b': options['text-b'],
    label,
    separator,
    parent,
    corpus,
    folds,
    hours,
    samples,
  })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);
  const besides = [...others, ...givenSettings(options)];
  if (besides.length === 0) return;
  throw new UsageError('cli.resume-keeps-settings', { options: besides.map((name) => `--${name}`) });
}

/** Word vectors may lie in a file, which is found again from any folder. */
function withPaths(session: Session, settings: RunSettings): RunSettings {
  if (settings.task === 'pretrain') return settings;
  const paths = {
    vectors: settings.vectors,
    lexiconVectors: 'lexiconVectors' in settings ? settings.lexiconVectors : undefined,
  };
  const named = Object.entries(paths).flatMap(([name, path]) =>
    path === undefined ? [] : [[name, nameOrPath(session, path)] as const],
  );
  return { ...settings, ...Object.fromEntries(named) };
}

/** Texts without labels may lie in files, or be those of the records; they become a corpus. */
async function withCorpus(session: Session, settings: RunSettings): Promise<RunSettings> {
  if (settings.task !== 'ner' || settings.unlabelled === undefined) return settings;
  const { unlabelled } = settings;
  const corpus =
    unlabelled === 'records' ? corpusOfRecords(session, RECORDS) : await corpusSet(session, [unlabelled]);
  return { ...settings, unlabelled: corpus.name };
}

interface Start {
  readonly epochs: number;
  /** Returns the run's id. */
  go(): Promise<number>;
}

/** Starts the run, tells how it goes, and what became of it. */
async function follow(
  session: Session,
  options: TrainOptions,
  prepare: (runs: Runs) => Promise<Start>,
): Promise<void> {
  let progress: TrainProgress | undefined;
  const runs = new Runs(session, {
    startTraining: trainHere(),
    watch: (_id: number, event: RunEvent) => progress?.take(event),
  });
  try {
    const { epochs, go } = await prepare(runs);
    progress = new TrainProgress(epochs);
    const id = await go();
    const release = onInterrupt(() => {
      note(message('cli.pausing-after-step'));
      void runs.control(id, 'pause').catch(() => undefined); // it has ended meanwhile
    });
    await runs.settled(id);
    release();
    progress.end();
    tell(runs.get(id), options);
  } finally {
    await runs.close();
  }
}

function tell(run: RunDetail, options: TrainOptions): void {
  const { id, name, state, error, best, report, modelId, progress } = run;
  if (state === 'paused') {
    const where = options.workspace === undefined ? '' : ` --workspace ${options.workspace}`;
    note(message('runs.paused-at-step', { step: progress?.step ?? 0, id, where }));
    if (options.json) printJson({ run: id, state, step: progress?.step ?? 0 });
    process.exitCode = INTERRUPTED;
    return;
  }
  if (state !== 'finished' || report === undefined) {
    throw error === undefined
      ? new AppError('internal', 'runs.is', { state: message(`value.${state}`) })
      : fromErrorData(error);
  }
  if (report.task === 'pretrain') {
    if (options.json) return printJson({ run: id, model: name, modelId, best, report });
    print(message('cli.encoder-trained', { name, epoch: best?.epoch.toFixed(2) ?? 0, id }));
    return printPretraining(report);
  }
  if (report.task !== 'ner') {
    if (options.json) return printJson({ run: id, model: name, modelId, best, report: scoresOf(report) });
    print(message('cli.classifier-trained', { name, epoch: best?.epoch ?? 0, id }));
    return printClassification(report);
  }
  if (options.json) return printJson({ run: id, model: name, modelId, best, report: report.scores });
  print(
    message('cli.tagger-trained', { name, f1: report.scores.f1.toFixed(4), epoch: best?.epoch ?? 0, id }),
  );
  printScores(report);
}

function printScores({ scores }: NerReport): void {
  const { relaxed } = scores;
  const rows = Object.entries({ all: scores, ...scores.perType }).map(
    ([type, { precision, recall, f1, support }]) => [
      type,
      precision.toFixed(4),
      recall.toFixed(4),
      f1.toFixed(4),
      (type === 'all' ? relaxed : relaxed.perType[type])?.f1.toFixed(4) ?? '',
      support,
    ],
  );
  print(headed(['type', 'precision', 'recall', 'F1', 'relaxed F1', 'support'], rows));
}
