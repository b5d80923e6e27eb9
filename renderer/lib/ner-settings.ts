/** The settings of a tagger as a form shows them: their groups, their ranges, and which of them a network uses. */
import { z } from 'zod';
import { EncoderSize, type NerNetwork, NerSettings, nerDefaults } from '../../shared/domain/training.ts';

export type SettingKey = Exclude<keyof NerSettings, 'task'>;

export const SETTING_GROUPS = {
  basic: ['network', 'epochs', 'batchSize', 'learningRate', 'patience', 'seed'],
  network: ['encoder', 'freezeEncoder', 'headRate', 'embeddingSize', 'hiddenSize', 'layers', 'dropout'],
  optimisation: ['schedule', 'warmupShare', 'weightDecay', 'clipNorm', 'accumulation'],
  advanced: ['scheme', 'minCount', 'windowLength', 'batchTokens', 'checkpointMinutes', 'executor', 'threads'],
} as const satisfies Readonly<Record<string, readonly SettingKey[]>>;
export type SettingGroup = keyof typeof SETTING_GROUPS;

// safe: the keys of a literal object
export const GROUP_ORDER = Object.keys(SETTING_GROUPS) as readonly SettingGroup[];
export const SETTING_ORDER: readonly SettingKey[] = GROUP_ORDER.flatMap((group) => SETTING_GROUPS[group]);

export const isBert = (network: NerNetwork): boolean => network.startsWith('bert-');
const isRecurrent = (network: NerNetwork): boolean => network.includes('lstm') || network.includes('gru');
/** Begins with random weights, so that its vocabulary is made from the training set. */
export const isRandomEncoder = (encoder: string): boolean => EncoderSize.safeParse(encoder).success;

/** Whether a setting has any effect with this network and encoder. */
export function applies(
  key: SettingKey,
  { network, encoder }: Pick<NerSettings, 'network' | 'encoder'>,
): boolean {
  switch (key) {
    case 'encoder':
    case 'freezeEncoder':
    case 'headRate':
      return isBert(network);
    case 'embeddingSize':
      return !isBert(network);
    case 'minCount':
      return !isBert(network) || isRandomEncoder(encoder);
    case 'hiddenSize':
    case 'layers':
      return isRecurrent(network);
    default:
      return true;
  }
}

/** The settings given, completed by what suits the network. */
export function withDefaults(given: Partial<NerSettings>): NerSettings {
  const { network } = NerSettings.parse({ ...given, task: 'ner' });
  return NerSettings.parse({ ...nerDefaults(network), ...given, task: 'ner' });
}

export interface SettingShape {
  readonly kind: 'integer' | 'number' | 'flag' | 'choice' | 'text';
  readonly least?: number;
  /** A value must be larger than this. */
  readonly above?: number;
  readonly most?: number;
  readonly choices: readonly string[];
}

const Property = z.object({
  type: z.enum(['integer', 'number', 'boolean', 'string']),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  maximum: z.number().optional(),
  enum: z.array(z.string()).optional(),
});
const PROPERTIES = z.toJSONSchema(NerSettings, { io: 'input' }).properties ?? {};

/** A setting as the shared schema has it, so that form and schema never say different things. */
export function shapeOf(key: SettingKey): SettingShape {
  const { type, minimum, exclusiveMinimum, maximum, enum: choices } = Property.parse(PROPERTIES[key]);
  const kind =
    choices !== undefined ? 'choice' : type === 'boolean' ? 'flag' : type === 'string' ? 'text' : type;
  return {
    kind,
    choices: choices ?? [],
    ...(minimum === undefined ? {} : { least: minimum }),
    ...(exclusiveMinimum === undefined ? {} : { above: exclusiveMinimum }),
    ...(maximum === undefined ? {} : { most: maximum }),
  };
}

/** `1–1000`, `> 0, ≤ 1`; empty where any value goes. */
export function rangeText({ least, above, most }: SettingShape): string {
  if (above !== undefined) return most === undefined ? `> ${above}` : `> ${above}, ≤ ${most}`;
  if (least === undefined || most === undefined) return '';
  return `${settingText(least)}–${settingText(most)}`;
}

/** A number as people write settings: 128, 0.05, 2e-5. */
export function settingText(value: string | number | boolean): string {
  if (typeof value !== 'number') return String(value);
  if (value !== 0 && Math.abs(value) < 1e-3) return value.toExponential().replace('e-0', 'e-');
  return String(value);
}
