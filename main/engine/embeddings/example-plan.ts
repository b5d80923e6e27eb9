/** Buffer of examples for the word2vec kernel; trains when full. */
import type { BlockLoss } from './block-trainer.ts';
import { type RowMemory, WORKSPACE_BYTES } from './row-memory.ts';
import { lossTable, TABLE_BYTES, type Word2VecKernel, word2vecKernel } from './word2vec-kernel.ts';

const WORD_BYTES = 4;

export class ExamplePlan {
  readonly #kernel: Word2VecKernel;
  readonly #table: number;
  readonly #scratch: number;
  readonly #start: number;
  readonly #ints: Int32Array;
  readonly #floats: Float32Array;
  /** Addresses of row 0 of vectors and targets. */
  readonly #vectors: number;
  readonly #targets: number;
  readonly #rowBytes: number;
  #length = 0;
  /** Index of the target count of the open example. */
  #targetCount = 0;
  #examples = 0;
  #loss = 0;
  #trained = 0;

  /** @param memory tables 0: vectors, 1: targets */
  constructor(memory: RowMemory, worker: number) {
    const { buffer } = memory.memory;
    this.#rowBytes = memory.rowFloats * WORD_BYTES;
    this.#table = memory.workspaces[worker]!;
    this.#scratch = this.#table + Math.ceil(TABLE_BYTES / 16) * 16;
    this.#start = this.#scratch + 2 * this.#rowBytes;
    const words = (this.#table + WORKSPACE_BYTES - this.#start) / WORD_BYTES;
    this.#ints = new Int32Array(buffer, this.#start, words);
    this.#floats = new Float32Array(buffer, this.#start, words);
    [this.#vectors, this.#targets] = [memory.tables[0]!, memory.tables[1]!];
    const table = lossTable();
    new Float32Array(buffer, this.#table, table.length).set(table);
    this.#kernel = word2vecKernel(memory.memory, memory.rowFloats);
  }

  /** Returns whether an example of this size still fits. */
  hasRoom(contexts: number, targets: number): boolean {
    return this.#length + contexts + targets + 3 <= this.#ints.length;
  }

  /** Begins an example; call `context` for each context, then `beginTargets` and `target`. */
  begin(contexts: number): void {
    this.#ints[this.#length++] = contexts;
    this.#floats[this.#length++] = 1 / contexts;
    this.#examples++;
  }

  context(id: number): void {
    this.#ints[this.#length++] = this.#vectors + id * this.#rowBytes; // wraps above 2³¹; the kernel reads it as unsigned
  }

  beginTargets(): void {
    this.#targetCount = this.#length++;
    this.#ints[this.#targetCount] = 0;
  }

  /** Adds a target; the first of an example is the observed token, the others are negatives. */
  target(id: number): void {
    this.#ints[this.#length++] = this.#targets + id * this.#rowBytes;
    this.#ints[this.#targetCount]!++;
  }

  /** Trains on the collected examples. */
  flush(alpha: number): void {
    if (this.#examples === 0) return;
    this.#loss += this.#kernel(this.#start, this.#examples, alpha, this.#scratch, this.#table);
    this.#trained += this.#examples;
    this.#examples = 0;
    this.#length = 0;
  }

  /** Returns the loss since the last call. */
  takeLoss(): BlockLoss {
    const taken = { loss: this.#loss, examples: this.#trained };
    this.#loss = 0;
    this.#trained = 0;
    return taken;
  }
}
