import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentSummary } from '../../../shared/domain/document.ts';
import { useDocuments } from '../../api/documents.ts';
import { DOCUMENT_FILES } from '../../api/open-files.ts';
import { useSaveSettings, useSettings } from '../../api/system.ts';
import { type Layout, PANE_LIMITS } from '../../lib/layout-store.ts';
import { type MentionKind, parseKinds } from '../../lib/mention-kinds.ts';
import type { Store } from '../../lib/store.ts';
import { useStore } from '../../lib/use-store.ts';
import type { ActiveDocument, EditorHandle, RightTab } from '../../lib/workbench.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PromptDialog } from '../../ui/prompt-dialog.tsx';
import { ResizeHandle } from '../../ui/resize-handle.tsx';
import { useFileDrop } from '../../ui/use-file-drop.ts';
import { useNotices } from '../../ui/use-notices.tsx';
import { ArchiveDialog } from './archive-dialog.tsx';
import { ArchivedNote } from './archived-note.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DocumentList } from './document-list.tsx';
import type { EditorView } from './editor-view.ts';
import { History } from './history.tsx';
import { Legend } from './legend.tsx';
import { MentionList } from './mention-list.tsx';
import { Outline } from './outline.tsx';
import { RightPanel } from './right-panel.tsx';
import type { DocumentSession } from './session.ts';
import type { TabManager } from './tab-manager.ts';
import { TabStrip } from './tab-strip.tsx';
import { TextEditor } from './text-editor.tsx';
import { usePublishActive } from './use-active-document.ts';
import { useDocumentActions } from './use-document-actions.tsx';
import { useEditorHandle } from './use-editor-handle.ts';
import { useTabManager } from './use-tab-manager.ts';

export interface EditorPageProps {
  readonly active: Store<ActiveDocument | null>;
  readonly layout: Store<Layout>;
  /** Content of the suggestions tab. */
  readonly diagnosis: React.ReactNode;
  readonly onHandle: (handle: EditorHandle | null) => void;
  readonly onOpenEntity: (id: number) => void;
  /** Shows the review of a record before it leaves. */
  readonly onReview: (id: number) => void;
  /** Files dropped on the window are records to open. */
  readonly takesDrops: boolean;
}

/** Documents, text and panel side by side. */
export function EditorPage(props: EditorPageProps) {
  const { settings, known } = useSettings();
  const manager = useTabManager(settings, known);
  if (manager === null) return null;
  return <EditorLayout {...props} manager={manager} />;
}

