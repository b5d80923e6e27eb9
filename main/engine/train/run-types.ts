/** Input, events and result of a training run. */

import type { ClassifiedDocument, TextSettings } from '../../../shared/domain/classification.ts';
import type { NormalisationSettings } from '../../../shared/domain/normalisation.ts';
import type { PretrainSettings } from '../../../shared/domain/pretraining.ts';
import type { RelationSettings } from '../../../shared/domain/relations.ts';
import type {
  BestScore,
  LabelledDocument,
  NerSettings,
  RelatedDocument,
  RunPoint,
  RunProgress,
  RunReport,
} from '../../../shared/domain/training.ts';
import type { Message } from '../../../shared/messages/message.ts';
import type { ModelFiles } from '../io/model-files.ts';
import type { KnowledgeSource } from '../objectives/knowledge.ts';
import type { FrontSources } from '../tasks/front-setup.ts';
import type { AnnotatedDocument } from '../tasks/pretrain/corpus.ts';

/**
 * Storage of a run's checkpoint and best weights, named `checkpoint` and `best`. Writes are atomic: after a crash a file
 * is the old or the new one.
 */
export interface RunStorage {
  /** Absent: never written. @throws AppError `corrupt` when the file is damaged */
  read(name: string): Uint8Array | undefined;
  /** The file is the chunks one after another. */
  write(name: string, chunks: readonly Uint8Array[]): void;
}

interface Surroundings extends FrontSources {
  /** Name of the dev set, for the report. */
  readonly devName: string;
  /** Name such as `onnx:cpu`; the caller resolves `auto`. */
  readonly executor: string;
  /** The run resumes from its checkpoint, if there is one. */
  readonly storage: RunStorage;
}

export interface NerTrainInput extends Surroundings {
  readonly settings: NerSettings;
  readonly train: readonly LabelledDocument[];
  readonly dev: readonly LabelledDocument[];
  /** Texts without labels, for self-training. */
  readonly unlabelled?: readonly string[];
  /** Tagger that marks them; absent: taggers of folds are trained for it. */
  readonly teacher?: ModelFiles;
}

export interface ClassifyTrainInput extends Surroundings {
  readonly settings: TextSettings;
  readonly train: readonly ClassifiedDocument[];
  readonly dev: readonly ClassifiedDocument[];
}

export interface RelationTrainInput extends Surroundings {
  readonly settings: RelationSettings;
  readonly train: readonly RelatedDocument[];
  readonly dev: readonly RelatedDocument[];
}

export interface NormalisationTrainInput extends Surroundings {
  readonly settings: NormalisationSettings;
  readonly train: readonly ClassifiedDocument[];
  readonly dev: readonly ClassifiedDocument[];
  /** Standard terms beside those of the training set. */
  readonly terms?: readonly string[];
}

export interface PretrainTrainInput extends Surroundings {
  readonly settings: PretrainSettings;
  readonly train: readonly AnnotatedDocument[];
  /** Empty: a share of the training texts is kept for it. */
  readonly dev: readonly AnnotatedDocument[];
  readonly knowledge?: KnowledgeSource;
}

export type RunInput =
  | NerTrainInput
  | ClassifyTrainInput
  | RelationTrainInput
  | NormalisationTrainInput
  | PretrainTrainInput;

export type RunEvent =
  | {
      readonly kind: 'started';
      readonly executor: string;
      readonly parameters: number;
      /** Those of them that are learnt, when some stay as they are. */
      readonly learnt?: number;
      readonly totalSteps: number;
      /** Updates that were done before, when the run goes on from a checkpoint. */
      readonly resumedAt: number;
      readonly warnings: readonly Message[];
    }
  /** After every update. */
  | { readonly kind: 'step'; readonly point: RunPoint; readonly progress: RunProgress }
  /** After every evaluation; `best` counts this evaluation. `point.dev` has the scores. */
  | { readonly kind: 'evaluated'; readonly point: RunPoint; readonly best: BestScore }
  | { readonly kind: 'checkpoint'; readonly step: number };

export type RunResult =
  /** The signal was aborted; the storage holds a checkpoint of this very step. */
  | { readonly kind: 'paused'; readonly step: number }
  | {
      readonly kind: 'finished';
      readonly reason: 'epochs' | 'patience';
      readonly best: BestScore;
      /** The best weights, with all that is needed to use them. */
      readonly model: ModelFiles;
      /** Report of the best weights on the dev set. */
      readonly report: RunReport;
    };
