import { EllipsisOutlined, LockOutlined } from '@ant-design/icons';
import { Dropdown, type MenuProps } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentSummary, ExportFormat } from '../../../shared/domain/document.ts';
import { useMay } from '../../api/accounts.ts';
import { formatCount, formatWhen } from '../../lib/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';

/** Actions of a record's menu. */
export interface RowActions {
  readonly onRename: () => void;
  readonly onDelete: () => void;
  /** Locks the record, or unlocks an archived one. */
  readonly onArchive: () => void;
  readonly onReview: () => void;
  readonly onPatient: (id: number) => void;
  readonly onExport: (format: ExportFormat) => void;
}

type MenuItems = NonNullable<MenuProps['items']>;

/** Returns a function that makes the items of a record's menu. */
export function useDocumentMenu(): (document: DocumentSummary, actions: RowActions) => MenuItems {
  const { t } = useTranslation();
  const may = useMay();
  return (document, { onRename, onDelete, onArchive, onReview, onPatient, onExport }) => {
    const locked = document.archived !== undefined;
    const exportItem = (format: ExportFormat) => ({
      key: format,
      label: t('docs.exportAs', { format: t(`docs.format.${format}`) }),
      onClick: () => onExport(format),
    });
    const { patient } = document;
    return [
      ...(patient === undefined
        ? []
        : [{ key: 'patient', label: t('docs.patient'), onClick: () => onPatient(patient.id) }]),
      { key: 'rename', label: t('docs.rename'), disabled: locked, onClick: onRename },
      { key: 'review', label: t('deid.open'), onClick: onReview },
      exportItem('txt'),
      exportItem('jsonl'),
      exportItem('html'),
      exportItem('docx'),
      exportItem('record-docx'),
      exportItem('fhir-r4'),
      { type: 'divider' },
      { key: 'pdf', label: t('docs.printReport'), onClick: () => onExport('pdf') },
      { key: 'record-pdf', label: t('docs.printRecord'), onClick: () => onExport('record-pdf') },
      { type: 'divider' },
      {
        key: 'archive',
        label: t(locked ? 'archive.unarchive' : 'archive.archive'),
        disabled: !may(locked ? 'docs.unarchive' : 'docs.archive'),
        onClick: onArchive,
      },
      { key: 'delete', label: t('docs.delete'), danger: true, disabled: locked, onClick: onDelete },
    ];
  };
}

/** Returns the id of the document in whose row the element is; undefined outside of rows. */
export function documentIdAt(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest('.document-row')?.querySelector('[data-id]') : null;
  return row ? Number(row.getAttribute('data-id')) : undefined;
}

interface DocumentRowProps {
  readonly document: DocumentSummary;
  readonly active: boolean;
  readonly actions: RowActions;
  readonly onOpen: () => void;
}

/** One document: title, when it was last changed, how long it is, and a menu. */
export function DocumentRow({ document, active, actions, onOpen }: DocumentRowProps) {
  const { t } = useTranslation();
  const menuOf = useDocumentMenu();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const locked = document.archived !== undefined;
  return (
    <div className={active ? 'document-row is-active' : 'document-row'}>
      <button
        type="button"
        className="document-open"
        data-testid="doc-item"
        data-id={document.id}
        aria-current={active}
        onClick={onOpen}
        onKeyDown={(event) => {
          if (event.key === 'F2' && !locked) actions.onRename();
          if (event.key === 'Delete' && !locked) actions.onDelete();
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
          {document.patient !== undefined && `${document.patient.name} · `}
          {formatWhen(document.updatedAt)} · {t('docs.chars', { n: formatCount(document.chars) })}
          {document.origin === 'sample' && ` · ${t('docs.sample')}`}
        </span>
      </button>
      <Dropdown
        trigger={['click']}
        menu={{ items: menuOf(document, actions) }}
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
  );
}
