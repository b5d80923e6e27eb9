/** Estimates parameters, memory and time of a run on this computer. */
import type { PretrainEstimate, RunEstimate } from '../../../shared/domain/estimate.ts';
import { vectorsRead } from '../../../shared/domain/front-settings.ts';
import { LexiconSettings, lexiconVectorsRead } from '../../../shared/domain/lexicon-settings.ts';
import type { PretrainSettings } from '../../../shared/domain/pretraining.ts';
import { RecipeName } from '../../../shared/domain/recipes.ts';
import { STARTER } from '../../../shared/domain/starter.ts';
import { type DataSet, RunSettings } from '../../../shared/domain/training.ts';
import { findVectorsByName } from '../../db/repositories/vectors.ts';
import { formatExecutor } from '../../engine/runtime/executor-name.ts';
import { starterWords } from '../../inference/starter.ts';
import { readCalibration, resolveExecutor } from '../executors/calibration.ts';
import { dbOf, type Session } from '../session/session.ts';
import { augmenterOfRun } from './run-augmented.ts';
import { runData } from './run-data.ts';
import { pretrainedConfig } from './run-pretrained.ts';
import { withRecipe } from './run-recipe.ts';
import { unlabelledSet } from './run-unlabelled.ts';

/** Milliseconds of a calibration step on the computer whose speed the engine's estimates have. */
const REFERENCE_MS = 13;

/**
 * Estimates a run before its start, by the speed of its executor where that was measured.
 * @throws AppError when what the settings name is missing
 */
export async function estimateOf(
  session: Session,
  settings: RunSettings,
  train: DataSet,
): Promise<RunEstimate> {
  if (settings.task === 'pretrain') return pretrainingEstimate(session, settings, train);
  const { estimateRun } = await import('../../engine/train/estimate.ts'); // loads the tensor library
  const { lengths, ...data } = runData(session, train);
  const most = settings.trainDocuments ?? lengths.length;
  const vectors = tableOf(session, vectorsRead(settings));
  const words = lexiconVectorsRead({ ...settings, ...LexiconSettings.parse(settings) });
  const lexiconVectors = tableOf(session, words);
  const pretrained = pretrainedConfig(session, settings);
  const corpus = unlabelledSet(session, settings);
  const texts = Array.from(lengths).slice(0, most);
  const filled = augmenterOfRun(session, settings) === undefined ? [] : texts;
  const { seconds, ...rest } = estimateRun({
    settings,
    data: { ...data, lengths: [...texts, ...filled] },
    ...(vectors === undefined ? {} : { vectors }),
    ...(lexiconVectors === undefined ? {} : { lexiconVectors }),
    ...(pretrained === undefined ? {} : { pretrained }),
    ...(corpus === undefined ? {} : { unlabelled: runData(session, corpus).lengths }),
  });
  return { ...rest, seconds: seconds * slowness(session, settings.executor) };
}

/** Estimates a run of pre-training before its start. @throws AppError when its encoder is missing */
export async function pretrainingEstimate(
  session: Session,
  settings: PretrainSettings,
  train: DataSet,
): Promise<PretrainEstimate> {
  const { estimatePretraining } = await import('../../engine/train/pretrain-estimate.ts');
  const pretrained = pretrainedConfig(session, settings);
  const estimate = estimatePretraining({
    settings,
    data: runData(session, train),
    ...(pretrained?.task === 'encoder' ? { encoder: pretrained.model } : {}),
  });
  const slower = slowness(session, settings.executor);
  const { seconds, updates } = estimate;
  return {
    ...estimate,
    seconds: seconds * slower,
    updates: { ...updates, seconds: updates.seconds * slower },
  };
}

/** A recipe resolved for a training set. */
interface RecipeChoice {
  readonly recipe: RecipeName;
  readonly settings: RunSettings;
  readonly estimate: RunEstimate;
}

/** Returns the settings of each recipe for a training set, and what a run with them needs; none for pre-training. */
export async function recipesOf(session: Session, train: DataSet): Promise<RecipeChoice[]> {
  const choices: RecipeChoice[] = [];
  for (const recipe of RecipeName.options) {
    const settings = RunSettings.parse({ ...withRecipe(session, train, { recipe }), task: train.task });
    choices.push({ recipe, settings, estimate: await estimateOf(session, settings, train) });
  }
  return choices;
}

/** Returns the size of word vectors; `undefined` for those of a file, which are not read before the run. */
function tableOf(session: Session, name: string | undefined) {
  if (name === undefined) return undefined;
  const own = findVectorsByName(dbOf(session), name);
  if (own !== undefined || name !== STARTER) return own;
  const { unit, dimension, tokens } = starterWords().vectors;
  return { unit, dimension, tokens: tokens.length };
}

/** Returns how many times longer a step takes here than on the reference computer; 1 before any measurement. */
function slowness(session: Session, executor: string): number {
  const name = resolveExecutor(session, executor);
  const { executors } = readCalibration(session);
  const measured = executors.find((report) => formatExecutor(report) === name)?.msPerStep;
  return measured === undefined ? 1 : measured / REFERENCE_MS;
}
