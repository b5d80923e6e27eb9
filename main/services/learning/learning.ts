/**
 * Active learning: a round trains a model on finished documents, compares it with the previous one on documents that
 * neither has seen, adopts the better one, and orders the documents still to be labelled.
 */

import type { LearningRound, LearningState } from '../../../shared/domain/learning.ts';
import { taggerFor } from '../../../shared/domain/recipes.ts';
import { type LabelledDocument, NerSettings } from '../../../shared/domain/training.ts';
import { type Message, message } from '../../../shared/messages/message.ts';
import { AppError, toErrorData } from '../../../shared/result.ts';
import { findDocument, listHeads } from '../../db/repositories/annotation/documents.ts';
import { itemsOf } from '../../db/repositories/annotation/items.ts';
import { layersOfProject } from '../../db/repositories/annotation/layers.ts';
import * as repository from '../../db/repositories/annotation/learning.ts';
import { findProject } from '../../db/repositories/annotation/projects.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import { readDataSet, storeDocuments } from '../data/data-sets.ts';
import { waitUpTo } from '../jobs/timeout.ts';
import { requireProject } from '../projects/layer-access.ts';
import { noProject } from '../projects/not-found.ts';
import { overlappingShare } from '../runs/run-data.ts';
import type { Runs } from '../runs/runs.ts';
import { runAs } from '../session/request.ts';
import { dbOf, type Session } from '../session/session.ts';
import { orderDocuments } from './order.ts';
import { type FinishedDocument, isDev, splitDocuments } from './split.ts';

/** Updates of a round, about the same for any number of documents, so that few documents are not under-trained. */
const UPDATES = 600;
const BATCH = 16;
const CLOSE_TIMEOUT_MS = 2000;
const [FEWEST_EPOCHS, MOST_EPOCHS] = [6, 40];

type SettingsFor = (train: readonly LabelledDocument[]) => NerSettings;

const settingsFor: SettingsFor = (train) => {
  const epochs = Math.min(MOST_EPOCHS, Math.max(FEWEST_EPOCHS, Math.round((UPDATES * BATCH) / train.length)));
  const network = taggerFor(overlappingShare(train));
  return NerSettings.parse({ task: 'ner', network, batchSize: BATCH, epochs });
};

export class Learning {
  readonly #session: Session;
  readonly #runs: Runs;
  readonly #settings: SettingsFor;
  /** Rounds that this process follows. */
  readonly #following = new Map<number, Promise<void>>();
  #closing = false;

  /** @param settings returns the settings for training documents */
  constructor(session: Session, runs: Runs, settings = settingsFor) {
    this.#session = session;
    this.#runs = runs;
    this.#settings = settings;
  }

