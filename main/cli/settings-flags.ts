/** Training settings on the command line: a flag for each, and a JSON file with any of them. */

import { readFileSync } from 'node:fs';
import type { ParseArgsOptionDescriptor } from 'node:util';
import { z } from 'zod';
import { ClassifySettings } from '../../shared/domain/classification.ts';
import { PairSettings } from '../../shared/domain/pairs.ts';
import { PAPER_NETWORKS, paperSettings } from '../../shared/domain/paper-preset.ts';
import { decidedAmong } from '../../shared/domain/pretrained.ts';
import { RecipeTask } from '../../shared/domain/recipes.ts';
import { TASK_ALIASES, TASK_KINDS, type TaskKind, tasksOf } from '../../shared/domain/tasks.ts';
import { RunSettings, TrainingTask } from '../../shared/domain/training.ts';
import { message } from '../../shared/messages/message.ts';
import { AppError } from '../../shared/result.ts';
import { SETTINGS, type SettingValues, suitedDefaults, withFront } from '../../shared/run-settings.ts';
import { choice, number, UsageError } from './command.ts';
import type { Values } from './options.ts';
import type { UsageLine } from './usage.ts';

type Flag = 'number' | 'boolean' | 'string';

export const kebab = (key: string): string => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The settings of a task by name, and what their flags take. */
function flagsOf(task: TrainingTask): Map<string, Flag> {
  const { task: _task, ...settings } = SETTINGS[task].shape;
  // safe: the members of a zod object
  return new Map(Object.entries(settings).map(([key, schema]) => [key, flagOf(schema as z.ZodType)]));
}

function flagOf(schema: z.ZodType): Flag {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional)
    return flagOf(schema.unwrap() as z.ZodType); // safe: the schema within
  if (schema instanceof z.ZodNumber) return 'number';
  return schema instanceof z.ZodBoolean ? 'boolean' : 'string';
}

/** Returns options for `parseArgs`: a flag in kebab case for each setting of any task. */
export function settingOptions(): Record<string, ParseArgsOptionDescriptor> {
  const flags = TrainingTask.options.flatMap((task) => [...flagsOf(task)]);
  return Object.fromEntries(
    flags.map(([key, flag]) => [kebab(key), { type: flag === 'boolean' ? 'boolean' : 'string' }]),
  );
}

/** Settings that the help of a kind of task leaves out, since another one lists them. */
const LISTED: Readonly<Partial<Record<TaskKind, object>>> = {
  pairs: ClassifySettings.shape,
  terms: PairSettings.shape,
  relations: ClassifySettings.shape,
};

/** One line a flag: what it takes and its default. */
export function settingsUsage(): UsageLine[] {
  const lines = TASK_KINDS.flatMap((kind) => {
    const tasks = tasksOf(kind);
    const task = tasks[0]!;
    const defaults: Record<string, unknown> = SETTINGS[task].parse({ task });
    const { properties = {} } = z.toJSONSchema(SETTINGS[task], { io: 'input' });
    const own = suitedDefaults(task, {});
    const encoder = kind === 'texts' ? {} : suitedDefaults(task, { front: 'encoder' });
    const shown = [...flagsOf(task)].filter(([key]) => !(key in (LISTED[kind] ?? {})));
    const lines = shown.map(([key, flag]): UsageLine => {
      const takes = flag === 'boolean' ? '' : flag === 'number' ? ' N' : ` ${choicesOf(key, properties)}`;
      const other = encoder[key] === undefined ? '' : ` (BERT: ${String(encoder[key])})`;
      const value = own[key] ?? defaults[key] ?? '';
      return [`--${kebab(key)}${takes}`, undefined, `${String(value)}${other}`];
    });
    return [[`--task ${tasks.join('|')}:`] as const, ...lines];
  });
  return [['', 'help.train-settings'], ...lines];
}

const Choices = z.object({ enum: z.array(z.string()) });

const choicesOf = (key: string, schemas: Readonly<Record<string, unknown>>): string =>
  Choices.safeParse(schemas[key]).data?.enum.join('|') ?? key.toUpperCase();

/** The flags that were given, without their dashes. */
export function givenSettings(values: Values): string[] {
  return Object.keys(settingOptions()).filter((name) => values[name] !== undefined);
}

/** Returns the task of this name. @throws UsageError */
export function taskNamed(name: string): TrainingTask {
  const alias = TASK_ALIASES[name];
  if (alias !== undefined) return alias;
  choice('--task', name, [...TrainingTask.options, ...Object.keys(TASK_ALIASES)]);
  return TrainingTask.parse(name);
}

