/**
 * The settings of runs as a form shows them: their groups, their ranges, and which of them a network uses. All of it
 * follows the shared schemas; a setting that is not placed here stands with those of the network.
 */
import { z } from 'zod';
import { ClassifySettings, classifyDefaults } from '../../shared/domain/classification.ts';
import { PretrainSettings, pretrainDefaults } from '../../shared/domain/pretraining.ts';
import {
  EncoderSize,
  NerSettings,
  nerDefaults,
  RunSettings,
  TrainingTask,
} from '../../shared/domain/training.ts';

/** Tasks learnt from labels, with one network among several: those that an experiment can vary. */
export const LABELLED_TASKS = TrainingTask.exclude(['pretrain']).options;
export type LabelledTask = (typeof LABELLED_TASKS)[number];
export type SettingValue = string | number | boolean;
/** Settings by name, whatever their task. */
export type SettingValues = Readonly<Record<string, unknown>>;

const SCHEMAS = {
  ner: NerSettings,
  classify: ClassifySettings,
  diagnose: ClassifySettings,
  pretrain: PretrainSettings,
} as const;

/** @throws ZodError */
export function parseSettings(task: TrainingTask, values: SettingValues): RunSettings {
  return RunSettings.parse({ ...values, task });
}

export function safeParseSettings(task: TrainingTask, values: SettingValues) {
  return RunSettings.safeParse({ ...values, task });
}

/** Refuses names that are no settings. */
export const strictSchema = (task: TrainingTask) => SCHEMAS[task].partial().strict();

