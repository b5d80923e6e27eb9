import { Button, Progress, Spin } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkProgress } from '../../shared/domain/work.ts';
import { formatCount } from '../lib/format.ts';
import type { Store } from '../lib/store.ts';
import { useStore } from '../lib/use-store.ts';
import { percentOf } from '../lib/work.ts';

/** Shorter work needs neither a bar nor a way to stop it. */
export const WORTH_WATCHING_MS = 500;

interface WorkNoteProps {
  readonly title: string;
  readonly progress: Store<WorkProgress | null>;
  readonly onCancel: () => void;
}

/** Shows the work under way; after half a second also its progress and a way to stop it. */
export function WorkNote({ title, progress, onCancel }: WorkNoteProps) {
  const isLong = useDelay(WORTH_WATCHING_MS);
  return (
    <div className="work-note" data-testid="work">
      <span className="work-title" role="status">
        {title}
      </span>
      {isLong && <WorkBar title={title} progress={progress} onCancel={onCancel} />}
    </div>
  );
}

/** Shows progress, and a way to stop the work. */
export function WorkBar({ title, progress, onCancel }: WorkNoteProps) {
  const { t } = useTranslation();
  const told = useStore(progress);
  const percent = percentOf(told);
  return (
    <span className="work-bar" data-testid="work-bar">
      {told !== null && <span className="muted">{t(`work.stage.${told.stage}`)}</span>}
      {told === null || percent === null ? (
        <Spin size="small" />
      ) : (
        <>
          <Progress percent={percent} showInfo={false} size="small" status="normal" aria-label={title} />
          <span className="muted work-count">
            {formatCount(told.done)} / {formatCount(told.total)}
          </span>
        </>
      )}
      <Button
        size="small"
        data-testid="work-cancel"
        aria-label={t('work.cancel', { title })}
        onClick={onCancel}
      >
        {t('app.cancel')}
      </Button>
    </span>
  );
}

/** True once the component has been there for so long. */
function useDelay(ms: number): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return over;
}
