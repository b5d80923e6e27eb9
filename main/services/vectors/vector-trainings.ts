/**
 * Trainings of word vectors of one workspace: one at a time goes on, in a process of its own, others wait for it. What
 * a crash or the end of the app leaves goes on when somebody asks for it, from its last checkpoint.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { EmbeddingSettings } from '../../../shared/domain/embeddings.ts';
import type { VectorTraining, VectorTrainingState } from '../../../shared/domain/vectors.ts';
import { message } from '../../../shared/messages/message.ts';
import { AppError, type AppErrorData } from '../../../shared/result.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import { deleteRow, disownQueued } from '../../db/repositories/resumable.ts';
import * as repository from '../../db/repositories/vector-trainings.ts';
import type { Spawn } from '../../processes/child-process.ts';
import { ProcessClient, ProcessExit } from '../../processes/process-client.ts';
import { captureRequester, type RunAs } from '../accounts/requester.ts';
import { type ActiveWork, ResumableQueue } from '../jobs/resumable-queue.ts';
import { dbOf, type Session } from '../session/session.ts';
import {
  TRAINED,
  type VectorMethods,
  type VectorTrainEvent,
  type VectorTrainOutcome,
} from './process/protocol.ts';
import { accessOf } from './vector-client.ts';
import { VectorRecorder } from './vector-recorder.ts';
import { trainingFolder, trainingsFolder } from './vector-training-folder.ts';
import { adoptVectors, refuseTaken, unusedName } from './vectors.ts';

export interface VectorTrainingRequest {
  readonly name: string;
  readonly settings: EmbeddingSettings;
  readonly documents: boolean;
  readonly graphNames: boolean;
  /** Uploaded texts: they are removed when they have been read. */
  readonly files: readonly { readonly name: string; readonly path: string }[];
}

const CLOSE_TIMEOUT_MS = 20_000;
const RESUMABLE: readonly VectorTrainingState[] = ['queued', 'paused', 'interrupted', 'failed'];

export class VectorTrainings {
  readonly #session: Session;
  readonly #spawn: Spawn;
  readonly #queue: ResumableQueue;
  readonly #files = new Map<number, VectorTrainingRequest['files']>();
  /** The one that goes on is to be removed, for whoever said so. */
  #cancelled: { readonly id: number; readonly act: RunAs } | undefined;

