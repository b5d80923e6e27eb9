import { EllipsisOutlined, LockOutlined } from '@ant-design/icons';
import { Dropdown, type MenuProps } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentSummary } from '../../../shared/domain/document.ts';
import { useMay } from '../../api/accounts.ts';
import { formatCount, formatWhen } from '../../lib/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { ExportFormat } from './use-document-actions.tsx';

interface DocumentRowProps {
  readonly document: DocumentSummary;
  readonly active: boolean;
  readonly onOpen: () => void;
  readonly onRename: () => void;
  readonly onDelete: () => void;
  /** Locks the record, or unlocks an archived one. */
  readonly onArchive: () => void;
  readonly onReview: () => void;
  readonly onExport: (format: ExportFormat) => void;
}

/** One document: title, when it was last changed, how long it is, and a menu. */
export function DocumentRow({
  document,
  active,
  onOpen,
  onRename,
  onDelete,
  onArchive,
  onReview,
  onExport,
}: DocumentRowProps) {
  const { t } = useTranslation();
  const may = useMay();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const locked = document.archived !== undefined;
  const exportItem = (format: ExportFormat) => ({
    key: format,
    label: t('docs.exportAs', { format: format.toUpperCase() }),
    onClick: () => onExport(format),
  });
  const items: MenuProps['items'] = [
    { key: 'rename', label: t('docs.rename'), disabled: locked, onClick: onRename },
    { key: 'review', label: t('deid.open'), onClick: onReview },
    exportItem('txt'),
    exportItem('jsonl'),
    exportItem('html'),
    { type: 'divider' },
    {
      key: 'archive',
      label: t(locked ? 'archive.unarchive' : 'archive.archive'),
      disabled: !may(locked ? 'docs.unarchive' : 'docs.archive'),
      onClick: onArchive,
    },
    { key: 'delete', label: t('docs.delete'), danger: true, disabled: locked, onClick: onDelete },
  ];
  return (
    <Dropdown trigger={['contextMenu']} menu={{ items }}>
      <div className={active ? 'document-row is-active' : 'document-row'}>
        <button
          type="button"
          className="document-open"
          data-testid="doc-item"
          data-id={document.id}
          aria-current={active}
          onClick={onOpen}
          onKeyDown={(event) => {
            if (event.key === 'F2' && !locked) onRename();
            if (event.key === 'Delete' && !locked) onDelete();
          }}
        >
          <span className="document-title">
            {locked && (
              <LockOutlined
                className="archived-mark"
                aria-label={t('archive.mark')}
                title={t('archive.mark')}
              />
            )}
            {document.title}
            {document.draft > 0 && (
              <span className="draft-dot" role="img" aria-label={t('docs.draft')} title={t('docs.draft')} />
            )}
          </span>
          <span className="document-meta">
            {formatWhen(document.updatedAt)} · {t('docs.chars', { n: formatCount(document.chars) })}
            {document.origin === 'sample' && ` · ${t('docs.sample')}`}
          </span>
        </button>
        <Dropdown
          trigger={['click']}
          menu={{ items }}
          placement="bottomRight"
          onOpenChange={(open) => setMenuOpen(open)}
        >
          <span className="document-menu">
            <IconButton
              label={t('docs.actions', { title: document.title })}
              icon={<EllipsisOutlined />}
              isMenuOpen={isMenuOpen}
            />
          </span>
        </Dropdown>
      </div>
    </Dropdown>
  );
}
