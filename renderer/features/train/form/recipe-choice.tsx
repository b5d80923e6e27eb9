import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Out } from '../../../../shared/contract/index.ts';
import { learnsParents } from '../../../../shared/domain/hierarchy-settings.ts';
import { pretrainedName } from '../../../../shared/domain/pretrained.ts';
import { expectedScore, RecipeName, RecipeTask } from '../../../../shared/domain/recipes.ts';
import type { RunSettings } from '../../../../shared/domain/training.ts';
import { useAnswer } from '../../../api/requests.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { formatBytes, formatCount, formatSeconds } from '../../../lib/format.ts';
import type { RunDraft } from '../run-draft.ts';
import { useTrainSet } from './use-draft-reading.ts';

type Choices = Out<'runs.recipes'>;

interface RecipeChoiceProps {
  readonly task: RecipeTask;
  readonly chosen: RecipeName | null;
  /** Settings and needs of each recipe; absent before a train set is chosen. */
  readonly choices: Choices | undefined;
  readonly onChoose: (recipe: RecipeName) => void;
}

/** The recipes of a task, each with what it needs and what it reached. */
export function RecipeChoice({ task, chosen, choices, onChoose }: RecipeChoiceProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className="setting-group" data-testid="recipe-choice">
      <h2 id={id}>{t('train.recipe.title')}</h2>
      <fieldset className="recipe-cards" aria-labelledby={id}>
        {RecipeName.options.map((recipe) => (
          <button
            key={recipe}
            type="button"
            className="recipe-card"
            data-testid={`recipe-${recipe}`}
            aria-pressed={recipe === chosen}
            onClick={() => onChoose(recipe)}
          >
            <strong>{t(`train.recipe.${recipe}.name`)}</strong>
            <span>{t(`train.recipe.${recipe}.${task === 'ner' ? 'ner' : 'texts'}`)}</span>
            <Facts choice={choices?.find((choice) => choice.recipe === recipe)} />
          </button>
        ))}
      </fieldset>
      {choices === undefined && <p className="muted">{t('train.recipe.afterTrainSet')}</p>}
    </section>
  );
}

/** Time of a recipe, and the score that it reached on similar data. */
function Facts({ choice }: { readonly choice: Choices[number] | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (choice === undefined) return null;
  const { settings, estimate } = choice;
  const task = RecipeTask.safeParse(settings.task);
  if (!task.success || settings.task === 'pretrain') return null;
  const expected = expectedScore(task.data, settings);
  const from = pretrainedName(settings);
  const measure = expected?.measure === 'accuracy' ? t('train.recipe.accuracy') : expected?.measure;
  return (
    <span className="muted">
      {t('train.recipe.about', { time: formatSeconds(estimate.seconds, language) })}
      {' · '}
      {expected === undefined
        ? t('train.recipe.unmeasured')
        : t('train.recipe.expected', { measure, set: expected.set, score: expected.score.toFixed(3) })}
      {learnsParents(settings) && ` · ${t('train.recipe.parents')}`}
      {from !== undefined && ` · ${t('train.recipe.begins', { from })}`}
    </span>
  );
}

/** Shows the estimated time, memory and parameters of the run. */
export function Needs({
  draft,
  settings,
}: {
  readonly draft: RunDraft;
  readonly settings: RunSettings | undefined;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const train = useTrainSet(draft);
  const { data } = useAnswer(
    'runs.estimate',
    train !== undefined && settings !== undefined && { settings, train },
    { placeholderData: keepPreviousData, retry: false },
  );
  if (settings === undefined || !data) return null;
  return (
    <p className="muted" data-testid="run-estimate">
      {t('train.recipe.estimate', {
        time: formatSeconds(data.seconds, language),
        memory: formatBytes(data.memoryBytes),
        parameters: formatCount(data.parameters),
      })}
    </p>
  );
}

interface ByHandProps {
  readonly isRecipe: boolean;
  readonly children: ReactNode;
}

/** Folds the settings away while a recipe is chosen. */
export function ByHand({ isRecipe, children }: ByHandProps) {
  const { t } = useTranslation();
  return (
    <details className="setting-group" data-testid="by-hand" open={!isRecipe}>
      <summary>
        <h2>{t('train.recipe.byHand')}</h2>
        {isRecipe && <span className="muted">{t('train.recipe.byHandHint')}</span>}
      </summary>
      {children}
    </details>
  );
}