function EditorLayout({
  manager,
  active,
  layout,
  diagnosis,
  onHandle,
  onOpenEntity,
  onReview,
  takesDrops,
}: EditorPageProps & { readonly manager: TabManager }) {
  const { t } = useTranslation();
  const { settings } = useSettings();
  const saveSettings = useSaveSettings();
  const notices = useNotices();
  const actions = useDocumentActions(manager, onReview);
  const { active: session } = useStore(manager.tabs);
  const panes = useStore(layout);
  const [view, setView] = useState<EditorView | null>(null);
  const [tab, setTab] = useState<RightTab>('diagnosis');
  const [pasting, setPasting] = useState(false);
  const [archiving, setArchiving] = useState<DocumentSummary | null>(null);
  const { data: documents } = useDocuments();
  const front = documents?.find(({ id }) => id === session?.id);
  const frontNow = useRef(front);
  frontNow.current = front;
  const fileInput = useRef<HTMLInputElement>(null);
  const dropping = useFileDrop(
    useCallback((files: readonly File[]) => void actions.open(files), [actions]),
    takesDrops,
  );
  const hidden = useMemo(() => new Set(parseKinds(settings.hiddenTypes)), [settings.hiddenTypes]);
  useEffect(
    () => manager.modelUse.threshold.set(settings.modelThreshold),
    [manager, settings.modelThreshold],
  );
  usePublishActive(manager, active);

  const openFiles = useCallback(() => fileInput.current?.click(), []);
  const paste = useCallback(() => setPasting(true), []);
  const showTab = useCallback(
    (next: RightTab) => {
      setTab(next);
      layout.update((now) => ({ ...now, rightShown: true }));
    },
    [layout],
  );
  const archive = useCallback(() => {
    if (frontNow.current === undefined) notices.note(t('archive.noneOpen'));
    else setArchiving(frontNow.current);
  }, [notices, t]);
  const deidentify = useCallback(() => {
    if (frontNow.current === undefined) notices.note(t('deid.noneOpen'));
    else void actions.review(frontNow.current.id);
  }, [actions, notices, t]);
  const handle = useEditorHandle({ manager, view, actions, openFiles, paste, archive, deidentify, showTab });
  useEffect(() => {
    onHandle(handle);
    return () => onHandle(null);
  }, [handle, onHandle]);

  const toggleKind = (kind: MentionKind): void => {
    const rest = settings.hiddenTypes.filter((other) => other !== kind);
    saveSettings({ hiddenTypes: rest.length === settings.hiddenTypes.length ? [...rest, kind] : rest });
  };

  return (
    <div className="editor-page">
      {panes.leftShown && (
        <nav
          style={{ width: panes.left }}
          className="pane-left"
          aria-label={t('docs.title')}
          data-pane="documents"
        >
          <DocumentList
            manager={manager}
            actions={actions}
            onOpen={handle.open}
            onNew={handle.newDocument}
            onPaste={paste}
            onOpenFiles={openFiles}
            onArchive={setArchiving}
          />
          <ResizeHandle
            label={t('editor.resizeLeft')}
            side="left"
            size={panes.left}
            limits={PANE_LIMITS.left}
            onResize={(left) => layout.update((now) => ({ ...now, left }))}
          />
        </nav>
      )}
      <main className="pane-centre">
        <h1 className="visually-hidden">{t('view.editor')}</h1>
        <TabStrip manager={manager} />
        {session !== null && front?.archived !== undefined && (
          <ArchivedNote
            session={session}
            archived={front.archived}
            actions={actions}
            onUnlock={() => setArchiving(front)}
          />
        )}
        {session === null ? (
          <EmptyState title={t('editor.none')} text={t('editor.noneHint')} />
        ) : (
          <Sheet session={session} onGo={(offset) => view?.goTo(offset)}>
            <TextEditor
              session={session}
              hidden={hidden}
              fontSize={settings.fontSize}
              readOnly={front?.archived !== undefined}
              onReady={setView}
              onOpenEntity={onOpenEntity}
            />
          </Sheet>
        )}
        {session !== null && <Legend session={session} hidden={hidden} onToggle={toggleKind} />}
      </main>
      {panes.rightShown && (
        <aside
          style={{ width: panes.right }}
          className="pane-right"
          aria-label={t('editor.panel')}
          data-pane="panel"
        >
          <ResizeHandle
            label={t('editor.resizeRight')}
            side="right"
            size={panes.right}
            limits={PANE_LIMITS.right}
            onResize={(right) => layout.update((now) => ({ ...now, right }))}
          />
          <RightPanel
            tab={tab}
            onTab={setTab}
            diagnosis={diagnosis}
            mentions={
              session && (
                <MentionList
                  key={session.id}
                  session={session}
                  hidden={hidden}
                  onReveal={handle.reveal}
                  onThreshold={(modelThreshold) => saveSettings({ modelThreshold })}
                />
              )
            }
            history={
              session && <History key={session.id} session={session} locked={front?.archived !== undefined} />
            }
          />
        </aside>
      )}
      {session !== null && front?.archived === undefined && <ConflictDialog session={session} />}
      {archiving !== null && (
        <ArchiveDialog document={archiving} actions={actions} onClose={() => setArchiving(null)} />
      )}
      {pasting && (
        <PromptDialog
          title={t('docs.pasteTitle')}
          label={t('docs.pasteBody')}
          submit={t('docs.pasteCreate')}
          rows={14}
          onCancel={() => setPasting(false)}
          onSubmit={(text) => {
            setPasting(false);
            void actions.create(text, 'pasted');
          }}
        />
      )}
      {dropping && <div className="drop-overlay">{t('docs.drop')}</div>}
      <input
        ref={fileInput}
        type="file"
        multiple
        hidden
        accept={DOCUMENT_FILES}
        data-testid="doc-file-input"
        aria-label={t('docs.open')}
        onChange={(event) => {
          void actions.open([...(event.target.files ?? [])]);
          event.target.value = ''; // so that the same file can be chosen again
        }}
      />
    </div>
  );
}

interface SheetProps {
  readonly session: DocumentSession;
  readonly onGo: (offset: number) => void;
  readonly children: React.ReactNode;
}

/** Headings beside the text. */
function Sheet({ session, onGo, children }: SheetProps) {
  return (
    <div className="sheet">
      <Outline session={session} onGo={onGo} />
      {children}
    </div>
  );
}
