/** Checks a request to train, and builds the run and the trainer's request. */

import { createHash } from 'node:crypto';
import { taskRow } from '../../../shared/domain/tasks.ts';
import type { DataSet, RunSettings, RunSummary } from '../../../shared/domain/training.ts';
import { cellsOf } from '../../../shared/experiment-cells.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { getExperiment } from '../../db/repositories/experiments.ts';
import { findModelByName } from '../../db/repositories/models.ts';
import { type NewRun, namesOfOpenRuns } from '../../db/repositories/runs.ts';
import { parseExecutor } from '../../engine/runtime/executor-name.ts';
import { requireGrades } from '../../engine/tasks/classify/contrast.ts';
import { appVersion } from '../../resources.ts';
import { fileKeyOf } from '../../workspace/file-key.ts';
import { getDataSet } from '../data/data-sets.ts';
import { resolveExecutor } from '../executors/calibration.ts';
import { checkModelName } from '../models/models.ts';
import { dbOf, type Session } from '../session/session.ts';
import { vectorsSource } from './front-vectors.ts';
import type { TrainRequest } from './process/protocol.ts';
import { augmenterOfRun } from './run-augmented.ts';
import { keepsModel } from './run-finish.ts';
import { checkKnowledge, knowledgeRequest } from './run-knowledge.ts';
import { lexiconRequest } from './run-lexicon.ts';
import { pretrainedOf, pretrainedOfRun } from './run-pretrained.ts';
import { refuseNested } from './run-recipe.ts';
import { runFolder } from './run-storage.ts';
import { termsRequest } from './run-terms.ts';
import { teacherOf, unlabelledHash, unlabelledSet } from './run-unlabelled.ts';

export interface RunRequest {
  readonly name: string;
  readonly settings: RunSettings;
  /** Ids of data sets. */
  readonly train: number;
  readonly dev: number;
  readonly cell?: RunSummary['cell'];
}

/**
 * Checks all that can be checked before training.
 * @throws AppError naming what does not fit
 */
export function planRun(
  session: Session,
  { name, settings, train: trainId, dev: devId, cell }: RunRequest,
): NewRun {
  const [train, dev] = [getDataSet(session, trainId), getDataSet(session, devId)];
  for (const set of [train, dev]) {
    requireTask(set, settings);
    requireLabels(set);
    if (taskRow(settings.task)?.graded === true) requireGrades(Object.keys(set.types));
  }
  if (name.trim() === '') throw new AppError('bad-request', 'runs.needs-name');
  if (settings.task === 'pretrain') checkModelName(name, 'encoder');
  refuseNested(session, train, settings);
  pretrainedOf(session, settings);
  vectorsSource(session, settings);
  lexiconRequest(session, settings);
  checkKnowledge(session, settings);
  augmenterOfRun(session, settings);
  unlabelledSet(session, settings);
  teacherOf(session, { settings, types: Object.keys(train.types) });
  if (settings.executor !== 'auto') parseExecutor(settings.executor);
  return {
    name: unusedName(session, name.trim()),
    settings,
    train: pick(train),
    dev: pick(dev),
    warnings: unknownTypes(train, dev),
    configHash: createHash('sha256')
      .update(JSON.stringify([settings, train.sha256, dev.sha256]))
      .digest('hex'),
    version: appVersion(),
    ...(cell === undefined ? {} : { cell }),
  };
}

const pick = ({ id, name, sha256 }: DataSet): RunSummary['train'] => ({ id, name, sha256 });

function requireTask({ name, task }: DataSet, settings: RunSettings): void {
  if (task === settings.task) return;
  throw new AppError(
    'bad-request',
    'data.not-for-task',
    { name, task: message(`value.${task}`), wanted: message(`value.${settings.task}`) },
    { hint: 'hint.set-of-same-task' },
  );
}

function requireLabels({ name, task, documents, types }: DataSet): void {
  if (task === 'pretrain') return;
  if (Object.values(types).some((count) => count > 0)) return;
  throw new AppError(
    'bad-input',
    'data.no-entities',
    { name, documents },
    { hint: 'hint.set-with-entities' },
  );
}

