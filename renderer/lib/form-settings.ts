/**
 * Settings of runs as a form shows them: their groups, kinds and ranges, derived from the shared schemas. A setting
 * that `PLACES` does not name stands with those of the network.
 */
import { z } from 'zod';
import { isOfKind, TASK_KINDS, TASKS, tasksOf } from '../../shared/domain/tasks.ts';
import { RunSettings, type TrainingTask } from '../../shared/domain/training.ts';
import { SETTINGS, type SettingValues, settingNames, suitedDefaults } from '../../shared/run-settings.ts';

/** Tasks learnt from labels, with one network among several: those that an experiment can vary. */
export const LABELLED_TASKS = tasksOf('entities', 'labels', 'pairs', 'terms', 'relations');
export type LabelledTask = (typeof LABELLED_TASKS)[number];
export type SettingValue = string | number | boolean;
/** @throws ZodError */
export const parseSettings = (task: TrainingTask, values: SettingValues): RunSettings =>
  RunSettings.parse({ ...values, task });

export const safeParseSettings = (task: TrainingTask, values: SettingValues) =>
  RunSettings.safeParse({ ...values, task });

/** Refuses names that are no settings. */
export const strictSchema = (task: TrainingTask) => SETTINGS[task].partial().strict();

const PLACES = {
  basic: [
    'from',
    'network',
    'front',
    'encoder',
    'epochs',
    'batchSize',
    'learningRate',
    'patience',
    'seed',
    'ensemble',
    'ensembleOther',
    'ensembleOthers',
    'ensembleLinear',
    'unlabelled',
    'teacher',
    'augment',
    'augmentShare',
    'augmentRejected',
  ],
  network: [
    'vectors',
    'freezeVectors',
    'characterVectors',
    'extraVectors',
    'lexicon',
    'lexiconVectors',
    'freezeLexicon',
    'bigramSize',
    'encoder',
    'freezeEncoder',
    'headRate',
    'layerDecay',
    'embeddingSize',
    'hiddenSize',
    'filters',
    'kernel',
    'layers',
    'residual',
    'residualScale',
    'concatenation',
    'pooling',
    'dropout',
  ],
  guesses: [
    'length',
    'packing',
    'objective',
    'masking',
    'maskShare',
    'maxPredictions',
    'pair',
    'devShare',
    'evaluations',
    'steps',
    'model',
    'entityVectors',
    'entityTraining',
    'fusionLayer',
    'hitRatio',
    'neighbours',
    'neighbourAttention',
    'neighbourWeight',
    'mentionWeight',
    'nearestEntities',
    'linking',
    'entityNegatives',
    'consistencyWeight',
    'segmentationWeight',
    'partWeight',
    'maskedPart',
    'corruptionRate',
    'phrases',
  ],
  labels: [
    'pairReading',
    'vectorPooling',
    'temperature',
    'pairForm',
    'pairDistance',
    'pairContext',
    'candidates',
    'nearest',
    'negatives',
    'codedTerms',
    'parentLabels',
    'hierarchySeparator',
    'hierarchy',
    'weighting',
    'select',
    'calibration',
    'abstainPrecision',
    'length',
    'keep',
  ],
  optimisation: [
    'schedule',
    'warmupShare',
    'weightDecay',
    'clipNorm',
    'accumulation',
    'emaDecay',
    'adversarialNorm',
    'rDrop',
  ],
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
    'precision',
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
/** Returns the properties of a schema as JSON schema. */
export const propertiesOf = (schema: z.ZodType): Properties =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {};
const propertiesOfKind = new Map(TASK_KINDS.map((kind) => [kind, propertiesOf(SETTINGS[tasksOf(kind)[0]!])]));

/** Encoders are what pre-training is about, and how much of a text is read belongs to its guesses. */
const ELSEWHERE: Readonly<Record<string, readonly [pretrain: SettingGroup, others: SettingGroup]>> = {
  encoder: ['basic', 'network'],
  length: ['guesses', 'labels'],
};

function placeOf(task: TrainingTask, name: string): SettingGroup | undefined {
  const [pretrain, others] = ELSEWHERE[name] ?? [];
  if (pretrain !== undefined) return isOfKind('texts', task) ? pretrain : others;
  // safe: the keys of a literal object
  return GROUP_ORDER.find((group) => (PLACES[group] as readonly string[]).includes(name));
}

/** Names of a task's settings in one group, in the order of the form. */
export function settingsOf(task: TrainingTask, group: SettingGroup): readonly string[] {
  const names = settingNames(task);
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
export const shapeOf = (task: TrainingTask, name: string): SettingShape =>
  shapeFrom(propertiesOfKind.get(TASKS[task].kind)?.[name]);

/** Returns the shape of a property of a JSON schema. */
export function shapeFrom(property: unknown): SettingShape {
  const parsed = Property.safeParse(property);
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

/** Returns the settings given, completed by what suits network, front and encoder. @throws ZodError */
export const withDefaults = (task: TrainingTask, given: SettingValues): RunSettings =>
  parseSettings(task, { ...suitedDefaults(task, given), ...given });

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
