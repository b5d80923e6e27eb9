import { Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import type { RemovedDocument } from '../../../../shared/domain/project.ts';
import { useChange } from '../../../api/requests.ts';
import { formatCount, formatWhen } from '../../../lib/format.ts';
import { useAttempt } from '../../../ui/use-attempt.ts';
import { useNotices } from '../../../ui/use-notices.tsx';
import { VirtualList } from '../../../ui/virtual-list.tsx';

/** Height of a row in pixels. */
const ROW = 46;

interface RemovedDialogProps {
  readonly projectId: number;
  readonly removed: readonly RemovedDocument[];
  readonly onClose: () => void;
}

/** Lists the documents removed from a project and puts them back, one or all. */
export function RemovedDialog({ projectId, removed, onClose }: RemovedDialogProps) {
  const { t } = useTranslation();
  const notices = useNotices();
  const { attempt } = useAttempt();
  const putBack = useChange('projects.putBackDocuments');
  const run = (documents: number[]): Promise<void> =>
    attempt(async () => {
      await putBack.mutateAsync({ projectId, documents });
      notices.done(t('project.removal.putBackDone', { n: documents.length }));
      if (documents.length === removed.length) onClose();
    });
  const buttons = { loading: putBack.isPending, disabled: removed.length === 0 };
  return (
    <Modal
      open
      width={640}
      title={t('project.removal.title')}
      okText={t('project.removal.putBackAll', { n: formatCount(removed.length) })}
      okButtonProps={{ ...buttons, 'data-testid': 'put-back-all' }}
      cancelText={t('app.close')}
      data-testid="removed-dialog"
      onOk={() => void run(removed.map(({ id }) => id))}
      onCancel={onClose}
    >
      <p className="muted">{t('project.removal.body')}</p>
      <div className="removed-documents" style={{ height: removed.length * ROW }}>
        <VirtualList
          items={removed}
          rowHeight={ROW}
          keyOf={({ id }) => id}
          label={t('project.removal.title')}
          render={(document) => (
            <RemovedRow
              document={document}
              busy={putBack.isPending}
              onPutBack={() => void run([document.id])}
            />
          )}
        />
      </div>
    </Modal>
  );
}

interface RemovedRowProps {
  readonly document: RemovedDocument;
  readonly busy: boolean;
  readonly onPutBack: () => void;
}

function RemovedRow({ document, busy, onPutBack }: RemovedRowProps) {
  const { t } = useTranslation();
  const { name, removedBy, removedAt, annotators, items } = document;
  const facts = [
    t('project.removal.by', { person: removedBy, at: formatWhen(removedAt) }),
    annotators + items === 0
      ? t('project.removal.noWork')
      : t('project.removal.work', { annotators: formatCount(annotators), items: formatCount(items) }),
  ];
  return (
    <div className="removed-document" data-testid="removed-document">
      <span className="ellipsis" title={name}>
        {name}
      </span>
      <span className="muted ellipsis">{facts.join(' · ')}</span>
      <Button
        size="small"
        disabled={busy}
        aria-label={t('project.removal.putBackOne', { name })}
        data-testid="put-back"
        onClick={onPutBack}
      >
        {t('project.removal.putBack')}
      </Button>
    </div>
  );
}
