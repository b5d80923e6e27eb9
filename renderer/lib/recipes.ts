/** Settings to begin with, by what one wants; the rest is what suits the network. */
import type { NerSettings } from '../../shared/domain/training.ts';

export const RECIPES = {
  bilstm: { network: 'bilstm-crf' },
  bigru: { network: 'bigru-crf' },
  bertRandom: { network: 'bert-crf', encoder: 'mini' },
  bertFineTune: { network: 'bert-crf', epochs: 5, learningRate: 3e-5, headRate: 30 },
  bertFrozen: { network: 'bert-bilstm-crf', freezeEncoder: true, epochs: 10, dropout: 0.3 },
} as const satisfies Readonly<Record<string, Partial<NerSettings>>>;

export type RecipeId = keyof typeof RECIPES;
// safe: the keys of a literal object
export const RECIPE_ORDER = Object.keys(RECIPES) as readonly RecipeId[];

/** Made for an encoder that has been trained before. */
export const needsEncoder = (recipe: RecipeId): boolean =>
  recipe === 'bertFineTune' || recipe === 'bertFrozen';

/** The recipe's settings; those made for a trained encoder take the first one there is. */
export function recipeSettings(recipe: RecipeId, encoders: readonly string[]): Partial<NerSettings> {
  const encoder = encoders[0];
  return needsEncoder(recipe) && encoder !== undefined ? { ...RECIPES[recipe], encoder } : RECIPES[recipe];
}
