/** A run as it is being written down in the form: texts as typed, settings once they hold. */
import type { ZodSafeParseResult } from 'zod';
import { linearMethod } from '../../../shared/domain/networks.ts';
import { type RecipeName, RecipeTask } from '../../../shared/domain/recipes.ts';
import { STARTER } from '../../../shared/domain/starter.ts';
import { isOfKind } from '../../../shared/domain/tasks.ts';
import type { ModelCard, RunSettings, TrainingTask } from '../../../shared/domain/training.ts';
import { applies, encoderDefaults, type SettingValues } from '../../../shared/run-settings.ts';
import {
  type SettingShape,
  safeParseSettings,
  settingOrder,
  settingText,
  settingValueOf,
  shapeOf,
  withDefaults,
} from '../../lib/form-settings.ts';
import { firstPreset, PRESETS, type PresetId } from './form/presets.ts';

/** Settings by name; numbers as typed, so that half-written ones stay as they are. */
export type SettingTexts = Readonly<Record<string, string | boolean>>;

export interface RunDraft {
  readonly task: TrainingTask;
  /** Null while nobody has typed one: then it follows the network. */
  readonly name: string | null;
  readonly train: number | null;
  /** Null for pre-training: a share of the corpus. */
  readonly dev: number | null;
  /** Null where settings were chosen by hand. */
  readonly recipe: RecipeName | null;
  readonly preset: PresetId | null;
  readonly texts: SettingTexts;
  /** Choices for other tasks, restored when the user comes back to them. */
  readonly parked: Partial<Record<TrainingTask, Pick<RunDraft, 'recipe' | 'texts'>>>;
}

export const startDraft = (task: TrainingTask = 'ner'): RunDraft => ({
  task,
  name: null,
  train: null,
  dev: null,
  recipe: RecipeTask.safeParse(task).success ? 'balanced' : null,
  preset: firstPreset(task),
  texts: textsOf(task, PRESETS[firstPreset(task)].settings),
  parked: {},
});

/** Another task: the sets chosen are of the former one, and its settings wait until one comes back. */
export function switchTask(draft: RunDraft, task: TrainingTask): RunDraft {
  if (draft.task === task) return draft;
  const fresh = startDraft(task);
  const parked = draft.parked[task];
  return {
    ...fresh,
    name: draft.name,
    ...(parked === undefined ? {} : { preset: null, ...parked }),
    parked: { ...draft.parked, [draft.task]: { recipe: draft.recipe, texts: draft.texts } },
  };
}

/** The settings given, and for the others what suits the network, as texts. */
export function textsOf(task: TrainingTask, given: SettingValues): SettingTexts {
  const whole = withDefaults(task, given);
  const text = (name: string): readonly [string, string | boolean] => {
    const value = settingValueOf(whole, name) ?? '';
    return [name, typeof value === 'boolean' ? value : settingText(value)];
  };
  return Object.fromEntries(settingOrder(task).map(text));
}

/** Settings on which the suited values of others depend. */
const DECIDING = ['network', 'front', 'encoder'] as const;

/** One setting changed; where others depend on it, those that nobody changed take what suits it. */
export function changeSetting(
  task: TrainingTask,
  texts: SettingTexts,
  name: string,
  value: string | boolean,
  models: readonly ModelCard[] = [],
): SettingTexts {
  const changed = { ...texts, [name]: value };
  if (!DECIDING.some((deciding) => deciding === name)) return changed;
  const [before, after] = [suitedTo(task, texts, models), suitedTo(task, changed, models)];
  return Object.fromEntries(
    settingOrder(task).map((key) => [
      key,
      key !== name && texts[key] === before[key] ? after[key]! : changed[key]!,
    ]),
  );
}

/** Returns the names of the models that a run of the task can begin with. */
export const beginningsFor = (task: TrainingTask, models: readonly ModelCard[]): string[] => [
  ...(isOfKind('entities', task) ? [STARTER] : []),
  ...models
    .filter(
      (model) => model.task !== 'encoder' && isOfKind('entities', model.task) === isOfKind('entities', task),
    )
    .filter(
      ({ name, network, members }) =>
        members === undefined && linearMethod(network) === undefined && name !== STARTER,
    )
    .map(({ name }) => name),
];

