/** TransR (Lin et al. 2015): −‖h Mᵣ + r − t Mᵣ‖₂, entities projected into the space of the relation. */
import type { GraphEmbeddingSettings } from '../../../../shared/domain/graph-embeddings.ts';
import type { SharedWasmMemory } from '../../runtime/wasm-assembler.ts';
import { paddedTo4 } from '../row-code.ts';
import { type Interaction, type Row, TAIL } from './interaction.ts';
import type { RowKernels } from './row-kernels.ts';

const FLOAT_BYTES = 4;

/**
 * @param kernels for rows of the relation's space
 * @param scratch rows there, for a projected entity and its gradient
 */
export function transR(
  { dimension, relationDimension = dimension }: GraphEmbeddingSettings,
  { buffer }: SharedWasmMemory,
  { sum, clear, dot, squaredDistance, pull }: RowKernels,
  scratch: Row,
): Interaction {
  const floats = new Float32Array(buffer);
  const rowBytes = paddedTo4(relationDimension) * FLOAT_BYTES;
  /** Address of row i of the matrix, which follows r. */
  const matrixRow = (relation: number, i: number): number => relation + (1 + i) * rowBytes;

  /** into = e Mᵣ */
  function project(entity: Row, relation: Row, into: number): void {
    clear(into);
    for (let i = 0; i < dimension; i++)
      sum(into, into, matrixRow(relation.value, i), floats[entity.value / FLOAT_BYTES + i]!);
  }

  /** Passes the gradient of e Mᵣ on: g Mᵣᵀ to e, eᵀ g to Mᵣ. */
  function addProjectionGradient(entity: Row, relation: Row, gradient: number): void {
    for (let i = 0; i < dimension; i++) {
      floats[entity.gradient / FLOAT_BYTES + i]! += dot(matrixRow(relation.value, i), gradient);
      const toRow = matrixRow(relation.gradient, i);
      sum(toRow, toRow, gradient, floats[entity.value / FLOAT_BYTES + i]!);
    }
  }

  const scoreProjected = (query: Row, projected: Row): number =>
    -Math.sqrt(squaredDistance(query.value, projected.value));

  return {
    project,
    scoreProjected,
    query(side, anchor, relation, query) {
      project(anchor, relation, query.value);
      sum(query.value, query.value, relation.value, side === TAIL ? 1 : -1);
    },
    score(query, entity, relation) {
      project(entity, relation, scratch.value);
      return scoreProjected(query, scratch);
    },
    addScoreGradient(query, entity, relation, score, factor) {
      if (score === 0) return;
      project(entity, relation, scratch.value);
      clear(scratch.gradient);
      pull(query.gradient, scratch.gradient, query.value, scratch.value, factor / score);
      addProjectionGradient(entity, relation, scratch.gradient);
    },
    addQueryGradient(side, anchor, relation, query) {
      sum(relation.gradient, relation.gradient, query.gradient, side === TAIL ? 1 : -1);
      addProjectionGradient(anchor, relation, query.gradient);
    },
  };
}
