/** Expands the plan of an experiment into pipelines, cells and their settings. */

import { z } from 'zod';
import type { ExperimentPlan, ExperimentTask, PartialSettings } from './domain/experiment.ts';
import { RunSettings } from './domain/training.ts';
import { message } from './messages/message.ts';
import { AppError } from './result.ts';
import { SETTINGS, settingNames, suitedDefaults, withFront } from './run-settings.ts';

/** One choice of each axis. */
export interface Pipeline {
  /** From 0; the last axis varies fastest. */
  readonly number: number;
  /** Names of the choices, in the order of the axes. */
  readonly names: readonly string[];
  readonly settings: PartialSettings;
}

export function pipelinesOf({ axes }: Pick<ExperimentPlan, 'axes'>): Pipeline[] {
  const none: readonly Omit<Pipeline, 'number'>[] = [{ names: [], settings: {} }];
  return axes
    .reduce(
      (before, { values }) =>
        before.flatMap(({ names, settings }) =>
          values.map((value) => ({
            names: [...names, value.name],
            settings: { ...settings, ...value.settings },
          })),
        ),
      none,
    )
    .map((pipeline, number) => ({ number, ...pipeline }));
}

export const pipelineName = ({ names }: Pick<Pipeline, 'names'>): string => names.join(' + ');

export interface CellPlace {
  readonly number: number;
  readonly pipeline: number;
  readonly seed: number;
}

/**
 * Returns all pipelines with the first seed, then with the next, so that a stopped experiment has complete rows of
 * seeds.
 */
export function cellsOf(plan: ExperimentPlan): CellPlace[] {
  const count = pipelinesOf(plan).length;
  return plan.seeds.flatMap((seed, i) =>
    Array.from({ length: count }, (_, pipeline) => ({ number: i * count + pipeline, pipeline, seed })),
  );
}

/**
 * Returns the complete settings of a cell: its own override the plan's, which override the network's recommended ones.
 * @throws AppError `bad-input` naming pipeline and setting
 */
export function cellSettings(plan: ExperimentPlan, pipeline: Pipeline, seed: number): RunSettings {
  const given = withFront({ ...plan.settings, ...pipeline.settings });
  const known = knownSettings(plan.task);
  const unknown = Object.keys(given).filter((key) => !known.includes(key));
  if (unknown.length > 0) throw refused(pipeline, `unknown setting ${unknown.join(', ')}`, known);
  const suited = suitedDefaults(plan.task, given);
  const parsed = RunSettings.safeParse({ ...suited, ...given, task: plan.task, seed });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw refused(pipeline, problems.join('; '), known);
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

/** Names of the settings that cells may have; seeds are an axis of their own. */
export function knownSettings(task: ExperimentTask): string[] {
  return settingNames(task).filter((key) => key !== 'seed');
}

/** Parses a typed setting as number, truth value or text, whichever the setting takes. */
export function settingFromText(task: ExperimentTask, key: string, text: string): PartialSettings[string] {
  const readings = [text, ...(text.trim() === '' ? [] : [Number(text)]), text === 'true'];
  const shape: z.ZodRawShape = SETTINGS[task].shape;
  return readings.find((value) => z.safeParse(shape[key] ?? z.never(), value).success) ?? text;
}
