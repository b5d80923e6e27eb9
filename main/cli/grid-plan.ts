/** Reads the experiment of `grid run` from a JSON file, from flags, or from both; flags override the file. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import {
  type Axis,
  ExperimentName,
  ExperimentPlan,
  type PartialSettings,
} from '../../shared/domain/experiment.ts';
import type { RunSettings, TrainingTask } from '../../shared/domain/training.ts';
import {
  ablationAxis,
  knownSettings,
  linearBaselines,
  ownSettings,
  settingFromText,
} from '../../shared/experiment-cells.ts';
import { message } from '../../shared/messages/message.ts';
import { AppError } from '../../shared/result.ts';
import { integer, needed, UsageError } from './command.ts';
import type { Options, Values } from './options.ts';
import { givenSettings, readJsonFile, taskNamed } from './settings-flags.ts';

/** A file that describes an experiment. Data sets are names, or files beside this one. */
const GridFile = z
  .object({
    name: ExperimentName,
    train: z.string().min(1),
    dev: z.string().min(1),
    /** Set on which the weights chosen on dev are measured. */
    test: z.string().min(1),
    /** Fields of data files for classifiers, as the flags of `train`. */
    text: z.string(),
    label: z.string(),
    separator: z.string(),
    parent: z.string(),
    ...ExperimentPlan.shape,
  })
  .partial()
  .strict();

export type GridFlags = Partial<Options<'grid'>> & Values;

export interface Grid {
  readonly name: string;
  readonly plan: ExperimentPlan;
  /** Names of data sets, or files. */
  readonly train: string;
  readonly dev: string;
  readonly test?: string | undefined;
  readonly text?: string | undefined;
  readonly label?: string | undefined;
  readonly separator?: string | undefined;
  readonly parent?: string | undefined;
}

/** @throws UsageError naming the flag, AppError naming what is wrong in the file */
export function readGrid(file: string | undefined, flags: GridFlags): Grid {
  const given = file === undefined ? {} : readFile(file);
  const folder = file === undefined ? process.cwd() : dirname(resolve(file));
  const beside = (which: string): string => {
    const path = resolve(folder, which);
    return existsSync(path) ? path : which;
  };
  const task = taskNamed(flags.task ?? given.task ?? 'ner');
  const data = (flag: string | undefined, said: string | undefined) =>
    flag ?? (said === undefined ? undefined : beside(said));
  const train = needed(data(flags.train, given.train), 'grid run', '--train FILE|NAME | FILE.json');
  const folds = flags.folds === undefined ? given.folds : integer(flags.folds, '--folds', 0);
  const dev =
    folds === undefined && task !== 'pretrain'
      ? needed(data(flags.dev, given.dev), 'grid run', '--dev FILE|NAME | --folds K | FILE.json')
      : folds === undefined
        ? (data(flags.dev, given.dev) ?? train)
        : train;
  const name = needed(flags.name ?? given.name, 'grid run', '--name NAME | FILE.json');
  const settings = { ...withPath(given.settings ?? {}, beside), ...withPath(settingsOf(task, flags), here) };
  const varied = [
    ...(flags.ablate === true ? [ablation(task, settings)] : []),
    ...(flags.vary ?? []).map((text) => axisOf(task, text)),
  ];
  const { text, label, separator, parent } = { ...given, ...definedOf(flags) };
  const parents = parent === undefined ? {} : { parentLabels: true };
  const axes = varied.length > 0 ? varied : given.axes?.map((axis) => withPaths(axis, beside));
  const baselines = flags.baselines === false ? [] : linearBaselines(task, axes ?? []);
  const plan = ExperimentPlan.safeParse({
    baselines,
    ...given,
    task,
    settings: { ...parents, ...settings },
    axes,
    ...(flags.seeds === undefined ? {} : { seeds: flags.seeds.split(',').map(seedOf) }),
    ...(folds === undefined ? {} : { folds }),
    ...(flags['keep-models'] === undefined ? {} : { keepModels: flags['keep-models'] }),
  });
  if (!plan.success) throw refused(file ?? 'grid run', plan.error);
  const test = data(flags.test, given.test);
  return { name, plan: plan.data, train, dev, test, text, label, separator, parent };
}

/** @throws UsageError for other tasks than pre-training, and where there is nothing to leave out */
function ablation(task: TrainingTask, settings: PartialSettings): Axis {
  if (task !== 'pretrain')
    throw new UsageError('cli.belongs-to', { option: '--ablate', other: '--task pretrain' });
  const axis = ablationAxis(settings);
  if (axis.values.length > 1) return axis;
  throw new UsageError('experiments.nothing-to-leave-out');
}

