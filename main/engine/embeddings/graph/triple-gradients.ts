/** Adds up the gradients of triples and their negatives in the slots of one slice. */
import type { GraphEmbeddingSettings } from '../../../../shared/domain/graph-embeddings.ts';
import { type GradientSlots, type GraphMemory, type ParameterTable, rowAddress } from './graph-memory.ts';
import { interactionOf } from './graph-models.ts';
import { HEAD, type Interaction, type Row, type Side, TAIL } from './interaction.ts';
import { type LossOfScores, lossOf } from './losses.ts';
import { type RowKernels, rowKernels } from './row-kernels.ts';
import { negativeCount, queryFloats } from './row-shapes.ts';

const UNUSED = -1;

/** Entities that replace one of a triple. */
export interface Negatives {
  readonly sides: Uint8Array;
  readonly entities: Int32Array;
}

export const negativesOf = (count: number): Negatives => ({
  sides: new Uint8Array(count),
  entities: new Int32Array(count),
});

export class TripleGradients {
  readonly #kernels: RowKernels;
  readonly #interaction: Interaction;
  readonly #loss: LossOfScores;
  readonly #entities: SlotFinder;
  readonly #relations: SlotFinder;
  /** Queries for the tail and for the head. */
  readonly #queries: readonly [Row, Row];
  readonly #negative: Row = { value: 0, gradient: 0 };
  readonly #scores: Float64Array;
  readonly #factors: Float64Array;

  constructor({ memory, tables, scratch }: GraphMemory, settings: GraphEmbeddingSettings, thread: number) {
    const [entities, relations] = tables;
    const floats = queryFloats(settings);
    const at = (row: number) => rowAddress(scratch[thread]!, floats, row);
    this.#kernels = rowKernels(memory, floats);
    this.#interaction = interactionOf(settings, memory, { value: at(4), gradient: at(5) });
    this.#loss = lossOf(settings);
    this.#entities = new SlotFinder(entities);
    this.#relations = new SlotFinder(relations);
    this.#queries = [
      { value: at(0), gradient: at(1) },
      { value: at(2), gradient: at(3) },
    ];
    const count = negativeCount(settings, entities.rows);
    this.#scores = new Float64Array(count);
    this.#factors = new Float64Array(count);
  }

  /** Starts a slice. */
  begin([entities, relations]: readonly [GradientSlots, GradientSlots]): void {
    this.#entities.begin(entities);
    this.#relations.begin(relations);
  }

  /** Adds the gradients of one triple against its negatives. Returns the loss. */
  add(headRow: number, relationRow: number, tailRow: number, negatives: Negatives): number {
    const { sides, entities } = negatives;
    const [scores, factors, interaction] = [this.#scores, this.#factors, this.#interaction];
    const head = this.#entities.find(headRow, { value: 0, gradient: 0 });
    const relation = this.#relations.find(relationRow, { value: 0, gradient: 0 });
    const tail = this.#entities.find(tailRow, { value: 0, gradient: 0 });
    const bothSides = sides.includes(HEAD);
    this.#ask(TAIL, head, relation);
    if (bothSides) this.#ask(HEAD, tail, relation);
    const query = (side: number): Row => this.#queries[side]!;
    const positive = interaction.score(query(TAIL), tail, relation);
    for (let i = 0; i < entities.length; i++) {
      const entity = this.#entities.find(entities[i]!, this.#negative);
      scores[i] = interaction.score(query(sides[i]!), entity, relation);
    }
    const { loss, positive: factor } = this.#loss(positive, scores, entities.length, factors);
    interaction.addScoreGradient(query(TAIL), tail, relation, positive, factor);
    for (let i = 0; i < entities.length; i++) {
      if (factors[i] === 0) continue;
      const entity = this.#entities.find(entities[i]!, this.#negative);
      interaction.addScoreGradient(query(sides[i]!), entity, relation, scores[i]!, factors[i]!);
    }
    interaction.addQueryGradient(TAIL, head, relation, query(TAIL));
    if (bothSides) interaction.addQueryGradient(HEAD, tail, relation, query(HEAD));
    return loss;
  }

  #ask(side: Side, anchor: Row, relation: Row): void {
    const query = this.#queries[side];
    this.#kernels.clear(query.gradient);
    this.#interaction.query(side, anchor, relation, query);
  }
}

/** Finds rows of a table, and the slots for their gradients within a slice. */
class SlotFinder {
  readonly #table: ParameterTable;
  readonly #slotOf: Int32Array;
  #slots: GradientSlots = { first: 0, rows: Int32Array.of(0) };

  constructor(table: ParameterTable) {
    this.#table = table;
    this.#slotOf = new Int32Array(table.rows).fill(UNUSED);
  }

  begin(slots: GradientSlots): void {
    const { rows } = this.#slots;
    for (let slot = 0; slot < rows[0]!; slot++) this.#slotOf[rows[slot + 1]!] = UNUSED;
    this.#slots = slots;
    slots.rows[0] = 0;
  }

  /** Fills `into` with the addresses of a row and of its gradient. */
  find(row: number, into: Row): Row {
    const { first, rows } = this.#slots;
    const { values, rowFloats } = this.#table;
    let slot = this.#slotOf[row]!;
    if (slot === UNUSED) {
      slot = rows[0]!++;
      this.#slotOf[row] = slot;
      rows[slot + 1] = row;
    }
    into.value = rowAddress(values, rowFloats, row);
    into.gradient = rowAddress(first, rowFloats, slot);
    return into;
  }
}
