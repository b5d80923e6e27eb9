import { keepPreviousData } from '@tanstack/react-query';
import { Button, InputNumber, Space } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Out } from '../../../../shared/contract/index.ts';
import { type PretrainEstimate, withinHours } from '../../../../shared/domain/estimate.ts';
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
      {expected?.earlierVectors === true && ` (${t('train.recipe.earlier')})`}
      {learnsParents(settings) && ` · ${t('train.recipe.parents')}`}
      {from !== undefined && ` · ${t('train.recipe.begins', { from })}`}
    </span>
  );
}

interface NeedsProps {
  readonly draft: RunDraft;
  readonly settings: RunSettings | undefined;
  /** Takes settings of pre-training that fill the hours typed. */
  readonly onBudget: (budget: ReturnType<typeof withinHours>) => void;
}

/** Shows the estimated time, memory and parameters of the run, and sets the length of pre-training by hours. */
export function Needs({ draft, settings, onBudget }: NeedsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const train = useTrainSet(draft);
  const { data } = useAnswer(
    'runs.estimate',
    train !== undefined && settings !== undefined && { settings, train },
    { placeholderData: keepPreviousData, retry: false },
  );
  if (settings === undefined || data === undefined) return null;
  return (
    <div className="run-needs">
      <p className="muted" data-testid="run-estimate">
        {t('train.recipe.estimate', {
          time: formatSeconds(data.seconds, language),
          memory: formatBytes(data.memoryBytes),
          parameters: formatCount(data.parameters),
        })}
      </p>
      {data.updates !== undefined && <HoursBudget updates={data.updates} onBudget={onBudget} />}
    </div>
  );
}

/** Sets updates and epochs so that pre-training takes about the hours typed. */
function HoursBudget({
  updates,
  onBudget,
}: Pick<PretrainEstimate, 'updates'> & Pick<NeedsProps, 'onBudget'>) {
  const { t } = useTranslation();
  const [hours, setHours] = useState<number | null>(null);
  return (
    <Space.Compact>
      <InputNumber
        aria-label={t('train.recipe.hours')}
        suffix={t('train.recipe.hours')}
        min={0.1}
        max={1000}
        value={hours}
        data-testid="budget-hours"
        onChange={setHours}
      />
      <Button
        data-testid="budget-set"
        disabled={hours === null}
        onClick={() => hours !== null && onBudget(withinHours(hours, updates))}
      >
        {t('train.recipe.setHours')}
      </Button>
    </Space.Compact>
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
