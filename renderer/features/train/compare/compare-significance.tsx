import { Button, Select, Spin } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModelComparison } from '../../../../shared/domain/comparison.ts';
import type { RunDetail } from '../../../../shared/domain/training.ts';
import { useComparison, useDataSets } from '../../../api/training.ts';
import { formatCount } from '../../../lib/format.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { setOptions } from '../form/data-choice.tsx';
import { DifferenceTable } from './difference-table.tsx';

type Compared = RunDetail & { readonly modelId: number };

/** Whether each other model differs from the first on one data set, by the paired bootstrap over its documents. */
export function CompareSignificance({ runs }: { readonly runs: readonly RunDetail[] }) {
  const { t } = useTranslation();
  const [first, ...others] = runs.filter((run): run is Compared => run.modelId !== undefined);
  const sets = (useDataSets().data ?? []).filter(({ task }) => task === first?.settings.task);
  const [chosen, setChosen] = useState<number | null>(null);
  const data = sets.find(({ id }) => id === (chosen ?? first?.dev.id)) ?? sets[0];
  const same = others.filter(({ settings }) => settings.task === first?.settings.task);
  if (first === undefined || same.length === 0 || first.settings.task === 'pretrain')
    return <EmptyState text={t('train.compare.noModels')} />;
  return (
    <div className="report-pane" data-testid="compare-significance">
      <div className="curve-tools">
        <Select
          value={data?.id ?? null}
          aria-label={t('train.form.data')}
          options={setOptions(sets, t)}
          style={{ minWidth: 220 }}
          onChange={setChosen}
        />
        <span className="muted">{t('train.compare.significanceHint')}</span>
      </div>
      {data === undefined ? (
        <p className="field-error">{t('texts.models.noSet')}</p>
      ) : (
        same.map((second) => <Pair key={second.id} first={first} second={second} data={data.id} />)
      )}
    </div>
  );
}

interface PairProps {
  readonly first: Compared;
  readonly second: Compared;
  readonly data: number;
}

function Pair({ first, second, data }: PairProps) {
  const { t } = useTranslation();
  const { start, stop, comparison, error, busy } = useComparison(first.modelId, second.modelId, data);
  return (
    <section className="column" data-testid="compared-pair">
      <h3>{t('train.compare.pair', { first: first.name, second: second.name })}</h3>
      {error !== null && <ErrorNote error={error} onRetry={start} />}
      {busy ? (
        <p className="run-waiting" role="status">
          <Spin size="small" /> {t('train.evaluation.running')}{' '}
          <Button size="small" onClick={stop}>
            {t('app.cancel')}
          </Button>
        </p>
      ) : (
        comparison === undefined &&
        error === null && (
          <Button data-testid="compare-start" onClick={start}>
            {t('train.compare.test')}
          </Button>
        )
      )}
      {comparison !== undefined && <Differences comparison={comparison} />}
    </section>
  );
}

function Differences({ comparison }: { readonly comparison: ModelComparison }) {
  const { t } = useTranslation();
  const { documents, samples, seed, level, scores } = comparison;
  return (
    <>
      <DifferenceTable
        testId="significance-table"
        level={level}
        columns={[t('train.compare.metric')]}
        rows={scores.map((score) => ({
          key: score.score,
          cells: <th scope="row">{t(`train.compare.score.${score.score}`)}</th>,
          score,
        }))}
      />
      <p className="muted">
        {t('train.compare.how', { documents: formatCount(documents), samples: formatCount(samples), seed })}
      </p>
    </>
  );
}
