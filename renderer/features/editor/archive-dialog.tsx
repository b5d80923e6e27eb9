import { useTranslation } from 'react-i18next';
import type { DocumentSummary } from '../../../shared/domain/document.ts';
import { PromptDialog } from '../../ui/prompt-dialog.tsx';
import type { DocumentActions } from './use-document-actions.tsx';

interface ArchiveDialogProps {
  readonly document: DocumentSummary;
  readonly actions: DocumentActions;
  readonly onClose: () => void;
}

/** Locks a record, with a note if one likes, or unlocks an archived one, with a reason. */
export function ArchiveDialog({ document, actions, onClose }: ArchiveDialogProps) {
  const { t } = useTranslation();
  const { title } = document;
  if (document.archived === undefined)
    return (
      <PromptDialog
        title={t('archive.archiveTitle', { title })}
        label={t('archive.archiveLabel')}
        hint={t('archive.archiveHint')}
        submit={t('archive.archive')}
        optional
        maxLength={1000}
        testId="archive-dialog"
        onCancel={onClose}
        onSubmit={(reason) => {
          onClose();
          void actions.archive(document, reason.trim());
        }}
      />
    );
  return (
    <PromptDialog
      title={t('archive.unarchiveTitle', { title })}
      label={t('archive.unarchiveLabel')}
      hint={t('archive.unarchiveHint')}
      submit={t('archive.unarchive')}
      maxLength={1000}
      testId="archive-dialog"
      onCancel={onClose}
      onSubmit={(reason) => {
        onClose();
        void actions.unarchive(document, reason.trim());
      }}
    />
  );
}
