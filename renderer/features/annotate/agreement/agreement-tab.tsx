import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Project } from '../../../../shared/domain/project.ts';
import { useQueue } from '../../../api/annotation.ts';
import { call } from '../../../api/client.ts';
import { useWatchedQuery } from '../../../api/stoppable.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { WorkNote } from '../../../ui/work-note.tsx';
import { AdjudicationTools } from '../adjudicate/adjudication-tools.tsx';
import { canAdjudicate } from '../queue.ts';
import type { AnnotateRoute } from '../route.ts';
import { AgreementView } from './agreement-view.tsx';

interface AgreementTabProps {
  readonly project: Project;
  readonly onGo: (route: AnnotateRoute) => void;
}

/** Shows the agreement of a project's annotators; a document leads to its adjudication. */
export function AgreementTab({ project, onGo }: AgreementTabProps) {
  const { t } = useTranslation();
  const queue = useQueue(project.id);
  const ready = (queue.data ?? []).some(canAdjudicate);
  const report = useWatchedQuery({
    queryKey: ['projects', 'agreement', project.id],
    request: (ticket) => call('agreement.report', { projectId: project.id, ticket }),
    enabled: ready,
    staleTime: 0, // work goes on while the report is not looked at
  });
  if (queue.data !== undefined && !ready) return <EmptyState text={t('annotate.noAgreement')} />;
  if (report.error !== null) return <ErrorNote error={report.error} onRetry={report.again} />;
  if (report.isCancelled)
    return (
      <EmptyState text={t('work.cancelled')}>
        <Button onClick={report.again}>{t('work.again')}</Button>
      </EmptyState>
    );
  if (report.data === undefined)
    return report.isWorking ? (
      <WorkNote title={t('work.agreement')} progress={report.progress} onCancel={report.cancel} />
    ) : null;
  return (
    <>
      <AdjudicationTools project={project} onGo={onGo} />
      <AgreementView
        report={report.data}
        onOpenDocument={(name) => {
          const entry = queue.data?.find((one) => one.name === name);
          if (entry !== undefined) onGo({ kind: 'adjudicate', project: project.id, document: entry.id });
        }}
      />
    </>
  );
}
