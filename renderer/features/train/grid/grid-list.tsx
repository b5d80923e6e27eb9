import { PlusOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ExperimentSummary } from '../../../../shared/domain/experiment.ts';
import { useControlExperiment, useExperiments } from '../../../api/experiments.ts';
import { useDataSets } from '../../../api/training.ts';
import { formatDateTime, formatPercent, formatWhen } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { useNotices } from '../../../ui/use-notices.tsx';
import type { TrainRoute } from '../route.ts';
import { StateMark } from '../state-mark.tsx';

interface GridListProps {
  readonly go: (route: TrainRoute) => void;
  readonly onImportData: () => void;
}

/** All experiments, newest first. */
export function GridList({ go, onImportData }: GridListProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useExperiments();
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  return (
    <div className="train-list-page column" data-testid="grid-list">
      <div className="train-tools row wrap">
        <h1>{t('train.section.grids')}</h1>
        <span className="spacer" />
        <Button icon={<PlusOutlined />} data-testid="new-grid" onClick={() => go({ kind: 'grid-new' })}>
          {t('grid.new')}
        </Button>
      </div>
      <InterruptedGrids all={data} go={go} />
      {data.length === 0 ? <NoGrids go={go} onImportData={onImportData} /> : <Rows all={data} go={go} />}
    </div>
  );
}

function NoGrids({ go, onImportData }: GridListProps) {
  const { t } = useTranslation();
  const sets = useDataSets().data?.length ?? 0;
  return (
    <EmptyState title={t('grid.emptyTitle')} text={t(sets === 0 ? 'grid.emptyNoData' : 'grid.empty')}>
      {sets === 0 ? (
        <Button type="primary" onClick={onImportData}>
          {t('train.data.import')}
        </Button>
      ) : (
        <Button type="primary" onClick={() => go({ kind: 'grid-new' })}>
          {t('grid.new')}
        </Button>
      )}
    </EmptyState>
  );
}

interface RowsProps {
  readonly all: readonly ExperimentSummary[];
  readonly go: (route: TrainRoute) => void;
}

/** Experiments whose process ended without notice. */
function InterruptedGrids({ all, go }: RowsProps) {
  const { t } = useTranslation();
  const notices = useNotices();
  const control = useControlExperiment();
  return all
    .filter(({ state }) => state === 'interrupted')
    .map(({ id, name }) => (
      <Alert
        key={id}
        banner
        type="warning"
        className="interrupted"
        data-testid="grid-interrupted"
        title={t('grid.interrupted', { name })}
        action={
          <>
            <Button type="text" onClick={() => go({ kind: 'grid', id })}>
              {t('train.look')}
            </Button>
            <Button
              loading={control.isPending && control.variables.id === id}
              data-testid="resume-grid"
              onClick={() => control.mutate({ id, action: 'resume' }, { onError: notices.fail })}
            >
              {t('grid.action.resume')}
            </Button>
          </>
        }
      />
    ));
}

function Rows({ all, go }: RowsProps) {
  const { t } = useTranslation();
  return (
    <div className="table-holder">
      <table className="train-table">
        <thead>
          <tr>
            {(['state', 'name', 'pipelines', 'runs', 'data', 'date'] as const).map((column) => (
              <th key={column} scope="col" className={column === 'date' ? 'number' : undefined}>
                {t(`grid.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {all.map((one) => (
            <Row key={one.id} experiment={one} go={go} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  readonly experiment: ExperimentSummary;
  readonly go: (route: TrainRoute) => void;
}

function Row({ experiment: { id, name, state, plan, counts, train, dev, createdAt }, go }: RowProps) {
  const { t } = useTranslation();
  return (
    <tr data-testid="grid-row" data-id={id} data-state={state}>
      <td>
        <StateMark state={state} />
        {state === 'running' && (
          <span className="count"> {formatPercent(counts.finished / counts.total)}</span>
        )}
      </td>
      <td className="main-cell">
        <button type="button" className="run-name" onClick={() => go({ kind: 'grid', id })}>
          {name}
        </button>
      </td>
      <td>
        {plan.axes.map(({ name: axis, values }) => `${values.length} ${axis}`).join(' × ')}
        <span className="muted">
          {' '}
          × {plan.seeds.length} {t('grid.seeds')}
        </span>
      </td>
      <td>
        {counts.finished} / {counts.total}
        {counts.failed > 0 && <span className="field-error"> {t('grid.failed', { n: counts.failed })}</span>}
      </td>
      <td className="main-cell" title={`${train.name} → ${dev.name}`}>
        {train.name}
      </td>
      <td className="number">
        <time dateTime={createdAt} title={formatDateTime(createdAt)}>
          {formatWhen(createdAt)}
        </time>
      </td>
    </tr>
  );
}
