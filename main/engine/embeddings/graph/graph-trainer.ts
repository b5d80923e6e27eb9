/** Trains graph embeddings in batches that all threads compute together. */
import type { GraphEmbeddingSettings } from '../../../../shared/domain/graph-embeddings.ts';
import { RandomStream } from '../../layers/random.ts';
import type { BlockLoss } from '../block-trainer.ts';
import { paddedTo4 } from '../row-code.ts';
import { floatsAt, type GraphMemory, type ParameterTable, rowAddress, SLICES } from './graph-memory.ts';
import { HEAD, type Side, TAIL } from './interaction.ts';
import { type RowKernels, rowKernels } from './row-kernels.ts';
import { negativeCount } from './row-shapes.ts';
import { type Negatives, negativesOf, TripleGradients } from './triple-gradients.ts';
import { hasTriple, type Triples, type TripleTable } from './triples.ts';
import { keepUnitValues } from './unit-values.ts';

export interface GraphTrainingTask {
  readonly settings: GraphEmbeddingSettings;
  readonly memory: GraphMemory;
  readonly train: Triples;
  /** Places of the training triples in the order of this epoch. */
  readonly order: Int32Array;
  /** The training triples. */
  readonly known: TripleTable;
  /** Chance of replacing the head, by relation. */
  readonly headChance: Float64Array;
}

/** Draws of a negative that is no known triple, before a known one is taken. */
const MAX_DRAWS = 100;
const [BETA1, BETA2] = [0.9, 0.999];
const NO_SLOT = 0;

/**
 * A batch has two steps with a meeting of all threads after each: every thread adds up the gradients of its slices,
 * then changes its rows. Slices are summed in order, so that results are equal for every number of threads.
 */
export class GraphTrainer {
  readonly #task: GraphTrainingTask;
  readonly #thread: number;
  readonly #threads: number;
  readonly #gradients: TripleGradients;
  readonly #negatives: Negatives;
  readonly #updates: readonly TableUpdate[];

  constructor(task: GraphTrainingTask, thread: number, threads: number) {
    this.#task = task;
    this.#thread = thread;
    this.#threads = threads;
    this.#gradients = new TripleGradients(task.memory, task.settings, thread);
    this.#negatives = negativesOf(negativeCount(task.settings, task.known.entities));
    this.#updates = [0, 1].map((table) => new TableUpdate(task, table as 0 | 1, thread, threads)); // safe: tables
  }

  /** Adds up the gradients of this thread's slices of a batch; batches are numbered over all epochs from 0. */
  addGradients(batch: number): BlockLoss {
    let [loss, examples] = [0, 0];
    for (let slice = this.#thread; slice < SLICES; slice += this.#threads) {
      const done = this.#addSlice(batch, slice);
      loss += done.loss;
      examples += done.examples;
    }
    return { loss, examples };
  }

  #addSlice(batch: number, slice: number): BlockLoss {
    const { settings, memory, train, order } = this.#task;
    const { seed, batchSize } = settings;
    const first = (batch % Math.ceil(order.length / batchSize)) * batchSize;
    const size = Math.min(batchSize, order.length - first);
    const [from, to] = [slice, slice + 1].map((part) => first + Math.floor((size * part) / SLICES));
    const random = new RandomStream({ seed, purpose: 'graph/negatives', step: batch * SLICES + slice });
    let loss = 0;
    this.#gradients.begin(memory.slices[slice]!);
    for (let at = from!; at < to!; at++) {
      const place = order[at]!;
      const [head, relation, tail] = [train.heads[place]!, train.relations[place]!, train.tails[place]!];
      if (settings.loss === 'softmax') {
        for (const side of [TAIL, HEAD] as const) {
          this.#takeAllOthers(side, side === TAIL ? tail : head);
          loss += this.#gradients.add(head, relation, tail, this.#negatives);
        }
      } else {
        this.#drawNegatives(head, relation, tail, random);
        loss += this.#gradients.add(head, relation, tail, this.#negatives);
      }
    }
    return { loss, examples: to! - from! };
  }

  #takeAllOthers(side: Side, truth: number): void {
    const { sides, entities } = this.#negatives;
    sides.fill(side);
    for (let i = 0; i < entities.length; i++) entities[i] = i < truth ? i : i + 1;
  }

  #drawNegatives(head: number, relation: number, tail: number, random: RandomStream): void {
    const { settings, known, headChance } = this.#task;
    const { sides, entities } = this.#negatives;
    const isKnown = (side: number, drawn: number): boolean =>
      side === HEAD
        ? drawn === head || (settings.filtered && hasTriple(known, drawn, relation, tail))
        : drawn === tail || (settings.filtered && hasTriple(known, head, relation, drawn));
    for (let i = 0; i < entities.length; i++) {
      const side = random.uniform() < headChance[relation]! ? HEAD : TAIL;
      let drawn = random.below(known.entities);
      for (let draws = 1; draws < MAX_DRAWS && isKnown(side, drawn); draws++)
        drawn = random.below(known.entities);
      [sides[i], entities[i]] = [side, drawn];
    }
  }

  /** Changes this thread's rows by the gradients of a batch. */
  update(batch: number): void {
    for (const update of this.#updates) update.apply(batch);
  }
}

