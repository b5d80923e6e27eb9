import { CloudServerOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchPlace, BatchRun } from '../../../../shared/domain/batch.ts';
import { useAnswer } from '../../../api/requests.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { BatchCard } from './batch-card.tsx';
import { BatchDialog } from './batch-dialog.tsx';
import { QueueDialog } from './queue-dialog.tsx';

/** Milliseconds between looks at runs that go on. */
const LOOK_MS = 2000;

/** Batch runs of this machine and of the workspace's server. */
export function BatchPage() {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'run' | 'queue' | null>(null);
  const { data, error, refetch } = useAnswer(
    'batch.list',
    {},
    { refetchInterval: LOOK_MS, staleTime: 0, refetchOnMount: 'always' },
  );
  if (error !== null && data === undefined) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  const { here, queue } = data;
  const empty = here.length === 0 && queue === null;
  const add = (
    <Button type="primary" icon={<PlusOutlined />} data-testid="batch-new" onClick={() => setOpen('run')}>
      {t('batch.new')}
    </Button>
  );
  return (
    <div className="train-list-page column" data-testid="batch-page">
      <header className="train-tools row wrap">
        <h1>{t('train.section.batch')}</h1>
        <span className="spacer" />
        <Button icon={<CloudServerOutlined />} data-testid="batch-queue" onClick={() => setOpen('queue')}>
          {t('batch.server')}
        </Button>
        {!empty && add}
      </header>
      {empty ? (
        <EmptyState title={t('batch.emptyTitle')} text={t('batch.empty')}>
          {add}
        </EmptyState>
      ) : (
        <div className="batch-runs">
          <Runs place="here" title={t('batch.here')} runs={here} />
          {queue !== null && (
            <>
              <Runs place="queue" title={t('batch.onServer', { url: queue.url })} runs={queue.runs} />
              {queue.error !== null && <ErrorNote error={queue.error} />}
            </>
          )}
        </div>
      )}
      {open === 'run' && <BatchDialog withQueue={queue !== null} onClose={() => setOpen(null)} />}
      {open === 'queue' && <QueueDialog url={queue?.url ?? null} onClose={() => setOpen(null)} />}
    </div>
  );
}

interface RunsProps {
  readonly place: BatchPlace;
  readonly title: string;
  readonly runs: readonly BatchRun[];
}

function Runs({ place, title, runs }: RunsProps) {
  const { t } = useTranslation();
  return (
    <section aria-label={title} data-testid={`batch-runs-${place}`}>
      <h2>{title}</h2>
      {runs.length === 0 ? (
        <p className="muted">{t('batch.none')}</p>
      ) : (
        <ul className="model-list column">
          {runs.map((run) => (
            <li key={run.name}>
              <BatchCard place={place} run={run} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
