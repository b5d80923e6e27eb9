/** Messages between the main side and a process that trains word vectors, or one that looks things up in them. */
import type { EmbeddingSettings, VectorUnit } from '../../../../shared/domain/embeddings.ts';
import type {
  CorpusFacts,
  Neighbourhood,
  PointsRequest,
  VectorFormat,
  VectorPoints,
  VectorsCard,
} from '../../../../shared/domain/vectors.ts';
import type { EmbeddingEvent } from '../../../engine/embeddings/train-blocks.ts';

/** What opens the workspace's files and, for reading, its database. Keys in hex; null in a plain workspace. */
export interface VectorAccess {
  readonly workspaceDir: string;
  readonly databaseFile: string;
  readonly key: string | null;
  readonly fileKey: string | null;
}

/** Facts about vectors from their own file. */
type VectorFacts = Omit<VectorsCard, 'id' | 'name' | 'createdAt' | 'version' | 'origin'>;

export interface VectorTrainRequest {
  readonly access: VectorAccess;
  readonly settings: EmbeddingSettings;
  /** Where texts and checkpoint are kept. */
  readonly folder: string;
  readonly documents: boolean;
  readonly graphNames: boolean;
  /** Uploaded texts; gone when the training goes on from what was gathered. */
  readonly files: readonly { readonly path: string; readonly name: string }[];
  /** Files were to be read, but are not there any more: only what was gathered can go on. */
  readonly missing: boolean;
}

export type VectorTrainEvent =
  | { readonly kind: 'collecting'; readonly texts: number }
  /** All texts lie in the folder: nothing else is needed any more to go on. */
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
  /** Rows left out because their token had come before. */
  readonly duplicates: number;
}

/** Queries on vectors, by id. */
export interface VectorQuestions {
  neighbours: {
    input: { readonly id: number; readonly token: string; readonly count: number };
    output: Neighbourhood | null;
  };
  tokens: {
    input: { readonly id: number; readonly text: string; readonly limit: number };
    output: string[];
  };
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