const PLACES = {
  basic: ['network', 'front', 'encoder', 'epochs', 'batchSize', 'learningRate', 'patience', 'seed'],
  network: [
    'vectors',
    'freezeVectors',
    'characterVectors',
    'extraVectors',
    'encoder',
    'freezeEncoder',
    'headRate',
    'embeddingSize',
    'hiddenSize',
    'filters',
    'layers',
    'residual',
    'concatenation',
    'pooling',
    'dropout',
  ],
  guesses: ['length', 'masking', 'pair', 'maxPredictions', 'devShare', 'evaluations', 'steps'],
  labels: ['weighting', 'select', 'calibration', 'abstainPrecision', 'length', 'keep'],
  optimisation: ['schedule', 'warmupShare', 'weightDecay', 'clipNorm', 'accumulation'],
  advanced: [
    'trainDocuments',
    'devDocuments',
    'scheme',
    'minCount',
    'windowLength',
    'batchTokens',
    'checkpointMinutes',
    'executor',
    'threads',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type SettingGroup = keyof typeof PLACES;

// safe: the keys of a literal object
export const GROUP_ORDER = Object.keys(PLACES) as readonly SettingGroup[];
const PLACED: ReadonlySet<string> = new Set(Object.values(PLACES).flat());

const Property = z.object({
  type: z.enum(['integer', 'number', 'boolean', 'string']),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
  enum: z.array(z.string()).optional(),
  default: z.unknown(),
});
type Properties = Readonly<Record<string, unknown>>;
const propertiesOf = (schema: z.ZodType): Properties =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {};
const CLASSIFY_PROPERTIES = propertiesOf(ClassifySettings);
const PROPERTIES: Readonly<Record<TrainingTask, Properties>> = {
  ner: propertiesOf(NerSettings),
  classify: CLASSIFY_PROPERTIES,
  diagnose: CLASSIFY_PROPERTIES,
  pretrain: propertiesOf(PretrainSettings),
};

/** Encoders are what pre-training is about, and how much of a text is read belongs to its guesses. */
const ELSEWHERE: Readonly<Record<string, readonly [pretrain: SettingGroup, others: SettingGroup]>> = {
  encoder: ['basic', 'network'],
  length: ['guesses', 'labels'],
};

function placeOf(task: TrainingTask, name: string): SettingGroup | undefined {
  const [pretrain, others] = ELSEWHERE[name] ?? [];
  if (pretrain !== undefined) return task === 'pretrain' ? pretrain : others;
  // safe: the keys of a literal object
  return GROUP_ORDER.find((group) => (PLACES[group] as readonly string[]).includes(name));
}

/** Names of a task's settings in one group, in the order of the form. */
export function settingsOf(task: TrainingTask, group: SettingGroup): readonly string[] {
  const names = Object.keys(PROPERTIES[task]).filter((name) => name !== 'task');
  const placed = PLACES[group].filter((name) => names.includes(name) && placeOf(task, name) === group);
  return group === 'network' ? [...placed, ...names.filter((name) => !PLACED.has(name))] : placed;
}

/** All settings of a task in the order of the form. */
export const settingOrder = (task: TrainingTask): readonly string[] =>
  GROUP_ORDER.flatMap((group) => settingsOf(task, group));

export interface SettingShape {
  readonly kind: 'integer' | 'number' | 'flag' | 'choice' | 'text';
  readonly least?: number;
  /** A value must be larger than this. */
  readonly above?: number;
  readonly most?: number;
  readonly choices: readonly string[];
  /** May be left empty: then it is not given at all. */
  readonly optional: boolean;
}

/** A setting as the shared schema has it, so that form and schema never say different things. */
export function shapeOf(task: TrainingTask, name: string): SettingShape {
  const parsed = Property.safeParse(PROPERTIES[task][name]);
  if (!parsed.success) return { kind: 'text', choices: [], optional: true };
  const { type, minimum, exclusiveMinimum, maximum, enum: choices } = parsed.data;
  const kind =
    choices !== undefined ? 'choice' : type === 'boolean' ? 'flag' : type === 'string' ? 'text' : type;
  return {
    kind,
    choices: choices ?? [],
    optional: parsed.data.default === undefined,
    ...(minimum === undefined ? {} : { least: minimum }),
    ...(exclusiveMinimum === undefined ? {} : { above: exclusiveMinimum }),
    ...(maximum === undefined ? {} : { most: maximum }),
  };
}

export const isBert = (network: string): boolean => network === 'bert' || network.startsWith('bert-');
const hasUnits = (network: string): boolean => /lstm|gru|avrnn/.test(network);
const hasLayers = (network: string): boolean => hasUnits(network) && !network.startsWith('cnn-');
const hasFilters = (network: string): boolean => /^(cnn|avcnn|dpcnn)/.test(network);
/** Begins with random weights, so that its vocabulary is made from the training set. */
export const isRandomEncoder = (encoder: string): boolean => EncoderSize.safeParse(encoder).success;

/** Whether tokens come from an encoder; where no network is named, one is all there is. */
export const hasEncoder = ({ network, front }: SettingValues): boolean =>
  network === undefined || isBert(String(network)) || front === 'encoder';

/** Whether a setting has any effect beside the others. */
export function applies(name: string, settings: SettingValues): boolean {
  const network = String(settings.network);
  const encoded = hasEncoder(settings);
  switch (name) {
    case 'front':
      return !isBert(network);
    case 'encoder':
    case 'freezeEncoder':
    case 'headRate':
      return encoded;
    case 'vectors':
    case 'freezeVectors':
    case 'characterVectors':
    case 'extraVectors':
      return !encoded && settings.front === 'vectors';
    case 'embeddingSize':
      return !encoded && (settings.front !== 'vectors' || settings.characterVectors !== false);
    case 'minCount':
      return !encoded || isRandomEncoder(String(settings.encoder));
    case 'hiddenSize':
      return hasUnits(network);
    case 'layers':
      return hasLayers(network);
    case 'filters':
      return hasFilters(network);
    case 'residual':
    case 'concatenation':
    case 'pooling':
      return network.startsWith('staresgru-cnn');
    default:
      return true;
  }
}

/** The settings given, completed by what suits network and front. @throws ZodError */
export function withDefaults(task: TrainingTask, given: SettingValues): RunSettings {
  const settings = parseSettings(task, given);
  return parseSettings(task, { ...suitedDefaults(settings), ...given });
}

function suitedDefaults(settings: RunSettings): Partial<RunSettings> {
  switch (settings.task) {
    case 'ner':
      return nerDefaults(settings.network, settings.front);
    case 'pretrain':
      return pretrainDefaults(isRandomEncoder(settings.encoder));
    default:
      return classifyDefaults(settings);
  }
}

/** The value of a setting by its name. */
export function settingValueOf(settings: RunSettings, name: string): SettingValue | undefined {
  const value: unknown = Reflect.get(settings, name);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : undefined;
}

/** `1–1000`, `> 0, ≤ 1`; empty where any value goes. */
export function rangeText({ least, above, most }: SettingShape): string {
  if (above !== undefined) return most === undefined ? `> ${above}` : `> ${above}, ≤ ${most}`;
  if (least === undefined || most === undefined) return '';
  return `${settingText(least)}–${settingText(most)}`;
}

/** A number as people write settings: 128, 0.05, 2e-5. */
export function settingText(value: SettingValue): string {
  if (typeof value !== 'number') return String(value);
  if (value !== 0 && Math.abs(value) < 1e-3) return value.toExponential().replace('e-0', 'e-');
  return String(value);
}
