/** Models, runs, experiments, data sets and vectors: audited actions, each prepared in a workspace. */
import { join } from 'node:path';
import type { ChildProcess } from '../../../../../main/processes/child-process.ts';
import * as dataSets from '../../../../../main/services/data/data-sets.ts';
import { exportExperiment } from '../../../../../main/services/experiments/experiment-report.ts';
import { exportModel } from '../../../../../main/services/models/model-export.ts';
import { measureInt8 } from '../../../../../main/services/models/model-scores.ts';
import * as models from '../../../../../main/services/models/models.ts';
import { finishRun } from '../../../../../main/services/runs/run-finish.ts';
import { exportRunReport } from '../../../../../main/services/runs/run-report.ts';
import { exportRunForTorch, importRunFromTorch } from '../../../../../main/services/runs/run-torch.ts';
import { VectorTrainings } from '../../../../../main/services/vectors/vector-trainings.ts';
import * as vectors from '../../../../../main/services/vectors/vectors.ts';
import type { AuditAction } from '../../../../../shared/domain/audit.ts';
import { EmbeddingSettings } from '../../../../../shared/domain/embeddings.ts';
import { planOf, reportWith } from '../../../../helpers/experiments.ts';
import { FakeChild } from '../../../../helpers/fake-child.ts';
import { taggerFiles } from '../../../../helpers/tagger.ts';
import { pausedEncoderRun, smallRequest, TRAIN_DOCUMENTS, until } from '../../../../helpers/training.ts';
import { temporaryDir } from '../../../../helpers/workspace.ts';
import { type Case, record, type Session, training } from './fixtures.ts';

const model = (session: Session) =>
  models.saveModel(session, { name: 'm', files: taggerFiles('bilstm-crf'), metrics: {}, origin: 'run' });

const someVectors = (session: Session) =>
  vectors.saveVectors(
    session,
    'v',
    {
      vectors: { unit: 'character', dimension: 2, tokens: ['咳'], values: Float32Array.of(1, 0) },
      folded: false,
      userWords: [],
    },
    { origin: 'imported' },
  );

const experiment = async (session: Session) => {
  const made = training(session);
  const { train, dev, settings } = await smallRequest(session);
  const { task: _task, seed: _seed, ...base } = settings;
  return { ...made, request: { name: 'grid', plan: planOf({ settings: base }), train, dev } };
};

/** An experiment that was started and paused before its first step. */
const paused = async (session: Session) => {
  const made = await experiment(session);
  const { id } = made.experiments.start(made.request);
  await until(() => made.all.length === 1);
  await made.experiments.control(id, 'pause');
  return { ...made, id };
};

const queuedRun = async (session: Session) => {
  const { runs } = training(session);
  const { id } = runs.start(await smallRequest(session));
  await runs.control(id, 'pause');
  return { runs, id };
};

const vectorTrainings = (session: Session) => {
  record(session);
  const spawn = (): ChildProcess => new FakeChild(1);
  const settings = EmbeddingSettings.parse({ method: 'word2vec' });
  const request = { settings, documents: true, graphNames: false, files: [] };
  return { trainings: new VectorTrainings(session, spawn), request };
};

export const MODELS = {
  'dataset.delete': async (session) => {
    const { train } = await smallRequest(session);
    return () => dataSets.deleteDataSet(session, train);
  },
  'dataset.import': (session) => () => dataSets.storeDocuments(session, 'set', TRAIN_DOCUMENTS),
  'experiment.delete': async (session) => {
    const { experiments, id } = await paused(session);
    return () => experiments.remove(id);
  },
  'experiment.end': async (session) => {
    const { experiments, id } = await paused(session);
    return () => experiments.control(id, 'cancel');
  },
  'experiment.extend': async (session) => {
    const { experiments, id } = await paused(session);
    return () => experiments.extend(id, [7]);
  },
  'experiment.report': async (session) => {
    const { experiments, id } = await paused(session);
    return () => exportExperiment(session, experiments, id, 'csv');
  },
  'experiment.start': async (session) => {
    const { experiments, request } = await experiment(session);
    return () => experiments.start(request);
  },
  'model.create': (session) => () => model(session),
  'model.delete': (session) => {
    const { id } = model(session);
    return () => models.deleteModel(session, id);
  },
  'model.export': (session) => {
    const { id } = model(session);
    return () => exportModel(session, id, join(temporaryDir(), 'model'));
  },
  'model.int8': (session) => {
    const { id } = model(session);
    return () => models.useInt8(session, id, true);
  },
  'model.measure': async (session) => {
    const { id } = model(session);
    const { train } = await smallRequest(session);
    const run = async () => ({ scores: { f1: 0.5 }, msPerDocument: 1 });
    const engine = { run, modelsChanged: () => undefined };
    const with_ = { ...session, engine } as unknown as Session; // safe: only these are called
    return () => measureInt8(with_, id, train);
  },
  'model.rename': (session) => {
    const { id } = model(session);
    return () => models.renameModel(session, id, 'n');
  },
  'model.use': (session) => {
    const { id } = model(session);
    return () => models.useModel(session, id, true);
  },
  'run.delete': async (session) => {
    const { runs, id } = await queuedRun(session);
    return () => runs.remove(id);
  },
  'run.export': async (session) => {
    const { runs, id } = await pausedEncoderRun(session);
    return () => exportRunForTorch(session, runs, id, join(temporaryDir(), 'run'));
  },
  'run.import': async (session) => {
    const { runs, id } = await pausedEncoderRun(session);
    const folder = await exportRunForTorch(session, runs, id, join(temporaryDir(), 'run'));
    return () => importRunFromTorch(session, runs, id, folder);
  },
  'run.finish': async (session) => {
    const { runs, id } = await queuedRun(session);
    // Its model is in the registry, as after a crash between the two.
    models.saveModel(session, {
      ...{ name: 'm', files: taggerFiles('bilstm-crf'), metrics: {}, origin: 'run' as const, runId: id },
    });
    const best = { score: 0.5, step: 1, epoch: 1 };
    const end = { kind: 'finished', best, report: reportWith(0.5), config: {}, vocabulary: '' };
    return () => finishRun(session, runs.get(id), end as never); // safe: no model is made of it
  },
  'run.report': async (session) => {
    const { runs, id } = await queuedRun(session);
    return () => exportRunReport(session, runs, id, 'json');
  },
  'run.start': async (session) => {
    const { runs } = training(session);
    const request = await smallRequest(session);
    return () => runs.start(request);
  },
  'vectors.cancel': (session) => {
    const { trainings, request } = vectorTrainings(session);
    trainings.start({ ...request, name: 'a' });
    const { id } = trainings.start({ ...request, name: 'b' });
    return () => trainings.control(id, 'cancel');
  },
  'vectors.create': (session) => () => someVectors(session),
  'vectors.delete': (session) => {
    const { id } = someVectors(session);
    return () => vectors.deleteVectors(session, id);
  },
  'vectors.export': (session) => {
    const { id, name } = someVectors(session);
    return () => vectors.noteExport(session, { id, name });
  },
  'vectors.rename': (session) => {
    const { id } = someVectors(session);
    return () => vectors.renameVectors(session, id, 'w');
  },
  'vectors.train': (session) => {
    const { trainings, request } = vectorTrainings(session);
    return () => trainings.start({ ...request, name: 'a' });
  },
} satisfies Partial<Record<AuditAction, Case>>;
