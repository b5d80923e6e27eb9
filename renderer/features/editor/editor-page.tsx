import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentSummary } from '../../../shared/domain/document.ts';
import { useDocumentSummary } from '../../api/documents.ts';
import { DOCUMENT_FILES } from '../../api/open-files.ts';
import { useSaveSettings, useSettings } from '../../api/system.ts';
import type { Layout } from '../../lib/layout-store.ts';
import { type MentionKind, parseKinds } from '../../lib/mention-kinds.ts';
import type { Store } from '../../lib/store.ts';
import { useStore } from '../../lib/use-store.ts';
import type { ActiveDocument, EditorHandle, RightTab } from '../../lib/workbench.ts';
import { AlsoHere } from '../../ui/also-here.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FileInput } from '../../ui/file-input.tsx';
import { PromptDialog } from '../../ui/prompt-dialog.tsx';
import { SidePane } from '../../ui/side-pane.tsx';
import { useFileDrop } from '../../ui/use-file-drop.ts';
import { useNotices } from '../../ui/use-notices.tsx';
import { ArchiveDialog } from './archive-dialog.tsx';
import { ArchivedNote } from './archived-note.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DocumentList } from './document-list.tsx';
import type { EditorView } from './editor-view.ts';
import { Legend } from './legend.tsx';
import { Outline } from './outline.tsx';
import { RightPanel } from './right-panel.tsx';
import { ScanNote } from './scan-note.tsx';
import type { DocumentSession } from './session.ts';
import type { TabManager } from './tab-manager.ts';
import { TabStrip } from './tab-strip.tsx';
import { TextEditor } from './text-editor.tsx';
import { usePublishActive } from './use-active-document.ts';
import { type Corrections, useCorrections } from './use-corrections.ts';
import { type DocumentActions, useDocumentActions } from './use-document-actions.tsx';
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
  readonly onOpenPatient: (id: number) => void;
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

function EditorLayout(props: EditorPageProps & { readonly manager: TabManager }) {
  const { manager, active, layout, diagnosis, onHandle, onOpenEntity, onReview, onOpenPatient, takesDrops } =
    props;
  const { t } = useTranslation();
  const { settings } = useSettings();
  const actions = useDocumentActions(manager, onReview);
  const { active: session } = useStore(manager.tabs);
  const panes = useStore(layout);
  const [view, setView] = useState<EditorView | null>(null);
  const [tab, setTab] = useState<RightTab>('diagnosis');
  const [pasting, setPasting] = useState(false);
  const [archiving, setArchiving] = useState<DocumentSummary | null>(null);
  const front = useDocumentSummary(session?.id) ?? session?.opened;
  const { openFiles, elements } = useOpenFiles(actions, takesDrops);
  useEffect(
    () => manager.modelUse.threshold.set(settings.modelThreshold),
    [manager, settings.modelThreshold],
  );
  usePublishActive(manager, active);

  const paste = useCallback(() => setPasting(true), []);
  const showTab = useCallback(
    (next: RightTab) => {
      setTab(next);
      layout.update((now) => ({ ...now, rightShown: true }));
    },
    [layout],
  );
  const { hidden, toggle } = useHiddenKinds();
  const corrections = useCorrections(front?.archived !== undefined);
  const { archive, deidentify } = useFrontActions(front, actions, setArchiving);
  const handle = useEditorHandle({
    ...{ manager, view, actions, corrections },
    ...{ openFiles, paste, archive, deidentify, showTab },
  });
  useEffect(() => {
    onHandle(handle);
    return () => onHandle(null);
  }, [handle, onHandle]);

  return (
    <div className="editor-page">
      {panes.leftShown && (
        <SidePane
          side="left"
          label={t('docs.title')}
          name="documents"
          width={panes.left}
          onResize={(left) => layout.update((now) => ({ ...now, left }))}
        >
          <DocumentList
            manager={manager}
            actions={actions}
            onOpen={handle.open}
            onNew={handle.newDocument}
            onPaste={paste}
            onOpenFiles={() => openFiles()}
            onArchive={setArchiving}
            onOpenPatient={onOpenPatient}
          />
        </SidePane>
      )}
      <EditorCentre
        manager={manager}
        session={session}
        front={front}
        actions={actions}
        view={view}
        hidden={hidden}
        corrections={corrections}
        onToggle={toggle}
        onView={setView}
        onUnlock={setArchiving}
        onOpenEntity={onOpenEntity}
      />
      {panes.rightShown && (
        <SidePane
          side="right"
          label={t('editor.panel')}
          name="panel"
          width={panes.right}
          onResize={(right) => layout.update((now) => ({ ...now, right }))}
        >
          <RightPanel
            tab={tab}
            onTab={setTab}
            diagnosis={diagnosis}
            session={session}
            locked={front?.archived !== undefined}
            hidden={hidden}
            corrections={corrections}
            handle={handle}
          />
        </SidePane>
      )}
      {session !== null && front?.archived === undefined && <ConflictDialog session={session} />}
      {archiving !== null && (
        <ArchiveDialog document={archiving} actions={actions} onClose={() => setArchiving(null)} />
      )}
      {pasting && (
        <PasteDialog
          onClose={() => setPasting(false)}
          onText={(text) => void actions.create(text, 'pasted')}
        />
      )}
      {elements}
    </div>
  );
}

