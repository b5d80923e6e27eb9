/** First values of the parameters of a model, and the vectors that they hold. */
import type { GraphEmbeddingSettings } from '../../../../shared/domain/graph-embeddings.ts';
import { fillUniform } from '../initial-rows.ts';
import { floatsAt, type GraphMemory, type ParameterTable } from './graph-memory.ts';
import { isNormalised } from './graph-trainer.ts';

const [ENTITIES, RELATIONS] = [0, 1];

/** Fills both tables uniformly in ±6 / √dimension (Bordes et al. 2013), entities at length 1 where kept so. */
export function fillInitial(settings: GraphEmbeddingSettings, memory: GraphMemory): void {
  const { dimension, seed } = settings;
  for (const [index, table] of memory.tables.entries()) {
    const values = valuesOf(memory, table);
    fillUniform({ ...table, values }, dimension, 6 / Math.sqrt(dimension), {
      seed,
      purpose: `graph/${index}`,
    });
    if (index === RELATIONS || isNormalised(settings)) normaliseRows(values, table.rowFloats);
  }
}

function normaliseRows(values: Float32Array, rowFloats: number): void {
  for (let start = 0; start < values.length; start += rowFloats) {
    const row = values.subarray(start, start + rowFloats);
    const length = Math.hypot(...row);
    for (let i = 0; i < row.length; i++) row[i]! /= length;
  }
}

const valuesOf = ({ memory }: GraphMemory, { values, rows, rowFloats }: ParameterTable): Float32Array =>
  floatsAt(memory, values, rows * rowFloats);

/** Vectors of entities, [entities, dimension], and relations, [relations, width], without padding. */
export function rowsOf({ dimension }: GraphEmbeddingSettings, memory: GraphMemory) {
  const unpadded = (table: ParameterTable): Float32Array => {
    const values = valuesOf(memory, table);
    return Float32Array.from(
      { length: table.rows * dimension },
      (_, i) => values[Math.floor(i / dimension) * table.rowFloats + (i % dimension)]!,
    );
  };
  return { entities: unpadded(memory.tables[ENTITIES]!), relations: unpadded(memory.tables[RELATIONS]!) };
}
