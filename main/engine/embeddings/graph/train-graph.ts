/** Complete training of knowledge graph embeddings, from triples to vectors and their link prediction scores. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { positions } from '../../../../shared/counting-sort.ts';
import type {
  GraphEmbeddingSettings,
  GraphVectorFacts,
  LinkScores,
} from '../../../../shared/domain/graph-embeddings.ts';
import { AppError } from '../../../../shared/result.ts';
import { RandomStream } from '../../layers/random.ts';
import { physicalCores } from '../../processor-cores.ts';
import type { RunStorage } from '../../train/run-types.ts';
import { EmbeddingState, encodeCheckpoint, restoreCheckpoint } from '../checkpoint.ts';
import { finite } from '../finite.ts';
import { type BlockEvent, type BlockProgress, trainBlocks } from '../train-blocks.ts';
import { WorkerPool } from '../worker-pool.ts';
import { allocateGraph, type GraphMemory, SLICES, stateArrays } from './graph-memory.ts';
import type { GraphTask } from './graph-task.ts';
import { fillInitial, rowsOf } from './parameters.ts';
import { frequencyRanks, linkScores, relationCategories, relationCounts } from './ranking.ts';
import { type GraphSplit, splitTriples } from './split.ts';
import { distinctTriples, type GraphSize, joinTriples, type Triples, tripleTable } from './triples.ts';

const CHECKPOINT = 'checkpoint';
const BEST = 'best';
const CHECKPOINT_SECONDS = 60;
/** Raised when the computation changes: older checkpoints are refused. */
const CODE_VERSION = 1;

export interface GraphInput {
  readonly settings: GraphEmbeddingSettings;
  readonly entities: number;
  readonly relationNames: readonly string[];
  /** Numbers of entities and relations. */
  readonly triples: Triples;
  /** Hash of the graph. */
  readonly fingerprint: string;
  /** Storage of checkpoint and best vectors, from which training resumes. */
  readonly storage: RunStorage;
  readonly checkpointSeconds?: number;
}

interface GraphVectors {
  /** [entities, dimension] */
  readonly entities: Float32Array;
  /** [relations, width], a row as the model reads it. */
  readonly relations: Float32Array;
}

export type GraphEvent =
  | {
      readonly kind: 'started';
      readonly size: GraphSize;
      readonly triples: number;
      readonly validation: number;
      readonly test: number;
      readonly threads: number;
      /** Triples done before a resume, and the total over all epochs. */
      readonly resumedAt: number;
      readonly total: number;
    }
  | {
      readonly kind: 'evaluated';
      readonly epoch: number;
      readonly scores: LinkScores;
      readonly best: boolean;
    }
  | BlockEvent;

export type GraphResult =
  | { readonly kind: 'paused' }
  | {
      readonly kind: 'finished';
      readonly vectors: GraphVectors;
      readonly facts: GraphVectorFacts;
      /** Time spent training, without evaluation. */
      readonly seconds: number;
      /** Triples trained on, over all epochs. */
      readonly total: number;
    };

const GraphState = EmbeddingState.extend({
  /** Last epoch that was validated. */
  validated: z.int(),
  /** Best validation; epoch 0 before the first one. */
  best: z.object({ epoch: z.int(), mrr: z.number() }),
});
type GraphState = z.infer<typeof GraphState>;

/**
 * Trains until all epochs are done, validation stops improving, or the signal is aborted. On abort the state is saved,
 * and the same input with that storage resumes; the number of threads does not change the result.
 * @throws AppError for a graph without edges, insufficient memory, a checkpoint of another training, or vectors that
 * are not finite
 */
export async function* trainGraphVectors(
  input: GraphInput,
  signal: AbortSignal,
): AsyncGenerator<GraphEvent, GraphResult> {
  const training = new GraphTraining(input);
  try {
    return yield* training.run(signal);
  } finally {
    await training.close();
  }
}

class GraphTraining {
  readonly #input: GraphInput;
  readonly #split: GraphSplit;
  readonly #size: GraphSize;
  readonly #memory: GraphMemory;
  readonly #task: GraphTask;
  readonly #threads: number;
  readonly #pool: WorkerPool;
  readonly #progress: BlockProgress;
  readonly #fingerprint: string;