  constructor(session: Session, spawn: Spawn) {
    this.#session = session;
    this.#spawn = spawn;
    this.#queue = new ResumableQueue(session, 'vector_training', {
      launch: (id) => this.#launch(id),
      onChange: (id) => this.#tell(id),
    });
    this.#removeOrphans();
  }

  /** Lists newest first. */
  list(): VectorTraining[] {
    this.#queue.recover();
    return repository.listTrainings(dbOf(this.#session));
  }

  /** Starts a training, or queues it behind the active one. */
  start(request: VectorTrainingRequest): VectorTraining {
    try {
      const id = this.#insert(request);
      this.#files.set(id, request.files);
      return this.#enqueue(id);
    } catch (error) {
      removeFiles(request.files);
      throw error;
    }
  }

  #insert({ name, settings, documents, graphNames, files }: VectorTrainingRequest): number {
    const db = dbOf(this.#session);
    const source = { documents, graphNames, files: files.map((file) => file.name) };
    if (!documents && files.length === 0)
      throw new AppError(
        'bad-request',
        'vectors.nothing-chosen',
        {},
        {
          hint: 'hint.choose-texts',
        },
      );
    return db.transaction(() => {
      refuseTaken(this.#session, name);
      if (repository.isNameInTraining(db, name.trim()))
        throw new AppError(
          'conflict',
          'vectors.being-trained',
          { name: name.trim() },
          { hint: 'hint.other-name' },
        );
      const made = repository.insertTraining(db, { name: name.trim(), settings, source });
      const detail = { name: name.trim(), settings, source };
      appendAudit(db, this.#session.actor, 'vectors.train', `vector-training:${made}`, detail);
      return made;
    });
  }

  /** Takes effect soon; the training as it is then, and nothing when it is gone. */
  async control(id: number, action: 'pause' | 'resume' | 'cancel'): Promise<VectorTraining | null> {
    const { state } = this.#get(id);
    const db = dbOf(this.#session);
    this.#queue.requireHere(id);
    const active = this.#queue.active(id);
    switch (action) {
      case 'pause':
        if (active !== undefined) await this.#queue.stop(() => active.pause());
        else if (this.#queue.remove(id)) this.#queue.set(id, 'paused');
        break;
      case 'resume':
        if (state === 'running' || this.#queue.isWaiting(id)) break;
        this.#queue.take(id, state, RESUMABLE);
        return this.#enqueue(id);
      case 'cancel':
        if (active !== undefined) {
          this.#cancelled = { id, act: captureRequester() };
          await this.#queue.stop(() => active.kill());
        } else {
          this.#queue.remove(id);
          this.#remove(id);
        }
        break;
    }
    return repository.getTraining(db, id) ?? null;
  }

  /** Pauses what goes on, with a checkpoint unless that takes too long; the queue is kept. */
  async close(): Promise<void> {
    await this.#queue.close(CLOSE_TIMEOUT_MS);
    for (const id of this.#files.keys()) this.#dropFiles(id);
    disownQueued(dbOf(this.#session), 'vector_training');
  }

  #get(id: number): VectorTraining {
    this.#queue.recover();
    return this.#known(id);
  }

  #known(id: number): VectorTraining {
    const training = repository.getTraining(dbOf(this.#session), id);
    if (training !== undefined) return training;
    throw new AppError('not-found', 'vectors.no-training', { id });
  }

  #enqueue(id: number): VectorTraining {
    this.#queue.enqueue(id);
    return this.#get(id);
  }

  #launch(id: number): ActiveWork {
    const training = this.#known(id); // not looked for as interrupted: it is not active yet
    const recorder = new VectorRecorder(this.#session, training);
    const client = new ProcessClient<VectorMethods>(this.#spawn());
    const pause = new AbortController();
    const request = {
      access: accessOf(this.#session),
      settings: training.settings,
      folder: trainingFolder(this.#session.workspace.dir, id),
      documents: training.source.documents,
      graphNames: training.source.graphNames,
      files: this.#files.get(id) ?? [],
      missing: training.source.files.length > 0 && !this.#files.has(id),
    };
    const onEvent = (event: VectorTrainEvent) => {
      if (event.kind === 'collected') this.#dropFiles(id);
      recorder.take(event);
    };
    const ended = client
      .request('train', request, { signal: pause.signal, onEvent })
      .finally(() => void client.kill())
      .then((outcome) => {
        if (this.#cancelled?.id === id) return this.#cancelled.act(() => this.#remove(id));
        recorder.write();
        if (outcome.kind === 'paused') this.#queue.set(id, 'paused');
        else this.#finish(training, outcome, recorder);
      })
      .catch((error: unknown) => this.#fail(id, error))
      .finally(() => {
        this.#cancelled = undefined;
      });
    return { pause: () => pause.abort(), kill: () => void client.kill(), ended };
  }

  /** Into the registry, and the row of the training out, in one transaction. */
  #finish(
    { id, name, settings }: VectorTraining,
    { facts, corpus, seconds }: Extract<VectorTrainOutcome, { kind: 'finished' }>,
    { points }: VectorRecorder,
  ): void {
    const db = dbOf(this.#session);
    const folder = trainingFolder(this.#session.workspace.dir, id);
    const free = unusedName(this.#session, name);
    const card = { ...facts, name: free, origin: 'trained' as const, settings, corpus, seconds };
    adoptVectors(this.#session, join(folder, TRAINED), { ...card, curve: [...points] }, () =>
      deleteRow(db, 'vector_training', id),
    );
    rmSync(folder, { recursive: true, force: true });
  }

  #fail(id: number, error: unknown): void {
    if (this.#cancelled?.id === id) return this.#cancelled.act(() => this.#remove(id));
    if (error instanceof ProcessExit) return this.#queue.set(id, 'interrupted', died(error.message));
    this.#queue.fail(id, error);
  }

  #remove(id: number): void {
    const db = dbOf(this.#session);
    const name = repository.getTraining(db, id)?.name;
    db.transaction(() => {
      deleteRow(db, 'vector_training', id);
      appendAudit(db, this.#session.actor, 'vectors.cancel', `vector-training:${id}`, { name });
    });
    this.#dropFiles(id);
    rmSync(trainingFolder(this.#session.workspace.dir, id), { recursive: true, force: true });
    this.#tell(id);
  }

  #dropFiles(id: number): void {
    removeFiles(this.#files.get(id) ?? []);
    this.#files.delete(id);
  }

  #tell(id: number): void {
    const training = repository.getTraining(dbOf(this.#session), id);
    if (training === undefined) this.#session.emit('vectors.changed', {});
    else this.#session.emit('vectors.training', training);
  }

  /** Folders of trainings that ended while a crash kept them from being removed. */
  #removeOrphans(): void {
    const { dir } = this.#session.workspace;
    if (!existsSync(trainingsFolder(dir))) return;
    for (const name of readdirSync(trainingsFolder(dir))) {
      if (/^\d+$/.test(name) && repository.getTraining(dbOf(this.#session), Number(name)) === undefined)
        rmSync(join(trainingsFolder(dir), name), { recursive: true, force: true });
    }
  }
}

function died(how: string): AppErrorData {
  return {
    code: 'engine-down',
    message: message('runs.ended', { how }),
    kept: message('kept.checkpoint'),
    hint: message('hint.resume-with-fewer-dimensions'),
  };
}

function removeFiles(files: VectorTrainingRequest['files']): void {
  for (const { path } of files) rmSync(path, { force: true });
}
