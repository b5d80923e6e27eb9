/** Model registry: trained, created and imported models. */

import { rmSync } from 'node:fs';
import { starterModelOf } from '../../../shared/domain/starter.ts';
import { taskRow } from '../../../shared/domain/tasks.ts';
import type { ModelCard } from '../../../shared/domain/training.ts';
import { message } from '../../../shared/messages/message.ts';
import { AppError } from '../../../shared/result.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import * as repository from '../../db/repositories/models.ts';
import type { ModelFiles } from '../../engine/io/model-files.ts';
import { BERT_SIZES } from '../../engine/models/bert/config.ts';
import { readModelFiles } from '../../inference/model-store.ts';
import { starterModel } from '../../inference/starter.ts';
import { appVersion } from '../../resources.ts';
import { renameFile, temporaryName } from '../../workspace/atomic-file.ts';
import { fileKeyOf } from '../../workspace/file-key.ts';
import { modelFile, modelFolder } from '../../workspace/paths.ts';
import { dbOf, namedOf, type Session } from '../session/session.ts';
import { modelsChanged } from './models-in-use.ts';
import { type SealedModel, sealModel } from './seal-model.ts';

const models = namedOf(
  { list: repository.listModels, get: repository.getModel, findByName: repository.findModelByName },
  {
    noId: (id) => message('models.no-model', { id }),
    noName: (name) => message('models.not-found', { name }),
    none: 'hint.train-or-import-first',
  },
);
export const { list: listModels, get: getModel } = models;

/** @throws AppError `not-found`; `bad-request` for a starter model, which no row holds */
export function findModel(session: Session, name: string): ModelCard {
  if (starterModelOf(name) === undefined || hasOwn(session, name)) return models.find(session, name);
  throw new AppError('bad-request', 'starter.built-in', { name });
}

/** @param which id or name */
export function loadModel(
  session: Session,
  which: number | string,
): { readonly card: ModelCard; readonly files: ModelFiles } {
  const starter = starterModelOf(which);
  if (starter !== undefined && !hasOwn(session, which)) return starterModel(starter);
  const card = typeof which === 'number' ? getModel(session, which) : findModel(session, which);
  const { workspace } = session;
  return { card, files: readModelFiles(dbOf(session), workspace.dir, fileKeyOf(workspace), card.id) };
}

/** Returns whether the workspace has a model of the name, which it may have from before starter models. */
const hasOwn = (session: Session, which: number | string): boolean =>
  typeof which === 'string' && repository.findModelByName(dbOf(session), which) !== undefined;

/** Facts about a model that its files do not hold. */
export interface NewModel
  extends Pick<ModelCard, 'name' | 'metrics'>,
    Partial<
      Pick<
        ModelCard,
        | 'createdAt'
        | 'executor'
        | 'trainSet'
        | 'devSet'
        | 'dataHash'
        | 'settings'
        | 'int8'
        | 'corpus'
        | 'runId'
        | 'version'
      >
    > {
  readonly origin: NonNullable<ModelCard['origin']>;
  /** Action when another model has the name: refuse (the default), or append a number. */
  readonly ifTaken?: 'refuse' | 'number';
}

/** Saves a model: weights first, row last, so that a crash leaves no row without its file. */
export function saveModel(
  session: Session,
  { files, ...model }: NewModel & { readonly files: ModelFiles },
): ModelCard {
  refuseName(session, model, files.config.task);
  const incoming = incomingModel(session);
  try {
    return adoptModel(session, sealModel(files, incoming, fileKeyOf(session.workspace)), model);
  } finally {
    rmSync(incoming, { force: true });
  }
}

/** Returns a path for the sealed weights of a new model. */
export const incomingModel = ({ workspace }: Session): string => temporaryName(modelFolder(workspace.dir));

/** Adds a model whose weights are sealed to the registry. @throws AppError `conflict` when the name is taken */
export function adoptModel(session: Session, sealed: SealedModel, model: NewModel): ModelCard {
  const { origin, ifTaken: _ifTaken, ...given } = model;
  const { file, facts, config, vocabulary } = sealed;
  const db = dbOf(session);
  const card = db.transaction(() => {
    refuseName(session, model, facts.task);
    const made = repository.insertModel(
      db,
      {
        createdAt: new Date().toISOString(),
        version: appVersion(),
        ...given,
        ...facts,
        origin,
        name: models.unusedName(session, given.name.trim()),
        useInt8: false,
      },
      { config, vocabulary },
    );
    appendAudit(db, session.actor, 'model.create', `model:${made.id}`, {
      name: made.name,
      origin,
      network: made.network,
      parameters: made.parameters,
      ...(made.runId === undefined ? {} : { runId: made.runId }),
    });
    renameFile(file, modelFile(session.workspace.dir, made.id));
    return made;
  });
  modelsChanged(session);
  return card;
}

