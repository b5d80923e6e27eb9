import { Progress } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Cell, ExperimentDetail } from '../../../../shared/domain/experiment.ts';
import { pipelineName, pipelinesOf } from '../../../../shared/experiment-cells.ts';
import { remainingSeconds, shownNumber } from '../../../../shared/experiment-table.ts';
import { fromErrorData } from '../../../../shared/result.ts';
import { spentShare } from '../../../../shared/search-stages.ts';
import { useAnswer } from '../../../api/requests.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { formatDuration, formatElapsed, formatPercent } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorNote, ErrorText } from '../../../ui/error-note.tsx';
import { TableHead } from '../../../ui/table-head.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { BackLink } from '../back-link.tsx';
import { StateMark } from '../state-mark.tsx';
import { useTrain } from '../train-context.ts';
import { GridCurves } from './grid-curves.tsx';
import { GridDifferences } from './grid-differences.tsx';
import { GridHeader } from './grid-header.tsx';
import { GridTable } from './grid-table.tsx';

type GridTab = 'table' | 'differences' | 'curves' | 'cells';

/** One experiment: how far it is, its table, the curves of its best pipelines, and every run. */
export function GridPage({ id }: { readonly id: number }) {
  const { go } = useTrain();
  const { t } = useTranslation();
  const { data, error, refetch } = useAnswer('experiments.get', { id });
  const [tab, setTab] = useState<GridTab>('table');
  if (error !== null)
    return (
      <article className="run-page column">
        <BackLink name={t('grid.back')} onBack={() => go({ kind: 'grids' })} />
        <ErrorNote error={error} onRetry={() => void refetch()} />
      </article>
    );
  if (data === undefined) return null;
  return (
    <article className="run-page column" data-testid="grid-page" data-state={data.state}>
      <GridHeader experiment={data} />
      <GridProgress experiment={data} />
      <Tabs<GridTab>
        label={data.name}
        active={tab}
        onPick={setTab}
        tabs={[
          {
            key: 'table',
            name: t('grid.tab.table'),
            content: <GridTable experiment={data} onOpenRun={(run) => go({ kind: 'run', id: run })} />,
          },
          ...(data.plan.search !== undefined ||
          data.plan.task === 'pretrain' ||
          pipelinesOf(data.plan).length < 2
            ? []
            : [
                {
                  key: 'differences' as const,
                  name: t('grid.tab.differences'),
                  content: <GridDifferences experiment={data} />,
                },
              ]),
          { key: 'curves', name: t('grid.tab.curves'), content: <GridCurves experiment={data} /> },
          { key: 'cells', name: t('grid.tab.cells'), content: <Cells experiment={data} /> },
        ]}
      />
    </article>
  );
}

function GridProgress({
  experiment: { plan, cells, counts, state, error },
}: {
  readonly experiment: ExperimentDetail;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const left = remainingSeconds({ plan, cells });
  const under = cells.find((cell) => cell.state === 'running');
  const name = under === undefined ? '' : pipelineName(pipelinesOf(plan)[under.pipeline]!);
  const share =
    plan.search !== undefined
      ? spentShare(plan, cells)
      : (counts.finished + (under === undefined ? 0 : shareOf(under))) / counts.total;
  return (
    <div className="run-progress" data-testid="grid-progress">
      {error !== undefined && <ErrorText error={fromErrorData(error)} />}
      {state !== 'finished' && (
        <Progress
          percent={Math.floor(share * 1000) / 10}
          showInfo={false}
          size="small"
          aria-label={formatPercent(share)}
          status={state === 'running' ? 'normal' : 'exception'}
          {...(state === 'running' ? {} : { strokeColor: 'var(--muted)' })}
        />
      )}
      <p className="grid-status wrap tabular" role="status">
        <span>{t('grid.runs', { done: counts.finished, total: counts.total })}</span>
        {counts.failed > 0 && <span className="field-error">{t('grid.failed', { n: counts.failed })}</span>}
        {state === 'running' && left !== undefined && (
          <span>{t('grid.left', { time: formatDuration(left, language) })}</span>
        )}
        {under !== undefined && (
          <span className="muted">
            {t('grid.now', { name, seed: under.seed })}
            {under.progress !== undefined && ` · ${t('grid.nowEpoch', epochsOf(under))}`}
          </span>
        )}
      </p>
    </div>
  );
}

const shareOf = ({ progress }: Cell): number =>
  progress === undefined || progress.totalSteps === 0 ? 0 : progress.step / progress.totalSteps;

/** Epochs in all, from what part of the steps they are. */
function epochsOf({ progress }: Cell): { readonly epoch: number; readonly epochs: number } {
  const { epoch = 0, step = 0, totalSteps = 0 } = progress ?? {};
  const epochs = epoch > 0 && step > 0 ? Math.round((epoch / step) * totalSteps) : 0;
  return { epoch: Number(epoch.toFixed(1)), epochs };
}

/** Every cell in the order of training, with what became of it. */
function Cells({ experiment: { plan, cells } }: { readonly experiment: ExperimentDetail }) {
  const { go } = useTrain();
  const { t } = useTranslation();
  const pipelines = pipelinesOf(plan);
  const main = plan.task === 'pretrain' ? 'perplexity' : 'f1';
  // A search trains some of its cells only.
  const shown = plan.search === undefined ? cells : cells.filter(({ state }) => state !== 'waiting');
  if (shown.length === 0) return <EmptyState text={t('grid.noResults')} />;
  return (
    <div className="table-holder">
      <table className="train-table" data-testid="grid-cells">
        <TableHead
          columns={[
            { number: '#' },
            t('grid.column.state'),
            ...plan.axes.map(({ name }) => name),
            { number: t('grid.seeds') },
            ...(plan.folds === undefined ? [] : [{ number: t('grid.fold') }]),
            ...(plan.search === undefined ? [] : [{ number: t('grid.stage') }]),
            { number: t(`grid.head.${main}`) },
            { number: t('train.column.time') },
          ]}
        />
        <tbody>
          {shown.map(({ number, pipeline, seed, fold, stage, state, runId, result, error, progress }) => (
            <tr key={number} data-testid="grid-cell" data-state={state}>
              <td className="number">
                {runId === undefined ? (
                  number + 1
                ) : (
                  <button type="button" className="run-name" onClick={() => go({ kind: 'run', id: runId })}>
                    {number + 1}
                  </button>
                )}
              </td>
              <td>
                {state === 'waiting' ? (
                  <span className="muted">{t('grid.state.waiting')}</span>
                ) : (
                  <StateMark state={state} />
                )}
                {error !== undefined && <ErrorText error={fromErrorData(error)} />}
              </td>
              {pipelines[pipeline]!.names.map((name, axis) => (
                <td key={plan.axes[axis]?.name}>{name}</td>
              ))}
              <td className="number">{seed}</td>
              {fold !== undefined && <td className="number">{fold + 1}</td>}
              {stage !== undefined && <td className="number">{stage + 1}</td>}
              <td className="number">
                {result?.[main] === undefined ? '–' : shownNumber(main, result[main])}
              </td>
              <td className="number">
                {result !== undefined
                  ? formatElapsed(result.seconds)
                  : progress === undefined
                    ? '–'
                    : formatElapsed(progress.seconds)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
