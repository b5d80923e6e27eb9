/** Client of the process that answers queries on word vectors. */
import { message } from '../../../shared/messages/message.ts';
import type { Spawn } from '../../processes/child-process.ts';
import { ProcessPool } from '../../processes/process-pool.ts';
import { fileKeyOf } from '../../workspace/file-key.ts';
import type { Session } from '../session/session.ts';
import type { VectorAccess, VectorMethods, VectorQuestion, VectorQuestions } from './process/protocol.ts';

/** Milliseconds after which the idle process, which may hold a gigabyte, ends. */
const IDLE_MS = 180_000;

export class VectorClient {
  readonly #session: Session;
  readonly #pool: ProcessPool<VectorMethods>;

  constructor(session: Session, spawn: Spawn) {
    this.#session = session;
    this.#pool = new ProcessPool(spawn, {
      processes: 1,
      requestsEach: Number.POSITIVE_INFINITY,
      idleMs: IDLE_MS,
      down: {
        code: 'engine-down',
        message: message('vectors.process-ended'),
        hint: message('hint.try-again-large-vectors'),
      },
    });
  }

  /** @throws AppError what the process answers, `engine-down` when it ends without an answer */
  ask<Q extends VectorQuestion>(
    question: Q,
    input: VectorQuestions[Q]['input'],
    onShare?: (share: number) => void,
  ): Promise<VectorQuestions[Q]['output']> {
    const request = () =>
      // safe: that is the input of this method
      ({ input, access: accessOf(this.#session) }) as VectorMethods[Q]['input'];
    return this.#pool.request(question, request, { onEvent: onShare });
  }

  close(): Promise<void> {
    return this.#pool.stop();
  }
}

/** Returns access to the workspace with its present key, which may change between two queries. */
export const accessOf = ({ workspace }: Session): VectorAccess => ({
  workspaceDir: workspace.dir,
  databaseFile: workspace.databaseFile,
  key: workspace.key,
  fileKey: fileKeyOf(workspace),
});
