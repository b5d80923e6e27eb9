import { type RefObject, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ThemeName } from '../shared/appearance.ts';
import type { Settings } from '../shared/domain/system.ts';
import { en } from './i18n/en.ts';
import { zh } from './i18n/zh.ts';
import type { Command } from './lib/commands.ts';
import type { Layout } from './lib/layout-store.ts';
import type { ShortcutName } from './lib/shortcuts.ts';
import type { Store } from './lib/store.ts';
import type { TrainPlace } from './lib/train-place.ts';
import type { EditorHandle, RightTab, View } from './lib/workbench.ts';

interface CommandParts {
  readonly settings: Settings;
  readonly theme: ThemeName;
  readonly save: (change: Partial<Settings>) => void;
  readonly editor: RefObject<EditorHandle | null>;
  readonly layout: Store<Layout>;
  readonly view: View;
  readonly setView: (view: View) => void;
  readonly showPalette: () => void;
  readonly importGraph: () => void;
  readonly openTrain: (place: TrainPlace) => void;
}

type CommandId = keyof typeof zh.command;

/** Everything that can be done by name or key. */
export function useCommands(parts: CommandParts): readonly Command[] {
  const { t } = useTranslation();
  const { settings, theme, save, editor, layout, setView, showPalette, importGraph, openTrain } = parts;
  const { language } = settings;
  return useMemo(() => {
    const command = (id: CommandId, run: () => void, shortcut?: ShortcutName): Command => ({
      id,
      name: t(`command.${id}`),
      keywords: [zh.command[id], en.command[id]],
      run,
      ...(shortcut === undefined ? {} : { shortcut }),
    });
    const inEditor = (id: CommandId, run: (handle: EditorHandle) => void, shortcut?: ShortcutName): Command =>
      command(
        id,
        () => {
          setView('editor');
          if (editor.current !== null) run(editor.current);
        },
        shortcut,
      );
    const showTab = (tab: RightTab) => (handle: EditorHandle) => handle.showTab(tab);
    return [
      inEditor('newDocument', (handle) => handle.newDocument(), 'newDocument'),
      inEditor('openFiles', (handle) => handle.openFiles(), 'openFiles'),
      inEditor('paste', (handle) => handle.paste()),
      inEditor('save', (handle) => handle.save(), 'save'),
      inEditor('closeTab', (handle) => handle.closeTab(), 'closeTab'),
      inEditor('nextTab', (handle) => handle.stepTab(1), 'nextTab'),
      inEditor('previousTab', (handle) => handle.stepTab(-1), 'previousTab'),
      inEditor('find', (handle) => handle.find(), 'find'),
      inEditor('nextMention', (handle) => handle.stepMention(1), 'nextMention'),
      inEditor('previousMention', (handle) => handle.stepMention(-1), 'previousMention'),
      inEditor('entityCard', (handle) => handle.showEntityCard(), 'entityCard'),
      inEditor('showDiagnosis', showTab('diagnosis')),
      inEditor('showMentions', showTab('mentions')),
      inEditor('showHistory', showTab('history')),
      command('palette', showPalette, 'palette'),
      command('goEditor', () => setView('editor'), 'viewEditor'),
      command('goTrain', () => setView('train'), 'viewTrain'),
      command('goGraph', () => setView('graph'), 'viewGraph'),
      command('goSettings', () => setView('settings'), 'viewSettings'),
      command('newRun', () => openTrain({ kind: 'new' })),
      command('goRuns', () => openTrain({ kind: 'runs' })),
      command('goDataSets', () => openTrain({ kind: 'data' })),
      command('goModels', () => openTrain({ kind: 'models' })),
      command('importGraph', importGraph),
      command('toggleLeft', () => layout.update((now) => ({ ...now, leftShown: !now.leftShown }))),
      command('toggleRight', () => layout.update((now) => ({ ...now, rightShown: !now.rightShown }))),
      command('toggleLanguage', () => save({ language: language === 'zh' ? 'en' : 'zh' })),
      command('toggleTheme', () => save({ theme: theme === 'dark' ? 'light' : 'dark' })),
      inEditor('tour', () => save({ tourDone: false })),
    ];
  }, [t, language, theme, save, editor, layout, setView, showPalette, importGraph, openTrain]);
}
