import { type RefObject, useMemo } from 'react';
import type { ThemeName } from '../shared/appearance.ts';
import type { Settings } from '../shared/domain/system.ts';
import { stepPane } from './features/shell/step-pane.ts';
import type { TrainRoute } from './features/train/route.ts';
import type { Command } from './lib/keyboard/commands.ts';
import type { ShortcutName } from './lib/keyboard/shortcuts.ts';
import type { Layout } from './lib/layout-store.ts';
import type { Store } from './lib/store.ts';
import type { EditorHandle, RightTab, View } from './lib/workbench.ts';
import { useCommandMaker } from './ui/use-command-maker.ts';

interface CommandParts {
  readonly settings: Settings;
  readonly theme: ThemeName;
  readonly save: (change: Partial<Settings>) => void;
  readonly editor: RefObject<EditorHandle | null>;
  readonly layout: Store<Layout>;
  readonly setView: (view: View) => void;
  readonly showPalette: () => void;
  readonly showShortcuts: (print: boolean) => void;
  readonly importGraph: () => void;
  readonly exportRecords: () => void;
  readonly openTrain: (route: TrainRoute) => void;
  /** Null where the program cannot connect to servers. */
  readonly connectServer: (() => void) | null;
  /** Null while nobody has an account. */
  readonly account: AccountCommands | null;
}

interface AccountCommands {
  lock(): void;
  signOut(): void;
  changePassword(): void;
}

/** Everything that can be done by name or key on every screen; screens add theirs (lib/commands.ts). */
export function useCommands(parts: CommandParts): readonly Command[] {
  const command = useCommandMaker();
  const {
    settings,
    theme,
    save,
    editor,
    layout,
    setView,
    showPalette,
    showShortcuts,
    importGraph,
    exportRecords,
    openTrain,
    connectServer,
    account,
  } = parts;
  const { language } = settings;
  return useMemo(() => {
    const editorCommand = (name: ShortcutName, run: (handle: EditorHandle) => void): Command =>
      command(name, () => {
        setView('editor');
        if (editor.current !== null) run(editor.current);
      });
    const showTab = (tab: RightTab) => (handle: EditorHandle) => handle.showTab(tab);
    return [
      editorCommand('newDocument', (handle) => handle.newDocument()),
      editorCommand('openFiles', (handle) => handle.openFiles()),
      editorCommand('paste', (handle) => handle.paste()),
      editorCommand('save', (handle) => handle.save()),
      editorCommand('archiveRecord', (handle) => handle.archive()),
      editorCommand('deidentifyRecord', (handle) => handle.deidentify()),
      command('exportRecords', exportRecords),
      editorCommand('closeTab', (handle) => handle.closeTab()),
      editorCommand('nextTab', (handle) => handle.stepTab(1)),
      editorCommand('previousTab', (handle) => handle.stepTab(-1)),
      editorCommand('find', (handle) => handle.find()),
      editorCommand('undo', (handle) => handle.trigger('undo')),
      editorCommand('redo', (handle) => handle.trigger('redo')),
      editorCommand('nextMention', (handle) => handle.stepMention(1)),
      editorCommand('previousMention', (handle) => handle.stepMention(-1)),
      editorCommand('insertTemplate', (handle) => handle.insertTemplate()),
      editorCommand('entityCard', (handle) => handle.showEntityCard()),
      editorCommand('correctMention', (handle) => handle.correct('mention')),
      editorCommand('removeMention', (handle) => handle.correct('remove')),
      editorCommand('neverMark', (handle) => handle.correct('never')),
      editorCommand('undoCorrection', (handle) => handle.correct('undo')),
      editorCommand('showDiagnosis', showTab('diagnosis')),
      editorCommand('showMentions', showTab('mentions')),
      editorCommand('showValues', showTab('values')),
      editorCommand('showRelations', showTab('relations')),
      editorCommand('showHistory', showTab('history')),
      editorCommand('tabMovesFocus', (handle) => handle.trigger('tabMovesFocus')),
      command('palette', showPalette),
      command('shortcutHelp', () => showShortcuts(false)),
      command('cheatSheet', () => showShortcuts(true)),
      command('goEditor', () => setView('editor')),
      command('goPatients', () => setView('patients')),
      command('goAnnotate', () => setView('annotate')),
      command('goTrain', () => setView('train')),
      command('goGraph', () => setView('graph')),
      command('goSettings', () => setView('settings')),
      command('nextPane', () => stepPane(1)),
      command('previousPane', () => stepPane(-1)),
      command('newRun', () => openTrain({ kind: 'new' })),
      command('goRuns', () => openTrain({ kind: 'runs' })),
      command('goDataSets', () => openTrain({ kind: 'data' })),
      command('goModels', () => openTrain({ kind: 'models' })),
      command('importGraph', importGraph),
      ...(connectServer === null ? [] : [command('connectServer', connectServer)]),
      ...(account === null
        ? []
        : [
            command('lockWindow', account.lock),
            command('signOut', account.signOut),
            command('changePassword', account.changePassword),
          ]),
      command('toggleLeft', () => layout.update((now) => ({ ...now, leftShown: !now.leftShown }))),
      command('toggleRight', () => layout.update((now) => ({ ...now, rightShown: !now.rightShown }))),
      command('toggleLanguage', () => save({ language: language === 'zh' ? 'en' : 'zh' })),
      command('toggleTheme', () => save({ theme: theme === 'dark' ? 'light' : 'dark' })),
      editorCommand('tour', () => save({ tourDone: false })),
    ];
  }, [
    command,
    language,
    theme,
    save,
    editor,
    layout,
    setView,
    showPalette,
    showShortcuts,
    importGraph,
    exportRecords,
    openTrain,
    connectServer,
    account,
  ]);
}
