/** Settings of a run by recipe: facts of its training set and of the workspace. */
import { isNestedTagger } from '../../../shared/domain/networks.ts';
import {
  choosesNetwork,
  MOST_OVERLAPPING,
  RecipeName,
  RecipeTask,
  recipeSettings,
} from '../../../shared/domain/recipes.ts';
import type { DataSet, LabelledDocument, RunSettings } from '../../../shared/domain/training.ts';
import { AppError } from '../../../shared/result.ts';
import { type SettingValues, suitedDefaults } from '../../../shared/run-settings.ts';
import { listVectors } from '../../db/repositories/vectors.ts';
import { readDataSet } from '../data/data-sets.ts';
import { dbOf, type Session } from '../session/session.ts';

/**
 * Returns the given settings, completed by those of a recipe: the one they name, else `balanced` where they choose no
 * network.
 */
export function withRecipe(session: Session, train: DataSet, given: SettingValues): SettingValues {
  const task = RecipeTask.safeParse(train.task);
  const named = RecipeName.optional().parse(given.recipe);
  const recipe = named ?? (choosesNetwork(given) ? undefined : 'balanced');
  if (!task.success || recipe === undefined) return given;
  const { documents, characters } = train;
  const settings = recipeSettings(recipe, {
    task: task.data,
    documents,
    characters,
    overlapping: overlapping(session, train),
    wordVectors: newestWordVectors(session),
  });
  return { ...suitedDefaults(train.task, { ...settings, ...given }), ...settings, ...given };
}

const newestWordVectors = (session: Session): string | undefined =>
  listVectors(dbOf(session))
    .filter(({ unit }) => unit === 'word')
    .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0]?.name;

/** Shares of overlapping entities by the hash of the documents. */
const shares = new Map<string, number>();
const MOST_SHARES = 100;

/** Returns the share of the entities of a set that overlap a longer one; 0 for sets without entities. */
function overlapping(session: Session, { id, task, sha256 }: DataSet): number {
  if (task !== 'ner') return 0;
  const known = shares.get(sha256);
  if (known !== undefined) return known;
  const share = overlappingShare(readDataSet(session, id));
  if (shares.size === MOST_SHARES) shares.clear();
  shares.set(sha256, share);
  return share;
}

/** Returns the share of entities that overlap a longer one of their document. */
export function overlappingShare(documents: readonly LabelledDocument[]): number {
  let [all, lost] = [0, 0];
  for (const { entities } of documents) {
    all += entities.length;
    lost += entities.length - outermost(entities);
  }
  return all === 0 ? 0 : lost / all;
}

/** Returns the number of spans that remain when longer ones go before those that overlap them. */
function outermost(spans: LabelledDocument['entities']): number {
  const kept: { readonly start: number; readonly end: number }[] = [];
  for (const span of spans.toSorted((a, b) => b.end - b.start - (a.end - a.start)))
    if (!kept.some(({ start, end }) => span.start < end && start < span.end)) kept.push(span);
  return kept.length;
}

/**
 * Refuses a network that tags characters for data of which it would lose more than a few entities.
 * @throws AppError `bad-request`
 */
export function refuseNested(session: Session, train: DataSet, settings: RunSettings): void {
  if (settings.task !== 'ner' || isNestedTagger(settings.network)) return;
  const share = overlapping(session, train);
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
