import { App, Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Revision } from '../../../shared/domain/document.ts';
import { call } from '../../api/client.ts';
import { useRevisions } from '../../api/documents.ts';
import { useLanguage } from '../../i18n/index.ts';
import { formatCount, formatDateTime, inLanguage } from '../../lib/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { keyText } from '../../ui/kbd.tsx';
import { useKeymap } from '../../ui/keymap-context.ts';
import { useNotices } from '../../ui/use-notices.tsx';
import { RevisionDiff } from './revision-diff.tsx';
import type { DocumentSession } from './session.ts';

/** Every revision, newest first: who, when and why; compare with the text as it is, or restore. */
export function History({ session }: { readonly session: DocumentSession }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const keymap = useKeymap();
  const { data, error, refetch } = useRevisions(session.id);
  const [compared, setCompared] = useState<Revision | null>(null);
  const restore = useRestore(session);
  // A revision may have been made in another tab or window since this list was read.
  useEffect(() => void refetch(), [refetch]);
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  if (data.length === 0) return <EmptyState text={t('history.empty', { save: keyText(keymap.save) })} />;
  return (
    <>
      <ol className="revision-list" data-testid="revision-list" aria-label={t('editor.history')}>
        {data
          .toSorted((a, b) => b.number - a.number)
          .map((revision) => (
            <li key={revision.number} data-testid="revision">
              <div className="revision-head">
                <strong>{t('docs.revision', { number: revision.number })}</strong>
                <time dateTime={revision.at}>{formatDateTime(revision.at)}</time>
              </div>
              <div className="muted">
                {[
                  revision.actor,
                  inLanguage(revision.reason, language),
                  t('history.chars', { n: formatCount(revision.chars) }),
                ]
                  .filter((part) => part !== '')
                  .join(' · ')}
              </div>
              <div className="revision-actions">
                <Button size="small" onClick={() => setCompared(revision)}>
                  {t('history.view')}
                </Button>
                <Button size="small" onClick={() => restore(revision.number)}>
                  {t('history.restore')}
                </Button>
              </div>
            </li>
          ))}
      </ol>
      {compared !== null && (
        <RevisionDiff
          session={session}
          revision={compared}
          onRestore={() => restore(compared.number)}
          onClose={() => setCompared(null)}
        />
      )}
    </>
  );
}

/** Asks, saves what there is as a revision, and restores an older one. */
function useRestore(session: DocumentSession): (number: number) => void {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const notices = useNotices();
  const run = async (number: number): Promise<void> => {
    try {
      await session.saver.commit(t('editor.idleReason'));
      session.saver.adopt(await call('docs.restore', { id: session.id, number }));
      notices.done(t('history.restored', { number }));
    } catch (error) {
      notices.fail(error);
    }
  };
  return (number) =>
    void modal.confirm({
      title: t('history.restoreTitle', { number }),
      content: t('history.restoreBody'),
      okText: t('history.restore'),
      cancelText: t('app.cancel'),
      onOk: () => run(number),
    });
}
