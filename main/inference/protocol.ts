/** Methods of the engine process. Both ends are ours, so types suffice. */
import type { TripleReport } from '../../shared/domain/classification.ts';
import type { Review } from '../../shared/domain/correction.ts';
import type { Diagnosis } from '../../shared/domain/diagnosis.ts';
import type { Explanation, TextPrediction } from '../../shared/domain/prediction.ts';
import type { RecordRelation, TypedMention } from '../../shared/domain/record-relations.ts';
import type { SimilarPage, SimilarQuestion } from '../../shared/domain/similar.ts';
import type { TextAnalysis } from '../../shared/domain/text-analysis.ts';
import type { DatabaseAccess } from '../db/connection.ts';
import type { Candidate, Choice } from '../engine/active-learning/select.ts';
import type { PredictedRelation } from '../engine/tasks/relation/relate.ts';
import type { ClassifierChoice } from './classifier-choice.ts';
import type { RelateRequest, TextsEvaluation, TextsEvaluationRequest } from './classifiers.ts';
import type { ModelChoice } from './model-slot.ts';
import type { MatchingRecords, RecordConditions } from './record-vectors.ts';
import type { Evaluation, EvaluationRequest, Prediction, Scan, ScanRequest } from './taggers.ts';
import type { TriplesRequest } from './triples.ts';

export interface EngineTasks {
  /** Finds similar records, at lower priority than typing; `budgetMs` limits the reading of records. */
  similar: { input: SimilarQuestion & { budgetMs: number }; output: SimilarPage };
  /** Finds records by findings and values, at lower priority than typing; `budgetMs` limits the reading of records. */
  match: { input: { conditions: RecordConditions; budgetMs: number }; output: MatchingRecords };
  /** Without a review nothing that people decided is respected. */
  annotate: { input: { text: string; review?: Review }; output: TextAnalysis };
  rank: { input: { text: string; top: number; review?: Review }; output: Diagnosis };
  /** Predicts with the model, which stays open until another one predicts. */
  predict: { input: { text: string; model: ModelChoice }; output: Prediction };
  evaluate: { input: EvaluationRequest; output: Evaluation };
  /** Scans many texts with any tagger, at lower priority than typing. */
  scan: { input: ScanRequest; output: Scan };
  /** Returns the indices of the texts to label next. */
  choose: { input: { candidates: readonly Candidate[]; choice: Choice }; output: number[] };
  /** Classifies with the model, which stays open until another one classifies. */
  classify: { input: { text: string; model: ClassifierChoice }; output: TextPrediction };
  /** Classifies with any classifier. */
  tryOut: { input: { text: string; modelId: number }; output: TextPrediction };
  explain: { input: { text: string; label: string; model: ClassifierChoice }; output: Explanation };
  evaluateTexts: { input: TextsEvaluationRequest; output: TextsEvaluation };
  /** Finds relations between the mentions of many texts with any model of relations. */
  relate: { input: RelateRequest; output: PredictedRelation[][] };
  /** Scores triples over labelled mentions and over those of a tagger. */
  evaluateTriples: { input: TriplesRequest; output: TripleReport };
  /** Finds relations in a record with the model, which stays open until another one does. */
  relateRecord: {
    input: { text: string; mentions: readonly TypedMention[]; model: ModelChoice };
    output: RecordRelation[];
  };
}
export type Task = keyof EngineTasks;

/** Size of the linker's lexicon, and the milliseconds it took to build. */
export interface LexiconSize {
  readonly names: number;
  readonly entities: number;
  readonly buildMs: number;
}

/** Models that answer the windows. */
export interface ModelsInUse {
  /** Highlights in the editor. */
  readonly tagger: ModelChoice | undefined;
  /** Predicts in the diagnosis panel. */
  readonly classifier: ClassifierChoice | undefined;
  /** Finds relations in the editor. */
  readonly relater: ModelChoice | undefined;
}

export type EngineMethods = EngineTasks & {
  open: { input: DatabaseAccess; output: LexiconSize };
  /** Reads the graph again after a change. */
  reload: { input: null; output: LexiconSize };
  /** Opens the models in use after a change, so that their first answer is quick. */
  refreshModels: { input: ModelsInUse; output: undefined };
};
