/**
 * Trainings of word vectors of one workspace: one is active, in a process of its own, others are queued. An interrupted
 * training resumes on request from its last checkpoint.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { EmbeddingSettings } from '../../../shared/domain/embeddings.ts';
import type { VectorTraining } from '../../../shared/domain/vectors.ts';
import { AppError } from '../../../shared/result.ts';
import { appendAudit } from '../../db/repositories/audit.ts';
import { deleteRow } from '../../db/repositories/resumable.ts';
import * as repository from '../../db/repositories/vector-trainings.ts';
import type { Spawn } from '../../processes/child-process.ts';
import { ProcessClient } from '../../processes/process-client.ts';
import { ResumableQueue } from '../jobs/resumable-queue.ts';
import { type Work, workInChild } from '../jobs/work.ts';
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
  /** Uploaded texts, deleted once they are read. */
  readonly files: readonly { readonly name: string; readonly path: string }[];
}

const CLOSE_TIMEOUT_MS = 20_000;

type Finished = Extract<VectorTrainOutcome, { kind: 'finished' }>;

export class VectorTrainings {
  readonly #session: Session;
  readonly #spawn: Spawn;
  readonly #queue: ResumableQueue<Finished>;
  readonly #files = new Map<number, VectorTrainingRequest['files']>();

  constructor(session: Session, spawn: Spawn) {
    this.#session = session;
    this.#spawn = spawn;
    this.#queue = new ResumableQueue(session, 'vector_training', {
      launch: (id) => this.#launch(id),
      finish: (id, end) => this.#finish(id, end),
      cancel: (id) => this.#remove(id),
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
      this.#queue.enqueue(id);
      return this.#get(id);
    } catch (error) {
      removeFiles(request.files);
      throw error;
    }
  }

  #insert({ name, settings, documents, graphNames, files }: VectorTrainingRequest): number {
    const db = dbOf(this.#session);
    const source = { documents, graphNames, files: files.map((file) => file.name) };
    if (!documents && files.length === 0)
      throw new AppError('bad-request', 'vectors.nothing-chosen', {}, { hint: 'hint.choose-texts' });
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

  /** Takes effect soon. Returns the training as it is then, or null when it is gone. */
  async control(id: number, action: 'pause' | 'resume' | 'cancel'): Promise<VectorTraining | null> {
    await this.#queue.control(id, this.#get(id).state, action);
    return repository.getTraining(dbOf(this.#session), id) ?? null;
  }

  /** Pauses the active training, with a checkpoint unless that takes too long; the queue is kept. */
  async close(): Promise<void> {
    await this.#queue.close(CLOSE_TIMEOUT_MS);
    for (const id of this.#files.keys()) this.#dropFiles(id);
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

  #launch(id: number): Work<Finished> {
    const training = this.#known(id);
    const recorder = new VectorRecorder(this.#session, training);
    const client = new ProcessClient<VectorMethods>(this.#spawn());
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
    const work = workInChild(client, (signal) => client.request('train', request, { signal, onEvent }));
    const ended = work.ended
      .finally(() => void client.kill())
      .then((end) => {
        recorder.write();
        return end;
      });
    return { ...work, ended };
  }

  /** Moves the vectors into the registry and deletes the row of the training, in one transaction. */
  #finish(id: number, { facts, corpus, seconds }: Finished): void {
    const { name, settings, points: curve } = this.#known(id);
    const folder = trainingFolder(this.#session.workspace.dir, id);
    const free = unusedName(this.#session, name);
    const card = { ...facts, name: free, origin: 'trained' as const, settings, corpus, seconds, curve };
    adoptVectors(this.#session, join(folder, TRAINED), card, () =>
      deleteRow(dbOf(this.#session), 'vector_training', id),
    );
    rmSync(folder, { recursive: true, force: true });
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

  /** Removes the folders of trainings that ended before a crash. */
  #removeOrphans(): void {
    const { dir } = this.#session.workspace;
    if (!existsSync(trainingsFolder(dir))) return;
    for (const name of readdirSync(trainingsFolder(dir))) {
      if (/^\d+$/.test(name) && repository.getTraining(dbOf(this.#session), Number(name)) === undefined)
        rmSync(join(trainingsFolder(dir), name), { recursive: true, force: true });
    }
  }
}

function removeFiles(files: VectorTrainingRequest['files']): void {
  for (const { path } of files) rmSync(path, { force: true });
}
