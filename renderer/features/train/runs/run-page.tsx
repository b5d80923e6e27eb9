import { Alert } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunDetail } from '../../../../shared/domain/training.ts';
import { fromErrorData } from '../../../../shared/result.ts';
import { toAppError } from '../../../api/reply.ts';
import { useDataSets, useRun } from '../../../api/training.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { inLanguage } from '../../../lib/format.ts';
import { useStore } from '../../../lib/use-store.ts';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { BackLink } from '../back-link.tsx';
import { useReportTabs } from '../reports/report-tabs.tsx';
import { type ReportView, type RunTab, type TrainRoute, type TrainState, viewOf } from '../route.ts';
import { InterruptedRuns } from './interrupted-runs.tsx';
import { RunCurves } from './run-curves.tsx';
import { RunHeader } from './run-header.tsx';
import { RunProgressBox } from './run-progress.tsx';
import { RunSettingsTab } from './run-settings.tsx';

interface RunPageProps {
  readonly id: number;
  readonly state: TrainState;
  readonly go: (route: TrainRoute) => void;
  readonly onOpenDocument: (id: number, offset?: number) => void;
}

/** One run: how far it is, what can be done to it, and everything that came of it. */
export function RunPage(props: RunPageProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useRun(props.id);
  if (error !== null) {
    const gone = toAppError(error).code === 'not-found';
    return (
      <div className="run-page column">
        <BackLink name={t('train.section.runs')} onBack={() => props.go({ kind: 'runs' })} />
        <ErrorNote error={error} {...(gone ? {} : { onRetry: () => void refetch() })} />
      </div>
    );
  }
  if (data === undefined) return null;
  return <Run {...props} run={data} />;
}

function Run({ run, state, go, onOpenDocument }: RunPageProps & { readonly run: RunDetail }) {
  const { t } = useTranslation();
  const of = `run ${run.id}`;
  const view = viewOf(useStore(state.view), of, 'curves');
  const change = useCallback(
    (part: Partial<ReportView>) => state.view.update((now) => ({ ...viewOf(now, of, 'curves'), ...part })),
    [state, of],
  );
  // A set that was deleted and imported again has the same documents under another number.
  const dev = useDataSets().data?.find(({ sha256 }) => sha256 === run.dev.sha256);
  const report = useReportTabs({
    task: run.settings.task,
    report: run.report,
    weighting: 'weighting' in run.settings ? run.settings.weighting : undefined,
    waiting: run.state,
    dev,
    view,
    change,
    onOpenDocument,
  });
  return (
    <article className="run-page column" data-testid="run-page" data-run={run.id} data-state={run.state}>
      <RunHeader run={run} state={state} go={go} />
      <RunProgressBox run={run} />
      <InterruptedRuns runs={[run]} />
      <Messages run={run} />
      <Tabs<RunTab>
        label={run.name}
        active={view.tab}
        onPick={(tab) => change({ tab })}
        tabs={[
          { key: 'curves', name: t('train.tab.curves'), content: <RunCurves run={run} /> },
          ...report,
          { key: 'settings', name: t('train.tab.settings'), content: <RunSettingsTab run={run} go={go} /> },
        ]}
      />
    </article>
  );
}

/** Shows the error and the warnings of a run. */
function Messages({ run: { state, error, warnings } }: { readonly run: RunDetail }) {
  const language = useLanguage();
  return (
    <>
      {state === 'failed' && error !== undefined && <ErrorNote error={fromErrorData(error)} />}
      {warnings.length > 0 && (
        <Alert
          banner
          type="warning"
          className="run-warnings"
          data-testid="run-warnings"
          title={
            <ul>
              {warnings.map((warning) => (
                <li key={warning}>{inLanguage(warning, language)}</li>
              ))}
            </ul>
          }
        />
      )}
    </>
  );
}