  get(projectId: number): LearningState {
    const db = dbOf(this.#session);
    requireProject(this.#session, projectId);
    this.#pickUp();
    const rounds = repository.listRounds(db, projectId);
    const finished = this.#finishedHeads(projectId);
    const last = rounds.filter(({ state }) => state !== 'failed').at(-1)?.documents ?? 0;
    const dev = finished.filter(({ text }) => isDev(text)).length;
    return {
      rounds,
      model: repository.adoptedModel(db, projectId) ?? null,
      finished: finished.length,
      sinceLast: Math.max(0, finished.length - last),
      trainDocuments: finished.length - dev,
      devDocuments: dev,
      ordered: repository.listOrder(db, projectId).length,
    };
  }

  /** Starts a round. @throws AppError when too few documents are finished, or a round is running */
  train(projectId: number): LearningRound {
    const session = this.#session;
    const db = dbOf(session);
    const { name } = findProject(db, projectId) ?? noProject(projectId);
    this.#pickUp();
    const rounds = repository.listRounds(db, projectId);
    if (rounds.some(({ state }) => state === 'training'))
      throw new AppError('conflict', 'learning.training', {}, { hint: 'hint.wait-or-cancel-run' });
    const split = splitDocuments(this.#finishedDocuments(projectId));
    requireLabels(split);
    const number = rounds.length + 1;
    const train = storeDocuments(session, `${name} ${number}/train`, split.train);
    const dev = storeDocuments(session, `${name} ${number}/dev`, split.dev);
    const settings = this.#settings(split.train);
    const request = { name: `${name} ${number}`, settings, train: train.id, dev: dev.id };
    let id = 0;
    const run = this.#runs.start(request, (runId) => {
      const counts = { documents: split.documents, devDocuments: split.dev.length };
      id = repository.insertRound(db, {
        projectId,
        at: new Date().toISOString(),
        by: session.actor.name,
        runId,
        ...counts,
        labels: split.train.reduce((sum, { entities }) => sum + entities.length, 0),
      });
      const detail = { round: id, run: runId, ...counts };
      appendAudit(db, session.actor, 'learning.train', `project:${projectId}`, detail);
    });
    this.#follow(id, run.id);
    this.#tell(projectId);
    return this.#round(id);
  }

  /** Starts a round after a document was finished, where the project's settings say so. */
  documentFinished(projectId: number): void {
    const project = findProject(dbOf(this.#session), projectId);
    const after = project?.settings.retrainAfter ?? null;
    if (after === null) return;
    const { sinceLast, rounds } = this.get(projectId);
    if (sinceLast < after || rounds.some(({ state }) => state === 'training')) return;
    try {
      this.train(projectId);
    } catch (error) {
      // Too few documents yet: the next finished one tries again.
      if (!(error instanceof AppError)) throw error;
    }
  }

  async order(projectId: number): Promise<LearningState> {
    requireProject(this.#session, projectId);
    await orderDocuments(this.#session, projectId);
    return this.get(projectId);
  }

  /** Stops following rounds, which are resumed when the project is opened again. */
  async close(): Promise<void> {
    this.#closing = true;
    await waitUpTo(
      Promise.all(this.#following.values()).then(() => undefined),
      CLOSE_TIMEOUT_MS,
    );
  }

  /** Resumes rounds that an earlier process left open. */
  #pickUp(): void {
    for (const { id, runId, run } of repository.listOpenRounds(dbOf(this.#session))) {
      if (this.#following.has(id)) continue;
      if (runId === null) this.#end(id, failed(message('learning.run-deleted')));
      else if (run === 'finished' || run === 'failed' || run === 'cancelled') this.#follow(id, runId);
    }
  }

  #follow(id: number, runId: number): void {
    // Acts for the round's author, whoever's request resumes it.
    const work = runAs({ name: this.#round(id).by }, () => this.#whenSettled(id, runId)).finally(() =>
      this.#following.delete(id),
    );
    this.#following.set(id, work);
  }

  async #whenSettled(id: number, runId: number): Promise<void> {
    try {
      await this.#runs.settled(runId);
      if (!this.#closing) await this.#conclude(id, runId);
    } catch (error) {
      if (!this.#closing) this.#end(id, failed(toErrorData(error).message));
    }
  }

  async #conclude(id: number, runId: number): Promise<void> {
    const run = this.#runs.get(runId);
    if (run.state === 'failed')
      return this.#end(id, failed(run.error?.message ?? message('learning.run-failed')));
    if (run.state === 'cancelled') return this.#end(id, failed(message('learning.run-cancelled')));
    // A paused run is resumed on request.
    if (run.state !== 'finished' || run.modelId === undefined || run.report?.task !== 'ner') return;
    const round = this.#round(id);
    const { f1 } = run.report.scores;
    const previous = await this.#previousOn(round.projectId, run.dev.id);
    if (this.#closing) return; // concluded when the project is opened again
    const adopted = previous === null || f1 >= previous.f1;
    this.#end(id, { state: 'finished', model: { id: run.modelId, name: run.name }, f1, previous, adopted });
    await orderDocuments(this.#session, round.projectId);
    this.#tell(round.projectId);
  }

  /** Returns the scores of the model in use on the same documents. */
  async #previousOn(projectId: number, devSet: number): Promise<LearningRound['previous']> {
    const session = this.#session;
    const model = repository.adoptedModel(dbOf(session), projectId);
    if (model === undefined) return null;
    const documents = readDataSet(session, devSet);
    const { scores } = await session.engine.run('evaluate', {
      modelId: model.id,
      documents,
      dataSet: '',
      weights: 'as-set',
    });
    return { name: model.name, f1: scores.f1 };
  }

  #end(id: number, end: repository.RoundEnd): void {
    const db = dbOf(this.#session);
    const { projectId } = this.#round(id);
    db.transaction(() => {
      if (!repository.endRound(db, id, end)) return;
      appendAudit(db, this.#session.actor, 'learning.end', `project:${projectId}`, { round: id, ...end });
    });
    this.#tell(projectId);
  }

  #round(id: number): LearningRound {
    const round = repository.getRound(dbOf(this.#session), id);
    if (round === undefined) throw new AppError('not-found', 'learning.no-round', { id });
    return round;
  }

  #finishedHeads(projectId: number): { readonly id: number; readonly text: string }[] {
    const db = dbOf(this.#session);
    const done = new Set(
      layersOfProject(db, projectId)
        .filter(({ state }) => state === 'done')
        .map(({ documentId }) => documentId),
    );
    return listHeads(db, projectId)
      .filter(({ id }) => done.has(id))
      .map(({ id }) => ({ id, text: findDocument(db, id)?.text ?? '' }));
  }

  #finishedDocuments(projectId: number): FinishedDocument[] {
    const db = dbOf(this.#session);
    const documents = new Map<
      number,
      FinishedDocument & { readonly layers: FinishedDocument['layers'][number][] }
    >();
    for (const { id, documentId, person, state } of layersOfProject(db, projectId)) {
      if (state !== 'done') continue;
      const known = documents.get(documentId);
      const document = known ?? { ...named(findDocument(db, documentId)), layers: [] };
      document.layers.push({ person, items: itemsOf(db, id) });
      documents.set(documentId, document);
    }
    return [...documents.values()];
  }

  #tell(projectId: number): void {
    this.#session.emit('learning.changed', { projectId });
  }
}

const failed = (error: Message): repository.RoundEnd => ({ state: 'failed', error });

function named(document: { readonly name: string; readonly text: string } | undefined) {
  return { name: document?.name ?? '', text: document?.text ?? '' };
}

function requireLabels({ train, dev, documents }: ReturnType<typeof splitDocuments>): void {
  const count = (set: typeof train): number => set.reduce((sum, { entities }) => sum + entities.length, 0);
  if (count(train) > 0 && count(dev) > 0) return;
  throw new AppError(
    'bad-request',
    'learning.too-little',
    { documents, train: count(train), dev: count(dev) },
    { hint: 'hint.finish-more' },
  );
}
