/** Settings of a run by recipe: facts of its training set and of the workspace. */
import { isNestedTagger } from '../../../shared/domain/networks.ts';
import { choosesParts, PretrainedSettings, pretrainedName } from '../../../shared/domain/pretrained.ts';
import {
  choosesNetwork,
  MOST_OVERLAPPING,
  RecipeName,
  RecipeTask,
  recipeSettings,
} from '../../../shared/domain/recipes.ts';
import { STARTER } from '../../../shared/domain/starter.ts';
import type { DataSet, RunSettings } from '../../../shared/domain/training.ts';
import { AppError } from '../../../shared/result.ts';
import {
  applies,
  encoderDefaults,
  type SettingValues,
  suitedDefaults,
} from '../../../shared/run-settings.ts';
import { listModels } from '../../db/repositories/models.ts';
import { listVectors } from '../../db/repositories/vectors.ts';
import { starterCard, starterManifest } from '../../inference/starter-files.ts';
import { dbOf, type Session } from '../session/session.ts';
import { runData } from './run-data.ts';
import { beginningSettings } from './run-pretrained.ts';

/**
 * Returns the given settings, completed by those of a recipe: the one they name, else `balanced` where they choose no
 * network.
 */
export function withRecipe(session: Session, train: DataSet, given: SettingValues): SettingValues {
  const task = RecipeTask.safeParse(train.task);
  const named = RecipeName.optional().parse(given.recipe);
  const begins = pretrainedName(given) !== undefined;
  const recipe = named ?? (choosesNetwork(given) && !begins ? undefined : 'balanced');
  const tuned = encoderDefaults(given, listModels(dbOf(session)));
  if (!task.success || recipe === undefined) return { ...tuned, ...given };
  const { documents, characters } = train;
  const { overlapping, hasParents } = runData(session, train);
  const settings = recipeSettings(recipe, {
    task: task.data,
    documents,
    characters,
    overlapping,
    hasParents,
    wordVectors: wordVectors(session),
    from: PretrainedSettings.shape.from
      .unwrap()
      .optional()
      .parse(given.from ?? (choosesParts(given) ? 'none' : undefined)),
    starterTagger: starterCard('tagger') !== undefined,
  });
  const from = pretrainedName(settings);
  const own =
    from === undefined
      ? settings
      : {
          ...settings,
          ...beginningSettings(session, { task: train.task, from, network: given.network, overlapping }),
        };
  const all = { ...own, ...given };
  const read = Object.entries(own).filter(([name]) => name === 'recipe' || applies(name, all));
  return { ...suitedDefaults(train.task, all), ...Object.fromEntries(read), ...tuned, ...given };
}

/** Returns the name of the newest word vectors of the workspace, else of those that ship with the app. */
function wordVectors(session: Session): string | undefined {
  const own = listVectors(dbOf(session))
    .filter(({ unit, graph }) => unit === 'word' && graph === undefined)
    .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0]?.name;
  return own ?? (starterManifest().parts.words === undefined ? undefined : STARTER);
}

/**
 * Refuses a network that tags characters for data of which it would lose more than a few entities.
 * @throws AppError `bad-request`
 */
export function refuseNested(session: Session, train: DataSet, settings: RunSettings): void {
  if (settings.task !== 'ner' || isNestedTagger(settings.network)) return;
  const { overlapping: share } = runData(session, train);
  if (share <= MOST_OVERLAPPING) return;
  throw new AppError(
    'bad-request',
    'training.needs-span-head',
    {
      set: train.name,
      network: settings.network,
      percent: percent(share),
      most: percent(MOST_OVERLAPPING),
    },
    { hint: 'training.nested-entities' },
  );
}

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
