import { Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import type { BatchPlace, BatchRun, BatchWorker } from '../../../../shared/domain/batch.ts';
import { useAnswer } from '../../../api/requests.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { formatCount, formatDuration, messageText } from '../../../lib/format.ts';
import { ErrorNote, FieldError } from '../../../ui/error-note.tsx';
import { TableHead } from '../../../ui/table-head.tsx';
import { TimeOf } from '../../../ui/time-of.tsx';
import { StateMark } from '../state-mark.tsx';
import { BatchActions } from './batch-actions.tsx';

interface BatchCardProps {
  readonly place: BatchPlace;
  readonly run: BatchRun;
}

/** A run: how far it is, which worker does how much at what cost, what failed, and what can be done with it. */
export function BatchCard({ place, run }: BatchCardProps) {
  const { t } = useTranslation();
  const { name, job, state, records, done, priority, createdAt, workers, error } = run;
  const percent = records === 0 ? 0 : Math.floor((100 * done) / records);
  return (
    <article className="model-card" data-testid="batch-run" data-state={state} aria-label={name}>
      <header className="model-head wrap">
        <h3>{name}</h3>
        <span className="tag fine muted">{t(`batch.job.${job}`)}</span>
        <StateMark state={state} />
        {priority !== 0 && <span className="muted">{t('batch.priorityOf', { n: priority })}</span>}
        <span className="spacer" />
        <TimeOf at={createdAt} />
      </header>
      <Progress
        percent={percent}
        size="small"
        status={state === 'failed' ? 'exception' : 'normal'}
        format={(shown) => `${shown} %`}
        aria-label={t('batch.progress')}
      />
      <Counts run={run} />
      {workers.length > 0 && <Workers workers={workers} />}
      <FieldError error={error} />
      {run.refused + run.dead > 0 && <Failures place={place} run={run} />}
      <div className="model-actions">
        <BatchActions place={place} run={run} />
      </div>
    </article>
  );
}

const rateOf = ({ records, busySeconds }: BatchWorker): number =>
  busySeconds === 0 ? 0 : records / busySeconds;

/** Milliseconds after its last block from which a worker counts as gone. */
const QUIET_MS = 120_000;

const isAtWork = ({ name, seenAt }: BatchWorker): boolean =>
  name === 'local' || Date.now() - Date.parse(seenAt) < QUIET_MS;

function Counts({ run: { state, done, records, refused, dead, workers } }: { readonly run: BatchRun }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const rate = workers.filter(isAtWork).reduce((sum, worker) => sum + rateOf(worker), 0);
  const parts = [
    t('batch.done', { done: formatCount(done), records: formatCount(records) }),
    ...(refused > 0 ? [t('batch.refused', { n: formatCount(refused) })] : []),
    ...(dead > 0 ? [t('batch.dead', { n: formatCount(dead) })] : []),
    ...(state === 'running' && records - done >= rate && rate > 0
      ? [t('batch.left', { time: formatDuration((records - done) / rate, language) })]
      : []),
  ];
  return (
    <p className="tabular" data-testid="batch-counts">
      {parts.join(' · ')}
    </p>
  );
}

function Workers({ workers }: { readonly workers: readonly BatchWorker[] }) {
  const { t } = useTranslation();
  return (
    <table className="train-table tabular" data-testid="batch-workers">
      <TableHead
        columns={[
          t('batch.column.worker'),
          ...(['records', 'rate', 'cpu', 'cost', 'seen'] as const).map((column) => ({
            number: t(`batch.column.${column}`),
          })),
        ]}
      />
      <tbody>
        {workers.map((worker) => {
          const { name, records, cpuSeconds, seenAt } = worker;
          return (
            <tr key={name}>
              <td>{name === 'local' ? t('batch.local') : name}</td>
              <td className="number">{formatCount(records)}</td>
              <td className="number">{rateOf(worker).toFixed(1)}</td>
              <td className="number">{cpuSeconds.toFixed(1)}</td>
              <td className="number">{((1000 * cpuSeconds) / Math.max(1, records)).toFixed(2)}</td>
              <td className="number">{name === 'local' ? '–' : <TimeOf at={seenAt} />}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Failures({ place, run: { name, refused, dead } }: BatchCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data = [], error } = useAnswer('batch.failures', { place, name }, { staleTime: 0 });
  if (error !== null) return <ErrorNote error={error} />;
  return (
    <details className="batch-failures" data-testid="batch-failures" open={dead > 0}>
      <summary>{t('batch.failures', { n: formatCount(refused + dead) })}</summary>
      <ul>
        {data.map(({ from, to, dead: isDead, reason }) => (
          <li key={`${from}-${isDead}`}>
            <span className="tabular">{isDead ? t('batch.block', { from, to }) : `#${from}`}</span>{' '}
            {messageText(reason, language)}
          </li>
        ))}
      </ul>
    </details>
  );
}
