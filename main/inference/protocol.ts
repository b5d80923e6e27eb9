/** Messages between the main side and the engine process. Both ends are ours, so types suffice. */
import type { ClassificationReport } from '../../shared/domain/classification.ts';
import type { Diagnosis } from '../../shared/domain/diagnosis.ts';
import type { Annotation } from '../../shared/domain/mention.ts';
import type { Explanation, TextPrediction } from '../../shared/domain/prediction.ts';
import type { Reply } from '../../shared/result.ts';
import type { Candidate, Choice } from '../engine/active/select.ts';
import type { ChildOf } from '../processes/child-process.ts';
import type { TextsEvaluationRequest } from './classifiers.ts';
import type { Evaluation, EvaluationRequest, Prediction, Scan, ScanRequest } from './taggers.ts';

/** What the engine can be asked to do. */
export interface EngineTasks {
  annotate: { input: { text: string }; output: Annotation };
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

export type ToEngine =
  | { readonly kind: 'open'; readonly databaseFile: string; readonly key: string | null }
  | { readonly kind: 'reload' }
  /** Another model is used in the editor, or one was deleted. */
  | { readonly kind: 'models' }
  | { readonly kind: 'request'; readonly id: number; readonly task: Task; readonly input: unknown }
  /** Nobody wants the answer to that request any more. */
  | { readonly kind: 'cancel'; readonly id: number };

export interface LexiconSize {
  readonly names: number;
  readonly entities: number;
  readonly buildMs: number;
}

export type FromEngine =
  | { readonly kind: 'ready'; readonly size: LexiconSize }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'reply'; readonly id: number; readonly reply: Reply<unknown> };

/** A started engine process. */
export type EngineProcess = ChildOf<ToEngine, FromEngine>;

export type SpawnEngine = () => EngineProcess;
