import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../lib/use-store.ts';
import { useNotices } from '../../ui/use-notices.tsx';
import type { DocumentSession } from './session.ts';

/** Two windows changed the same record: which text to go on with? */
export function ConflictDialog({ session }: { readonly session: DocumentSession }) {
  const { t } = useTranslation();
  const notices = useNotices();
  const title = useStore(session.title);
  const save = useStore(session.saver.state);
  const later = useStore(session.conflictLater);
  const [busy, setBusy] = useState(false);
  const conflict = save.kind === 'conflict' ? save : null;
  if (conflict === null || later) return null;
  const choose = async (choice: 'mine' | 'theirs'): Promise<void> => {
    setBusy(true);
    session.conflictLater.set(false);
    try {
      await session.saver.resolve(choice);
    } catch (error) {
      notices.fail(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      closable={false}
      title={t('conflict.title', { title })}
      data-testid="conflict"
      footer={
        <>
          <Button onClick={() => session.conflictLater.set(true)}>{t('conflict.later')}</Button>
          <Button loading={busy} onClick={() => void choose('theirs')}>
            {t('conflict.theirs')}
          </Button>
          <Button type="primary" loading={busy} onClick={() => void choose('mine')}>
            {t('conflict.mine')}
          </Button>
        </>
      }
    >
      {t('conflict.body', { number: conflict.theirs.revision })}
    </Modal>
  );
}
