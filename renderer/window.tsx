import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ThemeName } from '../shared/appearance.ts';
import type { Settings } from '../shared/domain/system.ts';
import { useMay } from './api/accounts.ts';
import { useAppInfo, useSaveSettings } from './api/system.ts';
import { AccountMenu } from './features/accounts/account-menu.tsx';
import { AccountsSection } from './features/accounts/accounts-section.tsx';
import { useAccountActions } from './features/accounts/use-account-actions.tsx';
import { type AnnotateState, createAnnotateState } from './features/annotate/route.ts';
import { ConnectDialog } from './features/network/connect-dialog.tsx';
import { NetworkSection } from './features/network/network-section.tsx';
import { useServers } from './features/network/use-servers.ts';
import { Banner } from './features/shell/banner.tsx';
import { Palette } from './features/shell/command-palette.tsx';
import { allowedView, commandNeeds, mayDo } from './features/shell/rights.ts';
import { StatusBar } from './features/shell/status-bar.tsx';
import { TopBar } from './features/shell/top-bar.tsx';
import { Tour } from './features/shell/tour.tsx';
import { createTrainState, type TrainRoute, type TrainState } from './features/train/route.ts';
import type { Language } from './lib/format.ts';
import { keymapOf } from './lib/keyboard/keymap.ts';
import { createLayoutStore, type Layout } from './lib/layout-store.ts';
import { isMac } from './lib/platform.ts';
import { createStore, type Store } from './lib/store.ts';
import type { ActiveDocument, EditorHandle, View } from './lib/workbench.ts';
import { CheatSheet } from './ui/cheat-sheet.tsx';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { KeymapContext } from './ui/keymap-context.ts';
import { useCommands } from './use-commands.ts';
import { useGivenFiles } from './use-given-files.ts';
import { useShortcuts } from './use-shortcuts.ts';

const DiagnosisPanel = lazy(async () => ({
  default: (await import('./features/diagnose/diagnosis-panel.tsx')).DiagnosisPanel,
}));
const ReviewDialog = lazy(async () => ({
  default: (await import('./features/deidentify/review-dialog.tsx')).ReviewDialog,
}));
const PendingLookDialog = lazy(async () => ({
  default: (await import('./features/deidentify/look-dialog.tsx')).PendingLookDialog,
}));
const ExportRecordsDialog = lazy(async () => ({
  default: (await import('./features/deidentify/export-records-dialog.tsx')).ExportRecordsDialog,
}));
const GraphPage = lazy(async () => ({
  default: (await import('./features/graph/graph-page.tsx')).GraphPage,
}));
const PatientsPage = lazy(async () => ({
  default: (await import('./features/patients/patients-page.tsx')).PatientsPage,
}));
const SettingsPage = lazy(async () => ({
  default: (await import('./features/settings/settings-page.tsx')).SettingsPage,
}));
const TrainPage = lazy(async () => ({
  default: (await import('./features/train/train-page.tsx')).TrainPage,
}));

/** Monaco reads its words when it is loaded, so the Chinese ones must be there before. */
async function loadEditor(language: Language) {
  if (language === 'zh') await import('monaco-editor/nls/lang/zh-cn');
  return { default: (await import('./features/editor/editor-page.tsx')).EditorPage };
}

async function loadAnnotate(language: Language) {
  if (language === 'zh') await import('monaco-editor/nls/lang/zh-cn');
  return { default: (await import('./features/annotate/annotate-page.tsx')).AnnotatePage };
}

