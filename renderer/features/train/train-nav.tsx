import {
  DatabaseOutlined,
  DotChartOutlined,
  ExperimentOutlined,
  NodeIndexOutlined,
  PlusOutlined,
  TableOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '../../api/requests.ts';
import { useDataSets, useModels, useRuns } from '../../api/training.ts';
import { useVectors } from '../../api/vectors.ts';
import { formatCount } from '../../lib/format.ts';
import { useStore } from '../../lib/use-store.ts';
import { RECIPE_GROUPS, type RecipeId, recipeSettings, recipeTask } from './form/recipes.ts';
import type { TrainRoute } from './route.ts';
import { switchTask, textsOf } from './run-draft.ts';
import { useTrain } from './train-context.ts';

type Section = 'runs' | 'grids' | 'data' | 'models' | 'vectors';

const SECTION_OF: Readonly<Record<TrainRoute['kind'], Section | null>> = {
  runs: 'runs',
  run: 'runs',
  compare: 'runs',
  new: null,
  grids: 'grids',
  grid: 'grids',
  'grid-new': 'grids',
  data: 'data',
  models: 'models',
  vectors: 'vectors',
  'vectors-new': 'vectors',
  'vectors-set': 'vectors',
  evaluation: 'models',
};

/** A new run, the three sections, and recipes to begin with. */
export function TrainNav() {
  const { state, go } = useTrain();
  const { t } = useTranslation();
  const route = useStore(state.route);
  const counts = {
    runs: useRuns().data,
    grids: useAnswer('experiments.list', {}).data,
    data: useDataSets().data,
    models: useModels().data,
    vectors: useVectors().data,
  };
  const icons: Readonly<Record<Section, ReactNode>> = {
    runs: <ExperimentOutlined />,
    grids: <TableOutlined />,
    data: <DatabaseOutlined />,
    models: <NodeIndexOutlined />,
    vectors: <DotChartOutlined />,
  };
  return (
    <nav className="train-nav column" aria-label={t('view.train')} data-pane="train-nav">
      <Button
        type="primary"
        icon={<PlusOutlined />}
        className="train-new"
        data-testid="new-run"
        onClick={() => go({ kind: 'new' })}
      >
        {t('train.newRun')}
      </Button>
      {(['runs', 'grids', 'data', 'models', 'vectors'] as const).map((section) => (
        <button
          key={section}
          type="button"
          className="train-section row"
          data-testid={`train-nav-${section}`}
          aria-current={SECTION_OF[route.kind] === section ? 'page' : undefined}
          onClick={() => go({ kind: section })}
        >
          {icons[section]}
          <span>{t(`train.section.${section}`)}</span>
          <span className="count">
            {counts[section] !== undefined && formatCount(counts[section].length)}
          </span>
        </button>
      ))}
      <Recipes />
    </nav>
  );
}

/** A recipe fills the form; name and data sets that were chosen stay. */
function Recipes() {
  const { state, go } = useTrain();
  const { t } = useTranslation();
  const { recipe: chosen } = useStore(state.draft);
  const { kind } = useStore(state.route);
  const encoders = (useModels().data ?? []).filter(({ task }) => task === 'encoder').map(({ name }) => name);
  const choose = (recipe: RecipeId): void => {
    const draft = state.draft.get();
    const task = recipeTask(recipe, draft.task);
    const texts = textsOf(task, recipeSettings(recipe, encoders));
    state.draft.set({ ...switchTask(draft, task), recipe, texts });
    go({ kind: 'new' });
  };
  return (
    <section className="recipes column" aria-labelledby="recipes-title">
      <h2 id="recipes-title">{t('train.recipes')}</h2>
      {RECIPE_GROUPS.map(([group, recipes]) => (
        <div key={group} className="recipe-group">
          <h3>{t(`texts.recipeGroup.${group}`)}</h3>
          {recipes.map((recipe) => (
            <button
              key={recipe}
              type="button"
              className="recipe"
              data-testid={`recipe-${recipe}`}
              aria-pressed={kind === 'new' && recipe === chosen}
              onClick={() => choose(recipe)}
            >
              <strong>{t(`train.recipe.${recipe}.name`)}</strong>
              <span className="muted">{t(`train.recipe.${recipe}.text`)}</span>
            </button>
          ))}
        </div>
      ))}
    </section>
  );
}
