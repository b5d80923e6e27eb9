/** Settings to begin with, by what one wants; the rest is what suits the network. */
import { PairTask } from '../../../../shared/domain/classification.ts';
import type { TrainingTask } from '../../../../shared/domain/training.ts';
import type { SettingValues } from '../../../../shared/run-settings.ts';

interface Preset {
  /** Tasks that it can train. */
  readonly tasks: readonly TrainingTask[];
  readonly settings: SettingValues;
}

const TAGGERS: readonly TrainingTask[] = ['ner'];
const TEXTS: readonly TrainingTask[] = ['classify', 'diagnose'];
const PAIRS: readonly TrainingTask[] = PairTask.options;
const TERMS: readonly TrainingTask[] = ['normalisation'];
const RELATIONS: readonly TrainingTask[] = ['relation'];
const ENCODERS: readonly TrainingTask[] = ['pretrain'];

export const PRESETS = {
  bilstm: { tasks: TAGGERS, settings: { network: 'bilstm-crf' } },
  bigru: { tasks: TAGGERS, settings: { network: 'bigru-crf' } },
  bertRandom: { tasks: TAGGERS, settings: { network: 'bert-crf', encoder: 'mini' } },
  bertFineTune: {
    tasks: TAGGERS,
    settings: { network: 'bert-crf', epochs: 5, learningRate: 3e-5, headRate: 30 },
  },
  bertFrozen: {
    tasks: TAGGERS,
    settings: { network: 'bert-bilstm-crf', freezeEncoder: true, epochs: 10, dropout: 0.3 },
  },
  textCnn: { tasks: TEXTS, settings: { network: 'cnn' } },
  // The paper's 512 units take seconds a step on a processor.
  textStares: { tasks: TEXTS, settings: { network: 'staresgru-cnn', hiddenSize: 128 } },
  textRare: {
    tasks: TEXTS,
    settings: { network: 'staresgru-cnn', hiddenSize: 128, weighting: 'balanced', select: 'macroF1' },
  },
  textBert: { tasks: TEXTS, settings: { network: 'bert', epochs: 5, learningRate: 3e-5, headRate: 30 } },
  pairLinear: { tasks: PAIRS, settings: { network: 'logistic-regression' } },
  pairBilstm: { tasks: PAIRS, settings: { network: 'bilstm' } },
  termLinear: { tasks: TERMS, settings: { network: 'logistic-regression' } },
  relationBilstm: { tasks: RELATIONS, settings: { network: 'bilstm', hiddenSize: 128 } },
  relationLinear: { tasks: RELATIONS, settings: { network: 'logistic-regression' } },
  pretrainFurther: { tasks: ENCODERS, settings: {} },
  pretrainNew: { tasks: ENCODERS, settings: { encoder: 'mini', learningRate: 5e-4, epochs: 10 } },
} as const satisfies Readonly<Record<string, Preset>>;

export type PresetId = keyof typeof PRESETS;
// safe: the keys of a literal object
export const PRESET_ORDER = Object.keys(PRESETS) as readonly PresetId[];

/** Presets under the headings of the console. */
export const PRESET_GROUPS = (
  [
    ['ner', TAGGERS],
    ['texts', TEXTS],
    ['pairs', PAIRS],
    ['terms', TERMS],
    ['relations', RELATIONS],
    ['encoders', ENCODERS],
  ] as const
).map(([group, tasks]) => [group, PRESET_ORDER.filter((preset) => PRESETS[preset].tasks === tasks)] as const);

/** The one that a form begins with. */
export const FIRST_PRESET = {
  ner: 'bilstm',
  classify: 'textStares',
  diagnose: 'textStares',
  pair: 'pairLinear',
  nli: 'pairLinear',
  ranking: 'pairLinear',
  normalisation: 'termLinear',
  relation: 'relationBilstm',
  pretrain: 'pretrainNew',
} as const satisfies Readonly<Record<TrainingTask, PresetId>>;

/** The task that a preset is for: the one in the form, where it suits. */
export function presetTask(preset: PresetId, now: TrainingTask): TrainingTask {
  const { tasks } = PRESETS[preset];
  return tasks.includes(now) ? now : tasks[0]!;
}

/** Made for an encoder that has been trained before. */
export const needsEncoder = (preset: PresetId): boolean =>
  preset === 'bertFineTune' ||
  preset === 'bertFrozen' ||
  preset === 'textBert' ||
  preset === 'pretrainFurther';

/** The preset's settings; those made for a trained encoder take the first one there is. */
export function presetSettings(preset: PresetId, encoders: readonly string[]): SettingValues {
  const encoder = encoders[0];
  const { settings } = PRESETS[preset];
  return needsEncoder(preset) && encoder !== undefined ? { ...settings, encoder } : settings;
}