function unknownTypes(train: DataSet, dev: DataSet): Message[] {
  const unknown = Object.keys(dev.types).filter((type) => !Object.hasOwn(train.types, type));
  if (unknown.length === 0) return [];
  const names = unknown.join(', ');
  return train.task === 'ner' ? [message('training.unknown-dev-types', { names })] : []; // reported when the run starts
}

/** Returns the name, with a number appended if a model or an unfinished run has it. */
function unusedName(session: Session, wanted: string): string {
  const db = dbOf(session);
  const open = new Set(namesOfOpenRuns(db));
  let name = wanted;
  for (let n = 2; open.has(name) || findModelByName(db, name) !== undefined; n++) name = `${wanted}-${n}`;
  return name;
}

/** Throws `conflict` when a model or a run that has not ended has the name. */
export function refuseTaken(session: Session, name: string): void {
  const db = dbOf(session);
  if (findModelByName(db, name.trim()) !== undefined) {
    throw new AppError(
      'conflict',
      'models.name-taken',
      { name },
      { kept: 'kept.it-unchanged', hint: message('hint.other-out-or-delete', { name }) },
    );
  }
  if (namesOfOpenRuns(db).includes(name.trim())) {
    throw new AppError(
      'conflict',
      'runs.open-name-taken',
      { name },
      { kept: 'kept.it-unchanged', hint: message('hint.resume-or-delete', { name }) },
    );
  }
}

/** Builds the trainer's request. A resumed run keeps its executor. */
export function requestOf(
  session: Session,
  run: Pick<RunSummary, 'id' | 'settings' | 'executor' | 'train' | 'dev' | 'cell'>,
): TrainRequest {
  const { workspace } = session;
  const folder = runFolder(workspace.dir, run.id);
  const pretrained = pretrainedOfRun(session, run.settings, folder);
  const vectors = vectorsSource(session, run.settings);
  const lexicon = lexiconRequest(session, run.settings);
  const knowledge = knowledgeRequest(session, run.settings);
  const terms = termsRequest(session, run.settings);
  const unlabelled = unlabelledHash(session, run.settings, folder);
  const teacher = teacherOf(session, { settings: run.settings, folder });
  const augment = augmenterOfRun(session, run.settings);
  return {
    settings: run.settings,
    executor: run.executor ?? resolveExecutor(session, run.settings.executor),
    workspaceDir: workspace.dir,
    fileKey: fileKeyOf(workspace),
    folder,
    train: run.train.sha256,
    dev: run.dev.sha256,
    devName: run.dev.name,
    keepModel: keepsModel(session, run),
    ...(run.cell === undefined ? {} : { series: run.cell.experiment, ...cellRequest(session, run.cell) }),
    ...(pretrained === undefined ? {} : { pretrained }),
    ...(vectors === undefined ? {} : { vectors }),
    ...(lexicon === undefined ? {} : { lexicon }),
    ...(knowledge === undefined ? {} : { knowledge }),
    ...(terms === undefined ? {} : { terms }),
    ...(unlabelled === undefined ? {} : { unlabelled }),
    ...(teacher === undefined ? {} : { teacher }),
    ...(augment === undefined ? {} : { augment }),
  };
}

/** Returns the held-out fold of a cell of a cross-validation, and what its model is measured on. */
function cellRequest(
  session: Session,
  cell: NonNullable<RunSummary['cell']>,
): Pick<TrainRequest, 'fold' | 'test' | 'measured'> {
  const experiment = getExperiment(dbOf(session), cell.experiment);
  if (experiment === undefined) return {};
  const { plan, test } = experiment;
  const number = cellsOf(plan)[cell.number]?.fold;
  return {
    measured: plan.search === undefined || test !== undefined,
    ...(test === undefined ? {} : { test: { sha256: test.sha256, name: test.name } }),
    ...(plan.folds === undefined || number === undefined ? {} : { fold: { number, count: plan.folds } }),
  };
}