function refuseName(
  session: Session,
  { name, ifTaken }: Pick<NewModel, 'name' | 'ifTaken'>,
  task: ModelCard['task'],
): void {
  checkModelName(name, task);
  if (ifTaken !== 'number') refuseTaken(session, name);
}

export function refuseTaken(session: Session, name: string): void {
  if (starterModelOf(name.trim()) === undefined && !hasOwn(session, name.trim())) return;
  throw new AppError(
    'conflict',
    'models.other-of-name',
    { name: name.trim() },
    { kept: 'kept.it-unchanged', hint: 'hint.other-name' },
  );
}

/** Throws when the name could be taken for a size of encoder, which settings use in the same place. */
export function checkModelName(name: string, task: ModelCard['task']): void {
  if (name.trim() === '') throw new AppError('bad-request', 'models.needs-name');
  if (task === 'encoder' && Object.hasOwn(BERT_SIZES, name.trim())) {
    throw new AppError(
      'bad-request',
      'models.name-is-size',
      { name: name.trim() },
      { hint: 'hint.other-name' },
    );
  }
}

export function renameModel(session: Session, id: number, name: string): ModelCard {
  const db = dbOf(session);
  const after = name.trim();
  db.transaction(() => {
    const card = getModel(session, id);
    if (card.name === after) return;
    checkModelName(after, card.task);
    refuseTaken(session, after);
    refuseWhileBuiltOn(session, card);
    repository.renameModel(db, id, after);
    appendAudit(db, session.actor, 'model.rename', `model:${id}`, { before: card.name, after });
  });
  modelsChanged(session);
  return getModel(session, id);
}

/** Throws `conflict` while unfinished runs name the model as their encoder. */
function refuseWhileBuiltOn(session: Session, card: ModelCard): void {
  if (card.task !== 'encoder') return;
  const [run] = repository.runsBuildingOn(dbOf(session), card.name);
  if (run === undefined) return;
  throw new AppError(
    'conflict',
    'models.in-use-by-run',
    { run, name: card.name },
    { kept: 'kept.model-unchanged', hint: 'hint.end-or-cancel-run' },
  );
}

/** Deletes a model. If it was in use, the editor highlights without a model. */
export function deleteModel(session: Session, id: number): void {
  const db = dbOf(session);
  db.transaction(() => {
    const card = getModel(session, id);
    refuseWhileBuiltOn(session, card);
    repository.deleteModel(db, id);
    appendAudit(db, session.actor, 'model.delete', `model:${id}`, {
      name: card.name,
      wasInEditor: card.inUse,
    });
  });
  rmSync(modelFile(session.workspace.dir, id), { force: true }); // after a crash before this, `removeDeletedFiles` does it
  modelsChanged(session);
}

/** Puts a model to use, or out of use. One tagger, classifier and model of relations each is in use at most; the one before goes out of use. */
export function useModel(session: Session, id: number, inUse: boolean): ModelCard {
  const db = dbOf(session);
  db.transaction(() => {
    const card = getModel(session, id);
    if (card.task === 'encoder') {
      throw new AppError('bad-request', 'models.encoder-alone', {}, { hint: 'hint.train-tagger' });
    }
    const use = taskRow(card.task)?.use;
    if (use === undefined)
      throw new AppError('bad-request', 'models.pairs-alone', {}, { hint: 'hint.try-pairs' });
    if (card.inUse === inUse) return;
    const before = repository.getModelInUse(db, use);
    repository.setInUse(db, card, inUse);
    appendAudit(db, session.actor, 'model.use', `model:${id}`, {
      name: card.name,
      inEditor: inUse,
      ...(inUse && before !== undefined ? { instead: before.name } : {}),
    });
  });
  modelsChanged(session);
  return getModel(session, id);
}

export function useInt8(session: Session, id: number, int8: boolean): ModelCard {
  const db = dbOf(session);
  db.transaction(() => {
    const card = getModel(session, id);
    if (card.useInt8 === int8) return;
    repository.setUseInt8(db, id, int8);
    appendAudit(db, session.actor, 'model.int8', `model:${id}`, { name: card.name, int8 });
  });
  modelsChanged(session);
  return getModel(session, id);
}
