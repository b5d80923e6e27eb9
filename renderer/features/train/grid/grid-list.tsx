import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ExperimentSummary } from '../../../../shared/domain/experiment.ts';
import { useAnswer } from '../../../api/requests.ts';
import { formatPercent } from '../../../lib/format.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { TableHead } from '../../../ui/table-head.tsx';
import { TimeOf } from '../../../ui/time-of.tsx';
import { useNoticedChange } from '../../../ui/use-noticed-change.ts';
import { InterruptedNote } from '../interrupted-note.tsx';
import { StartState } from '../start-state.tsx';
import { StateMark } from '../state-mark.tsx';
import { useTrain } from '../train-context.ts';

/** All experiments, newest first. */
export function GridList() {
  const { go } = useTrain();
  const { t } = useTranslation();
  const control = useNoticedChange('experiments.control');
  const { data, error, refetch } = useAnswer('experiments.list', {});
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
      {data
        .filter((grid) => grid.state === 'interrupted')
        .map(({ id, name }) => (
          <InterruptedNote
            key={id}
            testId="grid-interrupted"
            title={t('grid.interrupted', { name })}
            buttons={{
              resumeTestId: 'resume-grid',
              busy: control.isPending && control.variables.id === id,
              onShow: () => go({ kind: 'grid', id }),
              onResume: () => control.mutate({ id, action: 'resume' }),
            }}
          />
        ))}
      {data.length === 0 ? (
        <StartState
          title={t('grid.emptyTitle')}
          text={t('grid.empty')}
          textWithoutData={t('grid.emptyNoData')}
          start={t('grid.new')}
          onStart={() => go({ kind: 'grid-new' })}
        />
      ) : (
        <Rows all={data} />
      )}
    </div>
  );
}

function Rows({ all }: { readonly all: readonly ExperimentSummary[] }) {
  const { t } = useTranslation();
  return (
    <div className="table-holder">
      <table className="train-table">
        <TableHead
          columns={[
            ...(['state', 'name', 'pipelines', 'runs', 'data'] as const).map((column) =>
              t(`grid.column.${column}`),
            ),
            { number: t('grid.column.date') },
          ]}
        />
        <tbody>
          {all.map((one) => (
            <Row key={one.id} experiment={one} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  readonly experiment: ExperimentSummary;
}

function Row({ experiment: { id, name, state, plan, counts, train, dev, createdAt } }: RowProps) {
  const { go } = useTrain();
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
        <TimeOf at={createdAt} />
      </td>
    </tr>
  );
}
