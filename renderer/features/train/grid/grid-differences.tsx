import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ExperimentDetail, ExperimentDifferences } from '../../../../shared/domain/experiment.ts';
import { pipelineName, pipelinesOf } from '../../../../shared/experiment-cells.ts';
import { call } from '../../../api/client.ts';
import { useKeptWork } from '../../../api/stoppable.ts';
import { formatCount } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { WorkNote } from '../../../ui/work-note.tsx';
import { DifferenceTable } from '../compare/difference-table.tsx';

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
  if (rows.length === 0) return <EmptyState text={t('grid.differences.none')} />;
  return (
    <>
      <h3>{t('grid.differences.to', { first: names[0], set: dataSet })}</h3>
      <DifferenceTable
        testId="differences-table"
        level={level}
        columns={[
          t('grid.differences.row'),
          t('train.compare.metric'),
          { number: t('grid.differences.seeds') },
        ]}
        rows={rows.flatMap(({ pipeline, seeds, scores }) =>
          scores.map((score) => ({
            key: `${pipeline} ${score.score}`,
            cells: (
              <>
                <th scope="row">{names[pipeline]}</th>
                <td>{t(`train.compare.score.${score.score}`)}</td>
                <td className="number">{seeds.length}</td>
              </>
            ),
            score,
          })),
        )}
      />
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
