/** Asks the process that looks things up in word vectors, and keeps it for as long as it is asked. */
import { plainText } from '../../../shared/messages/message.ts';
import { fromErrorData, type Reply } from '../../../shared/result.ts';
import { fileKeyOf } from '../../workspace/file-key.ts';
import type { Session } from '../session.ts';
import type {
  SpawnVectors,
  VectorAccess,
  VectorProcess,
  VectorQuestion,
  VectorQuestions,
} from './process/protocol.ts';

/** The process, which may hold a gigabyte, ends when nobody has asked for so long. */
const IDLE_MS = 180_000;

interface Open {
  readonly settle: (reply: Reply<unknown>) => void;
  readonly onShare: (share: number) => void;
}

export class VectorDesk {
  readonly #session: Session;
  readonly #spawn: SpawnVectors;
  readonly #asked = new Map<number, Open>();
  #process: VectorProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #next = 0;

  constructor(session: Session, spawn: SpawnVectors) {
    this.#session = session;
    this.#spawn = spawn;
  }

  /** @throws AppError what the process answers, `engine-down` when it ends without an answer */
  async ask<Q extends VectorQuestion>(
    question: Q,
    input: VectorQuestions[Q]['input'],
    onShare: (share: number) => void = () => undefined,
  ): Promise<VectorQuestions[Q]['output']> {
    clearTimeout(this.#idle);
    this.#process ??= this.#launch();
    const process = this.#process;
    const number = this.#next++;
    const reply = await new Promise<Reply<unknown>>((settle) => {
      this.#asked.set(number, { settle, onShare });
      process.send({ kind: 'ask', number, question, input, access: accessOf(this.#session) });
    });
    if (reply.ok) return reply.value as VectorQuestions[Q]['output']; // safe: the process answers what it was asked
    throw fromErrorData(reply.error);
  }

  close(): void {
    clearTimeout(this.#idle);
    this.#process?.kill();
    this.#process = undefined;
    this.#refuse();
  }

  #launch(): VectorProcess {
    const process = this.#spawn();
    process.onMessage((message) => {
      if (message.kind === 'share') this.#asked.get(message.number)?.onShare(message.share);
      if (message.kind !== 'reply') return;
      const asked = this.#asked.get(message.number);
      this.#asked.delete(message.number);
      asked?.settle(message.reply);
      if (this.#asked.size > 0) return;
      clearTimeout(this.#idle);
      this.#idle = setTimeout(() => this.close(), IDLE_MS);
      this.#idle.unref();
    });
    process.onExit(() => {
      if (process !== this.#process) return;
      this.#process = undefined;
      this.#refuse();
    });
    return process;
  }

  #refuse(): void {
    const error = {
      code: 'engine-down' as const,
      message: plainText('The process of word vectors ended. (词向量进程已结束)'),
      hint: plainText(
        'Try again; large vectors may need more memory than there is. (请重试；词向量过大时可能内存不足)',
      ),
    };
    for (const { settle } of this.#asked.values()) settle({ ok: false, error });
    this.#asked.clear();
  }
}

const hex = (key: Uint8Array | null): string | null =>
  key === null ? null : Buffer.from(key).toString('hex');

/** As the workspace is now: its key may change between two questions. */
export function accessOf({ workspace }: Session): VectorAccess {
  return {
    workspaceDir: workspace.dir,
    databaseFile: workspace.databaseFile,
    key: hex(workspace.key),
    fileKey: hex(fileKeyOf(workspace)),
  };
}
