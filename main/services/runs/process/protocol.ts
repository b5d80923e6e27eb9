/** Methods of a trainer process, which trains one run, or the runs of a series one after the other. */
import type { DocumentCounts } from '../../../../shared/domain/comparison.ts';
import type { StarterModel } from '../../../../shared/domain/starter.ts';
import type { BestScore, RunReport, RunSettings } from '../../../../shared/domain/training.ts';
import type { DatabaseAccess } from '../../../db/connection.ts';
import type { ModelFileConfig } from '../../../engine/io/model-files.ts';
import type { RunEvent } from '../../../engine/train/run-types.ts';

/** Inputs of a run. The trainer reads documents and weights from the workspace itself. */
export interface TrainRequest {
  readonly settings: RunSettings;
  /** Name of the executor, such as `onnx:cpu`. */
  readonly executor: string;
  readonly workspaceDir: string;
  /** Null in a plain workspace. */
  readonly fileKey: Uint8Array | null;
  /** Folder of the run's checkpoint. */
  readonly folder: string;
  /** Hashes of the data sets, which name their files. */
  readonly train: string;
  readonly dev: string;
  readonly devName: string;
  /** Cross-validation: the documents of one fold of the training set are the dev set, the others train. */
  readonly fold?: { readonly number: number; readonly count: number };
  /** Whether the finished run leaves its weights. */
  readonly keepModel: boolean;
  /** Runs of one series share a process and what they read; absent: the run has a process of its own. */
  readonly series?: number;
  readonly pretrained?: PretrainedSource;
  readonly vectors?: VectorsSource;
  readonly lexicon?: LexiconRequest;
  readonly knowledge?: KnowledgeRequest;
  /** Database with the code list, whose names are standard terms. */
  readonly terms?: DatabaseAccess;
  /** Test set, on which the finished model is measured. */
  readonly test?: { readonly sha256: string; readonly name: string };
  /** Whether the finished model is measured on each document of the test set, or of dev. */
  readonly measured?: boolean;
  /** Hash of the corpus without labels; the run's folder has a copy once it has begun. */
  readonly unlabelled?: string;
  /** Tagger that marks the texts without labels; absent once it has. */
  readonly teacher?: Extract<PretrainedSource, { readonly kind: 'stored' }>;
  /** Encoder that fills words of the labelled texts. */
  readonly augment?: Extract<PretrainedSource, { readonly kind: 'stored' }>;
}

/** First sequences of an epoch of a pre-training run. */
export interface SamplesRequest {
  readonly request: TrainRequest;
  readonly count: number;
  /** From 0; every epoch is drawn anew. */
  readonly epoch: number;
}

/** Trained model with the initial weights: of the registry, where its id names their file, or built in. */
export type PretrainedSource =
  | {
      readonly kind: 'stored';
      readonly id: number;
      readonly config: ModelFileConfig;
      readonly vocabulary: string;
    }
  | { readonly kind: 'starter'; readonly part: StarterModel }
  /** The run's folder has a copy, so that the model itself may be gone. */
  | { readonly kind: 'kept' };

/** Sources of the words in a tagger's lexicon. */
export interface LexiconRequest {
  /** Database with the knowledge graph. */
  readonly graph?: DatabaseAccess;
  readonly vectors?: VectorsSource;
}

/** Database with the knowledge graph, and vectors of its entities. */
export interface KnowledgeRequest {
  readonly graph: DatabaseAccess;
  readonly vectors?: VectorsSource;
}

/** Word vectors of the workspace by id, of a file, or built in. */
export type VectorsSource =
  | { readonly kind: 'stored'; readonly id: number }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'starter' };

/** Name under which a finished run leaves the weights of its model in its storage. */
export const FINISHED_WEIGHTS = 'model';

/** Counts per document of a cell's finished model, on the documents that the experiment compares on. */
export interface Measured {
  /** Counts of each document; of relations of each pair of mentions. */
  readonly counts: readonly DocumentCounts[];
  /** Scores on the test set; absent without one. */
  readonly test?: RunReport;
}

export type TrainOutcome =
  | { readonly kind: 'paused'; readonly step: number }
  | {
      readonly kind: 'finished';
      readonly best: BestScore;
      readonly report: RunReport;
      /** Present where the request asks for it. */
      readonly measured?: Measured;
      /** The weights lie in the storage. */
      readonly config: ModelFileConfig;
      readonly vocabulary: string;
    };

/** Cancelling the request pauses the run with a checkpoint after the step under way. */
export interface TrainerMethods {
  train: { input: TrainRequest; output: TrainOutcome; event: RunEvent };
}
