import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import type { ThemeName } from '../shared/appearance.ts';
import type { Settings } from '../shared/domain/system.ts';
import { useMay } from './api/accounts.ts';
import { useAppInfo, useSaveSettings } from './api/system.ts';
import { AccountMenu } from './features/accounts/account-menu.tsx';
import { AccountsSection } from './features/accounts/accounts-section.tsx';
import { useAccountActions } from './features/accounts/use-account-actions.tsx';
import { createAnnotateState } from './features/annotate/route.ts';
import { Banner } from './features/shell/banner.tsx';
import { Palette } from './features/shell/palette.tsx';
import { allowedView, commandNeeds, mayDo } from './features/shell/rights.ts';
import { StatusBar } from './features/shell/status-bar.tsx';
import { TopBar } from './features/shell/top-bar.tsx';
import { Tour } from './features/shell/tour.tsx';
import { createTrainState, type TrainRoute } from './features/train/route.ts';
import type { Language } from './lib/format.ts';
import { keymapOf } from './lib/keyboard/keymap.ts';
import { createLayoutStore } from './lib/layout-store.ts';
import { isMac } from './lib/platform.ts';
import { createStore } from './lib/store.ts';
import type { ActiveDocument, EditorHandle, View } from './lib/workbench.ts';
import { CheatSheet } from './ui/cheat-sheet.tsx';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { KeymapContext } from './ui/keymap-context.ts';
import { useCommands } from './use-commands.ts';
import { useShortcuts } from './use-shortcuts.ts';

const DiagnosisPanel = lazy(async () => ({
  default: (await import('./features/diagnose/diagnosis-panel.tsx')).DiagnosisPanel,
}));
const ReviewDialog = lazy(async () => ({
  default: (await import('./features/deidentify/review-dialog.tsx')).ReviewDialog,
}));
const GraphPage = lazy(async () => ({
  default: (await import('./features/graph/graph-page.tsx')).GraphPage,
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

interface WindowProps {
  readonly settings: Settings;
  readonly theme: ThemeName;
}

/** The parts of the window and how they reach each other: features never import one another. */
export function Window({ settings, theme }: WindowProps) {
  const save = useSaveSettings();
  const [EditorPage] = useState(() => lazy(() => loadEditor(settings.language)));
  const [AnnotatePage] = useState(() => lazy(() => loadAnnotate(settings.language)));
  const [active] = useState(() => createStore<ActiveDocument | null>(null));
  const [layout] = useState(createLayoutStore);
  const [annotate] = useState(createAnnotateState);
  const [train] = useState(createTrainState);
  const may = useMay();
  const person = useAppInfo().data?.account.person ?? null;
  const account = useAccountActions();
  const [wanted, setView] = useState<View>('editor');
  const view = allowedView(wanted, may);
  const [entity, setEntity] = useState<number | null>(null);
  const [palette, setPalette] = useState(false);
  const [reviewing, setReviewing] = useState<number | null>(null);
  const [sheet, setSheet] = useState<'show' | 'print' | null>(null);
  const [importing, setImporting] = useState(0);
  const editor = useRef<EditorHandle | null>(null);
  const [ready, setReady] = useState(false);

  const onHandle = useCallback((handle: EditorHandle | null) => {
    editor.current = handle;
    setReady(handle !== null);
  }, []);
  const openEntity = useCallback((id: number) => {
    setEntity(id);
    setView('graph');
  }, []);
  const openDocument = useCallback((id: number, offset?: number) => {
    setView('editor');
    editor.current?.open(id, offset);
  }, []);
  const reveal = useCallback<EditorHandle['reveal']>(
    (span, version) => editor.current?.reveal(span, version),
    [],
  );
  const mark = useCallback<EditorHandle['mark']>(
    (words, version) => editor.current?.mark(words, version),
    [],
  );
  const showPalette = useCallback(() => setPalette(true), []);
  const showShortcuts = useCallback((print: boolean) => setSheet(print ? 'print' : 'show'), []);
  const importGraph = useCallback(() => {
    setView('graph');
    setEntity(null);
    setImporting((n) => n + 1);
  }, []);

  const openTrain = useCallback(
    (route: TrainRoute) => {
      train.route.set(route);
      setView('train');
    },
    [train],
  );

  const openRun = useCallback((id: number) => openTrain({ kind: 'run', id }), [openTrain]);

  const everyCommand = useCommands({
    settings,
    theme,
    save,
    editor,
    layout,
    setView,
    showPalette,
    showShortcuts,
    importGraph,
    openTrain,
    account: person === null ? null : account.actions,
  });
  const commands = useMemo(
    () => everyCommand.filter(({ id }) => mayDo(commandNeeds(id), may)),
    [everyCommand, may],
  );
  const keymap = useMemo(() => keymapOf(settings.shortcuts, isMac), [settings.shortcuts]);
  useShortcuts(commands, view, keymap);
  const diagnosis = useMemo(
    () => (
      <ErrorBoundary>
        <DiagnosisPanel active={active} onReveal={reveal} onMark={mark} onOpenEntity={openEntity} />
      </ErrorBoundary>
    ),
    [active, reveal, mark, openEntity],
  );

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
          <Suspense>
            {/* The editor stays mounted behind the other views: its tabs keep undo history and scroll position. */}
            <div className="view" hidden={view !== 'editor'}>
              {may('docs.list') && (
                <ErrorBoundary>
                  <EditorPage
                    active={active}
                    layout={layout}
                    diagnosis={<Suspense>{diagnosis}</Suspense>}
                    onHandle={onHandle}
                    onOpenEntity={openEntity}
                    onReview={setReviewing}
                    takesDrops={view !== 'train' && view !== 'annotate'}
                  />
                </ErrorBoundary>
              )}
            </div>
          </Suspense>
          <Suspense>
            {view === 'annotate' && (
              <div className="view">
                <ErrorBoundary>
                  <AnnotatePage state={annotate} onOpenRun={openRun} />
                </ErrorBoundary>
              </div>
            )}
            {view === 'train' && (
              <div className="view">
                <ErrorBoundary>
                  <TrainPage state={train} onOpenDocument={openDocument} />
                </ErrorBoundary>
              </div>
            )}
            {view === 'graph' && (
              <div className="view">
                <ErrorBoundary>
                  <GraphPage entity={entity} onEntity={setEntity} importAsked={importing} />
                </ErrorBoundary>
              </div>
            )}
            {view === 'settings' && (
              <div className="view">
                <ErrorBoundary>
                  <SettingsPage people={AccountsSection} />
                </ErrorBoundary>
              </div>
            )}
          </Suspense>
        </div>
        <Banner />
        <StatusBar
          view={view}
          active={active}
          layer={annotate.active}
          onSave={() => editor.current?.save()}
          onJobs={importGraph}
          onRun={openRun}
          onExperiment={(id) => openTrain({ kind: 'grid', id })}
        />
        {palette && (
          <Palette
            commands={commands}
            onOpenDocument={openDocument}
            onOpenEntity={openEntity}
            onClose={() => setPalette(false)}
          />
        )}
        {reviewing !== null && (
          <Suspense>
            <ReviewDialog id={reviewing} onClose={() => setReviewing(null)} />
          </Suspense>
        )}
        {account.dialog}
        {sheet !== null && <CheatSheet print={sheet === 'print'} onClose={() => setSheet(null)} />}
        {ready && !settings.tourDone && view === 'editor' && <Tour onDone={() => save({ tourDone: true })} />}
      </div>
    </KeymapContext>
  );
}
