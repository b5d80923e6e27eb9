/** Computes losses and gradients of given examples with the kernels. */

import {
  allocateGraph,
  floatsAt,
  rowAddress,
} from '../../../../../main/engine/embeddings/graph/graph-memory.ts';
import type { Side } from '../../../../../main/engine/embeddings/graph/interaction.ts';
import type { RowShape } from '../../../../../main/engine/embeddings/graph/row-shapes.ts';
import {
  negativesOf,
  TripleGradients,
} from '../../../../../main/engine/embeddings/graph/triple-gradients.ts';
import type { GraphEmbeddingSettings } from '../../../../../shared/domain/graph-embeddings.ts';

export interface SmallGraph {
  readonly entities: readonly Float64Array[];
  readonly relations: readonly Float64Array[];
  readonly examples: readonly {
    readonly triple: readonly [head: number, relation: number, tail: number];
    readonly negatives: readonly (readonly [side: Side, entity: number])[];
  }[];
}

/** Returns the summed loss and the gradients of both tables, with as many negatives an example as in `settings`. */
export function gradientsOf(settings: GraphEmbeddingSettings, { entities, relations, examples }: SmallGraph) {
  const size = { entities: entities.length, relations: relations.length };
  const memory = allocateGraph(settings, size, 1);
  const given = [entities, relations] as const;
  memory.tables.forEach(({ values, rowFloats, ...shape }, table) => {
    given[table]!.forEach((row, i) => {
      const floats = floatsAt(memory.memory, rowAddress(values, rowFloats, i), rowFloats);
      for (let at = 0; at < row.length; at++) floats[paddedPlace(shape, at)] = row[at]!;
    });
  });
  const gradients = new TripleGradients(memory, settings, 0);
  const [slots] = memory.slices;
  gradients.begin(slots!);
  let loss = 0;
  for (const { triple, negatives } of examples) {
    const drawn = negativesOf(negatives.length);
    negatives.forEach(([side, entity], i) => {
      drawn.sides[i] = side;
      drawn.entities[i] = entity;
    });
    loss += gradients.add(...triple, drawn);
  }
  const [ofEntities, ofRelations] = slots!.map(({ first, rows }, table) => {
    const { rowFloats, ...shape } = memory.tables[table]!;
    return given[table]!.map((row, number) => {
      const slot = rows.subarray(1, rows[0]! + 1).indexOf(number);
      return slot < 0
        ? new Float32Array(row.length)
        : unpadded(floatsAt(memory.memory, rowAddress(first, rowFloats, slot), rowFloats), shape);
    });
  });
  return { loss, entities: ofEntities!, relations: ofRelations! };
}

/** Returns the place in a padded row of a value of the row without padding. */
const paddedPlace = ({ width }: RowShape, at: number): number =>
  Math.floor(at / width) * Math.ceil(width / 4) * 4 + (at % width);

const unpadded = (floats: Float32Array, shape: RowShape): Float32Array =>
  Float32Array.from({ length: shape.parts * shape.width }, (_, at) => floats[paddedPlace(shape, at)]!);
