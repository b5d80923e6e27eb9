/** A run as it is being written down in the form: texts as typed, settings once they hold. */
import { NerNetwork, NerSettings } from '../../shared/domain/training.ts';
import {
  applies,
  SETTING_ORDER,
  type SettingKey,
  settingText,
  shapeOf,
  withDefaults,
} from './ner-settings.ts';
import type { RecipeId } from './recipes.ts';

/** Numbers as typed, so that half-written ones stay as they are. */
export type SettingTexts = { readonly [K in SettingKey]: string | boolean };

export interface RunDraft {
  /** Null while nobody has typed one: then it follows the network. */
  readonly name: string | null;
  readonly train: number | null;
  readonly dev: number | null;
  readonly recipe: RecipeId | null;
  readonly texts: SettingTexts;
}

export const startDraft = (): RunDraft => ({
  name: null,
  train: null,
  dev: null,
  recipe: 'bilstm',
  texts: textsOf({}),
});

/** The settings given, and for the others what suits the network, as texts. */
export function textsOf(settings: Partial<NerSettings>): SettingTexts {
  const whole = withDefaults(settings);
  const text = (key: SettingKey): readonly [SettingKey, string | boolean] => {
    const value = whole[key];
    return [key, typeof value === 'boolean' ? value : settingText(value)];
  };
  // safe: one entry for each key
  return Object.fromEntries(SETTING_ORDER.map(text)) as SettingTexts;
}

/** Another network: settings that nobody changed take what suits that one. */
export function switchNetwork(texts: SettingTexts, network: NerNetwork): SettingTexts {
  const before = textsOf({ network: NerNetwork.parse(texts.network) });
  const after = textsOf({ network });
  const entries = SETTING_ORDER.map((key) => [key, texts[key] === before[key] ? after[key] : texts[key]]);
  // safe: one entry for each key
  return Object.fromEntries(entries) as SettingTexts;
}

export type SettingProblem = 'missing' | 'number' | 'integer' | 'range' | 'form';

export interface DraftReading {
  /** Present when there are no problems. */
  readonly settings?: NerSettings;
  readonly problems: Partial<Record<SettingKey, SettingProblem>>;
}

/** What the texts say by the shared schema. Settings without effect take their defaults, whatever stands in them. */
export function readTexts(texts: SettingTexts): DraftReading {
  const used = usedKeys(texts);
  const values = Object.fromEntries(used.map((key) => [key, settingValue(key, texts[key])]));
  const parsed = NerSettings.safeParse({ ...values, task: 'ner' });
  if (parsed.success) return { settings: parsed.data, problems: {} };
  const problems: Partial<Record<SettingKey, SettingProblem>> = {};
  for (const { path } of parsed.error.issues) {
    const key = used.find((name) => name === path[0]);
    if (key !== undefined) problems[key] ??= problemOf(key, texts[key]);
  }
  return { problems };
}

/** The settings that have an effect with the network and encoder in the form. */
export function usedKeys(texts: SettingTexts): readonly SettingKey[] {
  const network = NerSettings.shape.network.parse(texts.network);
  return SETTING_ORDER.filter((key) => applies(key, { network, encoder: String(texts.encoder) }));
}

function settingValue(key: SettingKey, text: string | boolean): unknown {
  const { kind } = shapeOf(key);
  if (typeof text === 'boolean' || (kind !== 'integer' && kind !== 'number')) return text;
  return text.trim() === '' ? Number.NaN : Number(text); // the schema refuses NaN
}

function problemOf(key: SettingKey, text: string | boolean): SettingProblem {
  const { kind } = shapeOf(key);
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
