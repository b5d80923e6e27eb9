/** Describes the training of both peers of the graph vector bench; given as JSON in their first argument. */
import type { GraphEmbeddingSettings } from '../../../shared/domain/graph-embeddings.ts';

export interface GraphCase {
  /** Folder with `all`, and its parts `train`, `validation` and `test`: a triple a line, numbers parted by tabs. */
  readonly folder: string;
  readonly entities: number;
  readonly relations: number;
  readonly settings: GraphEmbeddingSettings;
  /** Ranks the test triples at the end. */
  readonly ranks: boolean;
}
