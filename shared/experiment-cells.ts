/** Expands the plan of an experiment into pipelines, cells and their settings. */

import { z } from 'zod';
import type { Axis, ExperimentPlan, PartialSettings } from './domain/experiment.ts';
import { LinearNetwork } from './domain/networks.ts';
import { knowledgeApplies, PretrainSettings } from './domain/pretraining.ts';
import { RunSettings, type TrainingTask } from './domain/training.ts';
import { message } from './messages/message.ts';
import { AppError } from './result.ts';
import {
  applies,
  isRandomEncoder,
  SETTINGS,
  type SettingValues,
  settingNames,
  suitedDefaults,
  withFront,
} from './run-settings.ts';

/** One choice of each axis. */
export interface Pipeline {
  /** From 0; the last axis varies fastest. */
  readonly number: number;
  /** Names of the choices, in the order of the axes. */
  readonly names: readonly string[];
  readonly settings: PartialSettings;
  /** Stands outside the axes. */
  readonly isBaseline: boolean;
}

/** Stands for an axis that a baseline has no choice of. */
export const NO_CHOICE = '–';

export function pipelinesOf({ axes, baselines }: Pick<ExperimentPlan, 'axes' | 'baselines'>): Pipeline[] {
  const beside = baselines.map(({ name, settings }) => ({
    names: axes.map((_, i) => (i === axes.length - 1 ? name : NO_CHOICE)),
    settings,
    isBaseline: true,
  }));
  return [...beside, ...productOf(axes)].map((pipeline, number) => ({ number, ...pipeline }));
}

function productOf(axes: ExperimentPlan['axes']): Omit<Pipeline, 'number'>[] {
  const none: Omit<Pipeline, 'number'>[] = [{ names: [], settings: {}, isBaseline: false }];
  return axes.reduce(
    (before, { values }) =>
      before.flatMap(({ names, settings, isBaseline }) =>
        values.map((value) => ({
          names: [...names, value.name],
          settings: { ...settings, ...value.settings },
          isBaseline,
        })),
      ),
    none,
  );
}

/**
 * Returns the linear classifiers as baselines of a plan; none for taggers, and none that an axis names already.
 * @param nameOf name in the table
 */
export function linearBaselines(
  task: TrainingTask,
  axes: readonly Axis[],
  nameOf: (network: string) => string = (network) => network,
): ExperimentPlan['baselines'] {
  if (task === 'ner' || task === 'pretrain') return [];
  const named = new Set(axes.flatMap(({ values }) => values.map(({ settings }) => settings.network)));
  return LinearNetwork.options
    .filter((network) => !named.has(network))
    .map((network) => ({ name: nameOf(network), settings: { network } }));
}

export const pipelineName = ({ names }: Pick<Pipeline, 'names'>): string => names.join(' + ');

export interface CellPlace {
  readonly number: number;
  readonly pipeline: number;
  readonly seed: number;
  /** Held-out fold of a cross-validation, from 0. */
  readonly fold?: number | undefined;
  /** Stage of a search, from 0. */
  readonly stage?: number | undefined;
}

/**
 * Returns all pipelines with the first seed and fold, then with the next, so that a stopped experiment has complete
 * rows.
 */
export function cellsOf(plan: ExperimentPlan): CellPlace[] {
  const pipelines = pipelinesOf(plan);
  if (plan.search !== undefined) return stagedCells(plan.search.epochs.length, pipelines, plan.seeds[0]!);
  const folds = Array.from({ length: plan.folds ?? 1 }, (_, fold) =>
    plan.folds === undefined ? {} : { fold },
  );
  return plan.seeds
    .flatMap((seed) =>
      folds.flatMap((fold) => pipelines.map(({ number }) => ({ pipeline: number, seed, ...fold }))),
    )
    .map((place, number) => ({ number, ...place }));
}

/**
 * Returns the complete settings of a cell: its own override the plan's, which override the network's recommended ones.
 * @throws AppError `bad-input` naming pipeline and setting
 */
