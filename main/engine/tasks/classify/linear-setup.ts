/** A linear classifier made from settings and labelled texts: n-grams, labels, and what its solvers learn from. */
import {
  type ClassifiedDocument,
  isPairTask,
  type TextSettings,
} from '../../../../shared/domain/classification.ts';
import { LexiconSettings, lexiconReads } from '../../../../shared/domain/lexicon-settings.ts';
import type { LinearMethod } from '../../../../shared/domain/linear.ts';
import { LinearNetwork, linearMethod } from '../../../../shared/domain/networks.ts';
import { AppError } from '../../../../shared/result.ts';
import type { Lexicon } from '../../../text/lexicon.ts';
import { concentrations } from '../../linear/concentration.ts';
import { LinearClassifierConfig } from '../../linear/config.ts';
import { createSolver, type LinearProblem, type LinearSolver } from '../../linear/solver.ts';
import type { SparseMatrix } from '../../linear/sparse-matrix.ts';
import { applyFactors, type FittedTfidf, fitTfidf, TfidfVectorizer } from '../../linear/tfidf.ts';
import { type LexiconSources, lexiconOfNames } from '../lexicon-setup.ts';
import { numberLabels } from './evaluate.ts';
import { toolsFor } from './linear-classifier.ts';
import { labelCounts, lossOf, modeOf } from './training.ts';

export interface LinearSetup {
  readonly config: LinearClassifierConfig;
  /** Names of the graph with their types. */
  readonly lexicon?: Lexicon | undefined;
  readonly vectorizer: TfidfVectorizer;
  /** Entries of the training texts' matrix. */
  readonly entries: number;
  readonly solver: LinearSolver;
}

/** @throws AppError when there are fewer than two labels, or the settings do not fit a linear classifier */
export function setUpLinear(
  settings: TextSettings,
  train: readonly ClassifiedDocument[],
  { names = [] }: LexiconSources = {},
): LinearSetup {
  if (settings.weighting === 'focal')
    throw new AppError('bad-request', 'training.focal-linear', {}, { hint: 'hint.weigh-by-frequency' });
  const pair = isPairTask(settings.task);
  if (pair && settings.termWeighting !== 'idf')
    throw new AppError('bad-request', 'training.pairs-by-idf', {}, { hint: 'hint.weigh-by-idf' });
  const method = linearMethod(settings.network)!;
  const labels = [...labelCounts(train).keys()];
  const config = configOf(settings, labels, modeOf(settings, train));
  const lexicon = lexiconReads(LexiconSettings.parse(settings)).graph ? lexiconOfNames(names) : undefined;
  const tools = toolsFor(config, lexicon);
  const { vocabulary, matrix } = weighed(
    fitTfidf(
      train.map(({ text }) => text),
      { ...settings, ngramMax: config.ngramMax, pair },
      tools,
    ),
    settings,
    numberLabels(train, labels).gold,
    labels.length,
  );
  return {
    config,
    lexicon,
    vectorizer: new TfidfVectorizer(vocabulary, config, tools),
    entries: matrix.values.length,
    solver: solverOf(settings, method, { matrix, labels, train }, config.mode),
  };
}

function weighed(
  fitted: FittedTfidf,
  { termWeighting }: TextSettings,
  gold: readonly (readonly number[])[],
  labels: number,
): FittedTfidf {
  if (termWeighting === 'idf') return fitted;
  return applyFactors(fitted, concentrations(fitted.matrix, gold, labels));
}

function configOf(
  settings: TextSettings,
  labels: readonly string[],
  mode: 'single' | 'multiple',
): LinearClassifierConfig {
  return LinearClassifierConfig.parse({
    ...settings,
    network: LinearNetwork.parse(settings.network),
    ngramMax: Math.max(settings.ngramMin, settings.ngramMax),
    pair: isPairTask(settings.task),
    labels,
    mode,
    hierarchy: undefined,
  });
}

interface Labelled {
  readonly matrix: SparseMatrix;
  readonly labels: readonly string[];
  readonly train: readonly ClassifiedDocument[];
}

function solverOf(
  settings: TextSettings,
  method: LinearMethod,
  { matrix, labels, train }: Labelled,
  mode: 'single' | 'multiple',
): LinearSolver {
  const { gold } = numberLabels(train, labels);
  const counts = labels.map((_, label) => gold.filter((own) => own.includes(label)).length);
  const problem: LinearProblem = {
    matrix,
    gold,
    labels: labels.length,
    mode,
    labelWeights: lossOf(settings, counts, { texts: train.length, mode }).weights,
  };
  return createSolver(problem, { method, c: settings.c, seed: settings.seed });
}