/** Settings that the user gave, by name. */
export interface GivenSettings {
  readonly task: TrainingTask;
  readonly given: SettingValues;
}

/**
 * Reads the settings that were given; flags go before the file.
 * @throws UsageError naming the flag, AppError naming the key of the file
 */
export function readGiven(task: string, values: Values, configFile: string | undefined): GivenSettings {
  const known = taskNamed(task);
  const config = configFile === undefined ? {} : readConfig(configFile, known);
  const flags: Record<string, unknown> = {};
  for (const [key, flag] of flagsOf(known)) {
    const value = values[kebab(key)];
    if (value !== undefined)
      flags[key] = flag === 'number' ? number(String(value), `--${kebab(key)}`) : value;
  }
  checkFront(values);
  const parents = values.parent === undefined ? {} : { parentLabels: true };
  const given = withFront({ ...parents, ...config, ...flags });
  checkFrom(given);
  return { task: known, given: { ...presetOf(known, values.preset, given), ...given } };
}

/** Returns the settings that `--preset` names. @throws UsageError for tasks and networks that it does not have */
function presetOf(task: TrainingTask, preset: unknown, given: SettingValues): SettingValues {
  if (preset === undefined) return {};
  choice('--preset', String(preset), ['paper']);
  const chosen = completeSettings({ task, given: { network: given.network, front: given.front } });
  const { data: own } = RecipeTask.safeParse(task);
  if (own === undefined || !('network' in chosen))
    throw new UsageError('cli.belongs-to', {
      option: '--preset',
      other: `--task ${RecipeTask.options.join('|')}`,
    });
  const settings = paperSettings({ ...chosen, task: own });
  if (settings !== undefined) return settings;
  const networks = PAPER_NETWORKS.join(', ');
  throw new UsageError('cli.not-in-paper', { network: chosen.network, networks });
}

/** Completes settings by the defaults of the network. @throws UsageError naming the flag */
export function completeSettings({ task, given }: GivenSettings): RunSettings {
  const parsed = RunSettings.safeParse({ ...suitedDefaults(task, given), ...given, task });
  if (parsed.success) return parsed.data;
  throw wrongSettings(parsed.error, kebab);
}

/** Returns an error that names the flag of each wrong setting. */
export const wrongSettings = ({ issues }: z.ZodError, flagOfSetting: (key: string) => string): UsageError =>
  new UsageError('cli.wrong-settings', {
    problems: issues.map(({ path, message }) => `--${flagOfSetting(String(path[0]))}: ${message}`).join('; '),
  });

/** @throws UsageError when vectors are named beside another front */
function checkFront(values: Values): void {
  if (values.vectors !== undefined && values.front !== undefined && values.front !== 'vectors')
    throw new UsageError('cli.belongs-to', { option: '--vectors', other: '--front vectors' });
}

/** @throws UsageError naming the flags that the model after `--from` decides */
function checkFrom(given: SettingValues): void {
  const names = decidedAmong(given);
  if (names.length === 0) return;
  throw new UsageError('cli.excludes', {
    option: names.map((name) => `--${kebab(name)}`).join(', '),
    other: `--from ${String(given.from)}`,
  });
}

/** @throws AppError `bad-input` naming file and key */
function readConfig(file: string, task: TrainingTask): Record<string, unknown> {
  const schema = SETTINGS[task].partial().strict();
  const parsed = schema.safeParse(readJsonFile(file));
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) =>
      issue.code === 'unrecognized_keys'
        ? `unknown setting ${issue.keys.join(', ')}`
        : `${issue.path.join('.') || 'the file'}: ${issue.message}`,
    );
    throw new AppError(
      'bad-input',
      'settings.wrong-file',
      { file, problems: problems.join('; ') },
      { hint: message('hint.settings-are', { names: [...flagsOf(task).keys()] }) },
    );
  }
  // Partial schemas still fill in defaults: only what the file says may go before the defaults of others.
  const given = new Set(Object.keys(readJsonFile(file) as object)); // safe: the schema has accepted an object
  return Object.fromEntries(Object.entries(parsed.data).filter(([key]) => given.has(key)));
}

/** Throws AppError `bad-input` for what is no JSON. */
export function readJsonFile(file: string): unknown {
  const text = readFileSync(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('bad-input', 'files.not-json', { file }, { cause });
  }
}
