import { LockOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DocumentSummary } from '../../../shared/domain/document.ts';
import { useMay } from '../../api/accounts.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useStore } from '../../lib/use-store.ts';
import type { DocumentSession } from './session.ts';
import type { DocumentActions } from './use-document-actions.tsx';

interface ArchivedNoteProps {
  readonly session: DocumentSession;
  readonly archived: NonNullable<DocumentSummary['archived']>;
  readonly actions: DocumentActions;
  readonly onUnlock: () => void;
}

/** Above an archived record: who locked it and when; and what of this window came too late to be saved. */
export function ArchivedNote({ session, archived, actions, onUnlock }: ArchivedNoteProps) {
  const { t } = useTranslation();
  const may = useMay();
  const save = useStore(session.saver.state);
  const late = save.kind === 'failed' || save.kind === 'dirty' || save.kind === 'conflict';
  return (
    <div className="record-note" role="status" data-testid="archived-note">
      <LockOutlined />
      <span>{t('archive.note', { by: archived.by, at: formatDateTime(archived.at) })}</span>
      {late && (
        <>
          <strong>{t('archive.unsaved')}</strong>
          <Button
            size="small"
            type="primary"
            data-testid="archived-save-as-new"
            onClick={() => void actions.saveAsNew(session)}
          >
            {t('archive.saveAsNew')}
          </Button>
        </>
      )}
      {may('docs.unarchive') ? (
        <Button size="small" data-testid="archived-unlock" onClick={onUnlock}>
          {t('archive.unarchive')}
        </Button>
      ) : (
        <span className="muted">{t('archive.administrator')}</span>
      )}
    </div>
  );
}
