/** First values of the parameters of a model, and the vectors that they hold. */
import type { GraphEmbeddingSettings } from '../../../../shared/domain/graph-embeddings.ts';
import { fillUniform } from '../initial-rows.ts';
import { floatsAt, type GraphMemory, type ParameterTable } from './graph-memory.ts';
import { isNormalised } from './graph-trainer.ts';
import { keepUnitValues } from './unit-values.ts';

/**
 * Fills both tables uniformly: translations in ±6 / √dimension with relations at length 1 (Bordes et al. 2013) and
 * identity matrices, RotatE's entities in ±(γ + 2) / width with rotations of any angle (Sun et al. 2019), the others in
 * ±1 / √dimension.
 */
export function fillInitial(settings: GraphEmbeddingSettings, memory: GraphMemory): void {
  const { dimension, margin, model, seed } = settings;
  const [entities, relations] = memory.tables;
  const isTranslation = model === 'transe' || model === 'transr';
  const bound = (isTranslation ? 6 : 1) / Math.sqrt(dimension);
  const fill = (table: ParameterTable, limit: number, purpose: string): Float32Array => {
    const values = valuesOf(memory, table);
    const parts = { values, rows: table.rows * table.parts, rowFloats: table.rowFloats / table.parts };
    fillUniform(parts, table.width, limit, { seed, purpose });
    return values;
  };
  const ofEntities = fill(entities, model === 'rotate' ? (margin + 2) / entities.width : bound, 'graph/0');
  if (isNormalised(settings)) eachRow(ofEntities, entities.rowFloats, normalise);
  const ofRelations = fill(relations, bound, 'graph/1');
  eachRow(ofRelations, relations.rowFloats, (row) => {
    const part = relations.rowFloats / relations.parts;
    if (isTranslation) normalise(row.subarray(0, part));
    if (model === 'transr') setIdentity(row.subarray(part), part, relations.width);
    if (model === 'rotate') keepUnitValues(row, relations.width);
  });
}

function eachRow(values: Float32Array, rowFloats: number, change: (row: Float32Array) => void): void {
  for (let start = 0; start < values.length; start += rowFloats)
    change(values.subarray(start, start + rowFloats));
}

function normalise(row: Float32Array): void {
  const length = Math.hypot(...row);
  for (let i = 0; i < row.length; i++) row[i]! /= length;
}

function setIdentity(matrix: Float32Array, rowFloats: number, width: number): void {
  matrix.fill(0);
  for (let i = 0; i < Math.min(width, matrix.length / rowFloats); i++) matrix[i * rowFloats + i] = 1;
}

const valuesOf = ({ memory }: GraphMemory, { values, rows, rowFloats }: ParameterTable): Float32Array =>
  floatsAt(memory, values, rows * rowFloats);

/** Writes vectors of entities and rows of relations, as `rowsOf` returns them, into allocated memory. */
export function fillRows(
  memory: GraphMemory,
  { entities, relations }: { readonly entities: Float32Array; readonly relations: Float32Array },
): void {
  for (const [table, given] of [
    [memory.tables[0], entities],
    [memory.tables[1], relations],
  ] as const) {
    const { rows, parts, width, rowFloats } = table;
    const values = valuesOf(memory, table);
    for (let part = 0; part < rows * parts; part++)
      values.set(given.subarray(part * width, (part + 1) * width), (part * rowFloats) / parts);
  }
}

/** Returns vectors of entities, [entities, dimension], and rows of relations, [relations, values], without padding. */
export function rowsOf(memory: GraphMemory) {
  const unpadded = (table: ParameterTable): Float32Array => {
    const { rows, parts, width, rowFloats } = table;
    const values = valuesOf(memory, table);
    const out = new Float32Array(rows * parts * width);
    for (let part = 0; part < rows * parts; part++) {
      const start = (part * rowFloats) / parts;
      out.set(values.subarray(start, start + width), part * width);
    }
    return out;
  };
  return { entities: unpadded(memory.tables[0]), relations: unpadded(memory.tables[1]) };
}
