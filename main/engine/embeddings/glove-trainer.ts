/** Trains GloVe on blocks of co-occurrence counts with the kernel. */
import type { GloveSettings } from '../../../shared/domain/embeddings.ts';
import type { BlockLoss, BlockTrainer } from './block-trainer.ts';
import type { Cooccurrences } from './cooccurrence.ts';
import { ENTRY_WORDS, type GloveKernel, gloveKernel } from './glove-kernel.ts';
import type { RowMemory } from './row-memory.ts';

const WORD_BYTES = 4;
/** Entries of a block, planned at once. */
export const BLOCK_ENTRIES = 8192;

export interface GloveTask {
  readonly method: 'glove';
  readonly settings: GloveSettings;
  /** Tables 0: tokens, 1: contexts, 2 and 3: their sums of squared gradients; see the kernel. */
  readonly memory: RowMemory;
  readonly cooccurrences: Cooccurrences;
}

/** Returns the number of blocks of one epoch. */
export const gloveBlocks = ({ rows }: Cooccurrences): number => Math.ceil(rows.length / BLOCK_ENTRIES);

export class GloveTrainer implements BlockTrainer {
  readonly #task: GloveTask;
  readonly #kernel: GloveKernel;
  readonly #start: number;
  readonly #ints: Int32Array;
  readonly #floats: Float32Array;

  constructor(task: GloveTask, worker: number) {
    const { memory, rowFloats, tables, workspaces } = task.memory;
    this.#task = task;
    this.#start = workspaces[worker]!;
    this.#ints = new Int32Array(memory.buffer, this.#start, BLOCK_ENTRIES * ENTRY_WORDS);
    this.#floats = new Float32Array(memory.buffer, this.#start, BLOCK_ENTRIES * ENTRY_WORDS);
    this.#kernel = gloveKernel(memory, rowFloats, tables[2]! - tables[0]!);
  }

  /** Every epoch visits the entries in the same order, as in the authors' program. */
  train(block: number): BlockLoss {
    const { cooccurrences, settings } = this.#task;
    const first = (block % gloveBlocks(cooccurrences)) * BLOCK_ENTRIES;
    const examples = Math.min(BLOCK_ENTRIES, cooccurrences.rows.length - first);
    this.#plan(first, examples);
    return { loss: this.#kernel(this.#start, examples, settings.learningRate), examples };
  }

  #plan(first: number, entries: number): void {
    const { memory, cooccurrences, settings } = this.#task;
    const { rows, columns, counts } = cooccurrences;
    const [ints, floats] = [this.#ints, this.#floats];
    const rowBytes = memory.rowFloats * WORD_BYTES;
    const [words, contexts] = [memory.tables[0]!, memory.tables[1]!];
    for (let i = 0; i < entries; i++) {
      const count = counts[first + i]!;
      const at = i * ENTRY_WORDS;
      ints[at] = words + rows[first + i]! * rowBytes; // wraps above 2³¹; the kernel reads it as unsigned
      ints[at + 1] = contexts + columns[first + i]! * rowBytes;
      floats[at + 2] = Math.log(count);
      floats[at + 3] = Math.min(1, (count / settings.xMax) ** settings.weightExponent);
    }
  }
}