/** The window: its views, bars and dialogs, and how they reach each other. Features never import one another. */
export function Window({ settings, theme }: { readonly settings: Settings; readonly theme: ThemeName }) {
  const save = useSaveSettings();
  const [active] = useState(() => createStore<ActiveDocument | null>(null));
  const [layout] = useState(() => createLayoutStore('meridian.layout', { left: 232, right: 368 }));
  const [annotate] = useState(createAnnotateState);
  const [train] = useState(createTrainState);
  const may = useMay();
  const person = useAppInfo().data?.account.person ?? null;
  const account = useAccountActions();
  const [wanted, setView] = useState<View>('editor');
  const view = allowedView(wanted, may);
  const [palette, setPalette] = useState(false);
  const [reviewing, setReviewing] = useState<number | null>(null);
  const [connecting, setConnecting] = useState(false);
  const canConnect = useServers() !== undefined;
  const connectServer = useMemo(() => (canConnect ? () => setConnecting(true) : null), [canConnect]);
  const [exporting, setExporting] = useState(false);
  const [sheet, setSheet] = useState<'show' | 'print' | null>(null);
  const editor = useEditor(setView);
  const graph = useGraph(setView);
  const [patient, setPatient] = useState<number | null>(null);
  const openPatient = useCallback((id: number) => {
    setPatient(id);
    setView('patients');
  }, []);
  const showPalette = useCallback(() => setPalette(true), []);
  const showShortcuts = useCallback((print: boolean) => setSheet(print ? 'print' : 'show'), []);
  const openTrain = useCallback(
    (route: TrainRoute) => {
      train.route.set(route);
      setView('train');
    },
    [train],
  );
  const openRun = useCallback((id: number) => openTrain({ kind: 'run', id }), [openTrain]);

  useGivenFiles({
    ready: editor.ready && may('app.givenFile'),
    editor: editor.handle,
    route: annotate.route,
    setView,
  });

  const everyCommand = useCommands({
    settings,
    theme,
    save,
    editor: editor.handle,
    layout,
    setView,
    showPalette,
    showShortcuts,
    importGraph: graph.startImport,
    exportRecords: useCallback(() => setExporting(true), []),
    openTrain,
    connectServer,
    account: person === null ? null : account.actions,
  });
  const commands = useMemo(
    () => everyCommand.filter(({ id }) => mayDo(commandNeeds(id), may)),
    [everyCommand, may],
  );
  const keymap = useMemo(() => keymapOf(settings.shortcuts, isMac), [settings.shortcuts]);
  useShortcuts(commands, view, keymap);

  return (
    <KeymapContext value={keymap}>
      <div className="window">
        <TopBar
          view={view}
          theme={theme}
          layout={layout}
          person={person !== null && <AccountMenu person={person} actions={account.actions} />}
          onView={setView}
          onPalette={showPalette}
          onTheme={(next) => save({ theme: next })}
          onLanguage={(language) => save({ language })}
        />
        <div className="window-body">
          <Records
            {...{ settings, view, active, layout, editor, graph }}
            onReview={setReviewing}
            onOpenPatient={openPatient}
          />
          <OtherViews
            {...{ settings, view, annotate, train, editor, graph, patient }}
            onPatient={setPatient}
            onOpenRun={openRun}
          />
        </div>
        <Banner />
        <StatusBar
          view={view}
          active={active}
          layer={annotate.active}
          onSave={() => editor.handle.current?.save()}
          onJobs={graph.startImport}
          onRun={openRun}
          onExperiment={(id) => openTrain({ kind: 'grid', id })}
        />
        {palette && (
          <Palette
            commands={commands}
            onOpenDocument={editor.open}
            onOpenEntity={graph.open}
            onClose={() => setPalette(false)}
          />
        )}
        {reviewing !== null && (
          <Suspense>
            <ReviewDialog id={reviewing} onClose={() => setReviewing(null)} />
          </Suspense>
        )}
        <Suspense>
          {exporting && <ExportRecordsDialog onClose={() => setExporting(false)} />}
          <PendingLookDialog />
        </Suspense>
        {account.dialog}
        {connecting && <ConnectDialog onClose={() => setConnecting(false)} />}
        {sheet !== null && <CheatSheet print={sheet === 'print'} onClose={() => setSheet(null)} />}
        {editor.ready && !settings.tourDone && view === 'editor' && (
          <Tour onDone={() => save({ tourDone: true })} />
        )}
      </div>
    </KeymapContext>
  );
}

/** Stands where a view's code is still being loaded, so that nobody looks at an empty window. */
function ViewOpening() {
  const { t } = useTranslation();
  return (
    <p className="view-opening muted" role="status" data-testid="view-opening">
      {t('app.loading')}
    </p>
  );
}

/** Loads the code of the first view, while somebody signs in. */
export const preloadEditor = (): void =>
  void import('./features/editor/editor-page.tsx').catch(() => undefined);