/** Adam on the rows of a table that belong to one thread and have a gradient. */
class TableUpdate {
  readonly #task: GraphTrainingTask;
  readonly #index: 0 | 1;
  readonly #table: ParameterTable;
  readonly #kernels: RowKernels;
  readonly #isOwn: (row: number) => boolean;
  readonly #normalised: boolean;
  /** Whether the complex values of rows are kept at modulus 1: a rotation (Sun et al. 2019, eq. 2). */
  readonly #hasUnitValues: boolean;
  /** Address of the first gradient of each row, until the row is changed. */
  readonly #gradientOf: Float64Array;
  readonly #rows: number[] = [];

  constructor(task: GraphTrainingTask, index: 0 | 1, thread: number, threads: number) {
    const table = task.memory.tables[index];
    this.#task = task;
    this.#index = index;
    this.#table = table;
    this.#kernels = rowKernels(task.memory.memory, paddedTo4(table.width));
    this.#hasUnitValues = index === 1 && task.settings.model === 'rotate';
    this.#isOwn = (row) => row % threads === thread;
    this.#normalised = index === 0 && isNormalised(task.settings);
    this.#gradientOf = new Float64Array(table.rows).fill(NO_SLOT);
  }

  apply(batch: number): void {
    this.#sumSlices();
    const rate = this.#task.settings.learningRate / (1 - BETA1 ** (batch + 1));
    const correction = 1 / Math.sqrt(1 - BETA2 ** (batch + 1));
    for (const row of this.#rows) {
      this.#change(row, rate, correction);
      this.#gradientOf[row] = NO_SLOT;
    }
    this.#rows.length = 0;
  }

  /** Adds all gradients of a row to its first one. */
  #sumSlices(): void {
    const { sum, clear } = this.#kernels;
    for (const slices of this.#task.memory.slices) {
      const { first, rows } = slices[this.#index];
      for (let slot = 0; slot < rows[0]!; slot++) {
        const row = rows[slot + 1]!;
        if (!this.#isOwn(row)) continue;
        const gradient = rowAddress(first, this.#table.rowFloats, slot);
        const earlier = this.#gradientOf[row]!;
        if (earlier === NO_SLOT) {
          this.#gradientOf[row] = gradient;
          this.#rows.push(row);
        } else {
          this.#eachPart((part) => {
            sum(earlier + part, earlier + part, gradient + part, 1);
            clear(gradient + part);
          });
        }
      }
    }
  }

  /** Calls back with the offset of each part of a row, in bytes. */
  #eachPart(body: (offset: number) => void): void {
    const { parts, rowFloats } = this.#table;
    for (let part = 0; part < parts; part++) body(rowAddress(0, rowFloats / parts, part));
  }

  #change(row: number, rate: number, correction: number): void {
    const { values, means, squares, rowFloats } = this.#table;
    const { adam, dot, sum } = this.#kernels;
    const at = (first: number) => rowAddress(first, rowFloats, row);
    const [value, mean, square, gradient] = [at(values), at(means), at(squares), this.#gradientOf[row]!];
    this.#eachPart((part) => {
      adam(value + part, mean + part, square + part, gradient + part, rate, correction);
    });
    if (this.#normalised) sum(value, value, value, 1 / Math.sqrt(dot(value, value)) - 1);
    const { memory } = this.#task.memory;
    if (this.#hasUnitValues) keepUnitValues(floatsAt(memory, value, rowFloats), this.#table.width);
  }
}

/** Whether entity vectors are kept at length 1, as Bordes et al. 2013 do. */
export const isNormalised = ({ normalised, loss, model }: GraphEmbeddingSettings): boolean =>
  (model === 'transe' || model === 'transr') && (normalised ?? loss === 'margin');