/** Chooses the model that the run begins with, and its network and front. */
export function changeBeginning(
  task: TrainingTask,
  texts: SettingTexts,
  from: string,
  models: readonly ModelCard[],
): SettingTexts {
  const settings = models.find(({ name }) => name === from)?.settings;
  if (settings === undefined || settings.task === 'pretrain') return { ...texts, from };
  const { network, front } = settings;
  return {
    ...changeSetting(task, changeSetting(task, texts, 'network', network, models), 'front', front, models),
    from,
  };
}

/** Returns the initial values for a network, front and encoder. */
function suitedTo(task: TrainingTask, texts: SettingTexts, models: readonly ModelCard[]): SettingTexts {
  const known = DECIDING.filter((name) => texts[name] !== undefined).map((name) => [name, texts[name]]);
  const given: SettingValues = Object.fromEntries(known);
  return textsOf(task, { ...(task === 'pretrain' ? {} : encoderDefaults(given, models)), ...given });
}

export type SettingProblem = 'missing' | 'number' | 'integer' | 'range' | 'form';

export interface DraftReading {
  /** Present when there are no problems. */
  readonly settings?: RunSettings;
  readonly problems: Readonly<Partial<Record<string, SettingProblem>>>;
}

/** Parses the texts by the shared schema. Settings without effect take their defaults, whatever was typed. */
export const readTexts = (task: TrainingTask, texts: SettingTexts): DraftReading =>
  readForm({
    names: usedKeys(task, texts),
    shapeOf: (name) => shapeOf(task, name),
    textOf: (name) => texts[name] ?? '',
    parse: (values) => safeParseSettings(task, values),
  });

interface Form<Name extends string, Settings> {
  readonly names: readonly Name[];
  readonly shapeOf: (name: Name) => SettingShape;
  readonly textOf: (name: Name) => string | boolean;
  readonly parse: (values: SettingValues) => ZodSafeParseResult<Settings>;
}

/** Returns the settings that the texts of a form make, or the first problem of each field. */
export function readForm<Name extends string, Settings>(form: Form<Name, Settings>) {
  const { names, shapeOf: shape, textOf, parse } = form;
  const values = names.flatMap((name) => {
    const value = settingValue(shape(name), textOf(name));
    return value === undefined ? [] : [[name, value] as const];
  });
  const parsed = parse(Object.fromEntries(values));
  const problems: Partial<Record<Name, SettingProblem>> = {};
  if (parsed.success) return { settings: parsed.data, problems };
  for (const { path } of parsed.error.issues) {
    const name = names.find((key) => key === path[0]);
    if (name !== undefined) problems[name] ??= problemOf(shape(name), textOf(name));
  }
  return { problems };
}

/** The settings that have an effect with what stands in the form. */
export const usedKeys = (task: TrainingTask, texts: SettingTexts): readonly string[] =>
  settingOrder(task).filter((name) => applies(name, texts));

function settingValue({ kind, optional }: SettingShape, text: string | boolean): unknown {
  if (typeof text === 'boolean') return text;
  if (text.trim() === '' && optional) return undefined;
  if (kind !== 'integer' && kind !== 'number') return text;
  return text.trim() === '' ? Number.NaN : Number(text); // the schema refuses NaN
}

function problemOf({ kind }: SettingShape, text: string | boolean): SettingProblem {
  if (typeof text === 'string' && text.trim() === '') return 'missing';
  if (kind !== 'integer' && kind !== 'number') return 'form';
  const value = Number(text);
  if (!Number.isFinite(value)) return 'number';
  return kind === 'integer' && !Number.isInteger(value) ? 'integer' : 'range';
}

/** The first of `bilstm-crf-1`, `bilstm-crf-2` … that no run or model bears. */
export function freeName(stem: string, taken: Iterable<string>): string {
  const names = new Set(taken);
  for (let n = 1; ; n++) if (!names.has(`${stem}-${n}`)) return `${stem}-${n}`;
}
