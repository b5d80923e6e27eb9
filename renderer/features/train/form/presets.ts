/** Settings to begin with, by what one wants; the rest is what suits the network. */
import { isOfKind, TASK_KINDS, TASKS, type TaskKind, tasksOf } from '../../../../shared/domain/tasks.ts';
import type { TrainingTask } from '../../../../shared/domain/training.ts';
import type { SettingValues } from '../../../../shared/run-settings.ts';
import { KIND_ROWS } from '../task-kinds.ts';

interface Preset {
  /** Kind of the tasks that it can train. */
  readonly kind: TaskKind;
  readonly settings: SettingValues;
}

export const PRESETS = {
  bilstm: { kind: 'entities', settings: { network: 'bilstm-crf' } },
  bigru: { kind: 'entities', settings: { network: 'bigru-crf' } },
  bertRandom: { kind: 'entities', settings: { network: 'bert-crf', encoder: 'mini' } },
  bertFineTune: {
    kind: 'entities',
    settings: { network: 'bert-crf', epochs: 5, learningRate: 3e-5, headRate: 30 },
  },
  bertFrozen: {
    kind: 'entities',
    settings: { network: 'bert-bilstm-crf', freezeEncoder: true, epochs: 10, dropout: 0.3 },
  },
  textCnn: { kind: 'labels', settings: { network: 'cnn' } },
  // The paper's 512 units take seconds a step on a processor.
  textStares: { kind: 'labels', settings: { network: 'staresgru-cnn', hiddenSize: 128 } },
  textRare: {
    kind: 'labels',
    settings: { network: 'staresgru-cnn', hiddenSize: 128, weighting: 'balanced', select: 'macroF1' },
  },
  textBert: { kind: 'labels', settings: { network: 'bert', epochs: 5, learningRate: 3e-5, headRate: 30 } },
  pairLinear: { kind: 'pairs', settings: { network: 'logistic-regression' } },
  pairBilstm: { kind: 'pairs', settings: { network: 'bilstm' } },
  termLinear: { kind: 'terms', settings: { network: 'logistic-regression' } },
  relationBilstm: { kind: 'relations', settings: { network: 'bilstm', hiddenSize: 128 } },
  relationLinear: { kind: 'relations', settings: { network: 'logistic-regression' } },
  pretrainFurther: { kind: 'texts', settings: {} },
  pretrainNew: { kind: 'texts', settings: { encoder: 'mini', learningRate: 5e-4, epochs: 10 } },
} as const satisfies Readonly<Record<string, Preset>>;

export type PresetId = keyof typeof PRESETS;
// safe: the keys of a literal object
export const PRESET_ORDER = Object.keys(PRESETS) as readonly PresetId[];

/** Presets under the headings of the console. */
export const PRESET_GROUPS = TASK_KINDS.map(
  (kind) => [KIND_ROWS[kind].group, PRESET_ORDER.filter((preset) => PRESETS[preset].kind === kind)] as const,
);

/** Returns the preset that a form begins with. */
export const firstPreset = (task: TrainingTask): PresetId => KIND_ROWS[TASKS[task].kind].preset;

/** The task that a preset is for: the one in the form, where it suits. */
export function presetTask(preset: PresetId, now: TrainingTask): TrainingTask {
  const { kind } = PRESETS[preset];
  return isOfKind(kind, now) ? now : tasksOf(kind)[0]!;
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
