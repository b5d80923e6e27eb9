import { Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useStore } from '../../lib/use-store.ts';
import { useAttempt } from '../../ui/use-attempt.ts';
import type { DocumentSession } from './session.ts';

/** Two windows changed the same record: which text to go on with? */
export function ConflictDialog({ session }: { readonly session: DocumentSession }) {
  const { t } = useTranslation();
  const title = useStore(session.title);
  const save = useStore(session.saver.state);
  const later = useStore(session.conflictLater);
  const { busy, attempt } = useAttempt();
  const conflict = save.kind === 'conflict' ? save : null;
  if (conflict === null || later) return null;
  const choose = async (choice: 'mine' | 'theirs'): Promise<void> => {
    session.conflictLater.set(false);
    await attempt(async () => {
      await session.saver.resolve(choice);
    });
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
