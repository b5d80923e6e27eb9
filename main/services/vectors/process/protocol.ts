/** Methods of a process of word vectors, which trains one set or answers queries. */
import type { EmbeddingSettings, VectorUnit } from '../../../../shared/domain/embeddings.ts';
import type {
  CorpusFacts,
  Neighbourhood,
  PointsRequest,
  VectorFormat,
  VectorPoints,
  VectorsCard,
} from '../../../../shared/domain/vectors.ts';
import type { DatabaseAccess } from '../../../db/connection.ts';
import type { EmbeddingEvent } from '../../../engine/embeddings/train-blocks.ts';

export interface VectorAccess extends DatabaseAccess {
  readonly workspaceDir: string;
  /** Null in a plain workspace. */
  readonly fileKey: Uint8Array | null;
}

/** Facts about vectors from their own file. */
type VectorFacts = Omit<VectorsCard, 'id' | 'name' | 'createdAt' | 'version' | 'origin'>;

export interface VectorTrainRequest {
  readonly access: VectorAccess;
  readonly settings: EmbeddingSettings;
  /** Folder of the collected texts and the checkpoint. */
  readonly folder: string;
  readonly documents: boolean;
  readonly graphNames: boolean;
  /** Uploaded texts; deleted when a training resumes from collected texts. */
  readonly files: readonly { readonly path: string; readonly name: string }[];
  /** Whether uploaded texts are lost, so that only collected texts can be trained on. */
  readonly missing: boolean;
}

export type VectorTrainEvent =
  | { readonly kind: 'collecting'; readonly texts: number }
  /** All texts lie in the folder; resuming needs nothing else. */
  | { readonly kind: 'collected' }
  | EmbeddingEvent;

export type VectorTrainOutcome =
  | { readonly kind: 'paused' }
  /** The vectors lie in the folder as TRAINED. */
  | {
      readonly kind: 'finished';
      readonly facts: VectorFacts;
      readonly corpus: CorpusFacts;
      readonly seconds: number;
    };

/** Name of the file of trained vectors in the folder. */
export const TRAINED = 'trained';

interface ImportedVectors {
  readonly facts: VectorFacts;
  /** Number of rows left out because their token had occurred before. */
  readonly duplicates: number;
}

/** Queries on vectors, by id. */
export interface VectorQuestions {
  neighbours: {
    input: { readonly id: number; readonly token: string; readonly count: number };
    output: Neighbourhood | null;
  };
  tokens: { input: { readonly id: number; readonly text: string; readonly limit: number }; output: string[] };
  points: { input: PointsRequest; output: VectorPoints };
  /** Writes a plain file. */
  export: {
    input: { readonly id: number; readonly format: VectorFormat; readonly path: string };
    output: null;
  };
  /** Checks a file of vectors and seals it as `incoming`. */
  import: {
    input: {
      readonly path: string;
      readonly name: string;
      readonly unit: VectorUnit | null;
      readonly incoming: string;
    };
    output: ImportedVectors;
  };
}
export type VectorQuestion = keyof VectorQuestions;

/** Cancelling `train` ends it soon, with a checkpoint. Events of questions are shares of the work done. */
export type VectorMethods = {
  [Q in VectorQuestion]: {
    input: { readonly access: VectorAccess; readonly input: VectorQuestions[Q]['input'] };
    output: VectorQuestions[Q]['output'];
    event: number;
  };
} & { train: { input: VectorTrainRequest; output: VectorTrainOutcome; event: VectorTrainEvent } };