/** Opens files that are dropped on the window or chosen in a dialog; `elements` belong on the page. */
function useOpenFiles(actions: DocumentActions, takesDrops: boolean) {
  const { t } = useTranslation();
  const fileInput = useRef<HTMLInputElement>(null);
  const open = useCallback((files: readonly File[]) => void actions.open(files), [actions]);
  const dropping = useFileDrop(open, takesDrops);
  const openFiles = useCallback(
    (files?: readonly File[]) => (files === undefined ? fileInput.current?.click() : open(files)),
    [open],
  );
  const elements = (
    <>
      {dropping && <div className="drop-overlay">{t('docs.drop')}</div>}
      <FileInput
        ref={fileInput}
        multiple
        accept={DOCUMENT_FILES}
        testId="doc-file-input"
        label={t('docs.open')}
        onFiles={open}
      />
    </>
  );
  return { openFiles, elements };
}

/** Commands on the document in front, or a note when none is open. */
function useFrontActions(
  front: DocumentSummary | undefined,
  actions: DocumentActions,
  onArchive: (document: DocumentSummary) => void,
) {
  const { t } = useTranslation();
  const notices = useNotices();
  const frontNow = useRef(front);
  frontNow.current = front;
  const archive = useCallback(() => {
    if (frontNow.current === undefined) notices.note(t('archive.noneOpen'));
    else onArchive(frontNow.current);
  }, [notices, onArchive, t]);
  const deidentify = useCallback(() => {
    if (frontNow.current === undefined) notices.note(t('deid.noneOpen'));
    else void actions.review(frontNow.current.id);
  }, [actions, notices, t]);
  return { archive, deidentify };
}

/** Kinds of mentions that the text does not highlight, and a switch for each. */
function useHiddenKinds() {
  const { hiddenTypes } = useSettings().settings;
  const saveSettings = useSaveSettings();
  const hidden = useMemo(() => new Set(parseKinds(hiddenTypes)), [hiddenTypes]);
  const toggle = (kind: MentionKind): void => {
    const rest = hiddenTypes.filter((other) => other !== kind);
    saveSettings({ hiddenTypes: rest.length === hiddenTypes.length ? [...rest, kind] : rest });
  };
  return { hidden, toggle };
}

interface EditorCentreProps {
  readonly manager: TabManager;
  readonly session: DocumentSession | null;
  readonly front: DocumentSummary | undefined;
  readonly actions: DocumentActions;
  readonly view: EditorView | null;
  readonly hidden: ReadonlySet<MentionKind>;
  readonly corrections: Corrections;
  readonly onToggle: (kind: MentionKind) => void;
  readonly onView: (view: EditorView | null) => void;
  readonly onUnlock: (document: DocumentSummary) => void;
  readonly onOpenEntity: (id: number) => void;
}

/** Tabs, text and legend. */
function EditorCentre(props: EditorCentreProps) {
  const { manager, session, front, actions, view, hidden, corrections } = props;
  const { onView, onUnlock, onToggle, onOpenEntity } = props;
  const { t } = useTranslation();
  const { settings } = useSettings();
  return (
    <main className="pane-centre">
      <h1 className="visually-hidden">{t('view.editor')}</h1>
      <TabStrip manager={manager} />
      <AlsoHere place={session === null ? null : { kind: 'record', id: session.id }} />
      {session !== null && front?.archived !== undefined && (
        <ArchivedNote
          session={session}
          archived={front.archived}
          actions={actions}
          onUnlock={() => onUnlock(front)}
        />
      )}
      {front?.scan !== undefined && session !== null && (
        <ScanNote confidence={front.scan} onChecked={() => void actions.scanChecked(front.id)} />
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
            corrections={corrections}
            onReady={onView}
            onOpenEntity={onOpenEntity}
          />
        </Sheet>
      )}
      {session !== null && <Legend session={session} hidden={hidden} onToggle={onToggle} />}
    </main>
  );
}

interface PasteDialogProps {
  readonly onClose: () => void;
  readonly onText: (text: string) => void;
}

function PasteDialog({ onClose, onText }: PasteDialogProps) {
  const { t } = useTranslation();
  return (
    <PromptDialog
      title={t('docs.pasteTitle')}
      label={t('docs.pasteBody')}
      submit={t('docs.pasteCreate')}
      rows={14}
      onCancel={onClose}
      onSubmit={(text) => {
        onClose();
        onText(text);
      }}
    />
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
