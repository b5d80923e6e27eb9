import { Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Job } from '../../../shared/domain/system.ts';
import { fromErrorData } from '../../../shared/result.ts';
import { call } from '../../api/client.ts';
import { formatClock, formatCount } from '../../lib/format.ts';
import { ErrorText } from '../../ui/error-note.tsx';
import { useNotices } from '../../ui/use-notices.tsx';
import { Report } from './report.tsx';

/** One import or its undoing: how far it is, a way to stop it, and what came of it. */
export function JobRow({ job }: { readonly job: Job }) {
  const { t } = useTranslation();
  const notices = useNotices();
  const running = job.state === 'running';
  const stop = (): void => void call('jobs.cancel', { id: job.id }).catch(notices.fail);
  return (
    <div className={`job is-${job.state}`} data-testid="job" data-state={job.state} data-id={job.id}>
      <div className="job-head row wrap">
        <strong>{job.title}</strong>
        <span className="muted">{t(`graph.jobKind.${job.kind}`)}</span>
        <span className={`job-state is-${job.state}`}>{t(`graph.jobState.${job.state}`)}</span>
        <span className="muted">{formatClock(job.startedAt)}</span>
        {running && (
          <Button
            size="small"
            data-testid="job-cancel"
            aria-label={t('graph.cancelJob', { title: job.title })}
            onClick={stop}
          >
            {t('app.cancel')}
          </Button>
        )}
      </div>
      {running && (
        <div className="job-progress row">
          <Progress
            percent={Math.floor((job.fraction ?? 0) * 100)}
            showInfo={job.fraction !== undefined}
            size="small"
            status="normal"
            aria-label={job.title}
          />
          <span className="muted">
            {formatCount(job.done)} {job.unit}
          </span>
        </div>
      )}
      {job.report !== undefined && <Report report={job.report} />}
      {job.error !== undefined && job.state === 'failed' && <ErrorText error={fromErrorData(job.error)} />}
    </div>
  );
}