  constructor(input: GraphInput) {
    const { settings, relationNames, entities } = input;
    this.#input = input;
    this.#size = { entities, relations: relationNames.length };
    const triples = distinctTriples(input.triples, this.#size);
    if (triples.heads.length === 0)
      throw new AppError('bad-input', 'vectors.graph-without-edges', {}, { hint: 'hint.import-graph' });
    this.#split = splitTriples(triples, this.#size, settings);
    this.#threads = Math.min(SLICES, settings.threads === 0 ? physicalCores() : settings.threads);
    this.#memory = allocateGraph(settings, this.#size, this.#threads);
    this.#task = taskOf(input, triples, this.#split, this.#size, this.#memory);
    this.#progress = progressOf(this.#split.train.heads.length, settings);
    this.#fingerprint = fingerprintOf(input);
    this.#pool = new WorkerPool(this.#task, this.#threads);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async *run(signal: AbortSignal): AsyncGenerator<GraphEvent, GraphResult> {
    const { storage } = this.#input;
    const { blocks, doneBefore } = this.#progress;
    const saved = storage.read(CHECKPOINT);
    let state = saved === undefined ? this.#begin() : this.#restore(saved, GraphState);
    yield this.#started(state);
    for (;;) {
      if (this.#isDue(state)) {
        const validated = await this.#validate(state, signal);
        if (validated === undefined) return this.#pause(state);
        state = validated.state;
        yield validated.event;
      }
      if (state.block >= blocks || this.#isOver(state)) break;
      state = yield* this.#trainEpoch(state, signal);
      if (signal.aborted && state.block < blocks) return this.#pause(state);
    }
    if (state.best.epoch > 0) this.#restore(storage.read(BEST)!, EmbeddingState);
    const facts = await this.#facts(state, signal);
    if (facts === undefined) return this.#pause(state);
    const vectors = rowsOf(this.#memory);
    return { kind: 'finished', vectors, facts, seconds: state.seconds, total: doneBefore(state.block) };
  }

  #begin(): GraphState {
    fillInitial(this.#input.settings, this.#memory);
    return { block: 0, seconds: 0, validated: 0, best: { epoch: 0, mrr: 0 } };
  }

  #restore<State extends EmbeddingState>(bytes: Uint8Array, State: z.ZodType<State>): State {
    return restoreCheckpoint(bytes, stateArrays(this.#memory), this.#fingerprint, State);
  }

  #save(name: string, state: EmbeddingState): void {
    this.#input.storage.write(name, encodeCheckpoint(stateArrays(this.#memory), state, this.#fingerprint));
  }

  #pause(state: GraphState): GraphResult {
    this.#save(CHECKPOINT, state);
    return { kind: 'paused' };
  }

  #started(state: GraphState): GraphEvent {
    const { train, validation, test } = this.#split;
    return {
      kind: 'started',
      size: this.#size,
      triples: train.heads.length,
      validation: validation.heads.length,
      test: test.heads.length,
      threads: this.#threads,
      resumedAt: this.#progress.doneBefore(state.block),
      total: this.#progress.doneBefore(this.#progress.blocks),
    };
  }

  /** Whether an epoch has ended after which validation comes. */
  #isDue({ block, validated }: GraphState): boolean {
    const { blocks, blocksPerEpoch } = this.#progress;
    const epoch = block / blocksPerEpoch;
    if (!Number.isInteger(epoch) || epoch <= validated || this.#split.validation.heads.length === 0)
      return false;
    return epoch % this.#input.settings.evaluateEvery === 0 || block >= blocks;
  }

  #isOver({ validated, best }: GraphState): boolean {
    const { patience, evaluateEvery } = this.#input.settings;
    return best.epoch > 0 && validated - best.epoch >= patience * evaluateEvery;
  }

