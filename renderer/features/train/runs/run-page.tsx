import { Alert } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunDetail } from '../../../../shared/domain/training.ts';
import { words } from '../../../../shared/messages/words.ts';
import { fromErrorData } from '../../../../shared/result.ts';
import { toAppError } from '../../../api/reply.ts';
import { useAnswer } from '../../../api/requests.ts';
import { useDataSets } from '../../../api/training.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { useStore } from '../../../lib/use-store.ts';
import { ErrorNote, ErrorText } from '../../../ui/error-note.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { BackLink } from '../back-link.tsx';
import { InterruptedNote } from '../interrupted-note.tsx';
import { useReportTabs } from '../reports/report-tabs.tsx';
import { type ReportView, type RunTab, viewOf } from '../route.ts';
import { useTrain } from '../train-context.ts';
import { RunCurves } from './run-curves.tsx';
import { RunHeader } from './run-header.tsx';
import { RunProgressBox } from './run-progress.tsx';
import { RunSettingsTab } from './run-settings.tsx';

/** One run: how far it is, what can be done to it, and everything that came of it. */
export function RunPage({ id }: { readonly id: number }) {
  const { go } = useTrain();
  const { t } = useTranslation();
  const { data, error, refetch } = useAnswer('runs.get', { id });
  if (error !== null) {
    const gone = toAppError(error).code === 'not-found';
    return (
      <div className="run-page column">
        <BackLink name={t('train.section.runs')} onBack={() => go({ kind: 'runs' })} />
        <ErrorNote error={error} {...(gone ? {} : { onRetry: () => void refetch() })} />
      </div>
    );
  }
  if (data === undefined) return null;
  return <Run run={data} />;
}

function Run({ run }: { readonly run: RunDetail }) {
  const { state } = useTrain();
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
  });
  return (
    <article className="run-page column" data-testid="run-page" data-run={run.id} data-state={run.state}>
      <RunHeader run={run} />
      <RunProgressBox run={run} />
      {run.state === 'interrupted' && (
        <InterruptedNote
          testId="interrupted"
          title={
            <>
              {t('train.interrupted', { name: run.name })}
              {run.error !== undefined && <ErrorText error={fromErrorData(run.error)} />}
            </>
          }
        />
      )}
      <Messages run={run} />
      <Tabs<RunTab>
        label={run.name}
        active={view.tab}
        onPick={(tab) => change({ tab })}
        tabs={[
          { key: 'curves', name: t('train.tab.curves'), content: <RunCurves run={run} /> },
          ...report,
          { key: 'settings', name: t('train.tab.settings'), content: <RunSettingsTab run={run} /> },
        ]}
      />
    </article>
  );
}

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
                <li key={words(warning, 'en')}>{words(warning, language)}</li>
              ))}
            </ul>
          }
        />
      )}
    </>
  );
}
