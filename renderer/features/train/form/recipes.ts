/** Settings to begin with, by what one wants; the rest is what suits the network. */
import type { TrainingTask } from '../../../../shared/domain/training.ts';
import type { SettingValues } from '../../../../shared/run-settings.ts';

interface Recipe {
  /** Tasks that it can train. */
  readonly tasks: readonly TrainingTask[];
  readonly settings: SettingValues;
}

const TAGGERS: readonly TrainingTask[] = ['ner'];
const TEXTS: readonly TrainingTask[] = ['classify', 'diagnose'];
const ENCODERS: readonly TrainingTask[] = ['pretrain'];

export const RECIPES = {
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
  pretrainFurther: { tasks: ENCODERS, settings: {} },
  pretrainNew: { tasks: ENCODERS, settings: { encoder: 'mini', learningRate: 5e-4, epochs: 10 } },
} as const satisfies Readonly<Record<string, Recipe>>;

export type RecipeId = keyof typeof RECIPES;
// safe: the keys of a literal object
export const RECIPE_ORDER = Object.keys(RECIPES) as readonly RecipeId[];

/** Recipes under the headings of the console. */
export const RECIPE_GROUPS = (
  [
    ['ner', TAGGERS],
    ['texts', TEXTS],
    ['encoders', ENCODERS],
  ] as const
).map(([group, tasks]) => [group, RECIPE_ORDER.filter((recipe) => RECIPES[recipe].tasks === tasks)] as const);

/** The one that a form begins with. */
export const FIRST_RECIPE = {
  ner: 'bilstm',
  classify: 'textStares',
  diagnose: 'textStares',
  pretrain: 'pretrainNew',
} as const satisfies Readonly<Record<TrainingTask, RecipeId>>;

/** The task that a recipe is for: the one in the form, where it suits. */
export function recipeTask(recipe: RecipeId, now: TrainingTask): TrainingTask {
  const { tasks } = RECIPES[recipe];
  return tasks.includes(now) ? now : tasks[0]!;
}

/** Made for an encoder that has been trained before. */
export const needsEncoder = (recipe: RecipeId): boolean =>
  recipe === 'bertFineTune' ||
  recipe === 'bertFrozen' ||
  recipe === 'textBert' ||
  recipe === 'pretrainFurther';

/** The recipe's settings; those made for a trained encoder take the first one there is. */
export function recipeSettings(recipe: RecipeId, encoders: readonly string[]): SettingValues {
  const encoder = encoders[0];
  const { settings } = RECIPES[recipe];
  return needsEncoder(recipe) && encoder !== undefined ? { ...settings, encoder } : settings;
}
