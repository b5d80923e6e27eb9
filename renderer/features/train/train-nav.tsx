import {
  CloudServerOutlined,
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
import { useMay } from '../../api/accounts.ts';
import { useAnswer } from '../../api/requests.ts';
import { useDataSets, useModels, useRuns } from '../../api/training.ts';
import { useVectors } from '../../api/vectors.ts';
import { formatCount } from '../../lib/format.ts';
import { useStore } from '../../lib/use-store.ts';
import { PRESET_GROUPS, type PresetId, presetSettings, presetTask } from './form/presets.ts';
import type { TrainRoute } from './route.ts';
import { switchTask, textsOf } from './run-draft.ts';
import { useTrain } from './train-context.ts';

const SECTIONS = ['runs', 'grids', 'data', 'models', 'vectors', 'batch'] as const;
type Section = (typeof SECTIONS)[number];

const SECTION_OF: Readonly<Record<TrainRoute['kind'], Section | null>> = {
  runs: 'runs',
  run: 'runs',
  compare: 'runs',
  new: null,
  augment: null,
  samples: null,
  grids: 'grids',
  grid: 'grids',
  'grid-new': 'grids',
  data: 'data',
  models: 'models',
  vectors: 'vectors',
  batch: 'batch',
  'vectors-new': 'vectors',
  'vectors-set': 'vectors',
  evaluation: 'models',
  probe: 'models',
  attention: 'models',
  similarity: 'models',
};

/** A new run, the three sections, and presets to begin with. */
export function TrainNav() {
  const { state, go } = useTrain();
  const { t } = useTranslation();
  const route = useStore(state.route);
  const may = useMay();
  const batches = useAnswer('batch.list', may('batch.list') && {}).data;
  const counts = {
    runs: useRuns().data,
    grids: useAnswer('experiments.list', {}).data,
    data: useDataSets().data,
    models: useModels().data,
    vectors: useVectors().data,
    batch: batches && [...batches.here, ...(batches.queue?.runs ?? [])],
  };
  const icons: Readonly<Record<Section, ReactNode>> = {
    runs: <ExperimentOutlined />,
    grids: <TableOutlined />,
    data: <DatabaseOutlined />,
    models: <NodeIndexOutlined />,
    vectors: <DotChartOutlined />,
    batch: <CloudServerOutlined />,
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
      {SECTIONS.filter((section) => section !== 'batch' || may('batch.list')).map((section) => (
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
      <Presets />
    </nav>
  );
}

/** A preset fills the form; name and data sets that were chosen stay. */
function Presets() {
  const { state, go } = useTrain();
  const { t } = useTranslation();
  const { recipe, preset: chosen } = useStore(state.draft);
  const { kind } = useStore(state.route);
  const encoders = (useModels().data ?? []).filter(({ task }) => task === 'encoder').map(({ name }) => name);
  const choose = (preset: PresetId): void => {
    const draft = state.draft.get();
    const task = presetTask(preset, draft.task);
    const texts = textsOf(task, presetSettings(preset, encoders));
    state.draft.set({ ...switchTask(draft, task), recipe: null, preset, texts });
    go({ kind: 'new' });
  };
  return (
    <section className="presets column" aria-labelledby="presets-title">
      <h2 id="presets-title">{t('train.presets')}</h2>
      {PRESET_GROUPS.map(([group, presets]) => (
        <div key={group} className="preset-group">
          <h3>{t(`texts.presetGroup.${group}`)}</h3>
          {presets.map((preset) => (
            <button
              key={preset}
              type="button"
              className="preset"
              data-testid={`preset-${preset}`}
              aria-pressed={kind === 'new' && recipe === null && preset === chosen}
              onClick={() => choose(preset)}
            >
              <strong>{t(`train.preset.${preset}.name`)}</strong>
              <span className="muted">{t(`train.preset.${preset}.text`)}</span>
            </button>
          ))}
        </div>
      ))}
    </section>
  );
}
