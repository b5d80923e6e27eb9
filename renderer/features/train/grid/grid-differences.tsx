import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ExperimentDetail, ExperimentDifferences } from '../../../../shared/domain/experiment.ts';
import { pipelineName, pipelinesOf } from '../../../../shared/experiment-cells.ts';
import { call } from '../../../api/client.ts';
import { useKeptWork } from '../../../api/stoppable.ts';
import { formatCount, formatScore } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { TableHead } from '../../../ui/table-head.tsx';
import { WorkNote } from '../../../ui/work-note.tsx';

/** Whether each row differs from the first one, by the paired bootstrap over documents. */
export function GridDifferences({ experiment }: { readonly experiment: ExperimentDetail }) {
  const { t } = useTranslation();
  const { id, counts } = experiment;
  const work = useKeptWork(`differences ${id} ${counts.finished}`, (ticket) =>
    call('experiments.differences', { id, ticket }),
  );
  const { data, error, isWorking, progress, start, cancel } = work;
  return (
    <div className="report-pane column" data-testid="grid-differences">
      {error !== null && !isWorking && <ErrorNote error={error} onRetry={start} />}
      {isWorking && (
        <WorkNote title={t('grid.differences.computing')} progress={progress} onCancel={cancel} />
      )}
      {data === undefined && error === null && !isWorking && (
        <p>
          <Button data-testid="differences-start" onClick={start}>
            {t('grid.differences.compute')}
          </Button>
        </p>
      )}
      {data !== undefined && !isWorking && <Differences experiment={experiment} found={data} />}
    </div>
  );
}

interface DifferencesProps {
  readonly experiment: ExperimentDetail;
  readonly found: ExperimentDifferences;
}

function Differences({ experiment: { plan }, found }: DifferencesProps) {
  const { t } = useTranslation();
  const { rows, dataSet, documents, samples, seed, level } = found;
  const names = pipelinesOf(plan).map(pipelineName);
  const signed = (value: number | null): string =>
    value === null ? '–' : `${value < 0 ? '−' : '+'}${formatScore(Math.abs(value))}`;
  const shown = (p: number | null): string => (p === null ? '–' : p.toFixed(4));
  if (rows.length === 0) return <EmptyState text={t('grid.differences.none')} />;
  return (
    <>
      <h3>{t('grid.differences.to', { first: names[0], set: dataSet })}</h3>
      <div className="table-holder">
        <table className="train-table" data-testid="differences-table">
          <TableHead
            columns={[
              t('grid.differences.row'),
              t('train.compare.metric'),
              { number: t('grid.differences.seeds') },
              { number: t('train.compare.first') },
              { number: t('train.compare.second') },
              { number: t('train.compare.difference') },
              { number: t('train.compare.interval', { level: Math.round(100 * level) }) },
              { number: t('train.compare.bootstrapP') },
              { number: t('train.compare.randomizationP') },
            ]}
          />
          <tbody>
            {rows.flatMap(({ pipeline, seeds, scores }) =>
              scores.map((one) => (
                <tr key={`${pipeline} ${one.score}`}>
                  <th scope="row">{names[pipeline]}</th>
                  <td>{t(`train.compare.score.${one.score}`)}</td>
                  <td className="number">{seeds.length}</td>
                  <td className="number">{formatScore(one.first)}</td>
                  <td className="number">{formatScore(one.second)}</td>
                  <td className="number">{signed(one.difference)}</td>
                  <td className="number">
                    {signed(one.low)} … {signed(one.high)}
                  </td>
                  <td className="number">{shown(one.bootstrapP)}</td>
                  <td className="number">{shown(one.randomizationP)}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </div>
      <p className="muted">
        {t('grid.differences.how', {
          documents: formatCount(documents),
          samples: formatCount(samples),
          seed,
        })}
      </p>
    </>
  );
}
