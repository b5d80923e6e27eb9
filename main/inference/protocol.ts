/** Methods of the engine process. Both ends are ours, so types suffice. */
import type { ClassificationReport } from '../../shared/domain/classification.ts';
import type { Diagnosis } from '../../shared/domain/diagnosis.ts';
import type { TextAnalysis } from '../../shared/domain/mention.ts';
import type { Explanation, TextPrediction } from '../../shared/domain/prediction.ts';
import type { Candidate, Choice } from '../engine/active/select.ts';
import type { TextsEvaluationRequest } from './classifiers.ts';
import type { Evaluation, EvaluationRequest, Prediction, Scan, ScanRequest } from './taggers.ts';

/** What the engine can be asked to do. */
export interface EngineTasks {
  annotate: { input: { text: string }; output: TextAnalysis };
  rank: { input: { text: string; top: number }; output: Diagnosis };
  /** By the model that the editor uses. */
  predict: { input: { text: string }; output: Prediction };
  evaluate: { input: EvaluationRequest; output: Evaluation };
  /** By any tagger, many texts at once, below typing in urgency. */
  scan: { input: ScanRequest; output: Scan };
  /** Which of some texts to label next, by number. */
  choose: { input: { candidates: readonly Candidate[]; choice: Choice }; output: number[] };
  /** By the model of the diagnosis panel; null where there is none. */
  classify: { input: { text: string }; output: TextPrediction | null };
  /** By any classifier. */
  tryOut: { input: { text: string; modelId: number }; output: TextPrediction };
  explain: { input: { text: string; label: string; modelId: number }; output: Explanation };
  evaluateTexts: { input: TextsEvaluationRequest; output: ClassificationReport };
}
export type Task = keyof EngineTasks;

/** Names and entities that the linker knows, and the milliseconds that building it took. */
export interface LexiconSize {
  readonly names: number;
  readonly entities: number;
  readonly buildMs: number;
}

export interface EngineTarget {
  readonly databaseFile: string;
  /** Null in a plain workspace. */
  readonly key: Uint8Array | null;
}

/** Methods of the engine process. */
export type EngineMethods = EngineTasks & {
  open: { input: EngineTarget; output: LexiconSize };
  /** Reads the graph again, after it changed. */
  reload: { input: null; output: LexiconSize };
  /** Opens the models in use, after they changed. */
  refreshModels: { input: null; output: undefined };
};
