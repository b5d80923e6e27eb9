import { App, Button, Checkbox } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Revision } from '../../../shared/domain/document.ts';
import { words } from '../../../shared/messages/words.ts';
import { call } from '../../api/client.ts';
import { useAnswer } from '../../api/requests.ts';
import { useLanguage } from '../../i18n/index.ts';
import { formatCount, formatDateTime } from '../../lib/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { keyText } from '../../ui/kbd.tsx';
import { useKeymap } from '../../ui/keymap-context.ts';
import { useAttempt } from '../../ui/use-attempt.ts';
import { useNotices } from '../../ui/use-notices.tsx';
import { choosePair } from './choose-pair.ts';
import { RevisionDiff } from './revision-diff.tsx';
import type { DocumentSession } from './session.ts';

interface HistoryProps {
  readonly session: DocumentSession;
  /** The record is archived: there is nothing to restore into it. */
  readonly locked: boolean;
}

/** Compares a revision with the current text, or with a later revision. */
interface Compared {
  readonly from: number;
  readonly to: number | null;
}

/** Every revision, newest first: who, when and why; compare with the text as it is or with each other, or restore. */
export function History({ session, locked }: HistoryProps) {
  const { t } = useTranslation();
  const keymap = useKeymap();
  const { data, error, refetch } = useAnswer('docs.revisions', { id: session.id });
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [compared, setCompared] = useState<Compared | null>(null);
  const restore = useRestore(session);
  // A revision may have been made in another tab or window since this list was read.
  useEffect(() => void refetch(), [refetch]);
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  if (data.length === 0) return <EmptyState text={t('history.empty', { save: keyText(keymap.save) })} />;
  const [from, to] = chosen;
  return (
    <>
      {data.length > 1 && (
        <div className="revision-compare">
          <Button
            size="small"
            disabled={to === undefined}
            data-testid="compare-chosen"
            onClick={() => {
              if (from !== undefined && to !== undefined) setCompared({ from, to });
            }}
          >
            {t('archive.compareChosen')}
          </Button>
          {to === undefined && <span className="muted">{t('archive.compareHelp')}</span>}
        </div>
      )}
      <ol className="revision-list" data-testid="revision-list" aria-label={t('editor.history')}>
        {data
          .toSorted((a, b) => b.number - a.number)
          .map((revision) => (
            <RevisionRow
              key={revision.number}
              revision={revision}
              chosen={chosen.includes(revision.number)}
              choosable={data.length > 1}
              onChoose={() => setChosen((now) => choosePair(now, revision.number))}
              onView={() => setCompared({ from: revision.number, to: null })}
              {...(locked ? {} : { onRestore: () => restore(revision.number) })}
            />
          ))}
      </ol>
      {compared !== null && (
        <RevisionDiff
          session={session}
          {...compared}
          {...(locked ? {} : { onRestore: () => restore(compared.from) })}
          onClose={() => setCompared(null)}
        />
      )}
    </>
  );
}

interface RevisionRowProps {
  readonly revision: Revision;
  readonly chosen: boolean;
  readonly choosable: boolean;
  readonly onChoose: () => void;
  readonly onView: () => void;
  readonly onRestore?: () => void;
}

function RevisionRow({ revision, chosen, choosable, onChoose, onView, onRestore }: RevisionRowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { number } = revision;
  return (
    <li data-testid="revision" data-number={number}>
      <div className="revision-head">
        {choosable ? (
          <Checkbox
            checked={chosen}
            aria-label={t('archive.choose', { number })}
            data-testid="revision-choose"
            onChange={onChoose}
          >
            <strong>{t('docs.revision', { number })}</strong>
          </Checkbox>
        ) : (
          <strong>{t('docs.revision', { number })}</strong>
        )}
        <time dateTime={revision.at}>{formatDateTime(revision.at)}</time>
      </div>
      <div className="muted">
        {[
          revision.actor,
          words(revision.reason, language),
          t('history.chars', { n: formatCount(revision.chars) }),
        ]
          .filter((part) => part !== '')
          .join(' · ')}
      </div>
      <div className="revision-actions">
        <Button size="small" onClick={onView}>
          {t('history.view')}
        </Button>
        {onRestore !== undefined && (
          <Button size="small" onClick={onRestore}>
            {t('history.restore')}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Asks, saves what there is as a revision, and restores an older one. */
function useRestore(session: DocumentSession): (number: number) => void {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const notices = useNotices();
  const { attempt } = useAttempt();
  const run = (number: number): Promise<void> =>
    attempt(async () => {
      await session.saver.commit(t('editor.idleReason'));
      session.saver.adopt(await call('docs.restore', { id: session.id, number }));
      notices.done(t('history.restored', { number }));
    });
  return (number) =>
    void modal.confirm({
      title: t('history.restoreTitle', { number }),
      content: t('history.restoreBody'),
      okText: t('history.restore'),
      onOk: () => run(number),
    });
}