/** Access to the editor from other parts of the window. */
function useEditor(setView: (view: View) => void) {
  const handle = useRef<EditorHandle | null>(null);
  const [ready, setReady] = useState(false);
  const onHandle = useCallback((next: EditorHandle | null) => {
    handle.current = next;
    setReady(next !== null);
  }, []);
  const open = useCallback(
    (id: number, offset?: number) => {
      setView('editor');
      handle.current?.open(id, offset);
    },
    [setView],
  );
  const reveal = useCallback<EditorHandle['reveal']>(
    (span, version) => handle.current?.reveal(span, version),
    [],
  );
  const mark = useCallback<EditorHandle['mark']>(
    (words, version) => handle.current?.mark(words, version),
    [],
  );
  return { handle, ready, onHandle, open, reveal, mark };
}

/** The entity shown in the graph, and the number of requests to start an import. */
function useGraph(setView: (view: View) => void) {
  const [entity, setEntity] = useState<number | null>(null);
  const [imports, setImports] = useState(0);
  const open = useCallback(
    (id: number) => {
      setEntity(id);
      setView('graph');
    },
    [setView],
  );
  const startImport = useCallback(() => {
    setView('graph');
    setEntity(null);
    setImports((n) => n + 1);
  }, [setView]);
  return { entity, setEntity, imports, open, startImport };
}

interface ViewProps {
  readonly settings: Settings;
  readonly view: View;
  readonly editor: ReturnType<typeof useEditor>;
  readonly graph: ReturnType<typeof useGraph>;
}

interface RecordsProps extends ViewProps {
  readonly active: Store<ActiveDocument | null>;
  readonly layout: Store<Layout>;
  readonly onReview: (id: number) => void;
  readonly onOpenPatient: (id: number) => void;
}

/** The editor. It stays mounted behind the other views: its tabs keep undo history and scroll position. */
function Records({ settings, view, editor, graph, active, layout, onReview, onOpenPatient }: RecordsProps) {
  const [EditorPage] = useState(() => lazy(() => loadEditor(settings.language)));
  const may = useMay();
  const { reveal, mark } = editor;
  const { open: openEntity } = graph;
  const diagnosis = useMemo(
    () => (
      <ErrorBoundary>
        <DiagnosisPanel active={active} onReveal={reveal} onMark={mark} onOpenEntity={openEntity} />
      </ErrorBoundary>
    ),
    [active, reveal, mark, openEntity],
  );
  return (
    <Suspense fallback={view === 'editor' && <ViewOpening />}>
      <div className="view" hidden={view !== 'editor'}>
        {may('docs.list') && (
          <ErrorBoundary>
            <EditorPage
              active={active}
              layout={layout}
              diagnosis={<Suspense>{diagnosis}</Suspense>}
              onHandle={editor.onHandle}
              onOpenEntity={openEntity}
              onReview={onReview}
              onOpenPatient={onOpenPatient}
              takesDrops={view !== 'train' && view !== 'annotate'}
            />
          </ErrorBoundary>
        )}
      </div>
    </Suspense>
  );
}

const OTHER_SECTIONS = { people: AccountsSection, network: NetworkSection };

interface OtherViewsProps extends ViewProps {
  readonly annotate: AnnotateState;
  readonly train: TrainState;
  readonly patient: number | null;
  readonly onPatient: (id: number) => void;
  readonly onOpenRun: (id: number) => void;
}

/** The view on screen, unless it is the editor. */
function OtherViews(props: OtherViewsProps) {
  const { settings, view, editor, graph, annotate, train, patient, onPatient, onOpenRun } = props;
  const [AnnotatePage] = useState(() => lazy(() => loadAnnotate(settings.language)));
  if (view === 'editor') return null;
  const pages = {
    annotate: () => <AnnotatePage state={annotate} onOpenRun={onOpenRun} />,
    train: () => <TrainPage state={train} onOpenDocument={editor.open} onOpenEntity={graph.open} />,
    patients: () => <PatientsPage patient={patient} onPatient={onPatient} onOpenDocument={editor.open} />,
    graph: () => (
      <GraphPage
        entity={graph.entity}
        onEntity={graph.setEntity}
        onOpenDocument={editor.open}
        importAsked={graph.imports}
      />
    ),
    settings: () => <SettingsPage others={OTHER_SECTIONS} />,
  };
  return (
    <Suspense fallback={<ViewOpening />}>
      <div className="view" key={view}>
        <ErrorBoundary>{pages[view]()}</ErrorBoundary>
      </div>
    </Suspense>
  );
}
