/** Lengths of the rows of entities and relations in each model. */
import type { GraphEmbeddingSettings } from '../../../../shared/domain/graph-embeddings.ts';
import { paddedTo4 } from '../row-code.ts';

/** A row is `parts` parts of `width` values, each padded to whole vectors. */
export interface RowShape {
  readonly parts: number;
  readonly width: number;
}

export const floatsOf = ({ parts, width }: RowShape): number => parts * paddedTo4(width);

/**
 * Returns the rows of entities and of relations. Complex rows are the real parts, then the imaginary parts; a relation
 * of TransR is r, then the rows of its matrix.
 */
export function rowShapes(settings: GraphEmbeddingSettings): readonly [entity: RowShape, relation: RowShape] {
  const { model, dimension, relationDimension = dimension } = settings;
  const plain = { parts: 1, width: dimension };
  if (model === 'transr') return [plain, { parts: 1 + dimension, width: relationDimension }];
  if (model !== 'complex' && model !== 'rotate') return [plain, plain];
  const complex = { parts: 2, width: Math.ceil(dimension / 2) };
  return [complex, complex];
}

/** Returns the floats of the rows that queries are compared in: projected ones with TransR, else entities. */
export function queryFloats(settings: GraphEmbeddingSettings): number {
  const [entity, relation] = rowShapes(settings);
  return settings.model === 'transr' ? paddedTo4(relation.width) : floatsOf(entity);
}

/** Number of negatives of each example: all other entities for the softmax. */
export const negativeCount = ({ loss, negatives }: GraphEmbeddingSettings, entities: number): number =>
  loss === 'softmax' ? entities - 1 : negatives;