  async *#trainEpoch(state: GraphState, signal: AbortSignal): AsyncGenerator<GraphEvent, GraphState> {
    const { settings, checkpointSeconds = CHECKPOINT_SECONDS } = this.#input;
    const { blocksPerEpoch } = this.#progress;
    const epoch = Math.floor(state.block / blocksPerEpoch);
    const { order } = this.#task.training;
    order.set(positions(order.length));
    new RandomStream({ seed: settings.seed, purpose: 'graph/order', step: epoch }).shuffle(order);
    const end = yield* trainBlocks(this.#pool, this.#progress, state, {
      signal,
      until: (epoch + 1) * blocksPerEpoch,
      checkpointSeconds,
      save: (now) => this.#save(CHECKPOINT, { ...state, ...now }),
    });
    return { ...state, ...end };
  }

  /** Ranks the validation triples and keeps the vectors if they are the best so far. */
  async #validate(
    state: GraphState,
    signal: AbortSignal,
  ): Promise<{ state: GraphState; event: GraphEvent } | undefined> {
    for (const values of stateArrays(this.#memory)) finite(values);
    const epoch = state.block / this.#progress.blocksPerEpoch;
    const scores = await this.#rank(0, this.#split.validation, signal);
    if (scores === undefined) return undefined;
    const isBest = scores.both.mrr > state.best.mrr;
    if (isBest) this.#save(BEST, state);
    const best = isBest ? { epoch, mrr: scores.both.mrr } : state.best;
    return {
      state: { ...state, validated: epoch, best },
      event: { kind: 'evaluated', epoch, scores, best: isBest },
    };
  }

  /** Ranks held-out triples, which lie from place `from` on in the task. Returns `undefined` when aborted. */
  async #rank(from: number, triples: Triples, signal: AbortSignal): Promise<LinkScores | undefined> {
    const stop = () => this.#pool.stop();
    signal.addEventListener('abort', stop);
    try {
      if (!signal.aborted) await this.#pool.run(from, from + triples.heads.length, 'rank');
    } finally {
      signal.removeEventListener('abort', stop);
    }
    if (signal.aborted) return undefined;
    const ranks = this.#task.ranking.ranks.subarray(2 * from, 2 * (from + triples.heads.length));
    return this.#scores(ranks, triples);
  }

  #scores(ranks: Float64Array, triples: Triples): LinkScores {
    const categories = relationCategories(relationCounts(this.#split.train, this.#size));
    return linkScores(ranks, triples, this.#input.relationNames, categories);
  }

  async #facts({ best, block }: GraphState, signal: AbortSignal): Promise<GraphVectorFacts | undefined> {
    const { train, validation, test } = this.#split;
    const facts = {
      settings: this.#input.settings,
      fingerprint: this.#input.fingerprint,
      relations: this.#size.relations,
      triples: train.heads.length,
      validation: validation.heads.length,
      test: test.heads.length,
      epoch: best.epoch > 0 ? best.epoch : block / this.#progress.blocksPerEpoch,
    };
    if (test.heads.length === 0) return facts;
    const scores = await this.#rank(validation.heads.length, test, signal);
    if (scores === undefined) return undefined;
    const baseline = frequencyRanks(train, test, this.#task.ranking.known);
    return { ...facts, scores, frequencyMrr: this.#scores(baseline, test).both.mrr };
  }
}

function taskOf(
  { settings }: GraphInput,
  triples: Triples,
  { train, validation, test }: GraphSplit,
  size: GraphSize,
  memory: GraphMemory,
): GraphTask {
  const { tailsPerHead, headsPerTail } = relationCounts(train, size);
  const headChance = tailsPerHead.map((tails, relation) =>
    settings.sampling === 'uniform'
      ? 0.5
      : tails / Math.max(Number.MIN_VALUE, tails + headsPerTail[relation]!),
  );
  const heldOut = joinTriples(validation, test);
  const count = train.heads.length;
  const order = new Int32Array(new SharedArrayBuffer(count * Int32Array.BYTES_PER_ELEMENT));
  const ranks = new Float64Array(new SharedArrayBuffer(16 * heldOut.heads.length));
  return {
    method: 'graph',
    training: { settings, memory, train, order, known: tripleTable(train, size), headChance },
    ranking: { settings, memory, triples: heldOut, known: tripleTable(triples, size), ranks },
  };
}

const progressOf = (triples: number, { batchSize, epochs }: GraphEmbeddingSettings): BlockProgress => {
  const blocksPerEpoch = Math.ceil(triples / batchSize);
  return {
    blocks: blocksPerEpoch * epochs,
    blocksPerEpoch,
    doneBefore: (block) =>
      Math.floor(block / blocksPerEpoch) * triples + Math.min(triples, (block % blocksPerEpoch) * batchSize),
  };
};

function fingerprintOf({ settings: { threads: _, ...decisive }, fingerprint }: GraphInput): string {
  const decided = JSON.stringify([CODE_VERSION, decisive, fingerprint]);
  return createHash('sha256').update(decided).digest('hex');
}
