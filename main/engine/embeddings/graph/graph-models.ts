/** The models: TransE, TransR, DistMult, ComplEx and RotatE. */
import { assertNever } from '../../../../shared/assert.ts';
import type { GraphEmbeddingSettings } from '../../../../shared/domain/graph-embeddings.ts';
import type { SharedWasmMemory } from '../../runtime/wasm-assembler.ts';
import { type Interaction, type Row, TAIL } from './interaction.ts';
import { type RowKernels, rowKernels } from './row-kernels.ts';
import { queryFloats } from './row-shapes.ts';
import { transR } from './transr.ts';

/** @param scratch two rows that the interaction may use */
export function interactionOf(
  settings: GraphEmbeddingSettings,
  memory: SharedWasmMemory,
  scratch: Row,
): Interaction {
  const kernels = rowKernels(memory, queryFloats(settings));
  switch (settings.model) {
    case 'transe':
      return { ...translation(kernels), ...(settings.norm === 'l1' ? distanceL1 : distanceL2)(kernels) };
    case 'transr':
      return transR(settings, memory, kernels, scratch);
    case 'distmult':
      return { ...product(kernels), ...dotProduct(kernels) };
    case 'complex':
      return { ...rotation(kernels), ...dotProduct(kernels) };
    case 'rotate':
      return { ...rotation(kernels), ...modulusDistance(kernels) };
    default:
      return assertNever(settings.model);
  }
}

type Query = Pick<Interaction, 'query' | 'addQueryGradient'>;
type Comparison = Pick<Interaction, 'score' | 'addScoreGradient'>;

/** TransE (Bordes et al. 2013): h + r for the tail, t − r for the head. */
const translation = ({ sum }: RowKernels): Query => ({
  query: (side, anchor, relation, query) =>
    sum(query.value, anchor.value, relation.value, side === TAIL ? 1 : -1),
  addQueryGradient(side, anchor, relation, query) {
    sum(anchor.gradient, anchor.gradient, query.gradient, 1);
    sum(relation.gradient, relation.gradient, query.gradient, side === TAIL ? 1 : -1);
  },
});

/** DistMult (Yang et al. 2015): h ⊙ r for the tail, t ⊙ r for the head. */
const product = ({ clear, multiply }: RowKernels): Query => ({
  query(_side, anchor, relation, query) {
    clear(query.value);
    multiply(query.value, anchor.value, relation.value);
  },
  addQueryGradient(_side, anchor, relation, query) {
    multiply(anchor.gradient, query.gradient, relation.value);
    multiply(relation.gradient, query.gradient, anchor.value);
  },
});

/** ComplEx (Trouillon et al. 2016) and RotatE (Sun et al. 2019): h ∘ r for the tail, t ∘ r̄ for the head. */
const rotation = ({ clear, rotate, rotateBack }: RowKernels): Query => ({
  query(side, anchor, relation, query) {
    clear(query.value);
    (side === TAIL ? rotate : rotateBack)(query.value, anchor.value, relation.value);
  },
  addQueryGradient(side, anchor, relation, query) {
    if (side === TAIL) {
      rotateBack(anchor.gradient, query.gradient, relation.value);
      rotateBack(relation.gradient, query.gradient, anchor.value);
    } else {
      rotate(anchor.gradient, query.gradient, relation.value);
      rotateBack(relation.gradient, anchor.value, query.gradient);
    }
  },
});

/** −‖q − e‖₂ */
const distanceL2 = ({ squaredDistance, pull }: RowKernels): Comparison => ({
  score: (query, entity) => -Math.sqrt(squaredDistance(query.value, entity.value)),
  addScoreGradient(query, entity, _relation, score, factor) {
    if (score < 0) pull(query.gradient, entity.gradient, query.value, entity.value, factor / score);
  },
});

/** −‖q − e‖₁ */
const distanceL1 = (kernels: RowKernels): Comparison => ({
  score: (query, entity) => -kernels.distanceL1(query.value, entity.value),
  addScoreGradient(query, entity, _relation, _score, factor) {
    kernels.pullL1(query.gradient, entity.gradient, query.value, entity.value, -factor);
  },
});

/** −Σ |q − e| over complex values, as in the authors' program of RotatE. */
const modulusDistance = (kernels: RowKernels): Comparison => ({
  score: (query, entity) => -kernels.modulusDistance(query.value, entity.value),
  addScoreGradient(query, entity, _relation, _score, factor) {
    kernels.pullModulus(query.gradient, entity.gradient, query.value, entity.value, -factor);
  },
});

/** q · e: with complex rows Re⟨h, r, t̄⟩. */
const dotProduct = ({ dot, sum }: RowKernels): Comparison => ({
  score: (query, entity) => dot(query.value, entity.value),
  addScoreGradient(query, entity, _relation, _score, factor) {
    sum(query.gradient, query.gradient, entity.value, factor);
    sum(entity.gradient, entity.gradient, query.value, factor);
  },
});