interface CrossValidation extends Pick<Grid, 'train' | 'text' | 'label' | 'separator' | 'parent'> {
  readonly folds: string;
  readonly dev?: string | undefined;
  readonly out?: string | undefined;
}

/** Returns the experiment that `train --folds` stands for: one network with one seed. @throws UsageError */
export function crossValidation(
  settings: RunSettings,
  { train, dev, folds, out, text, label, separator, parent }: CrossValidation,
): Grid {
  if (settings.task === 'pretrain' || dev !== undefined)
    throw new UsageError('cli.belongs-to', {
      option: '--folds',
      other: '--train, --task ner|classify|diagnose',
    });
  const { task, network, seed } = settings;
  const axes = [{ name: 'network', values: [{ name: network, settings: { network } }] }];
  const plan = ExperimentPlan.safeParse({
    task,
    settings: withPath(ownSettings(settings), here),
    axes,
    baselines: linearBaselines(task, axes),
    seeds: [seed],
    folds: integer(folds, '--folds', 0),
  });
  if (!plan.success) throw refused('train', plan.error);
  return {
    name: out ?? `${network}, ${folds} folds`,
    plan: plan.data,
    train,
    dev: train,
    text,
    label,
    separator,
    parent,
  };
}

const definedOf = ({ text, label, separator, parent }: GridFlags) =>
  Object.fromEntries(
    Object.entries({ text, label, separator, parent }).filter(([, value]) => value !== undefined),
  );

/** A file of the current folder by its whole path, so that it is found again from any; names stay. */
const here = (which: string): string => (existsSync(which) ? resolve(which) : which);

/** Vectors may be a file. */
function withPath(settings: PartialSettings, find: (which: string) => string): PartialSettings {
  const { vectors } = settings;
  return typeof vectors === 'string' ? { ...settings, vectors: find(vectors) } : settings;
}

const withPaths = ({ name, values }: Axis, find: (which: string) => string): Axis => ({
  name,
  values: values.map((value) => ({ ...value, settings: withPath(value.settings, find) })),
});

/** `network=bilstm-crf,bigru-crf`: an axis whose choices are values of one setting. */
function axisOf(task: TrainingTask, text: string): Axis {
  const [, flag, list] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (flag === undefined || list === undefined)
    throw new UsageError('cli.takes', { option: '--vary', value: text, form: message('cli.axis') });
  const key = settingOf(task, flag);
  const values = list
    .split(',')
    .map((value) => ({ name: value.trim(), settings: { [key]: settingFromText(task, key, value.trim()) } }));
  return { name: flag.trim(), values };
}

/** A setting by its name or its flag. */
function settingOf(task: TrainingTask, flag: string): string {
  const key = flag.trim().replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const known = knownSettings(task);
  if (known.includes(key)) return key;
  throw new UsageError('experiments.no-such-flag', { flag, known });
}

/** Settings given as flags, in the words of the schema. */
function settingsOf(task: TrainingTask, flags: GridFlags): PartialSettings {
  const given = givenSettings(flags).map((flag) => {
    const [key, value] = [settingOf(task, flag), flags[flag]];
    return [key, typeof value === 'boolean' ? value : settingFromText(task, key, String(value))];
  });
  return Object.fromEntries(given);
}

function seedOf(text: string): number {
  if (/^\s*\d+\s*$/.test(text)) return Number(text);
  throw new UsageError('cli.takes', { option: '--seeds', value: text, form: message('cli.whole-numbers') });
}

function readFile(file: string): z.infer<typeof GridFile> {
  const json = readJsonFile(file);
  const parsed = GridFile.safeParse(json);
  if (!parsed.success) throw refused(file, parsed.error);
  // Settings absent from the file stay absent: the schemas would fill in defaults.
  const said = new Set(Object.keys(json as object)); // safe: the schema has accepted an object
  return Object.fromEntries(Object.entries(parsed.data).filter(([key]) => said.has(key)));
}

function refused(where: string, { issues }: z.ZodError): AppError {
  const problems = issues.map((issue) => {
    const place = issue.path.join('.');
    const words = issue.code === 'unrecognized_keys' ? `there is no ${issue.keys.join(', ')}` : issue.message;
    return place === '' ? words : `${place}: ${words}`;
  });
  return new AppError(
    'bad-input',
    'experiments.wrong-description',
    { where, problems: problems.join('; ') },
    { hint: 'hint.experiment-form' },
  );
}