export function cellSettings(plan: ExperimentPlan, pipeline: Pipeline, seed: number): RunSettings {
  const given = withFront({ ...settingsFor(plan, pipeline), ...pipeline.settings });
  const known = knownSettings(plan.task);
  const unknown = Object.keys(given).filter((key) => !known.includes(key));
  if (unknown.length > 0) throw refused(pipeline, `unknown setting ${unknown.join(', ')}`, known);
  const suited = suitedDefaults(plan.task, given);
  const parsed = RunSettings.safeParse({ ...suited, ...given, task: plan.task, seed });
  if (parsed.success) return parsed.data;
  const problems = (parsed.error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw refused(pipeline, problems.join('; '), known);
}

/** Returns every pipeline once a stage, baselines in the first one only; a search trains some of them. */
const stagedCells = (stages: number, pipelines: readonly Pipeline[], seed: number): CellPlace[] =>
  Array.from({ length: stages }, (_, stage) =>
    pipelines
      .filter(({ isBaseline }) => stage === 0 || !isBaseline)
      .map(({ number: pipeline }) => ({ pipeline, seed, stage })),
  )
    .flat()
    .map((place, number) => ({ number, ...place }));

/** Returns the complete settings of a cell of the plan. @throws AppError `bad-input` naming pipeline and setting */
export function settingsOfCell(
  plan: ExperimentPlan,
  { pipeline: number, seed, stage = 0 }: Omit<CellPlace, 'number'>,
): RunSettings {
  const pipeline = pipelinesOf(plan)[number]!;
  const settings = cellSettings(plan, pipeline, seed);
  const epochs = plan.search?.epochs[stage];
  return pipeline.isBaseline || epochs === undefined ? settings : { ...settings, epochs };
}

/** Returns the plan's settings for a pipeline: of a baseline those that it reads. */
function settingsFor({ settings }: ExperimentPlan, { isBaseline, settings: own }: Pipeline): PartialSettings {
  if (!isBaseline) return settings;
  return Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => applies(name, own) && value !== 'focal'),
  );
}

function refused(pipeline: Pipeline, problem: string, known: readonly string[]): AppError {
  const name = pipelineName(pipeline);
  return new AppError(
    'bad-input',
    'settings.wrong-for',
    { name, problem },
    { hint: message('hint.settings-are', { names: known.join(', ') }) },
  );
}

/** Returns the settings that differ from those recommended for network and front, or encoder and model, without task, network and seed. */
export function ownSettings(settings: RunSettings): PartialSettings {
  const { task } = settings;
  const [given, network] =
    settings.task === 'pretrain'
      ? [{ encoder: settings.encoder, model: settings.model }, {}]
      : [{ network: settings.network, front: settings.front }, { network: settings.network }];
  const suited: Record<string, unknown> = RunSettings.parse({
    ...suitedDefaults(task, given),
    task,
    ...network,
  });
  const known = knownSettings(task);
  const own = Object.entries(settings).flatMap(([name, value]) =>
    value === undefined || value === suited[name] || !known.includes(name) ? [] : [[name, value] as const],
  );
  return Object.fromEntries(own);
}

/** Names of the settings that cells may have; seeds are an axis of their own. */
export function knownSettings(task: TrainingTask): string[] {
  return settingNames(task).filter((key) => key !== 'seed');
}

/** Parses a typed setting as number, truth value or text, whichever the setting takes. */
export function settingFromText(task: TrainingTask, key: string, text: string): PartialSettings[string] {
  const readings = [text, ...(text.trim() === '' ? [] : [Number(text)]), text === 'true'];
  const shape: z.ZodRawShape = SETTINGS[task].shape;
  return readings.find((value) => z.safeParse(shape[key] ?? z.never(), value).success) ?? text;
}

/** Settings whose value takes an objective out of pre-training, or masks single tokens again. */
const LEFT_OUT: PartialSettings = {
  pair: 'none',
  masking: 'char',
  neighbourWeight: 0,
  mentionWeight: 0,
  consistencyWeight: 0,
  segmentationWeight: 0,
  partWeight: 0,
};

/** Returns an axis that leaves out one objective of pre-training at a time; all of them come first. */
export function ablationAxis(settings: PartialSettings): Axis {
  const given: SettingValues = { encoder: 'mini', model: 'bert', ...settings };
  const whole: SettingValues = {
    ...PretrainSettings.parse({ task: 'pretrain' }),
    ...suitedDefaults('pretrain', given),
    ...given,
  };
  const used = Object.entries(LEFT_OUT).filter(
    ([name, without]) =>
      (knowledgeApplies(name, whole.model) ?? true) &&
      whole[name] !== without &&
      !(name === 'mentionWeight' && isRandomEncoder(whole.encoder)), // random weights teach nothing
  );
  return {
    name: 'objectives',
    values: [
      { name: 'all', settings: {} },
      ...used.map(([name, without]) => ({ name: `− ${name}`, settings: { [name]: without } })),
    ],
  };
}
