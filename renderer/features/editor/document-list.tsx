import { FileAddOutlined, FolderOpenOutlined, SnippetsOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentSummary } from '../../../shared/domain/document.ts';
import { useDocumentSearch, useDocuments } from '../../api/documents.ts';
import { useSettings } from '../../api/system.ts';
import { formatCount } from '../../lib/format.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useStore } from '../../lib/use-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { keyText } from '../../ui/kbd.tsx';
import { useKeymap } from '../../ui/keymap-context.ts';
import { PromptDialog } from '../../ui/prompt-dialog.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { DocumentRow, documentIdAt, type RowActions, useDocumentMenu } from './document-row.tsx';
import { SearchHits } from './search-hits.tsx';
import { OrderMenu, QuestionMenu } from './search-menus.tsx';
import type { TabManager } from './tab-manager.ts';
import type { DocumentActions } from './use-document-actions.tsx';

interface DocumentListProps {
  readonly manager: TabManager;
  readonly actions: DocumentActions;
  readonly onOpen: (id: number, offset?: number) => void;
  readonly onNew: () => void;
  readonly onPaste: () => void;
  readonly onOpenFiles: () => void;
  readonly onArchive: (document: DocumentSummary) => void;
  readonly onOpenPatient: (id: number) => void;
}

/** All documents, or the places where a search finds its words. */
export function DocumentList({
  manager,
  actions,
  onOpen,
  onNew,
  onPaste,
  onOpenFiles,
  onArchive,
  onOpenPatient,
}: DocumentListProps) {
  const { t } = useTranslation();
  const keymap = useKeymap();
  const [query, setQuery] = useState('');
  const settled = useDebounced(query.trim(), 150);
  return (
    <div className="document-list">
      <div className="list-tools">
        <SearchField label={t('docs.search')} value={query} testId="doc-search" onChange={setQuery} />
        <div className="tool-row">
          <IconButton
            label={t('docs.new')}
            hint={keyText(keymap.newDocument)}
            icon={<FileAddOutlined />}
            testId="doc-new"
            onClick={onNew}
          />
          <IconButton
            label={t('docs.open')}
            hint={keyText(keymap.openFiles)}
            icon={<FolderOpenOutlined />}
            testId="doc-open"
            onClick={onOpenFiles}
          />
          <IconButton
            label={t('docs.paste')}
            icon={<SnippetsOutlined />}
            testId="doc-paste"
            onClick={onPaste}
          />
          <span className="tool-gap" />
          <QuestionMenu query={query.trim()} onQuery={setQuery} />
          <OrderMenu />
        </div>
      </div>
      {settled === '' ? (
        <AllDocuments {...{ manager, actions, onOpen, onArchive, onOpenPatient }} />
      ) : (
        <FoundDocuments query={settled} onOpen={onOpen} />
      )}
    </div>
  );
}

type AllDocumentsProps = Pick<
  DocumentListProps,
  'manager' | 'actions' | 'onOpen' | 'onArchive' | 'onOpenPatient'
>;

function AllDocuments({ manager, actions, onOpen, onArchive, onOpenPatient }: AllDocumentsProps) {
  const { t } = useTranslation();
  const { recordOrder } = useSettings().settings;
  const { rows, error, refetch, onShow } = useDocuments('', recordOrder);
  const { active } = useStore(manager.tabs);
  const [renaming, setRenaming] = useState<DocumentSummary | null>(null);
  const actionsOf = (document: DocumentSummary): RowActions => ({
    onRename: () => setRenaming(document),
    onDelete: () => actions.remove(document),
    onArchive: () => onArchive(document),
    onPatient: onOpenPatient,
    onReview: () => void actions.review(document.id),
    onExport: (format) => void actions.save(document.id, format),
  });
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (rows === undefined) return null;
  if (rows.length === 0) return <EmptyState text={t('docs.empty')} />;
  return (
    <>
      <RowMenu rows={rows} actionsOf={actionsOf}>
        <VirtualList
          items={rows}
          onShow={onShow}
          rowHeight={46}
          keyOf={(document) => document.id}
          label={t('docs.title')}
          testId="doc-list"
          render={(document) => (
            <DocumentRow
              document={document}
              active={document.id === active?.id}
              actions={actionsOf(document)}
              onOpen={() => onOpen(document.id)}
            />
          )}
        />
      </RowMenu>
      {renaming !== null && (
        <PromptDialog
          title={t('docs.rename')}
          label={t('docs.titleLabel')}
          initial={renaming.title}
          submit={t('app.save')}
          maxLength={200}
          onCancel={() => setRenaming(null)}
          onSubmit={(title) => {
            setRenaming(null);
            void actions.rename(renaming.id, title.trim());
          }}
        />
      )}
    </>
  );
}

interface RowMenuProps {
  readonly rows: readonly (DocumentSummary | undefined)[];
  readonly actionsOf: (document: DocumentSummary) => RowActions;
  readonly children: ReactNode;
}

/**
 * The menu at the pointer, one for the whole list. A menu of a row would close when the list scrolls, also by a movement
 * that began before the click, and when the row is no longer drawn.
 */
function RowMenu({ rows, actionsOf, children }: RowMenuProps) {
  const menuOf = useDocumentMenu();
  const [document, setDocument] = useState<DocumentSummary | undefined>();
  const [isOpen, setOpen] = useState(false);
  return (
    <Dropdown
      trigger={['contextMenu']}
      open={isOpen && document !== undefined}
      onOpenChange={(open) => setOpen(open)}
      menu={{ items: document === undefined ? [] : menuOf(document, actionsOf(document)) }}
    >
      <div
        className="document-rows"
        onContextMenuCapture={({ target }) => {
          const id = documentIdAt(target);
          setDocument(rows.find((row) => row?.id === id));
        }}
      >
        {children}
      </div>
    </Dropdown>
  );
}

function FoundDocuments({ query, onOpen }: { readonly query: string } & Pick<DocumentListProps, 'onOpen'>) {
  const { t } = useTranslation();
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useDocumentSearch(query);
  if (error !== null) return <ErrorNote error={error} />;
  if (data === undefined) return null;
  const { hits, left } = data;
  if (hits.length === 0 && left === 0) return <EmptyState text={t('docs.noHits', { query })} />;
  return (
    <SearchHits hits={hits} onOpen={onOpen}>
      {left > 0 && (
        <p className="fine muted" role="status">
          {t('docs.readingRecords', { left: formatCount(left) })}
        </p>
      )}
      {hasNextPage && (
        <Button loading={isFetchingNextPage} data-testid="doc-hits-more" onClick={() => void fetchNextPage()}>
          {t('docs.moreHits')}
        </Button>
      )}
    </SearchHits>
  );
}
