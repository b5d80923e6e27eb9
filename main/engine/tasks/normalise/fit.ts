/** Makes a normaliser of a trained model of pairs: weights of the evidence are fitted on dev and measured by cross-fitting. */
import type { ClassificationReport, ClassifiedDocument } from '../../../../shared/domain/classification.ts';
import type { NormalisationRules } from '../../../../shared/domain/normalisation.ts';
import type { ModelFileConfig, ModelFiles, PairFileConfig } from '../../io/model-files.ts';
import type { Executor } from '../../runtime/program.ts';
import type { BatchOptions } from '../batched-forward.ts';
import { probabilitiesOf, uncalibrated } from '../classify/calibration.ts';
import { type Decision, decide, evaluateClassifier, numberLabels } from '../classify/evaluate.ts';
import { scoreLabels } from '../classify/metrics.ts';
import { ClassifyPredictor } from '../classify/predictor.ts';
import { bestThreshold } from '../classify/thresholds.ts';
import { dealFolds, FOLDS, textsHash } from '../folds.ts';
import type { TermFinder } from './candidates.ts';
import { evidenceFor, fitEvidence, type JudgedCandidate, oddsOf } from './evidence.ts';
import { baselineTerms } from './examples.ts';
import { Normaliser } from './normaliser.ts';

/** Standard terms and rules of a model whose weights are not fitted yet. */
export interface TermRules {
  readonly terms: readonly string[];
  readonly rules: NormalisationRules;
}

interface Dev {
  readonly dev: readonly ClassifiedDocument[];
  readonly devName: string;
}

interface Fit {
  readonly weights: readonly number[];
  readonly threshold: number;
}

export async function fitNormaliser(
  pairs: ModelFiles & { readonly config: PairFileConfig },
  { terms, rules }: TermRules,
  { dev, devName }: Dev,
  { executor, ...options }: { readonly executor: Executor } & BatchOptions,
): Promise<{ readonly files: ModelFiles; readonly report: ClassificationReport }> {
  const start = performance.now();
  const normaliser = new Normaliser(terms, rules, await ClassifyPredictor.open(executor, pairs));
  const judged = await normaliser
    .judged(
      dev.map(({ text }) => text),
      options,
    )
    .finally(() => normaliser.dispose());
  const { gold } = numberLabels(dev, terms);
  const folds = dealFolds(dev.map(({ text }) => text));
  const whole = fitOn(judged, gold, normaliser.finder);
  const rowOf = (text: number, { weights }: Fit) => normaliser.rowOf(judged[text]!, weights);
  const decisionBy = ({ threshold }: Fit): Decision => decisionOf(terms.length, threshold);
  const rows = judged.map((_, text) => rowOf(text, whole));
  const crossed = folds && crossFit(judged, gold, folds, normaliser.finder);
  const probabilities = judged.map((_, text) => {
    const fit = crossed?.[folds![text]!] ?? whole;
    return probabilitiesOf(rowOf(text, fit), decisionBy(fit).calibration);
  });
  const predicted = probabilities.map((row, text) =>
    decide(row, decisionBy(crossed?.[folds![text]!] ?? whole)),
  );
  const decision = decisionBy(whole);
  const report = {
    ...evaluateClassifier(
      dev,
      { rows, cut: 0, seconds: (performance.now() - start) / 1000 },
      {
        task: 'normalisation',
        dataSet: devName,
        labels: terms,
        decision,
        fittedHere: folds === undefined,
        ...(folds === undefined ? {} : { crossFitted: { probabilities, predicted, folds: FOLDS } }),
      },
    ),
    baselines: termBaselines(dev, normaliser.finder),
  };
  const config: ModelFileConfig = {
    format: 1,
    task: 'normalisation',
    family: 'normaliser',
    model: {
      labels: [...terms],
      mode: 'multiple',
      rules: { ...rules, weights: [...whole.weights] },
      pairs: pairs.config,
    },
    calibration: decision.calibration,
    thresholds: [...decision.thresholds],
    fittedOn: textsHash(dev),
  };
  return { files: { config, vocabulary: pairs.vocabulary, weights: pairs.weights }, report };
}

const decisionOf = (terms: number, threshold: number): Decision => ({
  mode: 'multiple',
  calibration: uncalibrated('multiple', terms),
  thresholds: new Array<number>(terms).fill(threshold),
});

/** Returns the fit without each fold. */
const crossFit = (
  judged: readonly (readonly JudgedCandidate[])[],
  gold: readonly (readonly number[])[],
  folds: readonly number[],
  finder: TermFinder,
): Fit[] =>
  Array.from({ length: FOLDS }, (_, fold) => {
    const others = <T>(all: readonly T[]): T[] => all.filter((__, text) => folds[text] !== fold);
    return fitOn(others(judged), others(gold), finder);
  });

/** Fits weights by the likelihood of the candidates, and the threshold by micro F1 of all terms. */
function fitOn(
  judged: readonly (readonly JudgedCandidate[])[],
  gold: readonly (readonly number[])[],
  finder: TermFinder,
): Fit {
  const rows = judged.flatMap((own) => evidenceFor(own, finder));
  const isRight = judged.flatMap((own, text) => own.map(({ term }) => gold[text]!.includes(term)));
  const weights = fitEvidence(rows, isRight);
  const all = Float64Array.from(rows, (row) => 1 / (1 + Math.exp(-oddsOf(row, weights))));
  const holding = all.filter((_, i) => isRight[i]!).sort();
  const missed = gold.flat().length - holding.length;
  return {
    weights,
    threshold: bestThreshold({ all: all.sort(), holding }, { hits: 0, size: missed }) ?? 0.5,
  };
}

/** Returns the scores of what simple rules answer. */
function termBaselines(
  documents: readonly ClassifiedDocument[],
  finder: TermFinder,
): NonNullable<ClassificationReport['baselines']> {
  const answers = documents.map(({ text }) => baselineTerms(text, finder));
  return (['exact', 'tfidf', 'nearest'] as const).map((name) => {
    const { names, gold } = numberLabels(documents, finder.terms);
    const numbers = new Map(finder.terms.map((term, number) => [term, number]));
    const outcomes = answers.map((answer, text) => ({
      gold: gold[text]!,
      predicted: answer[name].map((term) => numbers.get(term)!),
    }));
    const { accuracy, micro } = scoreLabels(outcomes, names.length);
    return { name, scores: { f1: micro.f1, precision: micro.precision, recall: micro.recall, accuracy } };
  });
}
