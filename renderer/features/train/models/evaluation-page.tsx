import { Button, Spin } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type EvaluationOf,
  useDataSets,
  useEvaluation,
  useModels,
  useStopEvaluation,
} from '../../../api/training.ts';
import { formatScore } from '../../../lib/format.ts';
import { useStore } from '../../../lib/use-store.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { BackLink } from '../back-link.tsx';
import { useReportTabs } from '../reports/report-tabs.tsx';
import { type ReportView, type RunTab, viewOf } from '../route.ts';
import { useTrain } from '../train-context.ts';

/** Evaluation of a model on a data set, shown like a run's report. */
export function EvaluationPage({ model, data, tagger }: EvaluationOf) {
  const { state, go } = useTrain();
  const { t } = useTranslation();
  const card = useModels().data?.find(({ id }) => id === model);
  const set = useDataSets().data?.find(({ id }) => id === data);
  const { data: report, error, refetch, isFetching } = useEvaluation({ model, data, tagger });
  const stopEvaluation = useStopEvaluation();
  const of = `evaluation ${model} ${data} ${tagger ?? ''}`;
  const view = viewOf(useStore(state.view), of, 'types');
  const change = useCallback(
    (part: Partial<ReportView>) => state.view.update((now) => ({ ...viewOf(now, of, 'types'), ...part })),
    [state, of],
  );
  const tabs = useReportTabs({
    task: report?.task ?? card?.task,
    report,
    waiting: 'running',
    dev: set,
    view,
    change,
  });
  const back = (): void => go({ kind: 'models', id: model });
  const stop = (): void => {
    back();
    stopEvaluation({ model, data, tagger });
  };
  const title = t('train.evaluation.title', { model: card?.name ?? '', data: set?.name ?? '' });
  return (
    <article className="run-page column" data-testid="evaluation-page">
      <header className="run-head column">
        <div className="run-title row wrap">
          <BackLink name={t('train.section.models')} onBack={back} />
          <h1>{title}</h1>
          {report !== undefined && (
            <span>
              {report.task === 'ner' ? 'F1' : t('texts.score.microF1')}{' '}
              <strong>{formatScore(report.task === 'ner' ? report.scores.f1 : report.micro.f1)}</strong>
            </span>
          )}
        </div>
      </header>
      {error !== null && !isFetching && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {isFetching && (
        <p className="run-waiting" role="status">
          <Spin size="small" /> {t('train.evaluation.running')}{' '}
          <Button size="small" data-testid="evaluation-cancel" onClick={stop}>
            {t('app.cancel')}
          </Button>
        </p>
      )}
      {report !== undefined && (
        <Tabs<RunTab> label={title} active={view.tab} onPick={(tab) => change({ tab })} tabs={tabs} />
      )}
    </article>
  );
}
